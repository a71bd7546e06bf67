"""A joker laid in the place of a tile, so that a turn that is known comes to need what a kind of puzzle asks for."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver.deck import JOKER, Tile
from solver.measure import attachment
from solver.position import Position
from solver.sets import TileSet
from solver.turn import RACK, Turn


@dataclass(frozen=True, slots=True)
class Laid:
    """A position with a joker on its table, and the table after a turn that may be legal there."""

    position: Position
    after: tuple[TileSet, ...]

    @property
    def broken(self) -> int:
        """How many old sets the turn breaks."""
        return attachment(self.position.table, self.after).count(None)


def laid(turn: Turn, *, stays: bool) -> list[Laid]:
    """A joker in place of each tile of the table where it may make a turn harder, if the deck has a joker left.

    `stays`: in a set that the turn breaks, where the joker does what the tile did, and is not released. Otherwise the
    tile comes to the rack, so that it may replace the joker, which does what a rack tile did; that one is left out.
    """
    position = turn.position
    if position.table_tiles().count(JOKER) + position.rack.count(JOKER) >= position.deck.jokers:
        return []
    attached = attachment(position.table, turn.after)
    seats = list(_seats(turn))
    found: list[Laid] = []
    for old, tile_set in enumerate(position.table):
        for place, tile in enumerate(tile_set.tiles if JOKER not in tile_set.tiles else ()):
            there = replace(position, table=_with_joker(position.table, old, place))
            for slot, seated, origin in seats:
                rack = list(position.rack)
                if stays:
                    fits = (seated, origin, attached[old]) == (tile, old, None)
                elif fits := origin == RACK and bool(seated):
                    rack[rack.index(seated)] = tile
                if fits:
                    found.append(Laid(replace(there, rack=tuple(rack)), _with_joker(turn.after, *slot)))
    return found


def _seats(turn: Turn) -> Iterator[tuple[tuple[int, int], Tile, int]]:
    """Each place of the table after a turn (set and place in it), the tile there, and where it came from."""
    for number, (tile_set, origins) in enumerate(zip(turn.after, turn.origin, strict=True)):
        for place, (tile, origin) in enumerate(zip(tile_set.tiles, origins, strict=True)):
            yield (number, place), tile, origin


def _with_joker(table: tuple[TileSet, ...], number: int, place: int) -> tuple[TileSet, ...]:
    """The table with a joker in one place."""
    tiles = list(table[number].tiles)
    tiles[place] = JOKER
    return (*table[:number], replace(table[number], tiles=tuple(tiles)), *table[number + 1 :])
