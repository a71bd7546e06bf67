"""The tiles of a turn as things with numbers, the rows that they lie in, and the piles that a player sees.

A row is a place on the table. Its cells are numbered from 0, its set's first tile, so that a run may also grow to the
left of it. A pile is what lies together: a set, or for a moment what is left of one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from solver.deck import Deck, Tile, make_tile, number_of, tile_name
from solver.position import Position
from solver.referee.basics import is_legal_set
from solver.sets import Group, Ones, Run, TileSet, number_at, written


@dataclass(frozen=True, slots=True)
class Numbered:
    """Every physical tile by its number: those of the table set by set, those of others' sets, the rack."""

    tiles: tuple[Tile, ...]
    table: tuple[tuple[int, ...], ...]
    others: tuple[tuple[int, ...], ...]
    rack: tuple[int, ...]


def numbered(position: Position) -> Numbered:
    """The tiles of a position, numbered from 0 in the order in which it has them."""
    tiles: list[Tile] = []

    def take(more: Sequence[Tile]) -> tuple[int, ...]:
        tiles.extend(more)
        return tuple(range(len(tiles) - len(more), len(tiles)))

    table = tuple([take(tile_set.tiles) for tile_set in position.table])
    others = tuple([take(tile_set.tiles) for tile_set in position.others])
    rack = take(position.rack)
    return Numbered(tuple(tiles), table, others, rack)


@dataclass(frozen=True, slots=True)
class Row:
    """The tiles (numbers) in the cells from 0 on, and the set that they are; for a new row the set that it will be."""

    cells: tuple[int, ...]
    shape: TileSet


def stand_at(run: Run, cell: int, deck: Deck) -> Tile:
    """What lies in a cell of a run's row, left or right of the run too."""
    return make_tile(run.colour, number_at(number_of(run.stands[0]) + cell, deck))


@dataclass(frozen=True, slots=True)
class Pile:
    """Tiles (numbers) side by side in a row.

    `stands` says for a run what each of them is, `number` for a group which it is of; a joker that was freed and has
    not found its place has neither.
    """

    row: int
    ids: tuple[int, ...]
    tiles: tuple[Tile, ...]
    stands: tuple[Tile, ...] = ()
    number: int = 0

    @property
    def is_loose_joker(self) -> bool:
        """Is this a joker that was freed?"""
        return not self.stands and not self.number

    def tile_set(self) -> TileSet:
        """The pile as a set, which it may be too short for."""
        return Run(self.tiles, self.stands) if self.stands else Group(self.tiles, self.number)

    def is_set(self, deck: Deck, ones: Ones) -> bool:
        """Is this a group or a run, and not only a part of one?"""
        return not self.is_loose_joker and is_legal_set(self.tile_set(), deck, ones)

    def told(self) -> list[str]:
        """For each tile what its joker stands for: `=r7`, `=?7`; nothing for other tiles and a joker that was freed."""
        if not self.stands:
            return ["" if tile or not self.number else f"=?{self.number}" for tile in self.tiles]
        return ["" if tile else f"={tile_name(stand)}" for tile, stand in zip(self.tiles, self.stands, strict=True)]

    def __str__(self) -> str:
        """`r5 r6 J=r7`, also of a part of a set; `J` for a joker that was freed."""
        return tile_name(self.tiles[0]) if self.is_loose_joker else written(self.tile_set())


def pile_of(row: int, ids: tuple[int, ...], tile_set: TileSet) -> Pile:
    """A whole set as a pile."""
    if isinstance(tile_set, Run):
        return Pile(row, ids, tile_set.tiles, tile_set.stands)
    return Pile(row, ids, tile_set.tiles, number=tile_set.number)
