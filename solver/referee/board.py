"""The two tables of a turn side by side, with what every later question about them needs."""

from collections.abc import Sequence
from dataclasses import dataclass

from solver.deck import JOKER, Tile
from solver.position import Position
from solver.referee.copies import Copies
from solver.rules import Rules
from solver.sets import TileSet
from solver.turn import RACK


@dataclass(slots=True)
class Board:
    """A turn whose tiles are conserved and whose sets are sets.

    `old` and `new` hold the natural tiles of each set before and after; `likes[s][n]` counts what sets s and n have
    in common; `room` says how many jokers each new set with jokers holds, `rack_jokers` how many the rack gave.
    """

    position: Position
    after: tuple[TileSet, ...]
    rules: Rules
    copies: Copies
    old: list[frozenset[Tile]]
    new: list[frozenset[Tile]]
    likes: list[list[int]]
    room: dict[int, int]
    rack_jokers: int

    @property
    def before(self) -> tuple[TileSet, ...]:
        return self.position.table

    def from_rack(self, tile: Tile) -> bool:
        """Did the rack give a copy of this natural tile?"""
        sources = self.copies.sources.get(tile)
        return bool(sources) and sources[-1] == RACK


def board(position: Position, after: Sequence[TileSet], rules: Rules, gained: dict[Tile, int]) -> Board:
    """The board of a turn that gained these tiles from the rack."""
    copies = Copies(position.table, after, gained)
    likes = [[0] * len(after) for _ in position.table]
    for tile, sources in copies.sources.items():
        places = copies.places[tile]
        for source in sources:
            if source != RACK:
                row = likes[source]
                for place in places:
                    row[place] += 1
    given, taken = _joker_counts(position.table), _joker_counts(after)
    for source, count in given.items():
        for place, other in taken.items():
            likes[source][place] += min(count, other)
    old, new = ([frozenset(filter(None, tile_set.tiles)) for tile_set in sets] for sets in (position.table, after))
    return Board(position, tuple(after), rules, copies, old, new, likes, taken, gained.get(JOKER, 0))


def _joker_counts(sets: Sequence[TileSet]) -> dict[int, int]:
    """How many jokers each set holds that holds any."""
    return {index: tile_set.tiles.count(JOKER) for index, tile_set in enumerate(sets) if JOKER in tile_set.tiles}
