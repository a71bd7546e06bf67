"""The single acts of a turn: which tiles go from where into which cells, and which acts have to come before others."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from solver.hints.steps.labels import Exchange, Seats
from solver.hints.steps.matching import Home
from solver.hints.steps.rows import Numbered, Row
from solver.sets import Run, TileSet
from solver.turn import RACK

LOOSE = -2
"""The place of a joker that was freed."""
GONE = -3
"""A cell whose tile was taken to replace a joker elsewhere."""


@dataclass(frozen=True, slots=True)
class Act:
    """Tiles (numbers) from a row, RACK or LOOSE to the cells of a row from `cell` on.

    `freed` is the joker whose cell it is; `final`: they have come to the set that they are in after the turn.
    """

    tiles: tuple[int, ...]
    source: int
    row: int
    cell: int
    freed: int | None = None
    final: bool = True

    @property
    def movements(self) -> int:
        """Each tile of the rack is one, a block one together."""
        return len(self.tiles) if self.source == RACK else 1


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be done: rows before (own sets, then others'), sets after in the same order, the tile in each place.

    `opening` are sets to lay first that do not last, `first` those after the turn that open. `free`: jokers may be
    taken without replacement. `locked`: a set gives no tile to replace a joker before each of its own jokers is free.
    `new_sets`: a freed joker goes to a set that is new.
    """

    tiles: Numbered
    rows: Mapping[int, Row]
    targets: tuple[TileSet, ...]
    seats: Seats
    exchanges: tuple[Exchange, ...]
    opening: tuple[Row, ...]
    first: frozenset[int]
    free: bool
    locked: bool
    new_sets: bool


@dataclass(slots=True)
class Plan:
    """Rows by number, the acts, for each act those that have to come before it, and the acts that open.

    `becomes[row]` is the set of the other kind that grows in a row once all else has left it, and its first cell.
    """

    rows: dict[int, Row]
    acts: list[Act] = field(default_factory=list[Act])
    needs: list[set[int]] = field(default_factory=list[set[int]])
    openings: set[int] = field(default_factory=set[int])
    becomes: dict[int, tuple[TileSet, int]] = field(default_factory=dict[int, tuple[TileSet, int]])

    def add(self, act: Act) -> int:
        """A further act; its number."""
        self.acts.append(act)
        self.needs.append(set())
        return len(self.acts) - 1


def middle_rows(task: Task) -> dict[int, Row]:
    """The rows once the opening sets are laid and each freed joker has given way to its tile."""
    rows = dict(task.rows)
    rows |= enumerate(task.opening, start=len(rows))
    taken = {one.tile for one in task.exchanges}
    for number, row in list(rows.items()):
        rows[number] = replace(row, cells=tuple(GONE if tile in taken else tile for tile in row.cells))
    for one in task.exchanges:
        row, kind = rows[one.old], task.tiles.tiles[one.tile]
        cells, held = list(row.cells), list(row.shape.tiles)
        if one.joker is None:
            cells.append(one.tile)
            held.append(kind)
        else:
            cell = cells.index(one.joker)
            cells[cell], held[cell] = one.tile, kind
        rows[one.old] = Row(tuple(cells), replace(row.shape, tiles=tuple(held)))
    return rows


def plan(task: Task, rows: Mapping[int, Row], homes: Mapping[int, Home]) -> Plan:
    """All acts of a turn, with what has to come first. The homes are in `rows`, the middle rows."""
    return _Planner(task, rows, homes).run()


