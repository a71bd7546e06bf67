"""Rows for decks and rules in which sets could be made of jokers alone, or of too many jokers.

All are necessary and not quite sufficient: decoding shows the rest.
"""

from collections.abc import Iterable, Sequence

from solver.deck import Tile
from solver.model.cpsat import Term
from solver.model.keeping import GroupBlock
from solver.model.layout import Layout, Template
from solver.model.units import Unit


def need_natural_tiles(layout: Layout, it: Template) -> None:
    """With three loose jokers or more: as many natural tiles in a stretch as runs that lie within it; groups likewise.

    A run that starts in the stretch and does not go on behind it lies within it.
    """
    if layout.most_loose < 3:
        return
    for number, groups in it.groups.items():
        terms, constant = _natural(layout, it, it.tiles_of(number))
        layout.program.row([*terms, (groups, -1)], -constant)
    for colour in range(it.deck.colours):
        for first in range(1, it.track - 1):
            for last in range(first + 2, min(it.track, first + layout.most_loose - 1) + 1):
                _need_natural_tile(layout, it, colour, first, last)


def _natural(layout: Layout, it: Template, tiles: list[Tile]) -> tuple[list[Term], int]:
    terms: list[Term] = []
    constant = 0
    for tile in tiles:
        natural, lying = layout.natural_terms(tile)
        terms += natural
        constant += lying if it is layout.it else 0
    return terms, constant


def _need_natural_tile(layout: Layout, it: Template, colour: int, first: int, last: int) -> None:
    terms, constant = _natural(layout, it, [it.tile_at((colour, p)) for p in range(first, last + 1)])
    terms += [(it.first[place], -1) for p in range(first, last - 1) if (place := (colour, p)) in it.first]
    behind = (colour, last + 1)
    if behind in it.third:
        terms.append((it.third[behind], 1))
    if it is layout.it:
        if behind in layout.entry_long:
            terms.append((layout.entry_long[behind], 1))
        terms += [(block.count, 1) for block in layout.blocks if block.over((colour, last)) and block.last > last]
    layout.program.row(terms, -constant)


def limit_jokers(layout: Layout, it: Template, most: int, units: Sequence[Unit], blocks: Sequence[GroupBlock]) -> None:
    """Over every stretch of a track, and for every number, groups and runs enough for `most` jokers in each."""
    program = layout.program
    columns = [column for unit in units for column in unit.runs.values()]
    for colour in range(it.deck.colours):
        whole = [(b.count, b.first, b.last) for b in layout.every_block(colour)] if it is layout.it else []
        whole += [(column.var, column.first, column.last) for column in columns if column.colour == colour]
        for first in range(1, it.track + 1):
            runs = [(var, most) for var in it.cover((colour, first))]
            runs += [(count, most) for count, start, end in whole if start <= first <= end]
            for last in range(first, min(it.track, first + it.deck.numbers - 1) + 1):
                if last > first:
                    runs += [(it.first[colour, last], most)] if (colour, last) in it.first else []
                    runs += [(count, most) for count, start, _ in whole if start == last]
                tiles = [it.tile_at((colour, p)) for p in range(first, last + 1)]
                others = [(var, 1) for tile in tiles for var in _shown_in_groups(it, tile, units, blocks)]
                for p in range(1, it.track + 1):
                    if not first <= p <= last and it.tile_at((colour, p)) in tiles:
                        # A high 1 and the like: the joker may lie at the other place of its number.
                        others += [(var, 1) for var in it.cover((colour, p))]
                        others += [(count, 1) for count, start, end in whole if start <= p <= end]
                program.row([*runs, *others, *_jokers(layout, it, set(tiles), units)], 0)
    for number, groups in it.groups.items():
        held = [(groups, most)] + [(block.count, most) for block in blocks if block.number == number]
        held += [(unit.groups[number].active, most) for unit in units if number in unit.groups]
        places = [(c, p) for c in range(it.deck.colours) for p in range(number, it.track + 1, it.deck.numbers)]
        runs = [(var, 1) for place in places for var in it.cover(place)]
        if it is layout.it:
            runs += [(b.count, 1) for place in places for b in layout.every_block(place[0]) if b.over(place)]
            runs += [
                (c.var, 1)
                for place in places
                for c in columns
                if c.colour == place[0] and c.first <= place[1] <= c.last
            ]
        program.row([*held, *runs, *_jokers(layout, it, it.tiles_of(number), units)], 0)


def _jokers(layout: Layout, it: Template, tiles: Iterable[Tile], units: Sequence[Unit]) -> list[Term]:
    """All jokers that stand for the tiles, each counted -1."""
    found: list[int] = []
    for tile in tiles:
        found.append(it.joker[tile])
        if it is layout.it:
            found += layout.pinned.get(tile, ())
            found += [m.stands[tile] for unit in units for m in unit.members if tile in m.stands]
    return [(var, -1) for var in found]


def _shown_in_groups(it: Template, tile: Tile, units: Sequence[Unit], blocks: Sequence[GroupBlock]) -> list[int]:
    """Variables that let groups show a tile that may be a joker."""
    found = [it.shown[tile]] if tile in it.shown else []
    found += [block.extra[tile] for block in blocks if tile in block.extra]
    return found + [slots.shown[tile] for unit in units for slots in unit.groups.values() if tile in slots.shown]
