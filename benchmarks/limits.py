"""How well a time limit is kept, and what starting up costs."""

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.positions import Entry
from solver.rules import rules
from solver.solve import solve

LIMITS = (0.0, 0.001, 0.002, 0.005, 0.02, 0.05)
GOAL_MS = 50
_START = """
import time
start = time.perf_counter()
from solver.notation import parse_line
from solver.rules import rules
from solver.solve import solve
loaded = time.perf_counter()
edition = rules("goliath-2014")
from solver.deck import deck
position = parse_line("r4-5jr6.b3-6 r6b9k9o1", deck(edition.deck), edition.ones)
times = [time.perf_counter()]
for _ in range(2):
    solve(position, edition)
    times.append(time.perf_counter())
print(loaded - start, times[1] - times[0], times[2] - times[1])
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """What came of one limit: by how many ms the slowest solve went over it (negative: none did), and the statuses."""

    limit: float
    overshoot: float
    statuses: Counter[str]


@dataclass(frozen=True, slots=True)
class Start:
    """Medians over fresh processes, in ms: loading the solver, the first solve, and the same solve again."""

    load: float
    first: float
    second: float
    processes: int


def keep_limits(hard: Sequence[tuple[str, Entry]], repeat: int, step: Callable[[], None]) -> list[Kept]:
    """Solve hard positions (edition and entry) under each limit; `step` is called after each solve."""
    found: list[Kept] = []
    for limit in LIMITS:
        worst, statuses = float("-inf"), Counter[str]()
        for edition, entry in [*hard] * repeat:
            position, chosen = entry.position(edition), rules(edition)
            start = time.perf_counter()
            result = solve(position, chosen, limit=limit)
            worst = max(worst, time.perf_counter() - start - limit)
            statuses[str(result.status)] += 1
            step()
        found.append(Kept(limit, 1000 * worst, statuses))
    return found


def start_up(processes: int, step: Callable[[], None]) -> Start:
    """Load the solver and solve twice in fresh processes, one after another; `step` is called after each."""
    rows: list[list[float]] = []
    for _ in range(processes):
        done = subprocess.run([sys.executable, "-c", _START], capture_output=True, text=True, check=True)
        rows.append([1000 * float(word) for word in done.stdout.split()])
        step()
    load, first, second = (median(column) for column in zip(*rows, strict=True))
    return Start(load, first, second, processes)
