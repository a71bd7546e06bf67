"""Other players' sets, to which rack tiles may be added and nothing else (RULES.md section 6).

Each place that could be added to a set is a cell. What lies in cells never meets the player's own sets: natural tiles
there were played, and so were jokers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from solver.deck import JOKER, Tile, number_of
from solver.model.cpsat import Program, Term
from solver.model.layout import Layout
from solver.sets import Group, Run, TileSet, jokers, naturals, run_at


@dataclass(frozen=True, slots=True)
class Cell:
    """A place beside a set: what it stands for, whether something is laid there, and whether that is a joker."""

    tile: Tile
    laid: int
    joker: int | None


@dataclass(slots=True)
class Layoff:
    """Another player's set with its cells: of a run those before it and those behind it, nearest first."""

    old: TileSet
    before: list[Cell] = field(default_factory=list[Cell])
    behind: list[Cell] = field(default_factory=list[Cell])

    def cells(self) -> list[Cell]:
        return self.before + self.behind


def add_layoffs(layout: Layout, others: Sequence[TileSet], jokers_per_set: int | None, untouched: bool) -> list[Layoff]:
    """Cells for every set, and the rows that keep own tiles out of them; none if the sets must stay untouched."""
    if untouched:
        return [Layoff(old) for old in others]
    found = [_add(layout, old, jokers_per_set) for old in others]
    program = layout.program
    cells = [cell for layoff in found for cell in layoff.cells()]
    for tile in dict.fromkeys(cell.tile for cell in cells):
        here = [cell for cell in cells if cell.tile == tile]
        natural = natural_terms(here)
        if tile in layout.played:
            layout.laid_off[tile] = natural
        played = [(layout.played[tile], 1)] if tile in layout.played else []
        program.row([*played, *((var, -weight) for var, weight in natural)], 0)
        held = [cell.joker for cell in here if cell.joker is not None]
        if held:
            layout.jokers_laid_off[tile] = held
            program.row([(layout.it.joker[tile], 1), *((var, -1) for var in held)], 0)
    held = [(cell.joker, 1) for cell in cells if cell.joker is not None]
    if held:
        layout.laid_off[JOKER] = held
        program.row(layout.own_played(JOKER), 0)
    return found


def natural_terms(cells: Sequence[Cell]) -> list[Term]:
    """How many natural tiles lie in cells."""
    laid = [(cell.laid, 1) for cell in cells]
    return laid + [(cell.joker, -1) for cell in cells if cell.joker is not None]


def _add(layout: Layout, old: TileSet, jokers_per_set: int | None) -> Layoff:
    program = layout.program
    layoff = Layoff(old)
    if isinstance(old, Run):
        numbers, track = layout.it.deck.numbers, layout.it.track
        first = number_of(old.stands[0])
        last = first + len(old.tiles) - 1
        room = numbers - len(old.tiles)
        wraps = track > numbers + 1
        lowest = first - room if wraps else max(1, first - room)
        highest = last + room if wraps else min(track, last + room)
        layoff.before = [_cell(layout, (old.colour, p)) for p in range(first - 1, lowest - 1, -1)]
        layoff.behind = [_cell(layout, (old.colour, p)) for p in range(last + 1, highest + 1)]
        for row in (layoff.before, layoff.behind):
            for near, far in pairwise(row):
                program.row([(near.laid, 1), (far.laid, -1)], 0)
    else:
        room = layout.it.deck.colours - len(old.tiles)
        if room:
            layoff.behind = [_tile_cell(layout, tile) for tile in old.missing(layout.it.deck.colours)]
    cells = layoff.cells()
    if cells:
        program.row([(cell.laid, 1) for cell in cells], high=room)
    held = [(cell.joker, 1) for cell in cells if cell.joker is not None]
    if held and jokers_per_set is not None:
        program.row(held, high=max(0, jokers_per_set - jokers(old.tiles)))
    return layoff


def _cell(layout: Layout, place: tuple[int, int]) -> Cell:
    return _tile_cell(layout, layout.it.tile_at(place))


def _tile_cell(layout: Layout, tile: Tile) -> Cell:
    program = layout.program
    laid = program.var(0, 1)
    layout.show(tile, laid)
    joker = None
    if layout.playable(JOKER):
        joker = program.var(0, 1)
        program.row([(laid, 1), (joker, -1)], 0)
    return Cell(tile, laid, joker)


def as_it_was(program: Program, layoff: Layoff) -> int | None:
    """A variable that is one only if nothing is added to the set; None if nothing can be."""
    cells = layoff.cells()
    if not cells:
        return None
    var = program.var(0, 1)
    for cell in cells:
        program.row([(var, 1), (cell.laid, 1)], high=1)
    return var


def after(layout: Layout, layoff: Layoff, values: Sequence[int]) -> TileSet:
    """The set after the turn."""

    def tiles(cells: Sequence[Cell]) -> list[Tile]:
        laid = [cell for cell in cells if values[cell.laid]]
        return [JOKER if cell.joker is not None and values[cell.joker] else cell.tile for cell in laid]

    old = layoff.old
    if isinstance(old, Group):
        return Group((*old.tiles, *tiles(layoff.behind)), old.number)
    before = tiles(layoff.before)[::-1]
    first = number_of(old.stands[0]) - len(before)
    return run_at(old.colour, first, (*before, *old.tiles, *tiles(layoff.behind)), layout.it.deck)


def filled(layoff: Layoff, after: TileSet) -> dict[int, int]:
    """The cells' values that make the set so: variables and their values."""
    if isinstance(after, Run):
        assert isinstance(layoff.old, Run)
        shift = after.stands.index(layoff.old.stands[0])
        laid = [*after.tiles[:shift][::-1]], [*after.tiles[shift + len(layoff.old.tiles) :]]
        pairs = [*zip(layoff.before, laid[0], strict=False), *zip(layoff.behind, laid[1], strict=False)]
    else:
        more = list(after.tiles)
        for tile in layoff.old.tiles:
            more.remove(tile)
        natural = naturals(more)
        wild = [cell for cell in layoff.behind if cell.tile not in natural][: len(more) - len(natural)]
        pairs = [(cell, cell.tile) for cell in layoff.behind if cell.tile in natural]
        pairs += [(cell, JOKER) for cell in wild]
    values = {var: 0 for cell in layoff.cells() for var in (cell.laid, cell.joker) if var is not None}
    for cell, tile in pairs:
        values[cell.laid] = 1
        if cell.joker is not None:
            values[cell.joker] = int(tile == JOKER)
    return values
