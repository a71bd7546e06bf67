"""Which physical copy of each natural tile went where.

A set holds a natural tile at most once, so for each kind of tile the copies of a turn are a one-to-one matching between
the old sets (and the rack) that gave one and the new sets that hold one. Joker rules ask for pairs of such a matching,
or forbid them; everything else about it is free. What the rules ask is decided in `conditions`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from solver.deck import Tile
from solver.sets import TileSet
from solver.turn import RACK


class Demand(NamedTuple):
    """The copy of `tile` in the new set `place` is (if not wanted: is not) the one from `source`, a set or RACK."""

    tile: Tile
    source: int
    place: int
    wanted: bool = True


class Copies:
    """All matchings of one turn, narrowed by a stack of demands that can be met together."""

    def __init__(self, before: Sequence[TileSet], after: Sequence[TileSet], gained: dict[Tile, int]) -> None:
        self.places = _where(after)
        self.sources = _where(before)
        for tile, count in gained.items():
            if tile:
                self.sources.setdefault(tile, []).extend([RACK] * count)
        self._demands: dict[Tile, list[Demand]] = {}

    def demand(self, demands: Sequence[Demand]) -> bool:
        """Add demands if some matching still meets all; otherwise change nothing."""
        for demand in demands:
            self._demands.setdefault(demand.tile, []).append(demand)
        if all(self._possible(tile) for tile in {demand.tile for demand in demands}):
            return True
        self.withdraw(demands)
        return False

    def withdraw(self, demands: Sequence[Demand]) -> None:
        """Take back the demands added last."""
        for demand in reversed(demands):
            self._demands[demand.tile].pop()

    def demands(self) -> list[Demand]:
        """Every demand in force."""
        return [demand for demands in self._demands.values() for demand in demands]

    def _possible(self, tile: Tile) -> bool:
        fixed: dict[int, int] = {}
        never: set[tuple[int, int]] = set()
        for _, source, place, wanted in self._demands[tile]:
            if not wanted:
                never.add((source, place))
            elif fixed.setdefault(place, source) != source:
                return False
        sources = list(self.sources[tile])
        for place, source in fixed.items():
            if source not in sources or (source, place) in never or place not in self.places[tile]:
                return False
            sources.remove(source)
        return _matches(sources, [place for place in self.places[tile] if place not in fixed], never)

    def assigned(self, tile: Tile, likes: Sequence[Sequence[int]]) -> dict[int, int]:
        """A matching that meets every demand, new set to source; `likes[source][place]` high where a copy should go."""
        sources, places = self.sources[tile], self.places[tile]
        if len(places) == 1:
            return {places[0]: sources[0]}
        bound = bool(self._demands.get(tile))
        if len(places) == 2 and not bound:
            return _pair(sources, places, likes)
        pairs = [(-likes[source][place], source, place) for source in sources if source != RACK for place in places]
        pairs.sort()
        free, given = set(places), set[int]()
        where: dict[int, int] = {}
        for _, source, place in pairs:
            if place in free and source not in given and (not bound or self.demand([Demand(tile, source, place)])):
                where[place] = source
                free.remove(place)
                given.add(source)
        return where | dict.fromkeys(free, RACK)


def _where(sets: Sequence[TileSet]) -> dict[Tile, list[int]]:
    """For each natural tile the sets that hold it."""
    where: dict[Tile, list[int]] = {}
    for index, tile_set in enumerate(sets):
        for tile in tile_set.tiles:
            if tile in where:
                where[tile].append(index)
            elif tile:
                where[tile] = [index]
    return where


def _pair(sources: Sequence[int], places: Sequence[int], likes: Sequence[Sequence[int]]) -> dict[int, int]:
    """The likelier of the two matchings of two copies, by its likeliest pair."""
    (one, other), (here, there) = sources, places
    straight = crossed = 0
    if one != RACK:
        straight, crossed = likes[one][here], likes[one][there]
    if other != RACK:
        straight, crossed = max(straight, likes[other][there]), max(crossed, likes[other][here])
    return {here: one, there: other} if straight >= crossed else {here: other, there: one}


def _matches(sources: Sequence[int], places: Sequence[int], never: set[tuple[int, int]]) -> bool:
    """Can every source have its own place, no pair of them in `never`? (Augmenting paths.)"""
    if not never:
        return True
    holder: dict[int, int] = {}

    def seat(index: int, seen: set[int]) -> bool:
        for place in places:
            if place not in seen and (sources[index], place) not in never:
                seen.add(place)
                if place not in holder or seat(holder[place], seen):
                    holder[place] = index
                    return True
        return False

    return all(seat(index, set()) for index in range(len(sources)))
