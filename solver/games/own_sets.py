"""The sets that a rack can give, every joker told its tile, and every way to lay a rack out in sets.

A rack is packed into one int, a field of bits for each different tile with its count, so that "the rack holds this set"
is one subtraction.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, combinations
from typing import NamedTuple

from solver.deck import JOKER, Deck, Tile, colour_of, make_tile, number_of
from solver.games.sheets import ToldSet, Traits, traits
from solver.sets import Group, Ones, Run, number_at, run_positions

_BITS = 5  # a count of up to 15 and, above it, a bit that a subtraction borrows from where a tile is missing


class Piece(NamedTuple):
    """A set that the rack can give: its natural tiles packed, its jokers, the field of its lowest natural tile."""

    told: ToldSet
    tiles: int
    jokers: int
    lowest: int
    key: tuple[int, ...]


class PackedRack:
    """A rack packed, and every set of at most `longest` tiles, `jokers` of them jokers, that it can give.

    `kinds` are its different natural tiles, `full` all its natural tiles packed; `pieces` are the sets, by lowest
    natural tile, then canonical, and those with the lowest tile `kinds[i]` start at `first_place[i]`.
    """

    def __init__(self, rack: Sequence[Tile], deck: Deck, ones: Ones, longest: int, jokers: int) -> None:
        counts = Counter(tile for tile in rack if tile)
        self.kinds = sorted(counts)
        self._field = {tile: place for place, tile in enumerate(self.kinds)}
        self.full = self._pack(counts.elements())
        self._guards = sum(1 << (_BITS * place + _BITS - 1) for place in range(len(self.kinds)))
        told = _told_sets(counts, jokers, deck, ones, longest)
        self.pieces = sorted(map(self._piece, told), key=lambda piece: (piece.lowest, piece.key))
        per_lowest = Counter(piece.lowest for piece in self.pieces)
        self.first_place = [0, *accumulate(per_lowest[place] for place in range(len(self.kinds)))]

    @cached_property
    def shown(self) -> list[Traits]:
        """The traits of each of the pieces."""
        return [traits((piece.told,)) for piece in self.pieces]

    def _pack(self, tiles: Iterable[Tile]) -> int:
        return sum([1 << (_BITS * self._field[tile]) for tile in tiles])

    def _piece(self, told: ToldSet) -> Piece:
        packed = self._pack(filter(None, told.shape.tiles))
        return Piece(told, packed, told.shape.tiles.count(JOKER), self.lowest(packed), told.key())

    def holds(self, left: int, tiles: int) -> bool:
        """Are these tiles among the left ones?"""
        return ((left | self._guards) - tiles) & self._guards == self._guards

    def lowest(self, left: int) -> int:
        """The field of the lowest tile left."""
        return ((left & -left).bit_length() - 1) // _BITS

    def without_lowest(self, left: int) -> int:
        """What is left when one lowest tile is taken away."""
        return left - (1 << (_BITS * self.lowest(left)))


def own_partitions(tiles: Sequence[Tile], deck: Deck, ones: Ones = Ones.LOW_OR_HIGH) -> Iterator[tuple[ToldSet, ...]]:
    """Every way to lay out exactly these tiles in sets, each once, its sets in canonical order, every joker told.

    There can be very many with three jokers or more. No tiles are laid out in one way: no sets.
    """
    packed = PackedRack(tiles, deck, ones, len(tiles), tiles.count(JOKER))
    chosen: list[ToldSet] = []

    def lay(left: int, jokers: int, start: int) -> Iterator[tuple[ToldSet, ...]]:
        if not left:
            if not jokers:
                yield tuple(sorted(chosen, key=ToldSet.key))
            return
        lowest = packed.lowest(left)
        for place in range(max(start, packed.first_place[lowest]), packed.first_place[lowest + 1]):
            piece = packed.pieces[place]
            if piece.jokers <= jokers and packed.holds(left, piece.tiles):
                chosen.append(piece.told)
                yield from lay(left - piece.tiles, jokers - piece.jokers, place)
                chosen.pop()

    yield from lay(packed.full, tiles.count(JOKER), 0)


def _told_sets(counts: Counter[Tile], jokers: int, deck: Deck, ones: Ones, longest: int) -> Iterator[ToldSet]:
    """Every set of at most so many tiles and jokers whose natural tiles are among those counted."""
    for colour in sorted({colour_of(tile) for tile in counts}):
        for first in range(1, deck.numbers + 1):
            # A run of every number is the same wherever it starts: it is listed once.
            most = min(run_positions(deck, ones) - first + 1, deck.numbers - (first > 1), longest)
            stands = tuple(make_tile(colour, number_at(first + i, deck)) for i in range(most))
            for tiles in _run_tiles(stands, counts, jokers):
                yield ToldSet(Run(tiles, stands[: len(tiles)]), stands[: len(tiles)])
    for number in sorted({number_of(tile) for tile in counts}):
        stands = tuple(make_tile(colour, number) for colour in range(deck.colours))
        for natural, told in _group_tiles(stands, counts, jokers):
            if 3 <= len(natural + told) <= longest and natural:
                yield ToldSet(Group(natural + (JOKER,) * len(told), number), natural + told)


def _run_tiles(stands: Sequence[Tile], counts: Counter[Tile], jokers: int) -> Iterator[tuple[Tile, ...]]:
    """The ways to fill the places of a run, or only the first of them, three at least, with tiles and jokers."""
    fillings: list[tuple[Tile, ...]] = [()]
    for place, stand in enumerate(stands):
        choices = (JOKER, stand) if counts[stand] else (JOKER,)
        fillings = [
            (*filling, tile) for filling in fillings for tile in choices if tile or filling.count(JOKER) < jokers
        ]
        if place >= 2:
            yield from filter(any, fillings)


def _group_tiles(
    stands: Sequence[Tile], counts: Counter[Tile], jokers: int
) -> Iterator[tuple[tuple[Tile, ...], tuple[Tile, ...]]]:
    """The ways to take some colours of a number as tiles, and some others as jokers."""
    held = [tile for tile in stands if counts[tile]]
    for natural in _subsets(held, len(held)):
        for told in _subsets([tile for tile in stands if tile not in natural], jokers):
            yield natural, told


def _subsets(tiles: Sequence[Tile], most: int) -> Iterator[tuple[Tile, ...]]:
    return (chosen for size in range(min(most, len(tiles)) + 1) for chosen in combinations(tiles, size))
