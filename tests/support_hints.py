"""What the tests of hints share: a replayer that knows only what each step moves, and what must hold for steps."""

from collections import Counter
from itertools import groupby

from solver.deck import JOKER, Tile, colour_of, make_tile, number_of
from solver.hints.steps import Explanation, explain
from solver.rules import Rules
from solver.sets import Group, Run, TileSet
from solver.turn import RACK, Turn

Rows = dict[int, dict[int, int]]
HAND = -9
"""Where a joker is that was freed and has no place."""


def replay(turn: Turn, explained: Explanation) -> tuple[Rows, list[int], list[int]]:
    """Carry out the steps: rows of cells, the tiles of the rack, the tiles discarded. Each step is one physical act."""
    kinds = [*turn.position.table_tiles(), *(t for s in turn.position.others for t in s.tiles), *turn.position.rack]
    rows: Rows = {}
    count = 0
    for number, tile_set in enumerate((*turn.position.table, *turn.position.others)):
        rows[number] = {cell: count + cell for cell in range(len(tile_set.tiles))}
        count += len(tile_set.tiles)
    rack, hand, gone = list(range(count, len(kinds))), list[int](), list[int]()
    assert tuple(kinds) == explained.tiles.tiles
    for step in explained.steps:
        places = [_place(tile, rows, rack, hand) for tile in step.moved]
        assert len({row for row, _ in places}) == 1, "tiles from several places in one act"
        if places[0][0] not in (RACK, HAND) and len({number_of(kinds[tile]) for tile in step.moved} - {0}) > 1:
            assert [cell - places[0][1] for _, cell in places] == list(range(len(places))), "not side by side"
        for tile, (row, cell) in zip(step.moved, places, strict=True):
            if row >= 0:
                del rows[row][cell]
            else:
                (rack if row == RACK else hand).remove(tile)
        if step.row < 0:
            gone += step.moved
            continue
        row = rows.setdefault(step.row, {})
        if step.freed is not None:
            assert row.pop(step.cell) == step.freed
            assert kinds[step.freed] == JOKER
            hand.append(step.freed)
        for place, tile in enumerate(step.moved):
            assert step.cell + place not in row, "two tiles in one place"
            row[step.cell + place] = tile
        lying = sorted(tile for cells in rows.values() for tile in cells.values())
        assert sorted(tile for pile in (*step.table, *step.others) for tile in pile.ids) == sorted(lying + hand)
        assert step.rack == tuple(rack)
        home = {tile: number for number, cells in rows.items() for tile in cells.values()}
        assert all(len({home.get(tile, HAND) for tile in pile.ids}) == 1 for pile in (*step.table, *step.others))
    assert hand == []
    return rows, rack, gone


def _place(tile: int, rows: Rows, rack: list[int], hand: list[int]) -> tuple[int, int]:
    if tile in rack or tile in hand:
        return (RACK if tile in rack else HAND), 0
    return next((row, cell) for row, cells in rows.items() for cell, held in cells.items() if held == tile)


def _shape(tile_set: TileSet) -> tuple[str, tuple[Tile, ...]]:
    if isinstance(tile_set, Run):
        return "run", tile_set.from_one().tiles
    return "group", tuple(sorted(tile_set.tiles))


def _shapes(cells: dict[int, int], kinds: tuple[Tile, ...], numbers: int) -> list[list[tuple[str, tuple[Tile, ...]]]]:
    """The sets that a row can be: a group, or the runs between its gaps."""
    there = sorted(cells.items())
    held = [kinds[tile] for _, tile in there]
    natural = [tile for tile in held if tile]
    found: list[list[tuple[str, tuple[Tile, ...]]]] = []
    if len({number_of(tile) for tile in natural}) == 1:
        found.append([("group", tuple(sorted(held)))])
    if len({colour_of(tile) for tile in natural}) == 1:
        runs: list[tuple[str, tuple[Tile, ...]]] = []
        for _, part in groupby(enumerate(there), lambda entry: entry[1][0] - entry[0]):
            tiles = [kinds[tile] for _, (_, tile) in part]
            if not any(tiles):
                return found
            place, first = next((place, tile) for place, tile in enumerate(tiles) if tile)
            stands = [
                make_tile(colour_of(first), (number_of(first) - 1 - place + i) % numbers + 1) for i in range(len(tiles))
            ]
            runs.append(_shape(Run(tuple(tiles), tuple(stands))))
        found.append(runs)
    return found


def assert_steps(turn: Turn, edition: Rules) -> Explanation:
    """Everything that holds for the steps of any turn."""
    explained = explain(turn, edition)
    rows, rack, gone = replay(turn, explained)
    kinds, numbers = explained.tiles.tiles, turn.position.deck.numbers
    expected = Counter(map(_shape, (*turn.after, *turn.others)))
    for cells in rows.values():
        if cells:
            fitting = [shapes for shapes in _shapes(cells, kinds, numbers) if not Counter(shapes) - expected]
            assert fitting
            expected -= Counter(fitting[0])
    assert not expected
    assert Counter(kinds[tile] for tile in rack) == Counter(turn.left)
    assert [kinds[tile] for tile in gone] == ([] if turn.discard is None else [turn.discard])
    assert not explained.steps or explained.steps[-1].legal
    if explained.steps:
        last = explained.steps[-1]
        assert Counter(_shape(pile.tile_set()) for pile in last.table) == Counter(map(_shape, turn.after))
        assert [_shape(pile.tile_set()) for pile in last.others] == list(map(_shape, turn.others))
    assert_jokers_lawful(turn, edition, explained)
    return explained


def assert_jokers_lawful(turn: Turn, edition: Rules, explained: Explanation) -> None:
    """Where jokers are not free, one that is not exchanged for its tile keeps what it stands for."""
    if edition.joker_clear or not explained.steps:
        return
    freed = {step.freed for step in explained.steps}
    moved = {tile for step in explained.steps for tile in step.moved}
    last = {
        tile: (pile, place)
        for pile in (*explained.steps[-1].table, *explained.steps[-1].others)
        for place, tile in enumerate(pile.ids)
    }
    sets = (*turn.position.table, *turn.position.others)
    cells = (*explained.tiles.table, *explained.tiles.others)
    for tile_set, row in zip(sets, cells, strict=True):
        for place, joker in enumerate(row):
            if explained.tiles.tiles[joker] != JOKER or joker in freed:
                continue
            pile, where = last[joker]
            value = tile_set.stands[place] if isinstance(tile_set, Run) else 0
            if value:
                now = pile.stands[where] if pile.stands else make_tile(colour_of(value), pile.number)
                assert now == value, (joker in moved, explained)
            elif pile.stands and isinstance(tile_set, Group):
                assert pile.stands[where] in tile_set.missing(turn.position.deck.colours)
    for step in explained.steps:
        if any(step.freed in row for row in cells):
            old = next(number for number, row in enumerate(cells) if step.freed in row)
            kind = explained.tiles.tiles[step.moved[0]]
            tile_set = sets[old]
            if isinstance(tile_set, Run):
                assert kind == tile_set.stands[cells[old].index(step.freed)]
            else:
                assert kind in tile_set.missing(turn.position.deck.colours)
