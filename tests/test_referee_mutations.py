"""Legal turns with one thing wrong: the referee refuses each and names the rule."""

from dataclasses import replace

import pytest

from solver.deck import JOKER, Tile, make_tile, number_of
from solver.notation import parse_tiles
from solver.position import Position
from solver.referee import check
from solver.rules import Rules, rules
from solver.sets import Group, Run, TileSet
from test_referee import STANDARD, ids, judge, sets

TURNS = [
    ("lemada-2014", "r4 r5 r6 r7 / b7 k7 o7", "r3 o2 J", "r3 r4 r5 r6 / r7 b7 k7 o7"),
    ("book-1978", "r4 r5 J=r6 / b1 b2 b3", "r6 b9 k9 b4", "r4 r5 r6 / b9 k9 J=?9 / b1 b2 b3 b4"),
    ("book-1978", "r4 J=r5 J=r6 r7", "r5 b9 k9", "r4 r5 J=r6 r7 / b9 k9 J=?9"),
    ("lemada-1999", "r4 r5 r6 J=r7 / k1 k2 k3", "r8 b5 k5 b4 k4 k6", "r6 J=r7 r8 / r5 b5 k5 / r4 b4 k4 / k1 k2 k3"),
    ("hong-kong", "r5 r6 J=r7 r8 / r4 J=r5 r6 r7", "b9 k9", "r5 r6 r7 r8 / r4 J=r5 r6 / J=?9 b9 k9"),
    ("pressman-1998", "r7 b7 J=?7", "k7 b9 k9 o1", "r7 b7 k7 / J=?9 b9 k9"),
    ("goliath-2014", "r4 r5 r6 J=r7", "b9 k9 J", "r4 r5 r6 / J=?9 J=?9 b9 k9"),
]  # fmt: skip


def of(turn: tuple[str, str, str, str]) -> tuple[Position, tuple[TileSet, ...], Rules]:
    """The values that `check` takes."""
    edition, table, rack, after = turn
    return Position(sets(table), parse_tiles(rack, STANDARD), STANDARD), sets(after), rules(edition)


def without(tile_set: TileSet, place: int) -> TileSet:
    """The set with one tile less, legal or not."""
    tiles = tile_set.tiles[:place] + tile_set.tiles[place + 1 :]
    if isinstance(tile_set, Group):
        return replace(tile_set, tiles=tiles)
    return Run(tiles, tile_set.stands[:place] + tile_set.stands[place + 1 :])


@pytest.fixture(params=TURNS, ids=lambda turn: f"{turn[0]}-{turn[3]}")
def turn(request: pytest.FixtureRequest) -> tuple[Position, tuple[TileSet, ...], Rules]:
    return of(request.param)


def test_the_turns_are_legal(turn: tuple[Position, tuple[TileSet, ...], Rules]) -> None:
    """What is spoilt below is legal before."""
    assert ids(check(*turn)) == []


def test_no_tile_may_be_dropped(turn: tuple[Position, tuple[TileSet, ...], Rules]) -> None:
    """Each tile taken off the new table is missed if it was the table's, and may leave a set that is none."""
    position, after, edition = turn
    played = check(position, after, edition).turn
    assert played is not None
    for number, tile_set in enumerate(after):
        for place, tile in enumerate(tile_set.tiles):
            spoilt = (*after[:number], without(tile_set, place), *after[number + 1 :])
            broken = ids(check(position, spoilt, edition))
            assert ("table_tile_missing" in broken) == (tile not in played.played)
            assert ("not_a_set" in broken) == (len(tile_set.tiles) == 3 or _cut(tile_set, place))


def _cut(tile_set: TileSet, place: int) -> bool:
    """Does this tile hold a run together?"""
    return isinstance(tile_set, Run) and 0 < place < len(tile_set.tiles) - 1


def test_no_set_may_be_dropped_or_doubled(turn: tuple[Position, tuple[TileSet, ...], Rules]) -> None:
    """A set less is a set of missing tiles or too few plays; a set twice needs tiles from nowhere."""
    position, after, edition = turn
    for number in range(len(after)):
        assert "table_tile_missing" in ids(check(position, after[:number] + after[number + 1 :], edition))
        assert "tile_from_nowhere" in ids(check(position, (*after, after[number]), edition))


