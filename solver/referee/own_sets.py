"""How much the own sets in a handful of tiles are worth at best: exact, by search with memory.

Tiles are taken from the highest number down. For the first one left the search tries every set that holds it,
then leaving it out; what it could not reach from the same rest it remembers.
"""

from collections.abc import Iterator
from typing import NamedTuple

from solver.deck import Deck, Tile, make_tile, number_of
from solver.rules import MeldJokers, Rules
from solver.sets import number_at, run_positions


class _Use(NamedTuple):
    """A set as the search sees it: places in the list of kinds, number of jokers, points."""

    kinds: tuple[int, ...]
    jokers: int
    points: int


class OwnSets:
    """The sets that can be made of tiles from the rack, `gained` (JOKER for jokers), for an initial meld."""

    def __init__(self, gained: dict[Tile, int], deck: Deck, rules: Rules) -> None:
        held = {tile: count for tile, count in gained.items() if count > 0}
        self.deck, self.rules = deck, rules
        self.jokers = 0 if rules.initial_meld_jokers == MeldJokers.FORBIDDEN else held.pop(0, 0)
        held.pop(0, None)
        self.kinds = sorted(held, key=lambda tile: (-number_of(tile), tile))
        self.index = {tile: place for place, tile in enumerate(self.kinds)}
        self.counts = [held[tile] for tile in self.kinds]
        self.represented = rules.initial_meld_jokers == MeldJokers.REPRESENTED
        limit = rules.jokers_per_set
        self.most_jokers = self.jokers if limit is None else min(limit, self.jokers)
        self._uses: dict[int, list[_Use]] = {}
        self._failed: dict[tuple[int, tuple[int, ...], int], int] = {}

    def reach(self, need: int) -> bool:
        """Are there disjoint sets worth at least `need` points?"""
        return self._reach(0, list(self.counts), self.jokers, need)

    def _reach(self, first: int, left: list[int], jokers: int, need: int) -> bool:
        if need <= 0:
            return True
        while first < len(left) and not left[first]:
            first += 1
        if first == len(left) or self._bound(first, left, jokers) < need:
            return False
        key = (first, tuple(left[first:]), jokers)
        if self._failed.get(key, need + 1) <= need:
            return False
        for use in self._sets(first):
            if use.jokers <= jokers and all(left[kind] for kind in use.kinds):
                for kind in use.kinds:
                    left[kind] -= 1
                found = self._reach(first, left, jokers - use.jokers, need - use.points)
                for kind in use.kinds:
                    left[kind] += 1
                if found:
                    return True
        count, left[first] = left[first], 0
        found = self._reach(first + 1, left, jokers, need)
        left[first] = count
        if not found:
            self._failed[key] = need
        return found

    def _bound(self, first: int, left: list[int], jokers: int) -> int:
        """No more than this can be had from the rest."""
        tiles = sum(number_of(self.kinds[kind]) * left[kind] for kind in range(first, len(left)))
        return tiles + (jokers * self.deck.numbers if self.represented else 0)

    def _sets(self, first: int) -> list[_Use]:
        """Every useful set that holds this kind and else only later ones, the most valuable first."""
        if first not in self._uses:
            found = {*self._groups(first), *self._runs(first)}
            self._uses[first] = sorted(found, key=lambda use: (-use.points, use.jokers, use.kinds))
        return self._uses[first]

    def _groups(self, first: int) -> Iterator[_Use]:
        number = number_of(self.kinds[first])
        others = [kind for kind, tile in enumerate(self.kinds) if kind > first and number_of(tile) == number]
        chosen: list[tuple[int, ...]] = [(first,)]
        for kind in others:
            chosen += [(*kinds, kind) for kinds in chosen]
        for kinds in chosen:
            for jokers in range(self.most_jokers + 1):
                if 3 <= len(kinds) + jokers <= self.deck.colours:
                    worth = len(kinds) + (jokers if self.represented else 0)
                    yield _Use(kinds, jokers, number * worth)

    def _runs(self, first: int) -> Iterator[_Use]:
        """Runs of 3 to 5, which longer ones can be cut into; only with three or more jokers some cannot."""
        tile = self.kinds[first]
        colour, number = tile - number_of(tile), number_of(tile)
        track = run_positions(self.deck, self.rules.ones)
        longest = min(self.deck.numbers, max(5, 3 + self.most_jokers))
        for place in range(number, track + 1, self.deck.numbers):
            for length in range(3, longest + 1):
                for start in range(max(1, place - length + 1), min(place, track - length + 1, self.deck.numbers) + 1):
                    numbers = [number_at(start + step, self.deck) for step in range(length)]
                    yield from self._filled(first, [make_tile(0, one) + colour for one in numbers])

    def _filled(self, first: int, tiles: list[Tile]) -> Iterator[_Use]:
        """Every way to lay this run with tiles and jokers."""
        worth = sum(map(number_of, tiles))
        partial: list[tuple[tuple[int, ...], int, int]] = [((), 0, worth)]
        for tile in tiles:
            kind = self.index.get(tile, -1)
            price = 0 if self.represented else number_of(tile)
            grown = [((*kinds, kind), jokers, left) for kinds, jokers, left in partial if kind >= first]
            if kind != first:
                grown += [(k, jokers + 1, left - price) for k, jokers, left in partial if jokers < self.most_jokers]
            partial = grown
        for kinds, jokers, points in partial:
            yield _Use(tuple(sorted(kinds)), jokers, points)
