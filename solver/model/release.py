"""Where a released joker may go when it must go to a new set (RULES.md section 3.3): a unit for each such joker.

A set is new when it contains no old set entire. That is a matter of physical tiles: a set that shows every tile of an
old set is new all the same if one of them comes from elsewhere.
"""

from collections.abc import Sequence

from solver.deck import JOKER, Tile
from solver.model.cpsat import Term
from solver.model.jokers import TableJokers
from solver.model.layout import Layout
from solver.model.units import (
    Joker,
    Member,
    Unit,
    add_run_column,
    add_slots,
    guests_of,
    intervals,
    jokers_for,
    showing,
    stretch,
)
from solver.rules import JokerReuse, JokerSet, Rules
from solver.sets import Group, TileSet, naturals

RACK_TILES = {JokerReuse.NEW_SET_1_RACK: 1, JokerReuse.NEW_SET_2_RACK: 2, JokerReuse.NEW_SET_ALL_RACK: 1}


def add_releases(layout: Layout, model: TableJokers, table: Sequence[TileSet], rules: Rules) -> None:
    """A unit for every joker that can be released."""
    released = [_add_unit(layout, model, joker, rules) for joker in model.jokers if not joker.fixed]
    for unit in model.units:
        guests = [number for number, _ in guests_of(unit) if not model.units[number].kept]
        for home, old in enumerate(table):
            held = [joker for joker in model.jokers if joker.home == home]
            if not unit.kept:
                _must_be_new(layout, model, unit, old, held)
            for guest in dict.fromkeys(guests) if unit.kept else ():
                _must_be_new(layout, model, unit, old, held, guest)
    if released and rules.joker_reuse in RACK_TILES:
        _from_rack(layout, model, rules)


def _add_unit(layout: Layout, model: TableJokers, joker: Joker, rules: Rules) -> Unit:
    """The own sets that the joker could end in, and the units that it could visit."""
    program, it = layout.program, layout.it
    here = program.var(0, 1)
    program.row([(here, 1), (joker.kept, 1)], 1, 1)
    unit = Unit(len(model.units), False, [Member(joker, here, {})])
    usable = {tile for tile in layout.played if layout.playable(tile)}
    if rules.joker_reuse != JokerReuse.NEW_SET_ALL_RACK:
        usable |= set(layout.lying)
    wild = layout.most_loose + len(model.jokers)
    playable = {tile for tile in layout.played if tile and layout.playable(tile)}
    need = RACK_TILES.get(rules.joker_reuse, 0) - layout.most_loose

    def can_be(tiles: frozenset[Tile]) -> bool:
        return 0 < len(tiles & usable) >= len(tiles) - wild and len(tiles & playable) >= need

    for interval in intervals(layout, range(it.deck.colours)):
        if can_be(stretch(layout, *interval)):
            add_run_column(layout, unit, *interval)
    for number in it.groups:
        tiles = frozenset(it.tiles_of(number))
        if len(tiles & usable) + wild >= 3 and tiles & usable and len(tiles & playable) >= need:
            add_slots(layout, unit, number)
    closed = rules.joker_set == JokerSet.LOCKED or rules.joker_reuse == JokerReuse.NEW_SET_ALL_RACK
    hosts = [host for host in model.units if not (host.kept and closed)]
    _settle(layout, unit, hosts)
    model.units.append(unit)
    return unit


def _settle(layout: Layout, unit: Unit, hosts: list[Unit]) -> None:
    """The joker stands for one tile that its own set shows, or that of a host."""
    program, member = layout.program, unit.members[0]
    for tile in layout.it.deck.tiles():
        places = [var for host in (unit, *hosts) for var in showing(host, tile)]
        if places:
            member.stands[tile] = stands = program.var(0, 1)
            layout.stand(tile, stands)
            program.row([*((var, 1) for var in places), (stands, -1)], 0)
    for host in hosts:
        if host.runs:
            host.run_guests[unit.number] = guest = program.var(0, 1)
            program.row([*((column.var, 1) for column in host.runs.values()), (guest, -1)], 0)
        for slots in host.groups.values():
            slots.guests[unit.number] = guest = program.var(0, 1)
            program.row([(slots.active, 1), (guest, -1)], 0)
    visits = [var for host in hosts for number, var in guests_of(host) if number == unit.number]
    program.row([*((var, 1) for var in (*unit.own(), *visits)), (member.here, -1)], 0, 0)
    program.row([*((var, 1) for var in member.stands.values()), (member.here, -1)], 0, 0)
    if visits:
        # With an own set the joker is in it, not in another's that shows the same tile.
        for tile, stands in member.stands.items():
            own = [(var, 1) for var in showing(unit, tile)]
            program.row([*own, *((var, 1) for var in visits), (stands, -1)], 0)


def _jokers_for(layout: Layout, unit: Unit, tile: Tile, guests: Sequence[Unit]) -> list[Term]:
    """Every variable that can make a joker of the unit's own set stand for a tile."""
    return [(var, 1) for var in dict.fromkeys(jokers_for(layout, (unit, *guests), tile))]


