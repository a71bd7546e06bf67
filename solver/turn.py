"""A turn: the table after it, and for each tile there where it came from. It says nothing of legality."""

from dataclasses import dataclass

from solver.deck import Tile
from solver.position import Position
from solver.sets import TileSet

RACK = -1


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player did: `after` is the new table, `origin[i][k]` tells where tile k of set i came from.

    An origin is RACK or the index of a set of the position's table.
    """

    position: Position
    after: tuple[TileSet, ...]
    origin: tuple[tuple[int, ...], ...]

    @property
    def played(self) -> tuple[Tile, ...]:
        """The rack tiles on the table now, in rack order."""
        gone = [
            tile
            for tile_set, places in zip(self.after, self.origin, strict=True)
            for tile, place in zip(tile_set.tiles, places, strict=True)
            if place == RACK
        ]
        out: list[Tile] = []
        for tile in self.position.rack:
            if tile in gone:
                gone.remove(tile)
                out.append(tile)
        return tuple(out)

    @property
    def left(self) -> tuple[Tile, ...]:
        """What stays on the rack, in rack order."""
        gone = list(self.played)
        out: list[Tile] = []
        for tile in self.position.rack:
            if tile in gone:
                gone.remove(tile)
            else:
                out.append(tile)
        return tuple(out)
