"""Old sets that stay inside the own set of a table joker's unit, for the objective terms `unbroken` and `kept`.

The natural tiles that an old set shows are there in any case; the rows see to it that no table joker lies in their
place, and that two old sets do not use the same tile.
"""

from collections.abc import Sequence

from solver.deck import JOKER, Tile
from solver.model.keeping import Keeping
from solver.model.layout import Layout
from solver.model.units import Slots, Unit, standing
from solver.sets import Group, Run, TileSet, naturals


def attach_to_units(
    layout: Layout, units: list[Unit], table: Sequence[TileSet], keeping: Keeping, want_kept: bool
) -> None:
    """Let every different old set be attached to every unit that could hold it."""
    different = {tile_set.key(): tile_set for tile_set in table}
    for unit in units:
        claims: dict[Tile, list[int]] = {}
        for exact in (False, True) if want_kept else (False,):
            for key, old in different.items():
                if isinstance(old, Run):
                    _attach_run(layout, unit, units, key, old, keeping, exact, claims)
                elif (slots := unit.groups.get(old.number)) is not None:
                    _attach_group(layout, unit, units, slots, key, old, keeping, exact, claims)
        for variables in claims.values():
            if len(variables) > 1:
                layout.program.row([(var, 1) for var in variables], high=1)


def _attach_run(
    layout: Layout,
    unit: Unit,
    units: list[Unit],
    key: tuple[int, ...],
    old: Run,
    keeping: Keeping,
    exact: bool,
    claims: dict[Tile, list[int]],
) -> None:
    program, needed = layout.program, frozenset(old.stands)
    columns = [c for c in unit.runs.values() if (c.tiles == needed if exact else needed <= c.tiles)]
    if not columns:
        return
    var = program.var(0, 1)
    keeping.count(layout, key, var, exact)
    program.row([*((column.var, 1) for column in columns), (var, -1)], 0)
    for tile, stand in zip(old.tiles, old.stands, strict=True):
        claims.setdefault(stand, []).append(var)
        inside = standing(unit, units, unit.run_guests, stand)
        if tile == JOKER:
            _show_joker(layout, unit, inside, stand, var)
        else:
            unit.natural.append((var, stand))
            _show_natural(layout, inside, var)


def _show_natural(layout: Layout, inside: list[tuple[int, int | None]], var: int) -> None:
    for stands, guest in inside:
        terms = [(var, 1), (stands, 1)] + ([(guest, 1)] if guest is not None else [])
        layout.program.row(terms, high=len(terms) - 1)


def _show_joker(layout: Layout, unit: Unit, inside: list[tuple[int, int | None]], tile: Tile, var: int) -> None:
    """The own set shows a joker for a tile: a member, a guest's member, or a loose one."""
    program = layout.program
    loose: list[int] = []
    if layout.most_loose or layout.pinned:
        loose.append(program.var(0, 1))
        layout.claim_joker(tile, loose[0])
        unit.jokers.append((loose[0], tile))
    program.row([*((stands, 1) for stands, _ in inside), *((x, 1) for x in loose), (var, -1)], 0)
    guests = {guest for _, guest in inside if guest is not None}
    if guests:
        own = [stands for stands, guest in inside if guest is None]
        program.row([*((x, 1) for x in (*own, *guests, *loose)), (var, -1)], 0)


def _attach_group(
    layout: Layout,
    unit: Unit,
    units: list[Unit],
    slots: Slots,
    key: tuple[int, ...],
    old: Group,
    keeping: Keeping,
    exact: bool,
    claims: dict[Tile, list[int]],
) -> None:
    program = layout.program
    var = program.var(0, 1)
    keeping.count(layout, key, var, exact)
    natural = naturals(old.tiles)
    held = len(old.tiles) - len(natural)
    others = [tile for tile in slots.shown if tile not in natural]
    for tile in natural:
        claims.setdefault(tile, []).append(var)
        unit.natural.append((var, tile))
        program.row([(slots.shown[tile], 1), (var, -1)], 0)
        _show_natural(layout, standing(unit, units, slots.guests, tile), var)
    if exact:
        room = len(others)
        program.row([*((slots.shown[tile], 1) for tile in others), (var, room)], high=held + room)
    if held:
        jokers: list[int] = []
        for tile in others:
            jokers.append(joker := program.var(0, 1))
            claims.setdefault(tile, []).append(joker)
            program.row([(slots.shown[tile], 1), (joker, -1)], 0)
            _show_joker(layout, unit, standing(unit, units, slots.guests, tile), tile, joker)
        program.row([*((joker, 1) for joker in jokers), (var, -held)], 0)
