"""Old sets that stay: what `unbroken` and `kept` count, as columns of the layout.

An old set may stay inside a run or group without conditions (here), or inside the set of a table joker (see `attach`).
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations

from solver.deck import JOKER, Tile, number_of
from solver.model.cpsat import Term
from solver.model.layout import Block, Layout
from solver.sets import Group, Run, TileSet, jokers, naturals


@dataclass(slots=True)
class GroupBlock:
    """`count` groups that show these natural tiles; `extra` counts what else they show, `held` how often by jokers."""

    count: int
    number: int
    tiles: tuple[Tile, ...]
    extra: dict[Tile, int] = field(default_factory=dict[Tile, int])
    held: dict[Tile, int] = field(default_factory=dict[Tile, int])


@dataclass(slots=True)
class Keeping:
    """Which variables say that an old set is unbroken, or kept exactly; `rows` (by key) let no set count twice."""

    unbroken: list[Term] = field(default_factory=list[Term])
    kept: list[Term] = field(default_factory=list[Term])
    groups: list[GroupBlock] = field(default_factory=list[GroupBlock])
    rows: dict[tuple[int, ...], int] = field(default_factory=dict[tuple[int, ...], int])

    def count(self, layout: Layout, key: tuple[int, ...], var: int, exact: bool) -> None:
        """`var` says how many old sets with this key are unbroken."""
        self.unbroken.append((var, 1))
        if exact:
            self.kept.append((var, 1))
        if key in self.rows:
            layout.program.extend(self.rows[key], var, 1)


def add_keeping(layout: Layout, table: tuple[TileSet, ...], want_kept: bool, want_rows: bool) -> Keeping:
    """Columns for every old set, equal ones together; `want_rows` if more will be counted elsewhere."""
    keeping = Keeping()
    deck = layout.it.deck
    by_key = {tile_set.key(): tile_set for tile_set in table}
    for key, most in Counter(tile_set.key() for tile_set in table).items():
        tile_set = by_key[key]
        if want_rows or want_kept or layout.it.track > deck.numbers or deck.colours >= 6:
            keeping.rows[key] = layout.program.row((), high=most)
        for exact in (False, True) if want_kept else (False,):
            if isinstance(tile_set, Run):
                for var in _add_run(layout, tile_set, most, exact):
                    keeping.count(layout, key, var, exact)
            else:
                for block in _add_groups(layout, tile_set, most, exact):
                    keeping.groups.append(block)
                    keeping.count(layout, key, block.count, exact)
    if deck.colours >= 6:
        for one, other in combinations([tile_set for tile_set in by_key.values() if isinstance(tile_set, Group)], 2):
            _add_pair(layout, keeping, one, other)
    return keeping


def _add_pair(layout: Layout, keeping: Keeping, one: Group, other: Group) -> None:
    """With six colours and more, two old groups may be joined to one."""
    natural = {*naturals(one.tiles), *naturals(other.tiles)}
    size = len(one.tiles) + len(other.tiles)
    if (
        one.number != other.number
        or size > layout.it.deck.colours
        or len(natural) + jokers(one.tiles + other.tiles) < size
    ):
        return
    joined = Group(tuple(sorted(natural)) + (JOKER,) * (size - len(natural)), one.number)
    block = _add_group(layout, joined, 1, exact=False)
    keeping.groups.append(block)
    keeping.count(layout, one.key(), block.count, exact=False)
    keeping.count(layout, other.key(), block.count, exact=False)


def _add_run(layout: Layout, run: Run, most: int, exact: bool) -> list[int]:
    """Columns for an old run at every place where it may lie; the variables that count it."""
    counts: list[int] = []
    start, length = number_of(run.stands[0]), len(run.tiles)
    for first in range(start, layout.it.track - length + 2, layout.it.deck.numbers):
        count = layout.program.var(0, most)
        holes = frozenset(first + i for i, tile in enumerate(run.tiles) if tile == JOKER)
        block = Block(count, run.colour, first, first + length - 1, holes)
        (layout.add_column if exact else layout.add_block)(block)
        counts.append(count)
    return counts


def _add_groups(layout: Layout, group: Group, most: int, exact: bool) -> list[GroupBlock]:
    """Old groups without jokers together, each group with jokers by itself."""
    if not jokers(group.tiles):
        return [_add_group(layout, group, most, exact)]
    return [_add_group(layout, group, 1, exact) for _ in range(most)]


def _add_group(layout: Layout, group: Group, most: int, exact: bool) -> GroupBlock:
    program = layout.program
    block = GroupBlock(program.var(0, most), group.number, tuple(naturals(group.tiles)))
    held = jokers(group.tiles)
    for tile in block.tiles:
        layout.show(tile, block.count)
    if exact and not held:
        return block
    for tile in group.missing(layout.it.deck.colours):
        block.extra[tile] = extra = program.var(0, most)
        layout.show(tile, extra)
        program.row([(block.count, 1), (extra, -1)], 0)
        if held:
            block.held[tile] = joker = extra if exact else program.var(0, 1)
            layout.claim_joker(tile, joker)
            if not exact:
                program.row([(extra, 1), (joker, -1)], 0)
    if held:
        program.row([*((var, 1) for var in block.held.values()), (block.count, -held)], 0, 0)
    return block
