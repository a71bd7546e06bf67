"""How near a turn is to a table as it lies now, half made: what a search for the nearest legal turn maximises."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from solver.deck import Tile
from solver.measure import attachment
from solver.sets import TileSet
from solver.turn import Turn

NEARBY = ("as_lies", "laid", "few")
"""The terms: sets that stay as they lie now, rack tiles that stay on the table, and no more tiles from the rack."""


@dataclass(frozen=True, slots=True)
class Nearby:
    """The whole sets that lie on the table now, and the rack tiles that lie there, with how many there are of each."""

    sets: tuple[TileSet, ...]
    laid: Mapping[Tile, int]

    def measure(self, turn: Turn) -> dict[str, int]:
        """The value of each term."""
        played = Counter(turn.played)
        laid = (played & Counter(self.laid)).total()
        stay = sum(place is not None for place in attachment(self.sets, turn.after))
        return {"as_lies": stay, "laid": laid, "few": len(turn.left) + laid}
