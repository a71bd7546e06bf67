"""From a solution to tables, and from a refused table to a cut.

Whether the joker conditions hold depends on the units' sets, the values and labels of the table jokers and the tiles
played; whether jokers can be dealt out so that every set is legal depends on the colours and numbers that have some. A
cut names just these.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain, islice, product

from solver.deck import JOKER, Tile, colour_of, number_of
from solver.model.build import Model
from solver.model.decode import Form, Value, block_groups, place_jokers, plain_groups, runs
from solver.model.layoff import after
from solver.model.units import Member, Unit
from solver.rules import JokerSet
from solver.sets import TileSet

_MOST_WAYS = 2000
_MOST_ACCOMPANIED = 6
"""How many readings of a solution with cores are handed out."""


def tables(model: Model, values: Sequence[int]) -> Iterator[tuple[TileSet, ...]]:
    """Every table that the solution may stand for, as far as they differ in the table jokers' sets."""
    own = _own_forms(model, values.__getitem__)
    jokers = _jokers(model, values.__getitem__)
    groups = [form for dealings in _dealings(model, values) for form in next(dealings)]
    if model.cores is not None:
        ways = chain.from_iterable(_ways(model, values, [*own, *groups], jokers, anew) for anew in (False, True))
        wanted = _accompanied(model, values, model.cores.need, ways)
        yield from (_table(model, way) for way in islice(wanted, _MOST_ACCOMPANIED))
        return
    seen: set[tuple[Form, ...]] = set()
    for way in _ways(model, values, [*own, *groups], jokers):
        key = tuple(way[: len(own)])
        if key not in seen:
            seen.add(key)
            yield _table(model, way)
            if not any(_open(form, jokers) for form in own):
                return


def _accompanied(model: Model, values: Sequence[int], need: int, ways: Iterable[list[Form]]) -> Iterator[list[Form]]:
    """Ways in which every joker, but for as many as were played, has `need` tiles of the rack beside it."""
    played = {tile for tile, var in model.layout.played.items() if values[var]}
    wild = values[model.layout.played[JOKER]] if JOKER in played else 0
    for way in ways:
        alone = 0
        for form in way:
            if form.unit is None and (held := form.marks.count(True)):
                beside = sum(not mark and tile in played for tile, mark in zip(form.stands, form.marks, strict=True))
                alone += held if beside + wild < need else 0
        if alone <= wild:
            yield way


def all_tables(model: Model, values: Sequence[int]) -> Iterator[tuple[TileSet, ...]]:
    """Every table that the solution may stand for, up to a bound on their number."""
    own = _own_forms(model, values.__getitem__)
    jokers = _jokers(model, values.__getitem__)
    for dealt in product(*(islice(dealings, _MOST_WAYS) for dealings in _dealings(model, values))):
        for way in _ways(model, values, [*own, *chain.from_iterable(dealt)], jokers):
            yield _table(model, way)


def _dealings(model: Model, values: Sequence[int]) -> list[Iterator[list[Form]]]:
    """For each number and each old group, every way to deal the groups without own units."""
    layout, value = model.layout, values.__getitem__
    found = [plain_groups(layout, value, number) for number, var in layout.it.groups.items() if value(var)]
    return found + [block_groups(layout, block, value) for block in model.keeping.groups if value(block.count)]


def _ways(
    model: Model, values: Sequence[int], forms: list[Form], jokers: Counter[Tile], anew: bool = False
) -> Iterator[list[Form]]:
    """These sets and the runs, with jokers in their places.

    `anew` lets jokers lie in old runs that are whole, where the same tile in another run takes their place.
    """
    most = model.rules.jokers_per_set or model.layout.it.deck.jokers
    only = None if model.cores is None else {colour_of(tile) for tile in jokers}
    flows = _flows(model, values.__getitem__, only)
    if anew:
        forms = [form.open() for form in forms]
        flows = ([form.open() for form in flow] for flow in flows)
    return islice((way for flow in flows for way in place_jokers([*forms, *flow], jokers, most)), _MOST_WAYS)


def _table(model: Model, way: Iterable[Form]) -> tuple[TileSet, ...]:
    return (*model.fixed, *(form.as_set(model.layout.it.deck) for form in way))


def _flows(model: Model, value: Value, only: Container[int] | None, colour: int = 0) -> Iterator[list[Form]]:
    """Every combination of ways to cut the colours into runs; of colours that are not among these, one way alone."""
    if colour == model.layout.it.deck.colours:
        yield []
        return
    cuts = runs(model.layout, value, colour)
    for some in cuts if only is None or colour in only else islice(cuts, 1):
        for others in _flows(model, value, only, colour + 1):
            yield some + others


def _open(form: Form, jokers: Counter[Tile]) -> bool:
    return any(mark is None and jokers[tile] for tile, mark in zip(form.stands, form.marks, strict=True))


def _jokers(model: Model, value: Value) -> Counter[Tile]:
    """How many sets show a joker for each tile."""
    layout = model.layout
    found: Counter[Tile] = Counter()
    for tile, var in layout.it.joker.items():
        if count := value(var):
            found[tile] += count
    for layoff in model.layoffs:
        found.subtract(cell.tile for cell in layoff.cells() if cell.joker is not None and value(cell.joker))
    for tile, pinned in layout.pinned.items():
        found[tile] += sum(map(value, pinned))
    for unit in model.jokers.units:
        for member in unit.members:
            found.update(_stands(member, value))
    return +found


