"""How the time of a solve grows: one thing at a time is made larger, with everything else as in a middling position.

The positions are random, from fixed seeds. Times are those of the processor, so others on the machine have little say.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from benchmarks.making import position
from solver.deck import Deck
from solver.rules import rules
from solver.solve import solve

OBJECTIVE = ("tiles", "unbroken")
EDITIONS = ("goliath-2014", "lemada-2014", "book-1978", "pressman-1998")
POSITIONS = 15
LIMIT = 10.0
STANDARD = Deck(4, 13, 2, 2)


@dataclass(frozen=True, slots=True)
class Size:
    """What a random position is made of; `jokers` lie on the table."""

    deck: Deck = STANDARD
    sets: int = 12
    jokers: int = 1
    rack: int = 12


MIDDLING = Size()
SWEEPS: dict[str, dict[int, Size]] = {
    "colours": {n: replace(MIDDLING, deck=Deck(n, 13, 2, 2)) for n in range(2, 9)},
    "numbers": {n: replace(MIDDLING, deck=Deck(4, n, 2, 2)) for n in (6, 8, 10, 13, 16, 20, 26, 32, 40)},
    "copies of a tile": {n: replace(MIDDLING, deck=Deck(4, 13, n, 2)) for n in range(1, 9)},
    "jokers on the table": {n: replace(MIDDLING, deck=Deck(4, 13, 2, 4), jokers=n) for n in range(5)},
    "sets on the table": {n: replace(MIDDLING, sets=n) for n in (0, 2, 4, 8, 12, 16, 20, 24)},
    "tiles on the rack": {n: replace(MIDDLING, rack=n) for n in (2, 4, 8, 12, 16, 20, 26, 32)},
}


@dataclass(frozen=True, slots=True)
class Point:
    """One solve: the sweep, where in it, under which rules, which position, and what it took."""

    sweep: str
    size: int
    rules: str
    seed: int
    milliseconds: float
    work: float
    status: str


def grow(step: Callable[[str], None], sweeps: Sequence[str] = tuple(SWEEPS), count: int = POSITIONS) -> Iterator[Point]:
    """Solve so many positions of each size under each edition; `step` is called with a name before each size."""
    solve(position(Random(0), MIDDLING.deck, 2, 0, 4), EDITIONS[0])  # not counted: what a process does only once
    for sweep in sweeps:
        for value, size in SWEEPS[sweep].items():
            step(f"{sweep} {value}")
            for seed in range(count):
                place = position(Random(seed), size.deck, size.sets, size.jokers, size.rack)
                for edition in EDITIONS:
                    start = time.process_time()
                    result = solve(place, rules(edition), OBJECTIVE, LIMIT)
                    spent = 1000 * (time.process_time() - start)
                    yield Point(sweep, value, edition, seed, round(spent, 3), round(result.work, 6), str(result.status))
