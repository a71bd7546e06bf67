"""How fast is a proven best turn on the largest deck of the corpus? Part of `python -m benchmarks.speed`."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median

from benchmarks.corpus import Item, load
from benchmarks.figures import Figures
from solver.deck import Deck
from solver.result import Result, Status
from solver.solve import solve

LARGEST = Deck(8, 26, 4, 4)
GOAL_MS = 150
OBJECTIVES = (("tiles",), ("tiles", "unbroken"))
_LIMIT = 60.0


@dataclass(slots=True)
class LargeTimes:
    """Seconds by objective and id of the position, and what was wrong, in sentences."""

    solves: dict[tuple[str, ...], dict[str, list[float]]] = field(
        default_factory=lambda: {each: {} for each in OBJECTIVES}
    )
    wrong: list[str] = field(default_factory=list)
    checked: int = 0

    def figures(self, objective: tuple[str, ...]) -> Figures:
        """The figures over all positions, of each the median."""
        return Figures.of([median(seconds) for seconds in self.solves[objective].values()])


def largest() -> list[Item]:
    """The positions of the corpus on the largest deck."""
    return [item for item in load("large") if item.position.deck == LARGEST]


def measure_largest(repeat: int, step: Callable[[], None]) -> LargeTimes:
    """Solve all of them `repeat` times for each objective; `step` is called after each solve."""
    times = LargeTimes()
    for _ in range(repeat):
        for item in largest():
            for objective in OBJECTIVES:
                start = time.perf_counter()
                result = solve(item.position, item.rules, objective, _LIMIT)
                times.solves[objective].setdefault(item.id, []).append(time.perf_counter() - start)
                times.wrong += check(item, result)
                times.checked += 1
                step()
    return times


def check(item: Item, result: Result) -> list[str]:
    """What is wrong with an answer: not proven, or not what the corpus tells."""
    if result.status != Status.OPTIMAL:
        return [f"{item.id}: {result.status} after {result.seconds:.1f} s"]
    told = {"tiles": item.tiles, "unbroken": item.unbroken}
    return [
        f"{item.id}: {term} {value}, but the corpus tells {told[term]}"
        for term, value in result.values.items()
        if value != told[term]
    ]