def _stands(member: Member, value: Value) -> list[Tile]:
    """What a table joker stands for, if it is in its unit."""
    return [tile for tile, var in member.stands.items() if value(var)] if value(member.here) else []


def _own_forms(model: Model, value: Value) -> list[Form]:
    """The own sets of all units, with what is known of their places."""
    found: list[Form] = []
    for unit in model.jokers.units:
        for column in unit.runs.values():
            if value(column.var):
                stands = tuple(
                    model.layout.it.tile_at((column.colour, p)) for p in range(column.first, column.last + 1)
                )
                known = _known(model, unit, unit.run_guests, value)
                found.append(Form(stands, tuple(map(known.get, stands)), column.colour, column.first, unit.number))
        for slots in unit.groups.values():
            if value(slots.active):
                stands = tuple(tile for tile, var in slots.shown.items() if value(var))
                known = _known(model, unit, slots.guests, value)
                found.append(Form(stands, tuple(map(known.get, stands)), unit=unit.number))
    return found


def _known(model: Model, unit: Unit, guests: dict[int, int], value: Value) -> dict[Tile, bool]:
    """For tiles of a unit's own set: does it show a joker (True) or a natural tile?"""
    inside = [unit, *(model.jokers.units[number] for number, guest in guests.items() if value(guest))]
    known = {tile: True for visitor in inside for member in visitor.members for tile in _stands(member, value)}
    if model.rules.joker_set == JokerSet.LOCKED:
        for visitor in inside:
            if visitor.kept:
                known |= {tile: False for tile in visitor.members[0].joker.home_set.tiles if tile}
                for member in visitor.members:
                    for tile, var in member.joker.released.items():
                        if value(var):
                            known[tile] = False
    known |= {tile: False for var, tile in unit.natural if value(var)}
    for var, tile in unit.jokers:
        if value(var):
            known.setdefault(tile, True)
    return known


def refused(model: Model, values: Sequence[int]) -> dict[int, int]:
    """What a table refused by the referee owes to the table jokers: variables and their values."""
    value: Value = values.__getitem__
    chosen: list[int] = []
    tiles: set[Tile] = set()
    for unit in model.jokers.units:
        chosen += [var for member in unit.members for var in (member.here, *_set(member.stands.values(), value))]
        for column in unit.runs.values():
            if value(column.var):
                chosen += [column.var, *_set(unit.run_guests.values(), value)]
                tiles |= column.tiles
        for slots in unit.groups.values():
            if value(slots.active):
                chosen += [slots.active, *slots.shown.values(), *_set(slots.guests.values(), value)]
                tiles |= {tile for tile, var in slots.shown.items() if value(var)}
    for tile in tiles:
        chosen += _jokers_at(model, tile, value)
    for joker in model.jokers.jokers:
        chosen += [joker.kept, *joker.released.values()]
        tiles |= set(joker.values)
    chosen += [var for pinned in model.layout.pinned.values() for var in pinned]
    chosen += _set((var for _, _, var in model.jokers.gifts), value)
    return {var: value(var) for var in chosen} | played(model, values, tiles)


def played(model: Model, values: Sequence[int], tiles: Iterable[Tile] | None = None) -> dict[int, int]:
    """How many of these tiles (of all, if None) were laid into own sets: variables and their values."""
    rows = [model.layout.own_played(tile) for tile in (model.layout.played if tiles is None else tiles)]
    return {var: values[var] for row in rows for var, _ in row}


def others_after(model: Model, values: Sequence[int]) -> tuple[TileSet, ...]:
    """Other players' sets after the turn."""
    return tuple(after(model.layout, layoff, values) for layoff in model.layoffs)


def _set(variables: Iterable[int], value: Value) -> list[int]:
    return [var for var in variables if value(var)]


def _jokers_at(model: Model, tile: Tile, value: Value) -> list[int]:
    """How many jokers without a unit stand for a tile; where there are some, all that shows the tile."""
    layout = model.layout
    if not layout.it.with_jokers:
        return []
    jokers = [layout.it.joker[tile], *layout.pinned.get(tile, ())]
    return layout.program.variables(layout.it.balance[tile]) if any(map(value, jokers)) else jokers


def undecodable(model: Model, values: Sequence[int]) -> dict[int, int]:
    """What numbers that stand for no legal sets owe: variables and their values.

    All about the colours and numbers that show jokers, and the colours whose runs cannot be cut.
    """
    value: Value = values.__getitem__
    layout = model.layout
    it = layout.it
    jokers = _jokers(model, value)
    too_long = {colour for colour in range(it.deck.colours) if next(runs(layout, value, colour), None) is None}
    colours = {colour_of(tile) for tile in jokers} | too_long
    numbers = {number_of(tile) for tile in jokers}
    chosen: list[int] = []
    for tile, row in it.balance.items():
        if colour_of(tile) in colours or number_of(tile) in numbers:
            chosen += layout.program.variables(row)
    for places in (layout.entry_long, layout.entry_short, it.first, it.third):
        chosen += [var for place, var in places.items() if place[0] in colours]
    chosen += [groups for number, groups in it.groups.items() if number in numbers]
    for block in model.keeping.groups:
        chosen += block.held.values()
    for unit in model.jokers.units:
        chosen += [var for var, _ in (*unit.natural, *unit.jokers)]
        chosen += [var for member in unit.members for var in (member.here, *member.stands.values())]
        chosen += [var for number in unit.groups for var in unit.groups[number].guests.values()]
        chosen += unit.run_guests.values()
    return {var: value(var) for var in chosen}
