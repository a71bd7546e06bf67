"""An order of the acts in which the table is made of whole sets as often as can be.

Acts that touch no common row are put in order apart. Within a part it is a search layer by layer over what is done,
exact for up to ten acts, with the best few of each layer beyond.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from solver.deck import Deck, Tile
from solver.hints.steps.acts import LOOSE, Plan
from solver.hints.steps.rows import Pile, stand_at
from solver.sets import Ones, Run, naturals
from solver.turn import RACK

_EXACT, _WIDTH, _TRIED, _WORK = 10, 40, 40, 20_000


@dataclass(frozen=True, slots=True)
class _Stay:
    """A tile in a cell: from the start or from an act on (a bit), for good or until an act."""

    cell: int
    tile: int
    came: int
    left: int


@dataclass(slots=True)
class Scene:
    """What lies in each row once some acts (bits) are done."""

    plan: Plan
    kinds: Sequence[Tile]
    deck: Deck
    ones: Ones
    stays: dict[int, list[_Stay]] = field(default_factory=dict[int, list[_Stay]])
    leaving: dict[int, int] = field(default_factory=dict[int, int])
    touching: dict[int, int] = field(default_factory=dict[int, int])
    _piles: dict[tuple[int, int], list[Pile]] = field(default_factory=dict[tuple[int, int], list[Pile]])
    _faults: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])

    def __post_init__(self) -> None:
        lies = {
            tile: (number, cell, 0) for number, row in self.plan.rows.items() for cell, tile in enumerate(row.cells)
        }
        self.stays = {number: [] for number in (*self.plan.rows, LOOSE)}
        for number, act in enumerate(self.plan.acts):
            bit = 1 << number
            if act.source != act.row:
                self.leaving[act.source] = self.leaving.get(act.source, 0) | bit
            for row in (act.source, act.row, *([LOOSE] if act.freed is not None else [])):
                self.touching[row] = self.touching.get(row, 0) | bit
            for place, tile in enumerate(act.tiles):
                self._leave(lies, tile, bit)
                lies[tile] = (act.row, act.cell + place, bit)
            if act.freed is not None:
                self._leave(lies, act.freed, bit)
                lies[act.freed] = (LOOSE, act.freed, bit)
        for tile, (row, cell, came) in lies.items():
            self.stays[row].append(_Stay(cell, tile, came, 0))

    def _leave(self, lies: dict[int, tuple[int, int, int]], tile: int, bit: int) -> None:
        if tile in lies:
            row, cell, came = lies[tile]
            self.stays[row].append(_Stay(cell, tile, came, bit))

    def piles(self, row: int, done: int) -> list[Pile]:
        """What lies in a row, from left to right; nothing in the rack."""
        if row == RACK:
            return []
        key = (row, done & self.touching.get(row, 0))
        if key not in self._piles:
            self._piles[key] = self._lying(row, done)
        return self._piles[key]

    def _lying(self, row: int, done: int) -> list[Pile]:
        there = sorted(
            (stay.cell, stay.tile)
            for stay in self.stays[row]
            if (not stay.came or stay.came & done) and not stay.left & done
        )
        if row == LOOSE:
            return [Pile(row, (tile,), (self.kinds[tile],)) for _, tile in there]
        shape, first = self.plan.rows[row].shape, 0
        if row in self.plan.becomes and not self.leaving.get(row, 0) & ~done:
            shape, first = self.plan.becomes[row]
        if not isinstance(shape, Run):
            ids = tuple(tile for _, tile in there)
            return [Pile(row, ids, tuple(self.kinds[tile] for tile in ids), number=shape.number)] if ids else []
        parts = [list(part) for _, part in groupby(enumerate(there), lambda entry: entry[1][0] - entry[0])]
        return [
            Pile(
                row,
                tuple(tile for _, (_, tile) in part),
                tuple(self.kinds[tile] for _, (_, tile) in part),
                tuple(stand_at(shape, cell - first, self.deck) for _, (cell, _) in part),
            )
            for part in parts
        ]

    def faults(self, row: int, done: int) -> int:
        """How many piles of a row are no sets; those that hold a tile twice count as three."""
        key = (row, done & self.touching.get(row, 0))
        if key not in self._faults:
            self._faults[key] = sum(map(self._fault, self.piles(row, done)))
        return self._faults[key]

    def _fault(self, pile: Pile) -> int:
        if pile.is_set(self.deck, self.ones):
            return 0
        shown = naturals(pile.tiles)
        return 1 if len(set(shown)) == len(shown) else 3


def waiting(plan: Plan) -> set[int]:
    """The acts (numbers) that can never be done since they wait for one another."""
    left = set(range(len(plan.acts)))
    while ready := {number for number in left if not plan.needs[number] & left}:
        left -= ready
    return left


def in_order(scene: Scene) -> list[int]:
    """The acts (numbers) in order, where none wait for one another. Opening sets come first."""
    found = sorted(scene.plan.openings)
    done = sum(1 << number for number in found)
    for part in _parts(scene.plan):
        order = _part_in_order(scene, part, done)
        found += order
        done |= sum(1 << number for number in order)
    return found


def _parts(plan: Plan) -> list[list[int]]:
    """Acts that share rows together, the parts with fewest acts first."""
    parent = list(range(len(plan.acts)))

    def root(number: int) -> int:
        while parent[number] != number:
            number = parent[number]
        return number

    freed = {act.freed: number for number, act in enumerate(plan.acts) if act.freed is not None}
    first: dict[int, int] = {}
    for number, act in enumerate(plan.acts):
        for row in (act.source, act.row):
            if row >= 0:
                parent[root(number)] = root(first.setdefault(row, number))
        if act.source == LOOSE:
            parent[root(number)] = root(freed[act.tiles[0]])
    parts: defaultdict[int, list[int]] = defaultdict(list)
    for number in range(len(plan.acts)):
        if number not in plan.openings:
            parts[root(number)].append(number)
    return sorted(parts.values(), key=lambda part: (len(part), part[0]))


def _part_in_order(scene: Scene, part: Sequence[int], before: int) -> list[int]:
    """The best order of a part: most often whole sets only, then fewest broken piles on the way."""
    plan = scene.plan
    rows = {number: _rows(plan, number) for number in part}
    needs = {number: sum(1 << other for other in plan.needs[number]) for number in part}
    start = sum(scene.faults(row, before) for row in set[int]().union(*rows.values()))
    layer: dict[int, tuple[int, int, list[int], int]] = {before: (0, 0, [], start)}
    width = 1 << _EXACT if len(part) <= _EXACT else max(1, min(_WIDTH, _WORK // len(part) ** 2))
    for _ in part:
        following: dict[int, tuple[int, int, list[int], int]] = {}
        for done, (broken, faults, order, here) in layer.items():
            ready = [number for number in part if not (done >> number & 1 or needs[number] & ~done)]
            if len(part) > _EXACT and order:
                ready.sort(key=lambda number: rows[number].isdisjoint(rows[order[-1]]))
            for number in ready[:_TRIED]:
                then = done | 1 << number
                now = here + sum(scene.faults(row, then) - scene.faults(row, done) for row in rows[number])
                score = (broken + (now > 0), faults + now, [*order, number], now)
                if then not in following or score < following[then]:
                    following[then] = score
        layer = dict(sorted(following.items(), key=lambda item: item[1])[:width])
    return next(iter(layer.values()))[2]


def _rows(plan: Plan, number: int) -> set[int]:
    """The rows in which an act changes something."""
    act = plan.acts[number]
    return {act.source, act.row, *([] if act.freed is None else [LOOSE])} - {RACK}
