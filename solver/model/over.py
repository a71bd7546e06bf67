"""How many runs lie over a few places, in variables of the layout and of the units that are counted with it."""

from collections import defaultdict
from collections.abc import Sequence

from solver.deck import Tile, colour_of, number_of
from solver.model.cpsat import Term
from solver.model.layout import Layout, Place
from solver.model.units import Unit


def runs_over(layout: Layout, units: Sequence[Unit], place: Place, length: int, joker: int | None = None) -> list[Term]:
    """At least as many as the runs that hold two to four places from this one on.

    `joker` is the first or the last of them: then only runs count that could show a joker there.

    A run holds the last place in its flow, as its second tile or a later one, or in a block. Into a block that starts
    behind the first place it comes after a prefix, which has one tile if that is enough, or more.
    """
    it, (colour, first) = layout.it, place
    last = first + length - 1
    blocks = layout.every_block(colour)
    entered = {block.first for block in blocks if joker != last or last in block.jokers}
    terms: list[Term] = []

    def add(variables: dict[Place, int], p: int, count: int = 1) -> None:
        if (colour, p) in variables:
            terms.append((variables[colour, p], count))

    add(it.third, last)
    if length == 2:
        add(it.first, first)
        if last not in entered:
            add(layout.entry_short, last, -1)
    elif first + 1 in entered:
        add(layout.entry_short, first + 1)
    if length == 4:
        # Not those for which the last place is the third tile. They may still end in a block there.
        add(it.first, last - 2, -1)
        add(layout.entry_short, last - 1)
        entered.add(last)
    for p in range(first + 1, last + 1):
        if p in entered:
            add(layout.entry_long, p)
    held = [block for block in blocks if block.first <= first and last <= block.last]
    terms += [(block.count, 1) for block in held if joker is None or joker in block.jokers]
    for unit in units:
        terms += [(c.var, 1) for c in unit.runs.values() if c.colour == colour and c.first <= first and last <= c.last]
        if joker is not None and it.track == it.deck.numbers:
            terms += _natural_over(layout, unit, place, length, joker)
    return terms


def _natural_over(layout: Layout, unit: Unit, place: Place, length: int, joker: int) -> list[Term]:
    """Old sets that lie in the unit's run over these places and show a natural tile where the joker would be.

    Not to be asked where a tile has two places: it does not tell them apart.
    """
    colour, first = place
    tiles = {layout.it.tile_at((colour, p)) for p in range(first, first + length)}
    natural: defaultdict[int, set[Tile]] = defaultdict(set)
    for var, tile in unit.natural:
        natural[var].add(tile)
    # Wherever such an old set lies in the unit's run, the tiles of kept jokers are there, too.
    kept = {tile for member in unit.members for tile in member.stands if unit.runs}
    at = layout.it.tile_at((colour, joker))
    return [(var, -1) for var, there in natural.items() if at in there and tiles <= there | kept]


def open_places(layout: Layout, units: Sequence[Unit], tile: Tile) -> list[Term]:
    """Places of runs for a tile where a joker could lie."""
    it = layout.it
    colour, number = colour_of(tile), number_of(tile)
    terms: list[Term] = []
    for p in range(number, it.track + 1, it.deck.numbers):
        terms += [(var, 1) for var in it.cover((colour, p))]
        terms += [(block.count, 1) for block in layout.every_block(colour) if p in block.jokers]
        if (colour, p) in layout.entry_short:
            terms.append((layout.entry_short[colour, p], -1))
    for unit in units:
        terms += [(column.var, 1) for column in unit.runs.values() if tile in column.tiles]
        terms += [(var, -1) for var, natural in unit.natural if unit.runs and natural == tile]
    return terms
