"""Positions that cannot occur are refused with one sentence that names the place; others have one canonical form."""

import re
from dataclasses import replace
from random import Random

import pytest

from solver.deck import JOKER, Deck, make_tile
from solver.errors import DeckError, InputError, PositionError
from solver.position import Position, rack_points, validate
from solver.rules import rules
from solver.sets import Group, Run
from solver.solve import solve
from support import STANDARD, position

DEFAULT = rules("lemada-2014")
BIG = Deck(8, 40, 8, 4)


def refused(place: Position, edition: str = "lemada-2014") -> str:
    """The error of a position, the same from `validate` and from `solve`."""
    with pytest.raises(InputError) as caught:
        validate(place, rules(edition))
    with pytest.raises(type(caught.value), match=re.escape(str(caught.value))):
        solve(place, edition)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def small(place: Position, **changes: int) -> Position:
    """The same position in another deck."""
    return replace(place, deck=replace(STANDARD, **changes))


@pytest.mark.parametrize(
    ("place", "error"),
    [
        (small(position("", "g1", deck=BIG)), "rack: there is no green 1 in a deck of 4 x 13 x 2 + 2"),
        (small(position("", "r14", deck=BIG)), "rack: there is no red 14 in a deck of 4 x 13 x 2 + 2"),
        (
            small(position("r1 r2 r3 / g4 g5 g6", "r1", deck=BIG)),
            "table set 2: there is no green 4 in a deck of 4 x 13 x 2 + 2",
        ),
        (small(position("", "r12"), numbers=10), "rack: there is no red 12 in a deck of 4 x 10 x 2 + 2"),
        (Position((), (make_tile(0, 0) + 64,), STANDARD), "rack: there is no blue 0 in a deck of 4 x 13 x 2 + 2"),
    ],
)
def test_unknown_tile(place: Position, error: str) -> None:
    """A tile that the deck does not have, on the rack or in a set of the table."""
    assert refused(place) == error


@pytest.mark.parametrize(
    ("table", "rack", "error"),
    [
        (
            "",
            "r1 r1 r1",
            "rack: 3 tiles red 1 on table and rack together, but the deck of 4 x 13 x 2 + 2 has 2 of each",
        ),
        (
            "b5 b6 b7 / r1 r2 r3 / r1 b1 k1",
            "r1",
            "table set 2: 3 tiles red 1 on table and rack together, but the deck of 4 x 13 x 2 + 2 has 2 of each",
        ),
    ],
)
def test_more_copies_than_there_are(table: str, rack: str, error: str) -> None:
    """Table and rack together hold more copies than the deck has."""
    assert refused(position(table, rack)) == error
    validate(replace(position(table, rack), deck=Deck(copies=3)), DEFAULT)


def test_too_many_jokers() -> None:
    """Jokers are counted on table and rack together."""
    place = position("r1 r2 J=r3 / b1 b2 J=b3", "J k5")
    assert refused(place) == "table and rack hold 3 jokers together, but the deck of 4 x 13 x 2 + 2 has 2"
    validate(small(place, jokers=3), DEFAULT)
    none = "table and rack hold 1 jokers together, but the deck of 4 x 13 x 2 + 0 has 0"
    assert refused(small(position("", "J"), jokers=0)) == none


R5, R6, R7, B5, B6, K5 = (make_tile(c, n) for c, n in ((0, 5), (0, 6), (0, 7), (1, 5), (1, 6), (2, 5)))


@pytest.mark.parametrize(
    ("tile_set", "text"),
    [
        (Group((R5, B5), 5), "r5 b5"),
        (Group((R5, R5, B5), 5), "r5 r5 b5"),
        (Group((R5, B5, K5), 6), "r5 b5 k5"),
        (Group((R5, B5, B6), 5), "r5 b5 b6"),
        (Group((JOKER, JOKER, JOKER), 5), "J=?5 J=?5 J=?5"),
        (Group((R5, JOKER, JOKER, JOKER, JOKER), 5), "r5 J=?5 J=?5 J=?5 J=?5"),
        (Run((R5, R6), (R5, R6)), "r5 r6"),
        (Run((R5, B6, R7), (R5, B6, R7)), "r5 b6 r7"),
        (Run((R5, R7, R6), (R5, R7, R6)), "r5 r7 r6"),
        (Run((JOKER, JOKER, JOKER), (R5, R6, R7)), "J=r5 J=r6 J=r7"),
        (Run((R5, R6, JOKER), (R5, R6, B5)), "r5 r6 J=b5"),
    ],
)
def test_table_set_that_is_none(tile_set: Group | Run, text: str) -> None:
    """A table set built by hand that is neither group nor run is refused, with its number."""
    good = position("o1 o2 o3", "k13", deck=Deck(jokers=4))
    place = replace(good, table=(*good.table, tile_set))
    assert refused(place) == f"table set 2 ({text}) is neither a group nor a run under lemada-2014"


