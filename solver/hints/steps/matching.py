"""Which copy of each tile goes where, and which old row each new set grows from: fewest blocks, then fewest tiles move.

A new set has at most one home: an old row in which tiles of it stay where they are. All its other tiles come to it, in
blocks: tiles that lie side by side before and after. An old row may be home to several new sets where a gap will be
between them. This is an assignment problem with savings for neighbours, which CP-SAT proves.
"""

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from solver.deck import JOKER, Tile
from solver.hints.steps.rows import Row
from solver.model.cpsat import Program, Proof
from solver.sets import Run, TileSet
from solver.turn import RACK

Options = Sequence[Sequence[Sequence[int]]]
"""For each place of each new set the tiles (numbers) that may lie there; RACK for one that comes from no row."""
_WORK = 0.1
SECONDS = 2.0
_MOST = 2500
"""The work is what ends a search, so that steps repeat exactly; the seconds are for a machine that is overrun. With
more options than `_MOST` it is not begun."""


@dataclass(frozen=True, slots=True)
class Home:
    """The row that a new set grows in: tile and place of all that may stay, and for a run its first cell there."""

    target: int
    row: int
    stays: frozenset[tuple[int, int]]
    first: int | None
    foreign: bool
    """The row held another kind of set, all of which but one tile leaves first."""


@dataclass(frozen=True, slots=True)
class Matching:
    """The tile (number, or RACK) in each place of each new set, homes by new set, blocks moved and their bound."""

    seats: tuple[tuple[int, ...], ...]
    homes: Mapping[int, Home]
    blocks: int
    bound: int


def match(
    rows: Mapping[int, Row],
    targets: Mapping[int, TileSet],
    options: Options,
    kinds: Sequence[Tile],
    rack: Mapping[Tile, int],
    *,
    gaps: bool = False,
    freed: AbstractSet[int] = frozenset(),
    barred: AbstractSet[int] = frozenset(),
    seconds: float = SECONDS,
) -> Matching | None:
    """The matching that moves fewest blocks, None when none was found in time or there are too many options.

    `kinds` tells what each number is, `rack` how many of a tile come from no row. With `gaps` tiles beside a joker also
    move as one block when the joker between them is exchanged (then the bound holds, and blocks may be too few).
    `freed` jokers leave their cells one by one, also where they come back. `barred` new sets get no home.
    """
    if sum(len(tiles) for target in targets for tiles in options[target]) > _MOST:
        return None
    model = _Model(rows, targets, options, kinds, rack, gaps, freed, barred)
    outcome = model.program.solve(time.monotonic() + seconds, _WORK)
    if outcome.proof not in (Proof.OPTIMAL, Proof.FEASIBLE):
        return None
    return model.read(outcome.values, -outcome.bound)


