"""The set that a table joker with conditions ends in, spelled out: a *unit*.

A unit's own set is a run column (one whole run, chosen among all that could serve) or a group with a slot for each
colour. A unit without an own set is the guest of an earlier unit. Spelled out this far, whether a joker may be there
depends on the units and the tiles played alone, never on the rest of the table, so a refused table is cut off together
with all that resemble it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from solver.deck import Tile
from solver.model.cpsat import Term
from solver.model.layout import Layout
from solver.sets import TileSet


@dataclass(slots=True)
class Joker:
    """A joker on the table at the start: its set, what it may stand for, and whether it is kept (a variable).

    `released` tells by which tile; when a whole group is released `together`, one variable stands for all.
    """

    home: int
    home_set: TileSet
    values: tuple[Tile, ...]
    kept: int
    released: dict[Tile, int] = field(default_factory=dict[Tile, int])
    together: bool = False

    @property
    def fixed(self) -> bool:
        """Nothing can release this joker."""
        return not self.released


@dataclass(slots=True)
class Member:
    """A joker in a unit: whether it ends there, and what it stands for then (variables, one of which is one)."""

    joker: Joker
    here: int
    stands: dict[Tile, int]


@dataclass(slots=True)
class RunColumn:
    """One whole run, laid if `var` is one."""

    var: int
    colour: int
    first: int
    last: int
    tiles: frozenset[Tile]


@dataclass(slots=True)
class Slots:
    """One group of a number, laid if `active` is one: the colours it shows, and guests (unit number to variable)."""

    number: int
    active: int
    shown: dict[Tile, int]
    guests: dict[int, int] = field(default_factory=dict[int, int])


@dataclass(slots=True)
class Unit:
    """Where some jokers end together. `natural` and `jokers` say what the own run must show if a variable is one."""

    number: int
    kept: bool
    members: list[Member]
    runs: dict[tuple[int, int, int], RunColumn] = field(default_factory=dict[tuple[int, int, int], RunColumn])
    groups: dict[int, Slots] = field(default_factory=dict[int, Slots])
    run_guests: dict[int, int] = field(default_factory=dict[int, int])
    natural: list[tuple[int, Tile]] = field(default_factory=list[tuple[int, Tile]])
    jokers: list[tuple[int, Tile]] = field(default_factory=list[tuple[int, Tile]])

    def own(self) -> list[int]:
        """Variables of which one is one if the unit has a set of its own."""
        return [column.var for column in self.runs.values()] + [slots.active for slots in self.groups.values()]


def intervals(layout: Layout, colours: Iterable[int]) -> Iterator[tuple[int, int, int]]:
    """Every run of the track: colour, first place, last place."""
    it = layout.it
    for colour in colours:
        for first in range(1, min(it.track - 2, it.deck.numbers) + 1):
            for last in range(first + 2, min(it.track, first + it.deck.numbers - 1) + 1):
                yield colour, first, last


def stretch(layout: Layout, colour: int, first: int, last: int) -> frozenset[Tile]:
    """What the places of a run stand for."""
    return frozenset(layout.it.tile_at((colour, p)) for p in range(first, last + 1))


def add_run_column(layout: Layout, unit: Unit, colour: int, first: int, last: int) -> None:
    """Let the unit's own set be this run."""
    column = RunColumn(layout.program.var(0, 1), colour, first, last, stretch(layout, colour, first, last))
    for tile in column.tiles:
        layout.show(tile, column.var)
    unit.runs[colour, first, last] = column


def add_slots(layout: Layout, unit: Unit, number: int, always: Iterable[Tile] = ()) -> Slots:
    """Let the unit's own set be a group of this number that always shows some tiles."""
    program = layout.program
    fixed = frozenset(always)
    active = program.var(0, 1)
    shown: dict[Tile, int] = {}
    for tile in layout.it.tiles_of(number):
        shown[tile] = active if tile in fixed else program.var(0, 1)
        layout.show(tile, shown[tile])
        if tile not in fixed:
            program.row([(active, 1), (shown[tile], -1)], 0)
    program.row([*((var, 1) for var in shown.values()), (active, -3)], 0)
    unit.groups[number] = slots = Slots(number, active, shown)
    return slots


def showing(unit: Unit, tile: Tile) -> list[int]:
    """Variables of which one is one if the unit's own set shows a tile."""
    found = [column.var for column in unit.runs.values() if tile in column.tiles]
    return found + [slots.shown[tile] for slots in unit.groups.values() if tile in slots.shown]


def jokers_for(layout: Layout, units: Iterable[Unit], tile: Tile) -> list[int]:
    """Variables that count the jokers that stand for a tile: loose ones, pinned ones, and those of these units."""
    found = [layout.it.joker[tile], *layout.pinned.get(tile, ())]
    return found + [m.stands[tile] for unit in units for m in unit.members if tile in m.stands]


def own_jokers(layout: Layout, units: Iterable[Unit], tile: Tile) -> list[Term]:
    """How many jokers of own sets stand for a tile: all but those laid on sets of others."""
    laid_off = layout.jokers_laid_off.get(tile, ())
    return [*((var, 1) for var in jokers_for(layout, units, tile)), *((var, -1) for var in laid_off)]


def guests_of(unit: Unit) -> list[tuple[int, int]]:
    """Unit numbers and variables of all guests."""
    pairs = list(unit.run_guests.items())
    return pairs + [pair for slots in unit.groups.values() for pair in slots.guests.items()]


def standing(unit: Unit, units: list[Unit], guests: dict[int, int], tile: Tile) -> list[tuple[int, int | None]]:
    """The table jokers that may stand for a tile in the own set: their variable, and the guest variable of a guest."""
    found: list[tuple[int, int | None]] = [(m.stands[tile], None) for m in unit.members if tile in m.stands]
    for number, guest in guests.items():
        found += [(member.stands[tile], guest) for member in units[number].members if tile in member.stands]
    return found