@pytest.mark.parametrize(("table", "ones"), [("r12 r13 r1", "low_or_high"), ("r13 r1 r2", "wrap")])
def test_table_set_of_other_rules(table: str, ones: str) -> None:
    """Whether a set is one depends on the rules: a 1 after the highest number only where it may be there."""
    place = position(table, "b1", f"lemada-2014,ones={ones}")
    validate(place, rules(f"lemada-2014,ones={ones}"))
    assert refused(place) == f"table set 1 ({table}) is neither a group nor a run under lemada-2014"


def test_more_jokers_in_a_set_than_the_rules_allow() -> None:
    """A start table that exceeds `jokers_per_set`."""
    edition = "lemada-2014,jokers_per_set=1"
    error = f"table set 1 (r4 J=r5 J=r6) holds 2 jokers, but {edition} allows 1 in a set"
    assert refused(position("r4 J=r5 J=r6", "b1"), edition) == error


@pytest.mark.parametrize("points", [0, -1, 10_001])
def test_points_to_open(points: int) -> None:
    """The points still needed are 1 to 10000."""
    error = f"{points} points to open are impossible, give 1 to 10000"
    assert refused(position("", "r1", to_open=points)) == error


@pytest.mark.parametrize(
    ("keep", "must_play", "error"),
    [
        ("b1", "", "keep: 1 x blue 1 asked for, but the rack holds 0"),
        ("r1 r1 r1", "", "keep: 3 x red 1 asked for, but the rack holds 2"),
        ("J J", "", "keep: 2 x joker asked for, but the rack holds 1"),
        ("", "b1", "must_play: 1 x blue 1 asked for, but the rack holds 0"),
        ("", "r2 r2", "must_play: 2 x red 2 asked for, but the rack holds 1"),
        ("r1 r1", "r1", "keep and must_play together ask for 3 x red 1, but the rack holds 2"),
        ("r2", "r2", "keep and must_play together ask for 2 x red 2, but the rack holds 1"),
    ],
)
def test_wishes(keep: str, must_play: str, error: str) -> None:
    """Tiles to keep and to play are on the rack, and no tile is asked for both."""
    assert refused(position("", "r1 r1 r2 J", keep=keep, must_play=must_play)) == error
    validate(position("", "r1 r1 r2 J", keep="r1", must_play="r1"), DEFAULT)


def test_deck_that_the_rules_cannot_use() -> None:
    """More than four jokers go only where jokers are free."""
    place = position("", "r1", deck=Deck(jokers=5))
    assert refused(place) == "the deck has 5 jokers, but only joker_clear=yes allows more than 4"
    with pytest.raises(DeckError):
        solve(place, "book-1978")
    validate(place, rules("goliath-2014"))


def test_position_errors_are_input_errors() -> None:
    """One base catches all bad input."""
    assert issubclass(PositionError, InputError)
    assert issubclass(InputError, ValueError)


@pytest.mark.parametrize("seed", range(20))
def test_canonical_form_does_not_depend_on_the_order(seed: int) -> None:
    """Sets, rack tiles and the tiles of groups may come in any order."""
    random = Random(seed)
    place = position("r4 r5 J=r6 / b7 k7 o7 / b7 k7 J=?7 / b3 b4 b5", "J r9 b1 r9 k2", keep="r9 b1", must_play="k2 J")
    table = [
        Group(tuple(random.sample(one.tiles, len(one.tiles))), one.number) if isinstance(one, Group) else one
        for one in random.sample(place.table, len(place.table))
    ]
    mixed = replace(
        place,
        table=tuple(table),
        rack=tuple(random.sample(place.rack, len(place.rack))),
        keep=place.keep[::-1],
        must_play=place.must_play[::-1],
    )
    assert mixed.canonical() == place.canonical() == place.canonical().canonical()
    assert place.canonical().rack[-1] == JOKER


def test_different_runs_stay_different() -> None:
    """Where the joker of a run lies is part of the position."""
    assert position("r5 r6 J=r7", "").canonical() != position("J=r4 r5 r6", "").canonical()


def test_rack_points() -> None:
    """Face sum of the tiles, each joker at what the rules say."""
    assert rack_points((R5, B6, JOKER, JOKER), 30) == 71
    assert rack_points((), 30) == 0
