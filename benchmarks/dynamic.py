"""A dynamic programme over the numbers of the deck, after van Rijn, Takes and Vis, "The Complexity of Rummikub
Problems" (arXiv:1604.07553, 2016). It shares no formulation with the solver: no constraints, no search, no sets.

The numbers are gone through from lowest to highest, and at each number the colours. Known at any moment is, for each
colour, how many runs are open that have one, two, and three or more tiles: the first two must go on, the third kind may
end anywhere. How many tiles of the colour lie in runs then decides everything: runs that must go on come first, then
the long ones (to extend one is never worse than to begin another), and what is left begins runs. Groups are known by
the number of their tiles and by the colour that has most of them. With at most two jokers no set is of jokers alone.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from solver.deck import JOKER, Deck, make_tile, number_of
from solver.position import Position
from solver.rules import Game, MeldJokers, Rules
from solver.sets import Ones

MOST_JOKERS = 2
MOST_LAYOUTS = 1_000_000
"""More than that are given up, at a number that needs them. Standard decks come nowhere near it."""
Objective = Literal["tiles", "points"]
Open = tuple[int, int, int]
"""Runs of one colour that have one, two, and three or more tiles."""
Codes = NDArray[np.int64]


class UnableError(ValueError):
    """A position or rules that the programme cannot do."""


@dataclass(frozen=True, slots=True)
class _Task:
    """Natural tiles that must be laid and those that may be, the same of jokers, and points to open (0: opened)."""

    deck: Deck
    must: Counter[int]
    may: Counter[int]
    must_jokers: int
    all_jokers: int
    to_open: int
    counts_points: bool


def unable(position: Position, edition: Rules) -> str | None:
    """Why the programme cannot do this position under these rules; None if it can.

    Joker rules matter only for jokers on the table, so any edition will do where there are none.
    """
    opening, loose = position.to_open is not None, position.rack.count(JOKER)
    untouched = opening and not edition.same_turn_manipulation
    lying = 0 if untouched else position.table_tiles().count(JOKER)
    for fault, what in (
        (edition.game != Game.SABRA, "sets of one's own"),
        (edition.ones != Ones.LOW, f"ones={edition.ones}"),
        (edition.jokers_per_set is not None, "a limit of jokers in a set"),
        (position.keep or position.must_play, "wishes"),
        (lying and not edition.joker_clear, "jokers on the table that are not free"),
        (lying + loose > MOST_JOKERS, f"more than {MOST_JOKERS} jokers"),
        (opening and not untouched and (position.table or loose), "an opening that may be rearranged at once"),
        (opening and loose and edition.initial_meld_jokers != MeldJokers.REPRESENTED, "jokers that open otherwise"),
    ):
        if fault:
            return what
    return None


def most(position: Position, edition: Rules, objective: Objective = "tiles") -> int | None:
    """The most rack tiles, or points of natural rack tiles, in one legal turn; None if there is none.

    Raises:
        UnableError: see `unable`.
    """
    reason = unable(position, edition)
    if reason is not None:
        raise UnableError(reason)
    must = Counter(() if position.to_open is not None else position.table_tiles())
    may = Counter(position.rack)
    lying, loose = must.pop(JOKER, 0), may.pop(JOKER, 0)
    points = objective == "points"
    return _best(_Task(position.deck, must, may, lying, lying + loose, position.to_open or 0, points))


def _best(task: _Task) -> int | None:
    form = _Form(task)
    codes = np.zeros(1, dtype=np.int64)
    for number in range(1, task.deck.numbers + 1):
        for colour in range(task.deck.colours):
            codes = form.merged(_colour(task, form, codes, number, colour))
        codes = form.merged(_groups(task, form, codes, number))
    value, loose = form.value.of(codes), form.jokers.of(codes) - task.must_jokers
    # Naturals are worth something, so without value and without a joker no rack tile was laid.
    done = (loose >= 0) & (form.points.of(codes) >= task.to_open) & ((value > 0) | (loose > 0))
    worth = value if task.counts_points else value + loose
    return int(worth[done].max()) if done.any() else None


@dataclass(frozen=True, slots=True)
class _Digit:
    """A digit of a code: its weight, and one more than the greatest it can be."""

    weight: int
    base: int

    def of(self, codes: Codes) -> Codes:
        return codes // self.weight % self.base


class _Form:
    """Layouts as whole numbers, a digit for each thing known of them; the value is the lowest: the best sorts last."""

    def __init__(self, task: _Task) -> None:
        numbers, colours = range(1, task.deck.numbers + 1), range(task.deck.colours)
        held = {tile: task.must[tile] + task.may[tile] for tile in task.deck.tiles()}
        most = max(held.values()) + task.all_jokers
        places = range(most + 1)
        self.open: list[Open] = [(a, b, c) for a in places for b in places for c in places if a + b + c <= most]
        self.id = {runs: i for i, runs in enumerate(self.open)}
        self._weight = 1
        self.value = self._digit(sum(number_of(tile) * k if task.counts_points else k for tile, k in task.may.items()))
        self.colours = [self._digit(len(self.open) - 1) for _ in colours]
        self.jokers, self.points = self._digit(task.all_jokers), self._digit(task.to_open)
        self.grouped = self._digit(max(sum(held[make_tile(c, n)] for c in colours) for n in numbers))
        self.peak = self._digit(max(held.values()))
        if self._weight >= 1 << 63:
            raise UnableError("too many tiles of a kind")

    def _digit(self, most: int) -> _Digit:
        digit = _Digit(self._weight, most + 1)
        self._weight *= most + 1
        return digit

    def merged(self, pieces: list[Codes]) -> Codes:
        """The best of all layouts that differ in nothing but their value."""
        codes = np.sort(np.concatenate(pieces)) if pieces else np.zeros(0, dtype=np.int64)
        kinds = codes // self.value.base
        last = np.ones(len(codes), dtype=bool)
        last[:-1] = kinds[1:] != kinds[:-1]
        best = codes[last]
        if len(best) > MOST_LAYOUTS:
            raise UnableError("too many layouts")
        return best

    def more_points(self, task: _Task, codes: Codes, more: int) -> Codes:
        """What to add for so many points, up to those needed."""
        return np.minimum(task.to_open - self.points.of(codes), more) * self.points.weight


def _parts(codes: Codes, one: _Digit, other: _Digit) -> Iterator[tuple[int, int, Codes]]:
    """The codes by the values of two digits."""
    pairs = one.of(codes) * other.base + other.of(codes)
    for pair in np.unique(pairs).tolist():
        yield pair // other.base, pair % other.base, codes[pairs == pair]


def _colour(task: _Task, form: _Form, codes: Codes, number: int, colour: int) -> list[Codes]:
    """Lay the tiles of one colour and number: so many in runs, the others in groups."""
    tile = make_tile(colour, number)
    must, most = task.must[tile], task.must[tile] + task.may[tile]
    ahead = -1 if number == task.deck.numbers else task.must[tile + 1] + task.may[tile + 1]
    worth = number if task.counts_points else 1
    digit, found = form.colours[colour], list[Codes]()
    for runs, jokers, part in _parts(codes, digit, form.jokers):
        peak = form.peak.of(part)
        for natural, wild, opened in _choices(form.open[runs], most, task.all_jokers - jokers, ahead):
            moved = part + (form.id[opened] - runs) * digit.weight + wild * form.jokers.weight
            for laid in range(max(must, natural), most + 1):
                in_groups = laid - natural
                higher = np.maximum(in_groups - peak, 0) * form.peak.weight
                more = form.more_points(task, part, (laid + wild) * number)
                found.append(moved + worth * (laid - must) + in_groups * form.grouped.weight + higher + more)
    return found


@cache
def _choices(runs: Open, most: int, jokers: int, ahead: int) -> tuple[tuple[int, int, Open], ...]:
    """How many naturals and jokers can lie in runs, and the runs then open; `ahead` tiles are next, -1 at the end."""
    one, two, long = runs
    found: list[tuple[int, int, Open]] = []
    for natural in range(most + 1):
        for wild in range(jokers + 1):
            extra = natural + wild - one - two
            if extra < 0:
                continue
            extended = min(extra, long)
            new = extra - extended + one
            room = 0 if ahead < 0 else ahead + jokers - wild
            if new <= room:
                # Long runs that cannot go on have ended.
                found.append((natural, wild, (extra - extended, one, min(two + extended, room - new))))
    return tuple(found)


def _groups(task: _Task, form: _Form, codes: Codes, number: int) -> list[Codes]:
    """Put jokers to the tiles in groups, where groups can be made of them."""
    found: list[Codes] = []
    for grouped, peak, part in _parts(codes, form.grouped, form.peak):
        left = task.all_jokers - form.jokers.of(part)
        ended = part - grouped * form.grouped.weight - peak * form.peak.weight
        for wild in range(task.all_jokers + 1):
            if _can_be_groups(grouped, peak, wild, task.deck.colours):
                more = form.more_points(task, part, wild * number) + wild * form.jokers.weight
                found.append((ended + more)[left >= wild])
    return found


@cache
def _can_be_groups(grouped: int, peak: int, wild: int, colours: int) -> bool:
    """Can so many tiles of one number, at most `peak` of one colour, and so many jokers be laid as groups?

    Dealt round to so many groups as no colour has more tiles than there are groups, they differ by one at most.
    """
    if not grouped:
        return not wild
    return any(3 * groups <= grouped + wild <= colours * groups for groups in range(peak, grouped + 1))
