"""Jokers laid in the place of tiles: what the positions and the turns are that come of it."""

from collections import Counter

import pytest

from solver.deck import Deck
from solver.measure import attachment
from solver.notation import parse_line
from solver.position import validate
from solver.puzzles.jokers import Laid, laid
from solver.puzzles.prove import best
from solver.referee import check
from solver.rules import rules
from solver.turn import Turn
from support import position
from support_puzzles import order

GOLIATH, LEMADA, BOOK = rules("goliath-2014"), rules("lemada-2014"), rules("book-1978")
TABLE, RACK = "r3 r4 r5 r6 / b7 k7 o7 / r9 b9 k9", "r7 b6 k6"


@pytest.fixture(scope="module")
def turn() -> Turn:
    """A turn that breaks the red run, and lays its 6 to two tiles of the rack."""
    found = best(position(TABLE, RACK), LEMADA)
    assert found
    assert found.turn
    assert attachment(found.turn.position.table, found.turn.after).count(None) == 1
    return found.turn


def tiles(each: Laid) -> Counter[int]:
    """How often each tile lies on the table after the turn more than before."""
    after = Counter(tile for tile_set in each.after for tile in tile_set.tiles)
    after.subtract(each.position.table_tiles())
    return after


def changes(turn: Turn, each: Laid) -> list[tuple[int, int]]:
    """Set and tile for each place of the old table where another tile lies."""
    return [
        (number, old)
        for number, (before, there) in enumerate(zip(turn.position.table, each.position.table, strict=True))
        for old, new in zip(before.tiles, there.tiles, strict=True)
        if old != new
    ]


def test_a_joker_that_stays_does_what_the_tile_did(turn: Turn):
    """In the set that the turn breaks; who may take jokers freely may do the same, who may only split must keep a tile
    beside the joker, and who may not even split cannot do it.
    """
    found = laid(turn, stays=True)
    assert len(found) == 4
    for each in found:
        validate(each.position, GOLIATH)
        ((number, _),) = changes(turn, each)
        assert attachment(turn.position.table, turn.after)[number] is None
        assert each.position.rack == turn.position.rack
        assert +tiles(each) == Counter(turn.position.rack)
        assert each.broken == 1
        assert check(each.position, each.after, GOLIATH).legal
    legal = [[check(each.position, each.after, edition).legal for each in found] for edition in (LEMADA, BOOK)]
    assert [one.count(True) for one in legal] == [3, 0]


def test_a_joker_that_is_replaced_does_what_a_rack_tile_did(turn: Turn):
    """The tile of the table is on the rack, one of the rack is not; where jokers go anywhere the turn is legal."""
    found = laid(turn, stays=False)
    assert len(found) == 10 * 3
    for each in found:
        validate(each.position, LEMADA)
        ((_, tile),) = changes(turn, each)
        left = Counter(turn.position.rack) + Counter([tile]) - Counter(each.position.rack)
        assert left.total() == 1
        assert +tiles(each) == Counter(each.position.rack)
        assert check(each.position, each.after, LEMADA).legal


def test_no_joker_is_laid_that_the_deck_does_not_have(turn: Turn):
    """With all of them on the table there is nothing to lay; a set that has one gets no second one."""
    bare = parse_line("r3-6.bko7.rbk9 r7b6k6", Deck(4, 13, 2, 0), LEMADA.ones)
    found = best(bare, LEMADA)
    assert found
    assert found.turn
    assert laid(found.turn, stays=False) == []
    found = best(position("r3 r4 r5 r6 / b7 k7 o7 / r9 b9 J=?9", RACK), LEMADA)
    assert found
    assert found.turn
    assert {number for each in laid(found.turn, stays=False) for number, _ in changes(found.turn, each)} == {0, 1}


def test_when_a_joker_is_laid_last():
    """In all `edition` puzzles and the harder `joker` puzzles; where it goes depends on what the editions differ in."""
    assert order("edition", 2, "lemada-2014/book-1978").joker_last
    assert [order("joker", level).joker_last for level in range(2, 6)] == [False, False, True, True]
    assert order("edition", 2, "lemada-2014/book-1978").differs_on_kept
    assert order("edition", 2, "pressman-1998/goliath-2014").differs_on_kept
    assert not order("edition", 2, "lemada-1999/lemada-2014").differs_on_kept
    assert not order("joker", 4).differs_on_kept
