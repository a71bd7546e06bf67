"""Which tables are the same, as variables: the groups by type, and the jokers in runs, so that a table can be cut off
together with all that are the same (RULES.md section 8). The rows are necessary; decoding shows the rest.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from solver.deck import JOKER, Tile, number_of
from solver.errors import DeckError
from solver.model.build import Model
from solver.model.layout import Layout
from solver.model.units import Unit, guests_of, own_jokers
from solver.same import GroupType, Likeness

MOST_TYPES = 6000


@dataclass(frozen=True, slots=True)
class Classes:
    """Variables that tell a class of tables: how many groups of each type, how many jokers in runs for each tile.

    The tiles played tell the rest.
    """

    groups: Mapping[GroupType, int]
    wild: Mapping[Tile, int]

    def values(self, like: Likeness) -> dict[int, int]:
        """The variables' values for a class."""
        groups, wild = dict(like.groups), dict(like.wild)
        found = {var: groups.get(kind, 0) for kind, var in self.groups.items()}
        return found | {var: wild.get(tile, 0) for tile, var in self.wild.items()}


@dataclass(frozen=True, slots=True)
class _Source:
    """Some groups of one number: how many, which tiles they show (variables), and tiles that lie there by themselves.

    `wild` counts the jokers by tile, `types` the groups by type; both are filled in.
    """

    number: int
    count: int
    shown: Mapping[Tile, int]
    natural: frozenset[Tile] = frozenset()
    held: bool = False
    unit: Unit | None = None
    wild: dict[Tile, int] = field(default_factory=dict[Tile, int])
    types: dict[GroupType, int] = field(default_factory=dict[GroupType, int])


def add_classes(model: Model) -> Classes:
    """Add the variables to a model.

    Raises:
        DeckError: the deck has so many types of groups that they cannot be told apart in time.
    """
    layout, program = model.layout, model.layout.program
    jokers = layout.lying[JOKER] + layout.playable(JOKER)
    types: dict[int, list[GroupType]] = {number: list(_types(layout, number, jokers)) for number in layout.it.groups}
    if sum(map(len, types.values())) > MOST_TYPES:
        raise DeckError(
            f"the deck of {layout.it.deck} has too many kinds of groups for counting different turns: "
            f"up to {MOST_TYPES} can be told apart"
        )
    wild = {tile: program.var(0, jokers) for tile in layout.it.deck.tiles() if jokers}
    sources = _sources(model)
    for source in sources:
        _add_source(layout, source, types[source.number], jokers)
    for tile, var in wild.items():
        held = [(source.wild[tile], -1) for source in sources if tile in source.wild]
        program.row([*own_jokers(layout, model.jokers.units, tile), *held, (var, -1)], 0, 0)
        # Groups show no more natural tiles than there are.
        natural = [(v, -1) for source in sources for kind, v in source.types.items() if tile in kind[1]]
        program.row([*layout.own_played(tile), *natural], -layout.lying[tile])
    for unit in model.jokers.units:
        _place_unit(model, unit, sources, wild)
    return Classes({kind: _total(layout, kind, sources) for kinds in types.values() for kind in kinds}, wild)


def _sources(model: Model) -> list[_Source]:
    """All groups of the layout."""
    it = model.layout.it
    found = [_Source(n, count, {tile: it.shown[tile] for tile in it.tiles_of(n)}) for n, count in it.groups.items()]
    for block in model.keeping.groups:
        shown = dict.fromkeys(block.tiles, block.count) | block.extra
        found.append(_Source(block.number, block.count, shown, frozenset(block.tiles), bool(block.held)))
    for unit in model.jokers.units:
        found += [_Source(slots.number, slots.active, slots.shown, unit=unit) for slots in unit.groups.values()]
    return found


def _add_source(layout: Layout, source: _Source, types: list[GroupType], jokers: int) -> None:
    """The groups of a source by type, which together show what the source shows."""
    program = layout.program
    most = program.domain(source.count)[1]
    for kind in types:
        _, tiles, held = kind
        if source.natural.issubset(tiles) and held >= source.held and source.shown.keys() >= set(tiles):
            source.types[kind] = program.var(0, min(most, _most(layout, kind, jokers)))
    program.row([*((var, 1) for var in source.types.values()), (source.count, -1)], 0, 0)
    for tile, shown in source.shown.items():
        natural = [(var, 1) for (_, tiles, _), var in source.types.items() if tile in tiles]
        if jokers and tile not in source.natural:
            source.wild[tile] = program.var(0, min(jokers, program.domain(shown)[1]))
            natural.append((source.wild[tile], 1))
        program.row([*natural, (shown, -1)], 0, 0)
    held_there = [(var, -1) for var in source.wild.values()]
    program.row([*((var, kind[2]) for kind, var in source.types.items() if kind[2]), *held_there], 0, 0)


def _total(layout: Layout, kind: GroupType, sources: list[_Source]) -> int:
    """How many groups there are of a type, in one variable."""
    found = [source.types[kind] for source in sources if kind in source.types]
    if len(found) == 1:
        return found[0]
    total = layout.program.var(0, sum(layout.program.domain(var)[1] for var in found))
    layout.program.row([*((var, 1) for var in found), (total, -1)], 0, 0)
    return total


def _place_unit(model: Model, unit: Unit, sources: list[_Source], wild: Mapping[Tile, int]) -> None:
    """A joker in the own set of a unit lies in a run if that is one, in a group if that is one; a guest in its host.

    A kept joker visits sets of its old set's kind only.
    """
    program = model.layout.program
    own = {source.number: source.wild for source in sources if source.unit is unit}
    visits = [(var, 1) for host in model.jokers.units for number, var in guests_of(host) if number == unit.number]
    runs = [(column.var, 1) for column in unit.runs.values()]
    groups = [(slots.active, 1) for slots in unit.groups.values()]
    for member in unit.members:
        for tile, stands in member.stands.items():
            here = [(own[number_of(tile)][tile], 1)] if tile in own.get(number_of(tile), ()) else []
            program.row([*here, *runs, *visits, (stands, -1)], 0)
            program.row([(wild[tile], 1), *groups, *visits, (stands, -1)], 0)
    for number, slots in unit.groups.items():
        for guest, var in slots.guests.items():
            for member in model.jokers.units[guest].members:
                for tile, stands in member.stands.items():
                    if tile in own[number]:
                        program.row([(own[number][tile], 1), (var, -1), (stands, -1)], -1)


def _types(layout: Layout, number: int, jokers: int) -> Iterator[GroupType]:
    """Every type of group that the tiles there are allow."""
    tiles = [tile for tile in layout.it.tiles_of(number) if layout.lying[tile] or layout.playable(tile)]
    for size in range(1, len(tiles) + 1):
        for held in range(max(0, 3 - size), min(jokers, layout.it.deck.colours - size) + 1):
            for natural in combinations(tiles, size):
                yield number, natural, held


def _most(layout: Layout, kind: GroupType, jokers: int) -> int:
    """How many groups of a type the tiles there are allow."""
    _, tiles, held = kind
    natural = min(layout.lying[tile] + layout.playable(tile) for tile in tiles)
    return min(natural, jokers // held) if held else natural
