"""A turn: the table after it, and for each tile there where it came from. It says nothing of legality."""

from collections import Counter
from dataclasses import dataclass

from solver.deck import Tile
from solver.position import Position
from solver.sets import TileSet

RACK = -1


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player did: `after` is the new table, `origin[i][k]` tells where tile k of set i came from.

    An origin is RACK or the index of a set of the position's table.

    American and International: `after` holds the player's own sets, `others` the sets of the other players in the order
    of the position's, `others_origin` where each tile of those came from (RACK, or the set's own index), and `discard`
    the rack tile that ended the turn.
    """

    position: Position
    after: tuple[TileSet, ...]
    origin: tuple[tuple[int, ...], ...]
    others: tuple[TileSet, ...] = ()
    others_origin: tuple[tuple[int, ...], ...] = ()
    discard: Tile | None = None

    @property
    def played(self) -> tuple[Tile, ...]:
        """The rack tiles on the table now, own sets and others', in rack order."""
        return self._split()[0]

    @property
    def left(self) -> tuple[Tile, ...]:
        """What stays on the rack, in rack order."""
        return self._split()[1]

    def _split(self) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
        """The rack without the discard: played, and left."""
        sets, origins = (*self.after, *self.others), (*self.origin, *self.others_origin)
        gone = Counter(
            tile
            for tile_set, places in zip(sets, origins, strict=True)
            for tile, place in zip(tile_set.tiles, places, strict=True)
            if place == RACK
        )
        played: list[Tile] = []
        left: list[Tile] = []
        for tile in self.position.rack:
            if gone[tile]:
                gone[tile] -= 1
                played.append(tile)
            else:
                left.append(tile)
        if self.discard is not None:
            left.remove(self.discard)
        return tuple(played), tuple(left)
