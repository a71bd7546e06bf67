"""Table jokers under the edition's rules: kept or released, what releases them, and where the kept ones may stay.

Where released ones may go is in `release`. Conditions that resist rows are left to the referee: the model may allow an
illegal turn, it never excludes a legal one.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from solver.deck import JOKER, Tile
from solver.model.cpsat import Term
from solver.model.layout import Layout
from solver.model.units import Joker, Member, Unit, add_run_column, add_slots, intervals, standing, stretch
from solver.rules import GroupOfThree, JokerPin, JokerSet, ReplacementSource, Rules
from solver.sets import Group, Run, TileSet, jokers, naturals

Demand = tuple[int, Tile, int]
"""An old set, a tile that must take a joker's place there, and the variable that says so."""


@dataclass(slots=True)
class TableJokers:
    """All that the model knows of table jokers with conditions.

    `gifts` are variables that say that the tile of one set serves another: giver, taker, variable.
    """

    jokers: list[Joker] = field(default_factory=list[Joker])
    units: list[Unit] = field(default_factory=list[Unit])
    gifts: list[tuple[int, int, int]] = field(default_factory=list[tuple[int, int, int]])


def add_jokers(layout: Layout, table: tuple[TileSet, ...], rules: Rules, free: bool) -> TableJokers:
    """Variables and rows for every table joker: kept or released, and the units of the kept ones.

    `free` lets released jokers go anywhere.
    """
    model = TableJokers()
    count = layout.lying[JOKER]
    if not count:
        return model
    if rules.joker_clear:
        layout.program.bound_row(layout.it.loose, count, count)
        return model
    demands: list[Demand] = []
    for home, tile_set in enumerate(table):
        if jokers(tile_set.tiles):
            model.jokers += _jokers_of(layout, home, tile_set, table, rules, demands)
    _replace(layout, model, demands, table, rules)
    if free:
        for joker in model.jokers:
            layout.program.extend(layout.it.loose, joker.kept, 1)
        layout.program.bound_row(layout.it.loose, count, count)
    if rules.joker_pin == JokerPin.VALUE:
        _pin(layout, model)
    elif rules.joker_set == JokerSet.LOCKED:
        for home in dict.fromkeys(joker.home for joker in model.jokers):
            _add_unit(layout, model, [joker for joker in model.jokers if joker.home == home], rules)
    else:
        for joker in model.jokers:
            _add_unit(layout, model, [joker], rules)
    return model


def _values(tile_set: TileSet, layout: Layout) -> list[tuple[Tile, ...]]:
    """For each joker of a set the tiles that it may stand for."""
    if isinstance(tile_set, Group):
        return [tile_set.missing(layout.it.deck.colours)] * jokers(tile_set.tiles)
    return [(stand,) for tile, stand in zip(tile_set.tiles, tile_set.stands, strict=True) if tile == JOKER]


def _jokers_of(
    layout: Layout, home: int, tile_set: TileSet, table: tuple[TileSet, ...], rules: Rules, demands: list[Demand]
) -> list[Joker]:
    """Each joker of a set is kept, or released by one of the tiles that it may stand for."""
    program = layout.program
    values = _values(tile_set, layout)
    can = {tile for tile in values[0] + values[-1] if layout.playable(tile) and rules.rearrange_own}
    if rules.replacement_source == ReplacementSource.ANY:
        can |= {tile for other in table for tile in other.tiles}
    found = [Joker(home, tile_set, options, program.var(0, 1)) for options in values]
    together = isinstance(tile_set, Group) and len(tile_set.tiles) == 3 and rules.group_of_three == GroupOfThree.BOTH
    if together and can.issuperset(values[0]):
        released = program.var(0, 1)
        demands += [(home, tile, released) for tile in values[0]]
        for joker in found:
            joker.released, joker.together = {values[0][0]: released}, True
    elif not together:
        for joker in found:
            joker.released = {tile: program.var(0, 1) for tile in joker.values if tile in can}
            demands += [(home, tile, var) for tile, var in joker.released.items()]
        for tile in can if len(found) > 1 else ():
            same = [(joker.released[tile], 1) for joker in found if tile in joker.released]
            program.row(same, high=1)
    for joker in found:
        program.row([(joker.kept, 1), *((var, 1) for var in joker.released.values())], 1, 1)
        if joker.fixed:
            program.bound(joker.kept, 1, 1)
    return found