def test_no_tile_may_become_another(turn: tuple[Position, tuple[TileSet, ...], Rules]) -> None:
    """A natural tile, or a joker's natural tile, that is not there comes from nowhere."""
    position, after, edition = turn
    foreign: Tile = next(tile for tile in STANDARD.tiles() if tile not in (*position.rack, *position.table_tiles()))
    for number, tile_set in enumerate(after):
        for place in range(len(tile_set.tiles)):
            tiles = (*tile_set.tiles[:place], foreign, *tile_set.tiles[place + 1 :])
            spoilt = (*after[:number], replace(tile_set, tiles=tiles), *after[number + 1 :])
            assert {"tile_from_nowhere", "not_a_set"} <= set(ids(check(position, spoilt, edition)))


def test_no_run_joker_may_stand_for_another_tile(turn: tuple[Position, tuple[TileSet, ...], Rules]) -> None:
    """Readings that are no run are refused, whatever the joker was."""
    position, after, edition = turn
    for number, tile_set in enumerate(after):
        if isinstance(tile_set, Run) and JOKER in tile_set.tiles:
            place = tile_set.tiles.index(JOKER)
            other = make_tile(1 + tile_set.colour, number_of(tile_set.stands[place]))
            stands = (*tile_set.stands[:place], other, *tile_set.stands[place + 1 :])
            spoilt = (*after[:number], replace(tile_set, stands=stands), *after[number + 1 :])
            assert ids(check(position, spoilt, edition)) == ["not_a_set"]


def test_the_other_meaning_of_a_joker() -> None:
    """A kept joker with another reading that is a run, too, has changed its value."""
    good = judge("book-1978", "r5 r6 J=r7", "b9 k9 o9", "r5 r6 J=r7 / b9 k9 o9")
    assert ids(good) == []
    assert ids(judge("book-1978", "r5 r6 J=r7", "b9 k9 o9", "J=r4 r5 r6 / b9 k9 o9")) == ["joker_value"]


@pytest.mark.parametrize(
    ("edition", "table", "rack", "after", "rule"),
    [
        ("book-1978", "r4 r5 J=r6", "r3 b9 k9 b4", "r3 r4 r5 / b9 k9 J=?9", "joker_not_replaced"),
        ("book-1978", "r4 J=r5 J=r6 r7", "r5 b9 k9 b7 o7", "r4 r5 J=r6 / b9 k9 J=?9 / r7 b7 o7", "joker_locked"),
        ("lemada-1999", "r4 r5 r6 J=r7", "r8 r9", "r4 r5 r6 / J=r7 r8 r9", "joker_companion"),
        ("pressman-1998", "r7 b7 J=?7 / b9 k9 o9", "k7 o7 o8", "r7 b7 k7 / J=?9 b9 k9 / o7 o8 o9", "joker_rack_tiles"),
        ("hong-kong", "r5 r6 J=r7 r8 / b9 k9 o9", "r7", "r5 r6 r7 r8 / J=?9 b9 k9 o9", "joker_new_set"),
        ("book-1978-both", "r7 b7 J=?7", "k7 b9 k9 o1", "r7 b7 k7 / J=?9 b9 k9", "group_of_three"),
    ],
)  # fmt: skip
def test_one_joker_rule_broken(edition: str, table: str, rack: str, after: str, rule: str) -> None:
    """Near misses of the legal turns above, each with its one rule."""
    assert ids(judge(edition, table, rack, after)) == [rule]


def test_rack_and_table_swapped(turn: tuple[Position, tuple[TileSet, ...], Rules]) -> None:
    """The turn backwards is no turn: tiles would go from the table to the rack."""
    position, after, edition = turn
    backwards = replace(position, table=after)
    assert {"table_tile_missing", "nothing_played"} <= set(ids(check(backwards, position.table, edition)))


def test_a_tile_that_must_stay() -> None:
    """The same table is refused when a tile of it was to be kept, or one off it to be played."""
    rack, after = "r6 b9 k9", "r4 r5 r6 / b9 k9 J=?9"
    assert ids(judge("book-1978", "r4 r5 J=r6", rack, after, keep="k9")) == ["keep"]
    assert ids(judge("book-1978", "r4 r5 J=r6", f"{rack} o1", after, must_play="o1")) == ["must_play"]
