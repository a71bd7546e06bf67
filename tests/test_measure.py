"""What a turn is worth: each objective term, and when an old set counts as unbroken or kept."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings

import brute
from brute_rules import canonical, tiles_of
from solver.deck import JOKER, Deck
from solver.errors import InputError
from solver.measure import TERMS, attachment, check_objective, measure
from solver.notation import parse_set
from solver.rules import rules
from solver.sets import written
from solver.turn import RACK, Turn
from support import brute_deck, judge_of, position, sets_of
from support_random import EXAMPLES, PHASES, Case, cases

DEFAULT = rules("lemada-2014")


def count(
    before: str, after: str, term: str = "unbroken", deck: Deck | None = None, edition: str = "lemada-2014"
) -> int:
    """How many old sets are unbroken or kept; legality does not matter."""
    deck = deck or Deck(jokers=4)
    table, new = sets_of(before, deck, edition), sets_of(after, deck, edition)
    turn = Turn(position(before, "", edition, deck), new, tuple((RACK,) * len(one.tiles) for one in new))
    value = measure(turn, rules(edition), (term,))[term]
    texts: list[Sequence[str]] = [[written(one) for one in sets] for sets in (table, new)]
    knobs = brute.knobs(edition)
    assert value == brute.measure(term, brute_deck(deck), knobs, texts[0], [], texts[1])
    return value


@pytest.mark.parametrize(
    ("before", "after", "unbroken", "kept"),
    [
        ("r4 r5 r6", "r4 r5 r6", 1, 1),
        ("r4 r5 r6", "r3 r4 r5 r6 r7", 1, 0),
        ("r4 r5 r6", "r4 b4 k4 / r5 b5 k5 / r6 b6 k6", 0, 0),
        ("r4 r5 r6 / r7 r8 r9", "r4 r5 r6 r7 r8 r9", 2, 0),
        ("r4 r5 r6 r7 r8 r9", "r4 r5 r6 / r7 r8 r9", 0, 0),
        ("r4 r5 r6 / r4 r5 r6", "r4 r5 r6 r7 / r4 r5 r6", 2, 1),
        ("r4 r5 r6 / r6 r7 r8", "r4 r5 r6 r7 r8 / r6 b6 k6", 1, 0),
        ("r4 r5 r6 / r5 r6 r7", "r4 r5 r6 r7 / r5 b5 k5", 1, 0),
        ("b7 k7 o7", "b7 k7 o7 r7", 1, 0),
        ("b7 k7 o7 r7", "b7 k7 o7", 0, 0),
        ("b7 k7 o7 / b7 k7 r7", "b7 k7 o7 r7 / b7 k7 o7", 2, 1),
        ("b7 k7 o7 / b7 k7 r7", "b7 k7 o7 r7 / b7 k7 r7", 2, 1),
        ("b7 k7 o7 / b7 k7 o7", "b7 k7 o7 r7 / b7 k7 r7", 1, 0),
    ],
)
def test_sets_without_jokers(before: str, after: str, unbroken: int, kept: int) -> None:
    """An old set is attached to a new one that holds all its tiles, no tile serves two, and kept means nothing more."""
    assert count(before, after) == unbroken
    assert count(before, after, "kept") == kept


@pytest.mark.parametrize(
    ("before", "after", "unbroken", "kept"),
    [
        ("r4 r5 J=r6", "r4 r5 J=r6", 1, 1),
        ("r4 r5 J=r6", "r4 r5 J=r6 r7", 1, 0),
        ("r4 r5 J=r6", "r4 r5 r6", 0, 0),
        ("r4 r5 J=r6", "r4 r5 r6 J=r7", 0, 0),
        ("r4 r5 J=r6", "r4 J=r5 J=r6", 0, 0),
        ("r4 r5 r6", "r4 r5 J=r6", 0, 0),
        ("r4 J=r5 r6", "r4 J=r5 r6 J=r7", 1, 0),
        ("b7 k7 J=?7", "b7 k7 J=?7", 1, 1),
        ("b7 k7 J=?7", "b7 k7 r7 J=?7", 1, 0),
        ("b7 k7 J=?7", "b7 k7 J=?7 J=?7", 1, 0),
        ("b7 k7 J=?7", "b7 k7 o7 r7", 0, 0),
        ("b7 J=?7 J=?7", "b7 k7 J=?7 J=?7", 1, 0),
        ("b7 J=?7 J=?7", "b7 k7 J=?7 / J=?7 o7 r7", 0, 0),
        ("b7 k7 J=?7 / b7 k7 J=?7", "b7 k7 J=?7 / b7 k7 J=?7 o7", 2, 1),
    ],
)
def test_sets_with_jokers(before: str, after: str, unbroken: int, kept: int) -> None:
    """Each joker of the old set needs a joker: in a run at the same tile, in a group for a colour free in both."""
    assert count(before, after) == unbroken
    assert count(before, after, "kept") == kept


def test_two_old_groups_in_one() -> None:
    """With six colours two old groups may end in one new group, and both are unbroken."""
    deck = Deck(colours=6, jokers=4)
    assert count("r7 b7 k7 / o7 g7 m7", "r7 b7 k7 o7 g7 m7", deck=deck) == 2
    assert count("r7 b7 k7 / k7 o7 g7", "r7 b7 k7 o7 g7 / k7 k8 k9", deck=deck) == 1
    assert count("r7 b7 J=?7 / o7 g7 J=?7", "r7 b7 o7 g7 J=?7 J=?7", deck=deck) == 2
    assert count("r7 b7 J=?7 / o7 g7 J=?7", "r7 b7 o7 g7 m7 J=?7", deck=deck) == 1


def test_high_one_is_the_same_tile() -> None:
    """Where a 1 may be high, it is the tile that counts and not its place."""
    edition = "lemada-2014,ones=low_or_high"
    assert count("r12 r13 r1", "r11 r12 r13 r1", edition=edition) == 1
    assert count("r12 r13 J=r1", "r12 r13 J=r1", "kept", edition=edition) == 1


@settings(max_examples=EXAMPLES // 2, phases=PHASES)
@given(cases())
def test_every_term_is_what_the_exhaustive_judge_says(case: Case) -> None:
    """On any table made of the same tiles, legal or not."""
    judge = judge_of(case.place, case.edition)
    played = judge.plays([], [])[-1]
    before = [written(one) for one in case.place.table]
    for after in judge.layouts.all(tiles_of(judge.table) + played)[:10]:
        texts = canonical(judge.deck, after)
        new = tuple(parse_set(text, case.place.deck, case.edition.ones) for text in texts)
        attached = attachment(case.place.table, new)
        assert sum(place is not None for place in attached) == brute.measure(
            "unbroken", judge.deck, judge.rules, before, [], texts
        )
        turn = Turn(case.place, new, tuple((RACK,) * len(one.tiles) for one in new))
        kept = brute.measure("kept", judge.deck, judge.rules, before, [], texts)
        assert measure(turn, case.edition, ("kept",))["kept"] == kept


def test_rack_terms() -> None:
    """Tiles, their face sum with jokers at 0, their cost on the rack, and the jokers that stay."""
    place = position("r4 r5 r6", "r7 J J b13", deck=Deck(jokers=2))
    new = sets_of("r4 r5 r6 r7 J=r8", Deck())
    turn = Turn(place, new, ((0, 0, 0, RACK, RACK),))
    assert turn.played == (place.rack[0], JOKER)
    assert turn.left == (JOKER, place.rack[3])
    expected = {"tiles": 2, "points": 7, "penalty": 37, "jokers_held": 1, "unbroken": 1, "kept": 0}
    assert measure(turn, DEFAULT, TERMS) == expected
    assert measure(turn, rules("raeuber"), ("penalty",)) == {"penalty": 57}


@pytest.mark.parametrize(
    ("objective", "error"),
    [
        ((), "the objective must name one term or more, each once"),
        (("tiles", "tiles"), "the objective must name one term or more, each once"),
        (("speed",), "unknown objective term 'speed', choose from tiles, points, penalty, jokers_held, unbroken, kept"),
        (("tiles", "Kept"), "unknown objective term 'Kept', choose from tiles"),
    ],
)
def test_objective_that_is_none(objective: tuple[str, ...], error: str) -> None:
    """An objective names known terms, each once."""
    with pytest.raises(InputError, match=error):
        check_objective(objective)


def test_objective_is_kept_in_order() -> None:
    """Any order of the terms is an objective."""
    assert check_objective(["kept", "tiles"]) == ("kept", "tiles")
    assert check_objective(TERMS) == TERMS