def _replace(
    layout: Layout, model: TableJokers, demands: list[Demand], table: tuple[TileSet, ...], rules: Rules
) -> None:
    """One distinct tile for each demand."""
    program = layout.program
    for tile in dict.fromkeys(tile for _, tile, _ in demands):
        wanted = [(home, var) for home, demanded, var in demands if demanded == tile]
        terms = [(var, -1) for _, var in wanted]
        terms += layout.own_played(tile)
        spare = 0
        if rules.replacement_source == ReplacementSource.ANY:
            for giver, tile_set in enumerate(table):
                if tile in tile_set.tiles:
                    if rules.joker_set == JokerSet.LOCKED and jokers(tile_set.tiles):
                        terms += _give(layout, giver, wanted, model)
                    else:
                        spare += 1
        program.row(terms, -spare)
    _order(layout, model)


def _give(layout: Layout, giver: int, wanted: list[tuple[int, int]], model: TableJokers) -> list[Term]:
    """A tile of a locked set may serve once all jokers of the set are released."""
    program = layout.program
    terms: list[Term] = []
    for home, demand in wanted:
        given = program.var(0, 1)
        program.row([(demand, 1), (given, -1)], 0)
        for joker in model.jokers:
            if joker.home == giver:
                program.row([(given, 1), (joker.kept, 1)], high=1)
        model.gifts.append((giver, home, given))
        terms.append((given, 1))
    program.row(terms, high=1)
    return terms


def _order(layout: Layout, model: TableJokers) -> None:
    """Sets that give to each other must do so in some order."""
    program = layout.program
    homes = dict.fromkeys(home for giver, taker, _ in model.gifts for home in (giver, taker))
    rank = {home: program.var(0, len(homes)) for home in homes}
    for giver, taker, given in model.gifts:
        program.row([(rank[taker], 1), (rank[giver], -1), (given, -1 - len(homes))], -len(homes))


def _pin(layout: Layout, model: TableJokers) -> None:
    """A kept joker tied to its value alone lies wherever the tile that it stands for may lie.

    The jokers of one set stand for different tiles, those that are released too.
    """
    taken: defaultdict[tuple[int, Tile], list[int]] = defaultdict(list)
    for joker in model.jokers:
        stands = [layout.program.var(0, 1) for _ in joker.values]
        for tile, var in zip(joker.values, stands, strict=True):
            layout.pin(tile, var)
            taken[joker.home, tile].append(var)
            if tile in joker.released and not joker.together:
                taken[joker.home, tile].append(joker.released[tile])
        layout.program.row([*((var, 1) for var in stands), (joker.kept, -1)], 0, 0)
    for variables in taken.values():
        if len(variables) > 1:
            layout.program.row([(var, 1) for var in variables], high=1)


def _add_unit(layout: Layout, model: TableJokers, held: list[Joker], rules: Rules) -> None:
    """The set that keeps these jokers of one old set."""
    program = layout.program
    unit = Unit(len(model.units), True, [_member(layout, joker) for joker in held])
    locked = rules.joker_set == JokerSet.LOCKED
    if isinstance(held[0].home_set, Run):
        _own_runs(layout, unit, held[0].home_set, locked)
    else:
        _own_group(layout, unit, held[0].home_set, model, locked)
    here = held[0].kept
    if len(held) > 1:
        here = program.var(0, 1)
        for joker in held:
            program.row([(here, 1), (joker.kept, -1)], 0)
        program.row([*((joker.kept, 1) for joker in held), (here, -1)], 0)
    stays = unit.own() + [guest for host in model.units for guest in _visit(layout, unit, host, model, locked)]
    program.row([*((var, 1) for var in stays), (here, -1)], 0, 0)
    model.units.append(unit)


