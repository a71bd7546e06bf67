"""Every opening inside a box of tiles, points and jokers, each once, in the order of its sets' keys.

Sets are chosen by anchor, and among those with one anchor in order of their keys. At every anchor bounds and a memory
of rests from which nothing was found say whether there is still something to find; where nothing was found for long,
the oracle says it.
"""

import time
from collections.abc import Callable, Generator, Iterator
from typing import NamedTuple

from solver.openings.own_sets import MANY, Key, OwnSet, Rack
from solver.openings.proofs import Oracle

_REMEMBERED = 50_000
_TICKS = 512
_FRUITLESS = 300


class Box(NamedTuple):
    """What an opening may measure: least and most of each."""

    tiles: tuple[int, int] = (0, MANY)
    points: tuple[int, int] = (0, MANY)
    jokers: tuple[int, int] = (0, MANY)

    def after(self, own: OwnSet) -> "Box":
        """What the others may measure beside one set."""
        return Box(_less(self.tiles, own.tiles), _less(self.points, own.points), _less(self.jokers, own.jokers))


def _less(bounds: tuple[int, int], amount: int) -> tuple[int, int]:
    """Where there is no upper limit none appears, so that rests reached in different ways are known again."""
    return max(0, bounds[0] - amount), bounds[1] if bounds[1] == MANY else bounds[1] - amount


class _Stop(Exception):  # noqa: N818 (no error: the way out of the generators)
    """Time is up."""


class Search:
    """One search for openings. `finished` tells whether it saw all there is or found as many as were asked for."""

    def __init__(self, rack: Rack, oracle: Callable[[], Oracle], deadline: float) -> None:
        self._rack = rack
        self._oracle = oracle
        self._deadline = deadline
        self._left = bytearray(rack.counts)
        self._found: list[tuple[OwnSet, ...]] = []
        self._failed: set[tuple[object, ...]] = set()
        self._ticks = 0
        self.finished = False

    def run(self, box: Box, most: int) -> list[tuple[OwnSet, ...]]:
        """The first openings in the box, `most` at the most. To be called once."""
        rack = self._rack
        jokers = (max(box.jokers[0], rack.must_jokers), min(box.jokers[1], rack.jokers))
        box = Box((box.tiles[0], min(box.tiles[1], rack.most_tiles)), box.points, jokers)
        try:
            self._check_time()
            if box.jokers[0] <= box.jokers[1]:
                self._descend(box, most)
            self.finished = True
        except _Stop:
            pass
        return self._found

    def _check_time(self) -> None:
        if time.monotonic() >= self._deadline:
            raise _Stop

    def _tick(self) -> None:
        self._ticks += 1
        if self._ticks % _TICKS == 0:
            self._check_time()

    def _descend(self, box: Box, most: int) -> None:
        """Depth first, with a stack of its own: an opening may have more sets than Python has frames."""
        chosen: list[OwnSet] = []
        stack = [self._choices(0, box, None)]
        while stack:
            step = next(stack[-1], None)
            if step is None:
                stack.pop()
                if chosen:
                    for kind in chosen.pop().kinds:
                        self._left[kind] += 1
                continue
            own, rest = step
            chosen.append(own)
            for kind in own.kinds:
                self._left[kind] -= 1
            if not (rest.tiles[0] or rest.points[0] or rest.jokers[0]) and self._all_played():
                self._found.append(tuple(chosen))
                if len(self._found) == most:
                    return
            stack.append(self._choices(own.key[0], rest, own.key))

    def _choices(self, anchor: int, box: Box, least: Key | None) -> Iterator[tuple[OwnSet, Box]]:
        """Every set that may come next, with this anchor or a later one and not before `least`, and the box after it.

        Kinds that are passed are gone from the tiles left until the end.
        """
        rack, left = self._rack, self._left
        before = bytes(left)
        tried: list[tuple[tuple[object, ...], int]] = []
        for kind in range(anchor, len(left)):
            if not left[kind]:
                continue
            if kind > anchor:
                least = None
            self._tick()
            rest = (kind, bytes(left[kind:]), least, box)
            if rest in self._failed or not self._reachable(kind, box):
                break
            tried.append((rest, len(self._found)))
            refuted = yield from self._anchored(kind, box, least)
            if refuted or left[kind] > rack.spare[kind]:
                break
            left[kind] = 0
        left[:] = before
        if len(self._failed) < _REMEMBERED:
            self._failed.update(rest for rest, found in tried if found == len(self._found))

    def _anchored(self, kind: int, box: Box, least: Key | None) -> Generator[tuple[OwnSet, Box], None, bool]:
        """Every set with this anchor, and the box after it; returns whether it was refuted that the rest holds any."""
        found, began, asked = len(self._found), self._ticks, False
        for own in self._rack.sets(kind, self._left, box.tiles[1], box.jokers[1], least, self._tick):
            if not asked and self._ticks - began > _FRUITLESS and found == len(self._found):
                asked = True
                if self._refuted(kind, box):
                    return True
            if own.points <= box.points[1]:
                yield own, box.after(own)
        return False

    def _refuted(self, kind: int, box: Box) -> bool:
        rack, left = self._rack, self._left
        rest = {rack.kinds[k]: (max(0, left[k] - rack.spare[k]), left[k]) for k in range(kind, len(left))}
        return self._oracle().refutes(rest, *box, self._deadline)

    def _all_played(self) -> bool:
        return all(left <= spare for left, spare in zip(self._left, self._rack.spare, strict=True))

    def _reachable(self, kind: int, box: Box) -> bool:
        """May the box be met with the tiles left? False is certain."""
        (least_tiles, most_tiles), (least_points, most_points), (_, jokers) = box
        if most_tiles < 3 or most_points <= 0:
            return False
        rack, left = self._rack, self._left
        tiles, points = jokers, jokers * rack.joker_points
        naturals = most_tiles - jokers if rack.joker_points else most_tiles
        for each in range(kind, len(left)):
            if (count := left[each]) and self._alive(each, jokers):
                tiles += count
                points += rack.numbers[each] * max(0, min(count, naturals))
                naturals -= count
                if tiles >= least_tiles and points >= least_points:
                    return True
        return tiles >= least_tiles and points >= least_points and tiles > 0

    def _alive(self, kind: int, jokers: int) -> bool:
        """May a tile of this kind lie in a set with two others that are left, or jokers?"""
        if jokers > 1:
            return True
        left, trios = self._left, self._rack.trios[kind]
        if jokers:
            return any((one >= 0 and left[one]) or (two >= 0 and left[two]) for one, two in trios)
        return any(two >= 0 and left[one] and left[two] for one, two in trios)
