"""The measurement itself: every edition and the textbook model in turn on each position, every answer checked."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

from benchmarks.figures import Figures
from benchmarks.positions import Entry
from benchmarks.textbook import Answer, Textbook
from solver.deck import DECKS
from solver.result import Result, Status
from solver.rules import rules
from solver.solve import solve

OBJECTIVE = ("tiles", "unbroken")
FREE = "goliath-2014"
"""The edition with free jokers: what `max_tiles` of an entry and the textbook model mean."""
EDITIONS = (FREE, "lemada-2014", "book-1978", "pressman-1998")
LIMIT = 60.0


@dataclass(slots=True)
class Times:
    """Seconds by edition and entry id, the textbook model's answers by entry id, and what was wrong, in sentences."""

    solves: dict[str, dict[str, list[float]]] = field(default_factory=lambda: {edition: {} for edition in EDITIONS})
    textbook: dict[str, Answer] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    checked: int = 0

    def typical(self, edition: str) -> dict[str, float]:
        """The median time of each entry, by its id."""
        return {id: median(seconds) for id, seconds in self.solves[edition].items()}

    def figures(self, edition: str) -> Figures:
        """The figures over all entries."""
        return Figures.of(list(self.typical(edition).values()))

    def slowest(self, edition: str) -> str:
        """The id of the entry that takes longest."""
        typical = self.typical(edition)
        return max(typical, key=typical.__getitem__)

    def ratio(self) -> float:
        """Median of the textbook model over median of the solver with free jokers, on the entries that both solved."""
        ours = self.typical(FREE)
        return median(answer.seconds for answer in self.textbook.values()) / median(ours[id] for id in self.textbook)

    def hardest(self, entries: Sequence[Entry], count: int) -> list[tuple[str, Entry]]:
        """The pairs of edition and entry that take longest."""
        pairs = [(edition, entry) for edition in EDITIONS for entry in entries if entry.id in self.solves[edition]]
        return sorted(pairs, key=lambda pair: -median(self.solves[pair[0]][pair[1].id]))[:count]


def measure(
    times: Times,
    entries: Sequence[Entry],
    repeat: int,
    textbook: Sequence[Entry],
    textbook_limit: float,
    step: Callable[[str], None],
) -> None:
    """Fill `times` with `repeat` passes over all entries, the textbook model once, within the first pass.

    A position comes back only after all others have had their turn. `step` is called with a name before each solve.
    """
    rival = Textbook(DECKS["standard"])
    for edition in EDITIONS:
        solve(entries[0].position(edition), edition, OBJECTIVE, LIMIT)  # not timed: what a process does only once
    for number in range(repeat):
        for entry in entries:
            for edition in EDITIONS:
                step(f"{entry.id} {edition}")
                _solve(times, entry, edition)
            if number == 0 and entry in textbook:
                step(f"{entry.id} textbook model")
                answer = rival.solve(entry.position(FREE), textbook_limit)
                times.textbook[entry.id] = answer
                times.wrong += check_textbook(entry, answer)
                times.checked += 1


def _solve(times: Times, entry: Entry, edition: str) -> None:
    position, chosen = entry.position(edition), rules(edition)
    start = time.perf_counter()
    result = solve(position, chosen, OBJECTIVE, LIMIT)
    times.solves[edition].setdefault(entry.id, []).append(time.perf_counter() - start)
    times.wrong += check(entry, edition, result)
    times.checked += 1


def check(entry: Entry, edition: str, result: Result) -> list[str]:
    """What is wrong with an answer: not proven, not the tiles that are known, or more than free jokers allow."""
    tiles = result.values.get("tiles", 0)
    where = f"{entry.id} under {edition}:"
    if result.status not in (Status.OPTIMAL, Status.NO_PLAY):
        return [f"{where} {result.status} after {result.seconds:.1f} s"]
    if edition == FREE and tiles != entry.max_tiles:
        return [f"{where} {tiles} tiles, but {entry.max_tiles} are known to be the most"]
    if tiles > entry.max_tiles:
        return [f"{where} {tiles} tiles, but even free jokers allow no more than {entry.max_tiles}"]
    return []


def check_textbook(entry: Entry, answer: Answer) -> list[str]:
    """What is wrong with an answer of the textbook model; to run out of time is not."""
    if answer.proven and answer.tiles != entry.max_tiles:
        return [f"{entry.id}, textbook model: {answer.tiles} tiles, but {entry.max_tiles} are known to be the most"]
    return []
