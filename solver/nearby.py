"""How near a turn is to a table as it lies now, half made: what a search for the nearest legal turn maximises."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solver.deck import Tile
from solver.measure import attachment
from solver.sets import TileSet
from solver.turn import Turn

NEARBY = ("as_lies", "laid", "few")
"""The terms: sets that stay as they lie now, rack tiles that stay on the table, and no more tiles from the rack."""


@dataclass(frozen=True, slots=True)
class Nearby:
    """The whole sets that lie on the table now, and the rack tiles that lie there, with how many there are of each.

    `fixed` are old sets that may not be touched: they stay in any turn, and neither they nor what lies in them counts.
    """

    sets: tuple[TileSet, ...]
    laid: Mapping[Tile, int]
    fixed: tuple[TileSet, ...] = ()

    def measure(self, turn: Turn) -> dict[str, int]:
        """The value of each term."""
        played = Counter(turn.played)
        laid = (played & Counter(self.laid)).total()
        stay = sum(place is not None for place in attachment(self.sets, without(turn.after, self.fixed)))
        return {"as_lies": stay, "laid": laid, "few": len(turn.left) + laid}


def without(sets: Sequence[TileSet], gone: Sequence[TileSet]) -> tuple[TileSet, ...]:
    """Sets without those that are in another list too, each of that list taken away once."""
    left, kept = Counter(tile_set.key() for tile_set in gone), list[TileSet]()
    for tile_set in sets:
        if left[tile_set.key()]:
            left[tile_set.key()] -= 1
        else:
            kept.append(tile_set)
    return tuple(kept)