@dataclass(slots=True)
class _Model:
    """The integer programme: a variable for each option, each home, each tile moved, each bond between two of those."""

    rows: Mapping[int, Row]
    targets: Mapping[int, TileSet]
    options: Options
    kinds: Sequence[Tile]
    rack: Mapping[Tile, int]
    gaps: bool
    freed: AbstractSet[int]
    barred: AbstractSet[int]
    program: Program = field(default_factory=Program)
    seat: dict[tuple[int, int, int], int] = field(default_factory=dict[tuple[int, int, int], int])
    moved: dict[tuple[int, int, int], int] = field(default_factory=dict[tuple[int, int, int], int])
    homes: list[tuple[Home, int]] = field(default_factory=list[tuple[Home, int]])
    cost: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    block: int = 0
    """What a block costs, more than all tiles and homes together."""
    tile: int = 0
    """What a tile costs, more than all homes together."""

    def __post_init__(self) -> None:
        self.tile = 3 * len(self.targets) + 1
        self.block = self.tile * (1 + sum(len(tile_set.tiles) for tile_set in self.targets.values()))
        self._seats()
        for target in self.targets:
            if target not in self.barred:
                self._homes(target)
        self._one_row()
        self._moves()
        self.program.maximise([(var, -weight) for var, weight in self.cost])

    def _seats(self) -> None:
        """Each place gets one tile, each tile one place; so many of a kind come from no row."""
        places: defaultdict[int, list[int]] = defaultdict(list)
        loose: defaultdict[Tile, list[int]] = defaultdict(list)
        for target, tile_set in self.targets.items():
            for place, kind in enumerate(tile_set.tiles):
                here: list[int] = []
                for tile in self.options[target][place]:
                    var = self.program.var(0, 1)
                    self.seat[tile, target, place] = var
                    here.append(var)
                    (loose[kind] if tile == RACK else places[tile]).append(var)
                self.program.row([(var, 1) for var in here], 1, 1)
        for tiles in places.values():
            self.program.row([(var, 1) for var in tiles], 1, 1)
        for kind, tiles in loose.items():
            self.program.row([(var, 1) for var in tiles], self.rack.get(kind, 0), self.rack.get(kind, 0))

    def _homes(self, target: int) -> None:
        """At most one home; one among its kind is liked better where it makes no other difference."""
        found: list[int] = []
        for number, row in self.rows.items():
            for home in _homes_in(number, row, target, self.targets[target], self.options[target]):
                var = self.program.var(0, 1)
                found.append(var)
                self.homes.append((home, var))
                self.cost.append((var, 3 if home.foreign else 1))
        if len(found) > 1:
            self.program.row([(var, 1) for var in found], 0, 1)

    def _one_row(self) -> None:
        """Two new sets can both grow in one row only where a gap parts them."""
        by_row: defaultdict[int, list[tuple[Home, int]]] = defaultdict(list)
        for home, var in self.homes:
            by_row[home.row].append((home, var))
        for homes in by_row.values():
            runs = [entry for entry in homes if not self._exclusive(entry[0])]
            others = [(var, 1) for home, var in homes if self._exclusive(home)]
            if len(others) > 1:
                self.program.row(others, 0, 1)
            for i, (one, var) in enumerate(runs):
                if others:
                    self.program.row([(var, 1), *others], 0, 1)
                for other, second in runs[i + 1 :]:
                    if one.target != other.target and not self._apart(one, other):
                        self.program.row([(var, 1), (second, 1)], 0, 1)

    def _exclusive(self, home: Home) -> bool:
        """Can no other new set grow in the row?"""
        return home.foreign or home.first is None

    def _apart(self, one: Home, other: Home) -> bool:
        """Is there a cell between two runs that grow in one row?"""
        (first, end), (other_first, other_end) = self._span(one), self._span(other)
        return end < other_first or other_end < first

    def _span(self, home: Home) -> tuple[int, int]:
        first = home.first or 0
        return first, first + len(self.targets[home.target].tiles)

    def _moves(self) -> None:
        """A tile moves unless it stays at the home of its set; neighbours that move together are one block."""
        staying: defaultdict[tuple[int, int, int], list[int]] = defaultdict(list)
        for home, var in self.homes:
            for tile, place in home.stays:
                if tile not in self.freed:
                    staying[tile, home.target, place].append(var)
        cells = {tile: (number, cell) for number, row in self.rows.items() for cell, tile in enumerate(row.cells)}
        groups: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for (tile, target, place), var in self.seat.items():
            if tile == RACK:
                continue
            moved = self.program.var(0, 1)
            self.program.row([(moved, 1), (var, -1), *((home, 1) for home in staying[tile, target, place])], low=0)
            self.program.row([(var, 1), (moved, -1)], low=0)
            self.moved[tile, target, place] = moved
            self.cost.append((moved, self.tile))
            row = cells[tile][0]
            in_a_run = isinstance(self.rows[row].shape, Run) or isinstance(self.targets[target], Run)
            if in_a_run or tile in self.freed:
                self.cost.append((moved, self.block))
            else:
                groups[row, target].append(moved)
        for moves in groups.values():
            block = self.program.var(0, 1)
            self.cost.append((block, self.block))
            for moved in moves:
                self.program.row([(block, 1), (moved, -1)], low=0)
        self._bonds()

    def _bonds(self) -> None:
        for row in self.rows.values():
            if not isinstance(row.shape, Run):
                continue
            for cell, tile in enumerate(row.cells):
                for after in self._neighbours(row, cell):
                    if not self.freed & {tile, row.cells[after]}:
                        self._bond(tile, row.cells[after], after - cell, row.cells[cell + 1])

    def _neighbours(self, row: Row, cell: int) -> Iterator[int]:
        """The next cell, and with `gaps` the first one behind jokers."""
        if cell + 1 < len(row.cells):
            yield cell + 1
            after = cell + 1
            while self.gaps and after < len(row.cells) and self.kinds[row.cells[after]] == JOKER:
                after += 1
            if cell + 1 < after < len(row.cells) and self.kinds[row.cells[cell]] != JOKER:
                yield after

    def _bond(self, tile: int, other: int, distance: int, between: int) -> None:
        """Two tiles of a row that lie as far apart in a new run as before are one block."""
        for target, tile_set in self.targets.items():
            if not isinstance(tile_set, Run):
                continue
            for place in range(len(tile_set.tiles) - distance):
                keys = (tile, target, place), (other, target, place + distance)
                if not all(key in self.moved for key in keys):
                    continue
                bond = self.program.var(0, 1)
                self.cost.append((bond, -self.block))
                for key in keys:
                    self.program.row([(self.moved[key], 1), (bond, -1)], low=0)
                held = self.seat.get((between, target, place + 1)) if distance > 1 else None
                if held is not None:
                    self.program.row([(held, 1), (bond, 1)], 0, 1)

    def read(self, values: Sequence[int], bound: int) -> Matching:
        """The matching that a solution means; `bound` is that of the weighted cost."""
        seats = {target: [RACK] * len(tile_set.tiles) for target, tile_set in self.targets.items()}
        for (tile, target, place), var in self.seat.items():
            if values[var]:
                seats[target][place] = tile
        homes = {home.target: home for home, var in self.homes if values[var]}
        cost = sum(weight for var, weight in self.cost if values[var])
        return Matching(
            tuple(tuple(seats.get(target, ())) for target in range(len(self.options))),
            homes,
            cost // self.block,
            max(0, -((self.block - 1 - bound) // self.block)),
        )


def _homes_in(number: int, row: Row, target: int, tile_set: TileSet, options: Sequence[Sequence[int]]) -> list[Home]:
    """The ways in which a new set can grow in a row."""
    pairs = [
        (cell, tile, place)
        for place, tiles in enumerate(options)
        for cell, tile in enumerate(row.cells)
        if tile in tiles
    ]
    shape = row.shape
    if not isinstance(shape, Run) and not isinstance(tile_set, Run):
        stays = frozenset((tile, place) for _, tile, place in pairs)
        return [Home(target, number, stays, None, False)] if stays and shape.number == tile_set.number else []
    if isinstance(shape, Run) and isinstance(tile_set, Run) and shape.colour == tile_set.colour:
        shifts: defaultdict[int, set[tuple[int, int]]] = defaultdict(set)
        for cell, tile, place in pairs:
            if shape.stands[cell] == tile_set.stands[place]:
                shifts[cell - place].add((tile, place))
        return [Home(target, number, frozenset(stays), first, False) for first, stays in sorted(shifts.items())]
    return [
        Home(target, number, frozenset([(tile, place)]), cell - place if isinstance(tile_set, Run) else None, True)
        for cell, tile, place in pairs
    ]