def _member(layout: Layout, joker: Joker) -> Member:
    """A kept joker stands for one of its values."""
    program = layout.program
    if len(joker.values) == 1:
        stands = {joker.values[0]: joker.kept}
    else:
        stands = {tile: program.var(0, 1) for tile in joker.values}
        program.row([*((var, 1) for var in stands.values()), (joker.kept, -1)], 0, 0)
    for tile, var in stands.items():
        layout.stand(tile, var)
    return Member(joker, joker.kept, stands)


def _own_runs(layout: Layout, unit: Unit, home: Run, locked: bool) -> None:
    """Runs that keep the whole set (locked), or the joker and one place more of its set (split)."""
    needed = frozenset(home.stands)
    value = unit.members[0].joker.values[0]
    for interval in intervals(layout, [home.colour]):
        tiles = stretch(layout, *interval)
        if needed <= tiles if locked else value in tiles and len(needed & tiles) > 1:
            add_run_column(layout, unit, *interval)


def _own_group(layout: Layout, unit: Unit, home: Group, model: TableJokers, locked: bool) -> None:
    """A group that keeps the whole set (locked), or the joker and one tile more of its set (split)."""
    program = layout.program
    slots = add_slots(layout, unit, home.number, naturals(home.tiles) if locked else ())
    hosts = [host.groups[home.number] for host in model.units if home.number in host.groups]
    for tile in unit.members[0].joker.values:
        places = [(slots.shown[tile], 1), *((host.shown[tile], 1) for host in hosts)]
        program.row([*places, *((member.stands[tile], -1) for member in unit.members)], 0)
        for member in unit.members if locked else ():
            if tile in member.joker.released and not member.joker.together:
                # While another joker is kept, the tile that replaced this one stays in its set.
                program.row([*places, (member.joker.released[tile], -1), (slots.active, -1)], -1)
    if not locked:
        program.row([*_companions(unit, home, model, slots.shown), (slots.active, -1)], 0)


def _companions(unit: Unit, home: Group, model: TableJokers, shown: dict[Tile, int]) -> list[Term]:
    """The colours that may be a tile of the joker's old group, what replaced another joker of it, or that joker."""
    me = unit.members[0].joker
    others = [joker for joker in model.jokers if joker.home == me.home and joker is not me]
    tiles = set(naturals(home.tiles)).union(*(joker.values for joker in others))
    return [(shown[tile], 1) for tile in sorted(tiles)]


def _visit(layout: Layout, unit: Unit, host: Unit, model: TableJokers, locked: bool) -> Iterator[int]:
    """Let a unit be the guest of an earlier one; the variable that says it is."""
    program = layout.program
    home = unit.members[0].joker.home_set
    if isinstance(home, Run):
        shared = [host.runs[key].var for key in unit.runs if key in host.runs]
        taken = {value for member in host.members for value in member.stands}
        if not shared or any(value in taken for member in unit.members for value in member.stands):
            return
        host.run_guests[unit.number] = guest = program.var(0, 1)
        program.row([*((var, 1) for var in shared), (guest, -1)], 0)
        yield guest
    elif (slots := host.groups.get(home.number)) is not None:
        slots.guests[unit.number] = guest = program.var(0, 1)
        program.row([(slots.active, 1), (guest, -1)], 0)
        for member in unit.members:
            for tile, var in member.stands.items():
                program.row([(slots.shown[tile], 1), (var, -1), (guest, -1)], -1)
                for other, _ in standing(host, model.units, {}, tile):
                    program.row([(other, 1), (var, 1), (guest, 1)], high=2)
        if locked:
            for tile in naturals(home.tiles):
                program.row([(slots.shown[tile], 1), (guest, -1)], 0)
        else:
            program.row([*_companions(unit, home, model, slots.shown), (guest, -1)], 0)
        yield guest
