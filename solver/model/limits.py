"""Rows for decks and rules in which sets could be made of jokers alone, or of too many jokers.

All are necessary and not quite sufficient: decoding shows the rest.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solver.deck import Tile, colour_of, number_of
from solver.model.cpsat import Term
from solver.model.keeping import GroupBlock
from solver.model.layout import Layout, Place, Template
from solver.model.units import Unit, guests_of, own_jokers, showing


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
    _limit_units(layout, most, units, blocks)
    columns = [column for unit in units for column in unit.runs.values()]
    for colour in range(it.deck.colours):
        whole = [_Whole(c.var, c.first, c.last, None) for c in columns if c.colour == colour]
        if it is layout.it:
            whole += [_Whole(b.count, b.first, b.last, b.jokers) for b in layout.blocks if b.colour == colour]
            whole += [_Whole(b.count, b.first, b.last, b.jokers, 0) for b in layout.columns if b.colour == colour]
        for first in range(1, it.track + 1):
            for last in range(first, min(it.track, first + it.deck.numbers - 1) + 1):
                _limit_stretch(layout, it, most, (colour, first), last, whole, units, blocks)
    for number, groups in it.groups.items():
        held = [(groups, most)] + [(block.count, most) for block in blocks if block.number == number]
        held += [(unit.groups[number].active, most) for unit in units if number in unit.groups]
        places = [(c, p) for c in range(it.deck.colours) for p in range(number, it.track + 1, it.deck.numbers)]
        runs = [(var, 1) for place in places for var in it.cover(place)]
        if it is layout.it:
            old = (*layout.blocks, *layout.columns)
            runs += [(b.count, 1) for c, p in places for b in old if b.colour == c and p in b.jokers]
            runs += [(r.var, 1) for c, p in places for r in columns if r.colour == c and r.first <= p <= r.last]
        layout.program.row([*held, *runs, *_jokers(layout, it, it.tiles_of(number), units)], 0)


@dataclass(frozen=True, slots=True)
class _Whole:
    """`count` (a variable) runs that hold places together: at `jokers` only (None: anywhere) they may show jokers.

    `behind` is how many places they may go on.
    """

    count: int
    first: int
    last: int
    jokers: frozenset[int] | None
    behind: int = 1 << 10

    def holds(self, first: int, last: int) -> int:
        """How many jokers may lie in the part of such a run from a place of it up to `last`."""
        inside = range(max(first, self.first), min(last, self.last) + 1)
        if self.jokers is None:
            return len(inside)
        return len(self.jokers.intersection(inside)) + min(self.behind, max(0, last - self.last))


def _limit_stretch(
    layout: Layout,
    it: Template,
    most: int,
    place: Place,
    last: int,
    whole: Sequence[_Whole],
    units: Sequence[Unit],
    blocks: Sequence[GroupBlock],
) -> None:
    """The jokers for the tiles from a place to `last` lie in runs over it, in later ones, or elsewhere one by one."""
    colour, first = place
    runs = [(var, most) for var in it.cover(place)]
    runs += [(it.first[colour, p], most) for p in range(first + 1, last + 1) if (colour, p) in it.first]
    runs += [(run.count, min(most, run.holds(first, last))) for run in whole if run.first <= last and first <= run.last]
    tiles = [it.tile_at((colour, p)) for p in range(first, last + 1)]
    others = [(var, 1) for tile in tiles for var in _shown_in_groups(it, tile, units, blocks)]
    for p in range(1, it.track + 1):
        if not first <= p <= last and it.tile_at((colour, p)) in tiles:
            # A high 1 and the like: the joker may lie at the other place of its number.
            others += [(var, 1) for var in it.cover((colour, p))]
            others += [(run.count, 1) for run in whole if run.first <= p <= run.last and run.holds(p, p)]
    layout.program.row([*runs, *others, *_jokers(layout, it, set(tiles), units)], 0)


def _limit_units(layout: Layout, most: int, units: Sequence[Unit], blocks: Sequence[GroupBlock]) -> None:
    """The jokers in the own set of each unit one by one: its own, its guests, and those that no other set shows."""
    program, it = layout.program, layout.it
    shown: defaultdict[Tile, list[Term]] = defaultdict(list)
    for unit in units:
        visits = [(var, -1) for host in units for number, var in guests_of(host) if number == unit.number]
        wild: dict[Tile, int] = {}
        for tile in it.deck.tiles():
            if places := showing(unit, tile):
                wild[tile] = joker = program.var(0, 1)
                shown[tile].append((joker, 1))
                program.row([*((var, 1) for var in places), (joker, -1)], 0)
                for stands in (m.stands[tile] for m in unit.members if tile in m.stands):
                    program.row([(joker, -1), (stands, 1), *visits], high=0)
                for number, guest in guests_of(unit):
                    for stands in (m.stands[tile] for m in units[number].members if tile in m.stands):
                        program.row([(joker, -1), (stands, 1), (guest, 1)], high=1)
        for var, tile in unit.natural:
            if tile in wild:
                program.row([(wild[tile], 1), (var, 1)], high=1)
        program.row([(joker, 1) for joker in wild.values()], high=most)
    for tile, terms in shown.items():
        colour, number = colour_of(tile), number_of(tile)
        for p in range(number, it.track + 1, it.deck.numbers):
            terms += [(var, 1) for var in it.cover((colour, p))]
            terms += [(block.count, 1) for block in layout.every_block(colour) if p in block.jokers]
        terms += [(it.shown[tile], 1)] if tile in it.shown else []
        terms += [(block.extra[tile], 1) for block in blocks if tile in block.extra]
        program.row([*terms, *_jokers(layout, it, [tile], units)], 0)


def _jokers(layout: Layout, it: Template, tiles: Iterable[Tile], units: Sequence[Unit]) -> list[Term]:
    """All jokers that stand for the tiles in own sets, each counted -1."""
    if it is not layout.it:
        return [(it.joker[tile], -1) for tile in tiles]
    return [(var, -count) for tile in tiles for var, count in own_jokers(layout, units, tile)]


def _shown_in_groups(it: Template, tile: Tile, units: Sequence[Unit], blocks: Sequence[GroupBlock]) -> list[int]:
    """Variables that let groups show a tile that may be a joker."""
    found = [it.shown[tile]] if tile in it.shown else []
    found += [block.extra[tile] for block in blocks if tile in block.extra]
    return found + [slots.shown[tile] for unit in units for slots in unit.groups.values() if tile in slots.shown]
