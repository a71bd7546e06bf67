"""How many legal sets there are: a formula, the solver's own readings of tiles, and lists of sets agree."""

from collections.abc import Iterator
from itertools import accumulate, combinations

import pytest

from benchmarks import textbook
from benchmarks.counts import MOST_JOKERS, legal_sets
from solver.deck import DECKS, JOKER, Deck, Tile, make_tile
from solver.sets import JokerAs, Ones, readings

STANDARD = DECKS["standard"]
SMALL = [Deck(2, 3, 1, 0), Deck(4, 3), Deck(3, 8), Deck(6, 5), Deck(8, 4), Deck(2, 9, 1, 8)]


def of_one_kind(deck: Deck) -> Iterator[tuple[Tile, ...]]:
    """Every choice of different naturals of one number or of one colour, each once; no other can be in one set."""
    colours, numbers = range(deck.colours), range(1, deck.numbers + 1)
    by_number = [[make_tile(colour, number) for colour in colours] for number in numbers]
    by_colour = [[make_tile(colour, number) for number in numbers] for colour in colours]
    found: set[tuple[Tile, ...]] = set()
    for tiles in (*by_number, *by_colour):
        for size in range(1, len(tiles) + 1):
            found.update(combinations(tiles, size))
    return iter(found)


def by_readings(deck: Deck, jokers: int, ones: Ones) -> list[int]:
    """The choices of tiles that the solver can read as a set: with no joker, with up to one, up to so many."""
    found = [0] * (jokers + 1)
    for tiles in of_one_kind(deck):
        for wild in range(max(0, 3 - len(tiles)), min(jokers, max(deck.colours, deck.numbers) - len(tiles)) + 1):
            found[wild] += bool(readings([*tiles, *[JokerAs()] * wild], deck, ones))
    return [*accumulate(found)]


@pytest.mark.parametrize(
    ("jokers", "longest", "count"),
    [(0, None, 329), (2, 5, 1173), (2, None, 6301)],
    ids=["no jokers", "up to five tiles", "any length"],
)
def test_known_counts(jokers: int, longest: int | None, count: int):
    """The standard deck: 329 sets without jokers, 1,173 of up to five tiles and 6,301 of any length with up to two."""
    assert legal_sets(STANDARD, jokers, longest=longest) == count


@pytest.mark.parametrize("ones", Ones)
@pytest.mark.parametrize("deck", SMALL, ids=str)
def test_small_decks_as_they_are_read(deck: Deck, ones: Ones):
    """For every number of jokers the formula counts what the solver reads as a set."""
    assert [legal_sets(deck, jokers, ones) for jokers in range(9)] == by_readings(deck, 8, ones)


@pytest.mark.parametrize(("name", "ones"), [("standard", Ones.LOW), ("raeuber", Ones.LOW_OR_HIGH)])
def test_named_decks_as_they_are_read(name: str, ones: Ones):
    """The decks that have a name, with the jokers that they have; `xp` has the sets of `standard` with more jokers."""
    deck = DECKS[name]
    assert [legal_sets(deck, jokers, ones) for jokers in range(deck.jokers + 1)] == by_readings(deck, deck.jokers, ones)


@pytest.mark.parametrize(
    "deck", [*DECKS.values(), Deck(6, 9, 1, 2), Deck(2, 20), Deck(3, 40), Deck(8, 13, 8, 0)], ids=str
)
def test_large_decks_as_they_are_listed(deck: Deck):
    """The list of sets that the textbook model is made of is as long as the formula says, up to six tiles and more."""
    for jokers in range(MOST_JOKERS + 1):
        for longest in (5, 6, 9):
            assert len(textbook.legal_sets(deck, jokers, longest)) == legal_sets(deck, jokers, longest=longest)


def test_by_hand():
    """Two colours and three numbers have one run a colour, with a joker three more of each, with two three again."""
    deck = Deck(2, 3, 1, 2)
    assert [legal_sets(deck, jokers) for jokers in (0, 1, 2)] == [2, 8, 14]
    assert sum(JOKER in tiles for tiles in textbook.legal_sets(deck, 1, 3)) == 6
