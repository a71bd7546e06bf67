"""The rack as the search for openings sees it, and the sets that hold a tile as their highest, made one by one.

Kinds of tiles are numbered from the highest number down, then by colour. A set's *anchor* is the first kind in it. With
many jokers there are more sets than memory holds, so they are never listed.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from solver.deck import JOKER, Tile, colour_of, make_tile, number_of
from solver.position import Position
from solver.rules import Game, MeldJokers, Rules
from solver.sets import Group, TileSet, number_at, run_at, run_positions

Key = tuple[int, int, int, tuple[int, ...]]
"""Anchor; for a group 0, jokers, other kinds; for a run 1, last place of the track, tile (0) or joker (1) downwards."""
GROUP, RUN = 0, 1
MANY = 1 << 20
"""No limit."""


class OwnSet(NamedTuple):
    """A set of rack tiles. Keys sort sets; equal sets have equal keys."""

    key: Key
    kinds: tuple[int, ...]
    jokers: int
    points: int

    @property
    def tiles(self) -> int:
        """How many tiles, jokers too."""
        return len(self.kinds) + self.jokers


class Rack:
    """The tiles that may open: kinds, copies of each, and how many of these may be left out."""

    def __init__(self, position: Position, rules: Rules) -> None:
        held = Counter(position.rack) - Counter(position.keep)
        must = Counter(position.must_play)
        forbidden = rules.initial_meld_jokers == MeldJokers.FORBIDDEN
        self.deck = position.deck
        self.to_open = position.to_open or 0
        # American and International: one tile must be left for the discard.
        self.most_tiles = MANY if rules.game == Game.SABRA else len(position.rack) - 1
        self.jokers = 0 if forbidden else held[JOKER]
        self.must_jokers = must[JOKER]
        self.jokers_in_set = self.jokers if rules.jokers_per_set is None else min(self.jokers, rules.jokers_per_set)
        self.represented = rules.initial_meld_jokers == MeldJokers.REPRESENTED
        self.kinds = sorted((tile for tile in held if tile), key=lambda tile: (-number_of(tile), tile))
        self.numbers = [number_of(tile) for tile in self.kinds]
        self.counts = [held[tile] for tile in self.kinds]
        self.spare = [held[tile] - must[tile] for tile in self.kinds]
        self.track = run_positions(self.deck, rules.ones)
        self._index = {tile: kind for kind, tile in enumerate(self.kinds)}
        self.trios = [self._trios(kind) for kind in range(len(self.kinds))]

    @property
    def size(self) -> int:
        """No opening has more tiles."""
        return min(self.most_tiles, sum(self.counts) + self.jokers)

    @property
    def most_points(self) -> int:
        """No opening is worth more."""
        naturals = sum(number * count for number, count in zip(self.numbers, self.counts, strict=True))
        return naturals + self.jokers * self.joker_points

    @property
    def joker_points(self) -> int:
        """The most that a joker can be worth."""
        return self.deck.numbers if self.represented else 0

    def _kind_at(self, colour: int, place: int) -> int:
        """The kind that lies at a place of a run track; -1 if the rack has none."""
        return self._index.get(make_tile(colour, number_at(place, self.deck)), -1)

    def _places(self, kind: int) -> range:
        """Where on its run track a kind may lie."""
        return range(self.numbers[kind], self.track + 1, self.deck.numbers)

    def _trios(self, kind: int) -> list[tuple[int, int]]:
        """The other two kinds of every three tiles with this kind that could lie in a set; -1 for no such tile."""
        number, colour = self.numbers[kind], colour_of(self.kinds[kind])
        alike = [other for other, each in enumerate(self.numbers) if each == number and other != kind]
        found = [(one, two) for one in alike for two in alike if one < two]
        if self.deck.colours > 2:
            found += [(other, -1) for other in alike]
        for place in self._places(kind):
            for first in range(max(1, place - 2), min(place, self.track - 2, self.deck.numbers) + 1):
                one, two = (self._kind_at(colour, p) for p in range(first, first + 3) if p != place)
                found.append((one, two) if one >= 0 else (two, one))
        return found

    def sets(
        self,
        anchor: int,
        left: bytearray,
        most_tiles: int,
        most_jokers: int,
        least: Key | None,
        tick: Callable[[], None],
    ) -> Iterator[OwnSet]:
        """Every set with this anchor of the tiles left, in order of the keys, from `least` on.

        `left` may change between two sets if it is as before when the next one is asked for; `tick` is called now and
        then and may raise.
        """
        most_jokers = min(most_jokers, self.jokers_in_set)
        if least is None or least[1] == GROUP:
            yield from self._groups(anchor, left, min(most_tiles, self.deck.colours), most_jokers, least)
        colour, numbers = colour_of(self.kinds[anchor]), self.deck.numbers
        for place in self._places(anchor):
            forced = 0
            for last in range(place, min(self.track, place + numbers - 1) + 1):
                if last > place:
                    kind = self._kind_at(colour, last)
                    forced += kind <= anchor or not left[kind]
                if forced > most_jokers:
                    break
                if least is None or least[1] == GROUP or least[2] <= last:
                    cells = least[3] if least is not None and least[1:3] == (RUN, last) else ()
                    yield from self._runs(anchor, place, last, left, most_tiles, most_jokers, cells, tick)

    def _groups(self, anchor: int, left: bytearray, most: int, most_jokers: int, least: Key | None) -> Iterator[OwnSet]:
        number = self.numbers[anchor]
        alike = [k for k in range(anchor + 1, len(left)) if self.numbers[k] == number and left[k]]
        for jokers in range(most_jokers + 1):
            stack: list[tuple[int, ...]] = [()]
            while stack:
                others = stack.pop()
                size = 1 + len(others) + jokers
                key = (anchor, GROUP, jokers, others)
                if 3 <= size <= most and (least is None or key >= least):
                    worth = 1 + len(others) + (jokers if self.represented else 0)
                    yield OwnSet(key, (anchor, *others), jokers, number * worth)
                if size < most:
                    stack += [(*others, k) for k in reversed(alike) if not others or k > others[-1]]

    def _runs(
        self,
        anchor: int,
        place: int,
        last: int,
        left: bytearray,
        most_tiles: int,
        most_jokers: int,
        least: tuple[int, ...],
        tick: Callable[[], None],
    ) -> Iterator[OwnSet]:
        """Runs that end at `last` and have the anchor at `place`, laid from the end downwards."""
        colour, numbers = colour_of(self.kinds[anchor]), self.deck.numbers
        longest = min(most_tiles, numbers)
        stack: list[tuple[tuple[int, ...], tuple[int, ...], int]] = [((), (), 0)]
        while stack:
            cells, kinds, points = stack.pop()
            tick()
            size = len(cells)
            if cells < least[:size]:
                continue
            first = last - size + 1
            jokers = size - len(kinds)
            # A full circle is one set wherever it is cut: it starts at 1.
            if size >= 3 and first <= min(place, numbers) and (size < numbers or first == 1) and cells >= least:
                yield OwnSet((anchor, RUN, last, cells), kinds, jokers, points)
            if size == longest or first == 1:
                continue
            number = number_at(first - 1, self.deck)
            kind = self._kind_at(colour, first - 1)
            if first - 1 != place and jokers < most_jokers:
                stack.append(((*cells, 1), kinds, points + (number if self.represented else 0)))
            if kind >= anchor and left[kind]:
                stack.append(((*cells, 0), (*kinds, kind), points + number))

    def as_set(self, own: OwnSet) -> TileSet:
        """The set as others know it: a group in deck order with its jokers last, a run ascending."""
        anchor, form, last, cells = own.key
        if form == GROUP:
            tiles: tuple[Tile, ...] = (*(self.kinds[kind] for kind in own.kinds), *(JOKER,) * own.jokers)
            return Group(tiles, self.numbers[anchor])
        colour, first = colour_of(self.kinds[anchor]), last - len(cells) + 1
        stands = [make_tile(colour, number_at(first + i, self.deck)) for i in range(len(cells))]
        shown = [JOKER if cell else tile for tile, cell in zip(stands, reversed(cells), strict=True)]
        return run_at(colour, first, shown, self.deck)
