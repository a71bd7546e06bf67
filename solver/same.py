"""When two tables are the same (RULES.md section 8): for counting, uniqueness and alternatives."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from solver.deck import JOKER, Tile
from solver.sets import Group, TileSet, jokers, naturals

GroupType = tuple[int, tuple[Tile, ...], int]
"""A group as far as it matters: its number, its natural tiles in deck order, and how many jokers."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a table shows, however its runs are cut: equal for tables that are the same.

    `groups` counts groups of a type; `natural` and `wild` count, for each tile, how many runs show it by itself and by
    a joker.
    """

    groups: frozenset[tuple[GroupType, int]]
    natural: frozenset[tuple[Tile, int]]
    wild: frozenset[tuple[Tile, int]]


def likeness(table: Iterable[TileSet]) -> Likeness:
    """What two tables have in common when they are the same."""
    groups: Counter[GroupType] = Counter()
    natural: Counter[Tile] = Counter()
    wild: Counter[Tile] = Counter()
    for tile_set in table:
        if isinstance(tile_set, Group):
            groups[group_type(tile_set)] += 1
            continue
        for tile, stand in zip(tile_set.tiles, tile_set.stands, strict=True):
            (wild if tile == JOKER else natural)[stand] += 1
    return Likeness(frozenset(groups.items()), frozenset(natural.items()), frozenset(wild.items()))


def group_type(group: Group) -> GroupType:
    """The type of a group."""
    return group.number, tuple(sorted(naturals(group.tiles))), jokers(group.tiles)