def elsewhere(layout: Layout, natural: list[Tile], replaced: list[Tile]) -> list[Term] | None:
    """Terms that count copies of an old set's tiles besides its own; None if there is one whatever is played.

    The copy that replaced a joker is among the terms.
    """
    if any(layout.lying[tile] > 1 for tile in natural) or any(layout.lying[tile] for tile in replaced):
        return None
    return [(layout.played[tile], 1) for tile in (*natural, *replaced) if tile in layout.played]


def _must_be_new(
    layout: Layout, model: TableJokers, unit: Unit, old: TileSet, held: list[Joker], guest: int | None = None
) -> None:
    """A set that shows every tile of an old set, its replaced jokers too, must have one of them from elsewhere.

    A row says nothing as long as one of the old set's jokers is kept: 2 * (1 - released) outweighs it. The set of a
    kept joker must be new only if the guest, a released one, is there; the kept joker itself is there in any case.
    """
    natural = naturals(old.tiles)
    if guest is not None:
        held = [joker for joker in held if joker is not unit.members[0].joker]
    if isinstance(old, Group):
        slots = unit.groups.get(old.number)
        if slots is None or len(held) > 1 or (held and held[0].together):
            return
        here = None if guest is None else slots.guests[guest]
        for values in [[pair] for joker in held for pair in joker.released.items()] if held else [[]]:
            tiles = [*natural, *(tile for tile, _ in values)]
            shown = [(slots.shown[tile], -1) for tile in tiles]
            _new_row(layout, model, unit, natural, values, shown, len(tiles) - 1, here)
        return
    values = [pair for joker in held for pair in joker.released.items()]
    columns = [(column.var, -1) for column in unit.runs.values() if frozenset(old.stands) <= column.tiles]
    if columns and len(values) == len(held):
        _new_row(layout, model, unit, natural, values, columns, 0, None if guest is None else unit.run_guests[guest])


def _new_row(
    layout: Layout,
    model: TableJokers,
    unit: Unit,
    natural: list[Tile],
    values: list[tuple[Tile, int]],
    covered: list[Term],
    spare: int,
    here: int | None,
) -> None:
    terms = elsewhere(layout, natural, [tile for tile, _ in values])
    if terms is not None:
        tiles = [*natural, *(tile for tile, _ in values)]
        guests = guests_of(unit)
        inside = [model.units[number] for number in dict(guests)]
        every = [term for tile in tiles for term in _jokers_for(layout, unit, tile, inside)]
        terms += [*((var, -2) for _, var in values), *covered]
        if here is not None:
            layout.program.row([*terms, *every, (here, -1)], -len(values) - spare - 1)
            return
        layout.program.row([*terms, *every], -len(values) - spare)
        if guests:
            # What a guest stands for may lie in another set, so it counts for one at most, and only if it is here.
            own = [term for tile in tiles for term in _jokers_for(layout, unit, tile, ())]
            layout.program.row([*terms, *own, *((var, 1) for _, var in guests)], -len(values) - spare)


def _from_rack(layout: Layout, model: TableJokers, rules: Rules) -> None:
    """So many tiles of the new set were played from the rack this turn, or all but the jokers that were released.

    The set of a guest is counted for its host.
    """
    program = layout.program
    need = RACK_TILES[rules.joker_reuse]
    used: dict[Tile, list[Term]] = {}
    for unit in model.units:
        guests = [(number, var) for number, var in guests_of(unit) if not model.units[number].kept]
        when = [var for _, var in guests] if unit.kept else unit.own()
        if not when:
            continue
        member = unit.members[0]
        visits = [var for host in model.units for number, var in guests_of(host) if number == unit.number]
        counted: list[Term] = []
        for tile in layout.played:
            # Beside the released joker there is room for fewer of the rack's.
            most = 1 if tile else min(layout.playable(JOKER), (rules.jokers_per_set or need + 1) - 1)
            var = program.var(0, most)
            counted.append((var, 1))
            used.setdefault(tile, []).append((var, -1))
            if tile == JOKER:
                continue
            terms = [*((place, 1) for place in showing(unit, tile)), (var, -1)]
            if tile in member.stands:
                terms += [(member.stands[tile], -1), *((visit, 1) for visit in visits)]
            program.row(terms, 0)
            for number, guest in guests:
                stands = model.units[number].members[0].stands
                if tile in stands:
                    program.row([(var, 1), (stands[tile], 1), (guest, 1)], high=2)
        if unit.kept:
            for guest in when:
                program.row([*counted, (guest, -need)], 0)
            continue
        program.row([*counted, *((var, -need) for var in when)], 0)
        if rules.joker_reuse == JokerReuse.NEW_SET_ALL_RACK:
            inside = [model.units[number] for number, _ in guests]
            for tile in layout.it.deck.tiles():
                if places := showing(unit, tile):
                    from_rack = [(layout.played[tile], 1)] if tile in layout.played else []
                    program.row(
                        [*from_rack, *_jokers_for(layout, unit, tile, inside), *((var, -1) for var in places)], 0
                    )
    for tile, terms in used.items():
        program.row([(layout.played[tile], 1), *terms], 0)
