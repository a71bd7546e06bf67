"""The best Closed hand and all partitions, against an enumeration that is naive on purpose."""

import json
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

import brute_closed as brute
from solver.deck import JOKER, Deck, Tile, make_tile
from solver.games.closed import best_closed, own_partitions
from solver.games.sheets import NUMBER_TESTS, PLAIN_TESTS, ToldSet, read_sheet
from solver.sets import Ones

EXAMPLES = settings.default.max_examples  # pyright: ignore[reportOptionalMemberAccess]
MOST_TILES = 8


@st.composite
def racks(draw: st.DrawFn) -> tuple[Deck, list[Tile]]:
    """A small deck and a rack that is likely to be a few sets and a discard, some of its tiles jokers."""
    deck = Deck(draw(st.integers(3, 4)), draw(st.integers(3, 6)), 2, 3)
    rack: list[Tile] = []
    for _ in range(draw(st.integers(1, 2))):
        length = draw(st.integers(3, 4))
        colour, number = draw(st.integers(0, deck.colours - 1)), draw(st.integers(1, deck.numbers))
        if draw(st.booleans()):
            rack += [make_tile(c, number) for c in range(deck.colours)][:length]
        else:
            rack += [make_tile(colour, (number + i - 1) % deck.numbers + 1) for i in range(min(length, deck.numbers))]
    rack.append(draw(st.sampled_from(list(deck.tiles()))))
    for _ in range(draw(st.integers(0, 3 if len(rack) < 7 else 2))):
        rack[draw(st.integers(0, len(rack) - 1))] = JOKER
    assume(len(rack) <= MOST_TILES and all(rack.count(tile) <= (2 if tile else 3) for tile in rack))
    return deck, rack


@st.composite
def sheets(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Rows with tests that small hands often pass, scores that often tie."""

    def test() -> str:
        name = draw(st.sampled_from(PLAIN_TESTS + NUMBER_TESTS))
        if name in PLAIN_TESTS:
            return name
        low, high = {"sets": (1, 2), "colours": (1, 4), "sum": (10, 30)}.get(name.split()[0], (1, 7))
        return f"{name} {draw(st.integers(low, high))}"

    scores = st.lists(st.sampled_from([0, 10, 20, 40]), min_size=3, max_size=3)
    return [
        {
            "id": f"R{n}",
            "name": "row",
            "tests": [test() for _ in range(draw(st.integers(0, 3)))],
            "scores": draw(scores),
        }
        for n in range(draw(st.integers(1, 5)))
    ]


def plain(sets: tuple[ToldSet, ...]) -> list[brute.LaidSet]:
    """The sets as the naive enumeration writes them."""
    return [
        tuple(sorted((stand, not tile) for tile, stand in zip(told.shape.tiles, told.stands, strict=True)))
        for told in sets
    ]


@settings(max_examples=EXAMPLES // 12)
@given(racks(), sheets(), st.sampled_from([Ones.LOW, Ones.LOW_OR_HIGH]))
def test_the_best_hand_is_the_naive_one(case: tuple[Deck, list[Tile]], rows: list[dict[str, Any]], ones: Ones):
    """Value, row, sets and jokers are those of the enumeration, ties and all."""
    deck, rack = case
    size = brute.Size(deck.colours, deck.numbers, ones == Ones.LOW_OR_HIGH)
    sheet = read_sheet(json.dumps(rows))
    found = best_closed(rack, deck, ones, sheet, hand=len(rack) - 1)
    answer = None if found is None or found.row is None else (found.value, found.row.id, plain(found.sets))
    assert answer == brute.best(rack, size, rows)


@settings(max_examples=EXAMPLES // 12)
@given(racks(), st.sampled_from([Ones.LOW, Ones.LOW_OR_HIGH]))
def test_own_partitions_are_the_naive_ones(case: tuple[Deck, list[Tile]], ones: Ones):
    """Every way to lay the tiles out, each once, its sets in canonical order."""
    deck, rack = case
    size = brute.Size(deck.colours, deck.numbers, ones == Ones.LOW_OR_HIGH)
    for tiles in (rack, rack[:-1]):
        found = list(own_partitions(tiles, deck, ones))
        hands = [tuple(sorted(plain(sets))) for sets in found]
        assert len(set(hands)) == len(hands)
        assert set(hands) == brute.partitions(tiles, size)
        assert all(list(sets) == sorted(sets, key=lambda told: told.key()) for sets in found)