class _Planner:
    """The plan so far, and where each tile of the table lies after the acts so far."""

    def __init__(self, task: Task, rows: Mapping[int, Row], homes: Mapping[int, Home]) -> None:
        self.task, self.rows, self.homes = task, rows, homes
        self.made = Plan(dict(task.rows))
        self.where = {tile: (number, cell) for number, row in task.rows.items() for cell, tile in enumerate(row.cells)}

    def run(self) -> Plan:
        for number, row in enumerate(self.task.opening, start=len(self.task.rows)):
            self._open(number, row)
        self._exchange()
        for target in range(len(self.task.targets)):
            self._fill(target)
        self._swap()
        self._precede()
        return self.made

    def _open(self, number: int, row: Row) -> None:
        """An opening set, laid as a new row."""
        self.made.rows[number] = Row((), row.shape)
        self.made.openings.add(self.made.add(Act(row.cells, RACK, number, 0, None, False)))
        self.where |= {tile: (number, cell) for cell, tile in enumerate(row.cells)}

    def _exchange(self) -> None:
        """Every tile that replaces a joker goes into its cell."""
        ends = {number: len(row.cells) for number, row in self.task.rows.items()}
        for one in self.task.exchanges:
            cell = ends[one.old] if one.joker is None else self.where[one.joker][1]
            ends[one.old] += one.joker is None
            self.made.add(Act((one.tile,), self._source(one.tile), one.old, cell, one.joker, False))
            self.where[one.tile] = (one.old, cell)
            if one.joker is not None:
                self.where[one.joker] = (LOOSE, 0)

    def _source(self, tile: int) -> int:
        return self.where[tile][0] if tile in self.where else RACK

    def _fill(self, target: int) -> None:
        """The blocks that come to a new set, each to its cells."""
        home, tile_set, seats = self.homes.get(target), self.task.targets[target], self.task.seats[target]
        stays = {place for tile, place in home.stays if seats[place] == tile} if home else set[int]()
        if len(stays) == len(seats):
            return
        row, first, end = max(self.made.rows, default=-1) + 1, 0, 0
        if home is None:
            self.made.rows[row] = Row((), tile_set)
        else:
            row, first, end = home.row, home.first or 0, len(self.rows[home.row].cells)
            if home.foreign:
                self.made.becomes[row] = (tile_set, first)
        for block in self._blocks(tile_set, [place for place in range(len(seats)) if place not in stays], seats):
            cell = first + block[0] if isinstance(tile_set, Run) else end
            end += len(block)
            tiles = tuple(seats[place] for place in block)
            number = self.made.add(Act(tiles, self._source(tiles[0]), row, cell))
            if target in self.task.first:
                self.made.openings.add(number)

    def _blocks(self, tile_set: TileSet, places: Sequence[int], seats: Sequence[int]) -> list[list[int]]:
        """The places that are filled in one act each."""
        blocks: dict[object, list[int]] = {}
        for place in places:
            source, key = self._source(seats[place]), place
            if isinstance(tile_set, Run):
                last = next(reversed(blocks), None)
                joined = place > 0 and last is not None and blocks[last][-1] == place - 1
                if joined and self._beside(seats[place - 1], seats[place]):
                    blocks[last].append(place)
                    continue
            elif source == RACK or (source != LOOSE and not isinstance(self.rows[source].shape, Run)):
                blocks.setdefault(("together", source), []).append(place)
                continue
            blocks[key] = [place]
        return list(blocks.values())

    def _beside(self, left: int, right: int) -> bool:
        """Do two tiles that will be neighbours in a run come in one hand?"""
        if self._source(left) == RACK or self._source(right) == RACK:
            return self._source(left) == self._source(right)
        (row, cell), (other, next_cell) = self.where[left], self.where[right]
        return row == other != LOOSE and next_cell == cell + 1 and isinstance(self.rows[row].shape, Run)

    def _swap(self) -> None:
        """A joker that is free and gives way to one tile is swapped for it, and placed after that."""
        acts = self.made.acts
        free = {number for number in self.rows if self.task.free or number not in self.task.rows}
        for number, act in enumerate(acts):
            if not act.final or len(act.tiles) > 1 or act.row not in free or act.row in self.made.becomes:
                continue
            is_run = isinstance(self.rows[act.row].shape, Run)
            for other, leaving in enumerate(acts):
                joker = leaving.tiles[0]
                if (
                    leaving.source != act.row
                    or len(leaving.tiles) > 1
                    or self.task.tiles.tiles[joker]
                    or leaving.row == act.row
                ):
                    continue
                cell = self.where[joker][1]
                if cell == act.cell or not is_run:
                    acts[min(number, other)] = replace(act, cell=cell, freed=joker)
                    acts[max(number, other)] = replace(leaving, source=LOOSE)
                    break

    def _precede(self) -> None:
        """Which acts have to wait for others."""
        made = self.made
        leaves: defaultdict[int, set[int]] = defaultdict(set)
        exchanges: defaultdict[int, set[int]] = defaultdict(set)
        of_tile: defaultdict[int, list[int]] = defaultdict(list)
        held: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for number, row in made.rows.items():
            for cell, tile in enumerate(row.cells):
                held[number, cell].append(tile)
        for number, act in enumerate(made.acts):
            leaves[act.source].add(number)
            for tile in act.tiles:
                of_tile[tile].append(number)
            if not act.final and act.row not in self.task.rows:
                for cell, tile in enumerate(act.tiles):
                    held[act.row, cell].append(tile)
            elif not act.final:
                exchanges[act.row].add(number)
                held[act.row, act.cell].append(act.tiles[0])
            if act.freed is not None:
                of_tile[act.freed].append(number)
        for number, act in enumerate(made.acts):
            needs = made.needs[number]
            for tile in act.tiles:
                needs |= {other for other in of_tile[tile] if other < number}
            if act.source >= 0 and (act.final or self.task.locked):
                needs |= exchanges[act.source]
            for cell in range(act.cell, act.cell + len(act.tiles)):
                for tile in held[act.row, cell]:
                    if tile not in (*act.tiles, act.freed):
                        needs |= set(of_tile[tile])
            if act.row in made.becomes or (act.source == LOOSE and self.task.new_sets):
                needs |= {other for other in leaves[act.row] if made.acts[other].row != act.row}
