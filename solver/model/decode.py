"""From the numbers of a solution back to sets.

A solution fixes how many runs start, go on and end at each place and how many groups show each colour; which run goes
on, and which set shows a joker for a tile, is free unless a block or a table joker says so.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from solver.deck import JOKER, Deck, Tile, number_of
from solver.model.keeping import GroupBlock
from solver.model.layout import Block, Layout, Place
from solver.sets import Group, TileSet, run_at

Value = Callable[[int], int]
Marks = tuple[bool | None, ...]
"""For each place: a joker, a natural tile, or either."""


@dataclass(frozen=True, slots=True)
class Form:
    """A set in the making: what each place stands for and what lies there. Runs have a first place, groups none."""

    stands: tuple[Tile, ...]
    marks: Marks
    colour: int = 0
    first: int | None = None
    unit: int | None = None

    def mark(self, tile: Tile, joker: bool) -> "Form":
        """The same form with one open place decided."""
        i = self.stands.index(tile)
        return Form(self.stands, (*self.marks[:i], joker, *self.marks[i + 1 :]), self.colour, self.first, self.unit)

    def open(self) -> "Form":
        """The same form with no place that must be natural, and none that must be a joker unless a unit says so."""
        marks = tuple(mark or None if self.unit is not None else None for mark in self.marks)
        return Form(self.stands, marks, self.colour, self.first, self.unit)

    def as_set(self, deck: Deck) -> TileSet:
        """The finished set; places still open are natural."""
        tiles = tuple(JOKER if mark else stand for stand, mark in zip(self.stands, self.marks, strict=True))
        if self.first is None:
            return Group(tuple(sorted(tiles, key=lambda tile: tile or 1 << 30)), number_of(self.stands[0]))
        return run_at(self.colour, self.first, tiles, deck)


class _Strand(NamedTuple):
    """Part of a run: its first place, and what is known of each place from there on."""

    first: int
    marks: Marks


def _block_marks(block: Block) -> Marks:
    return tuple(p in block.jokers for p in range(block.first, block.last + 1))


@dataclass(slots=True)
class _Flow:
    """The numbers of one colour, by place (from 1)."""

    first: list[int]
    third: list[int]
    short: list[int]
    long: list[int]
    blocks: dict[int, list[Marks]]


def runs(layout: Layout, value: Value, colour: int) -> Iterator[list[Form]]:
    """Every way to cut the flow of one colour into runs no longer than the numbers there are."""
    it = layout.it

    def at(variables: dict[Place, int]) -> list[int]:
        found = [variables.get((colour, p)) for p in range(it.track + 1)]
        return [0 if var is None else value(var) for var in found]

    whole = [
        _Strand(column.first, _block_marks(column))
        for column in layout.columns
        if column.colour == colour
        for _ in range(value(column.count))
    ]
    blocks: defaultdict[int, list[Marks]] = defaultdict(list)
    for block in layout.blocks:
        if block.colour == colour and (count := value(block.count)):
            blocks[block.first] += [_block_marks(block)] * count
    flow = _Flow(at(it.first), at(it.third), at(layout.entry_short), at(layout.entry_long), blocks)
    for cut in _cut(flow, it.track):
        strands = whole + cut
        if all(len(strand.marks) <= it.deck.numbers for strand in strands):
            yield [_form(layout, colour, strand) for strand in strands]


def _form(layout: Layout, colour: int, strand: _Strand) -> Form:
    places = range(strand.first, strand.first + len(strand.marks))
    return Form(tuple(layout.it.tile_at((colour, p)) for p in places), strand.marks, colour, strand.first)


def _cut(flow: _Flow, track: int) -> Iterator[list[_Strand]]:
    """Depth first over the places; at most places there is one choice only."""
    stack: list[tuple[int, list[_Strand], list[_Strand]]] = [(1, [], [])]
    while stack:
        p, growing, done = stack.pop()
        while p <= track:
            if growing or flow.first[p] or p in flow.blocks:
                steps = _steps(flow, p, growing)
                growing, ended = next(steps)
                stack += [(p + 1, other, done + out) for other, out in steps]
                done = done + ended
            p += 1
        yield done + growing


def _steps(flow: _Flow, p: int, growing: list[_Strand]) -> Iterator[tuple[list[_Strand], list[_Strand]]]:
    """Every choice at one place: the strands that grow over it or wait, and those that end before it."""
    keep: list[_Strand] = [_Strand(p, (None,))] * flow.first[p]
    short: list[_Strand] = []
    second: list[_Strand] = []
    long: list[_Strand] = []
    for strand in growing:
        length = len(strand.marks)
        if strand.first + length > p:
            keep.append(strand)
        else:
            (short if length == 1 else second if length == 2 else long).append(strand)
    into_short, into_long = flow.short[p], flow.long[p]
    keep += [_Strand(s.first, (*s.marks, None)) for s in short[into_short:]]
    go_on = flow.third[p] + into_long - len(second)
    for chosen in combinations(range(len(long)), go_on):
        tall = second + [long[i] for i in chosen]
        ended = [s for i, s in enumerate(long) if i not in chosen]
        for entering in combinations(range(len(tall)), into_long):
            before = [tall[i] for i in entering] + short[:into_short]
            plain = [_Strand(s.first, (*s.marks, None)) for i, s in enumerate(tall) if i not in entering]
            for order in _orders(flow.blocks.get(p, [])):
                merged = [_Strand(s.first, s.marks + marks) for s, marks in zip(before, order, strict=False)]
                merged += [_Strand(p, marks) for marks in order[len(before) :]]
                yield keep + merged + plain, ended


def _orders(blocks: list[Marks]) -> Iterator[list[Marks]]:
    """Every different order of the blocks."""
    if len(set(blocks)) <= 1:
        yield blocks
        return
    for marks in dict.fromkeys(blocks):
        rest = blocks.copy()
        rest.remove(marks)
        for tail in _orders(rest):
            yield [marks, *tail]


def plain_groups(layout: Layout, value: Value, number: int) -> Iterator[list[Form]]:
    """Every way to deal the groups of one number that hold no table joker with conditions and no old group."""
    count = value(layout.it.groups[number])
    for dealt in _deals(layout, value, layout.it.shown, number, count, 3):
        yield [Form(stands, (None,) * len(stands)) for stands in dealt]


def block_groups(layout: Layout, block: GroupBlock, value: Value) -> Iterator[list[Form]]:
    """Every way to deal the groups that old groups have become."""
    held = {tile for tile, var in block.held.items() if value(var)}
    for dealt in _deals(layout, value, block.extra, block.number, value(block.count), 0):
        yield [
            Form(block.tiles + more, (False,) * len(block.tiles) + tuple(True if t in held else None for t in more))
            for more in dealt
        ]


def _deals(
    layout: Layout, value: Value, counts: dict[Tile, int], number: int, groups: int, least: int
) -> Iterator[list[tuple[Tile, ...]]]:
    """Every way to deal colours to groups of `least` or more, at first each in turn.

    No group gets a colour twice, as there are no more of one than groups. With four colours there is one way only.
    """
    tiles = [(tile, value(counts[tile]) if tile in counts else 0) for tile in layout.it.tiles_of(number)]
    heaps: list[tuple[Tile, ...]] = [()] * groups
    turn = 0
    for tile, count in tiles:
        for _ in range(count):
            heaps[turn % groups] = (*heaps[turn % groups], tile)
            turn += 1
    yield heaps
    if layout.it.deck.colours > 4 and groups > 1:
        first = sorted(heaps)
        ways = {tuple(sorted(way)) for way in _spread(tiles, [()] * groups)} - {tuple(first)}
        yield from (list(way) for way in sorted(ways) if all(len(heap) >= least for heap in way))


def _spread(tiles: list[tuple[Tile, int]], heaps: list[tuple[Tile, ...]]) -> Iterator[list[tuple[Tile, ...]]]:
    """Every way to put so many of each tile on different heaps."""
    if not tiles:
        yield heaps
        return
    (tile, count), *rest = tiles
    for chosen in combinations(range(len(heaps)), count):
        yield from _spread(rest, [(*heap, tile) if i in chosen else heap for i, heap in enumerate(heaps)])


def place_jokers(forms: list[Form], jokers: Counter[Tile], most: int) -> Iterator[list[Form]]:
    """Every way to let so many sets show a joker for each tile, at most `most` and not only jokers in a set."""
    for tile, count in jokers.items():
        shown = [i for i, form in enumerate(forms) if tile in form.stands]
        marks = {i: forms[i].marks[forms[i].stands.index(tile)] for i in shown}
        need = count - sum(mark is True for mark in marks.values())
        either = [i for i in shown if marks[i] is None]
        # Long sets with few jokers first: they are the likeliest to keep a natural tile.
        either.sort(key=lambda i: (forms[i].marks.count(True), -len(forms[i].marks)))
        if not 0 <= need <= len(either):
            return
        rest = Counter({other: n for other, n in jokers.items() if other != tile})
        for chosen in combinations(either, need):
            settled = forms.copy()
            for i in either:
                settled[i] = forms[i].mark(tile, i in chosen)
            yield from place_jokers(settled, rest, most)
        return
    if all(form.marks.count(True) <= min(most, len(form.marks) - 1) for form in forms):
        yield forms
