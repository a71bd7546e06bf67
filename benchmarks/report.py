"""A run of the speed benchmark as text: a section of RESULTS.md, and the few lines that the README shows of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from benchmarks.figures import Figures
from benchmarks.largest import GOAL_MS as LARGE_GOAL_MS
from benchmarks.largest import LARGEST, OBJECTIVES, LargeTimes
from benchmarks.limits import GOAL_MS, Kept, Start
from benchmarks.measuring import EDITIONS, FREE, Times

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "RESULTS.md"
README = ROOT / "README.md"
NEWEST = "<!-- newest first: python -m benchmarks.speed --write -->\n"
FIRST, LAST = "<!-- speed: python -m benchmarks.speed --write -->\n", "<!-- end -->"
_STRICT = Figures(10, 30, 120)
GOALS = {edition: Figures(5, 15, 60) if edition == FREE else _STRICT for edition in EDITIONS}
RATIO_GOAL = 40


@dataclass(frozen=True, slots=True)
class Run:
    """All that was measured, and under what circumstances."""

    when: datetime
    command: str
    machine: str
    versions: str
    load_before: float | None
    load_after: float | None
    positions: int
    repeat: int
    textbook_limit: float
    times: Times
    large: LargeTimes
    limits: Sequence[Kept]
    start: Start

    @property
    def wrong(self) -> list[str]:
        """All that was wrong, in sentences."""
        return self.times.wrong + self.large.wrong


def section(run: Run) -> str:
    """The section of RESULTS.md, in Markdown, from its heading to the last line."""
    paragraphs = [
        f"## Speed, {run.when:%Y-%m-%d %H:%M %Z}".rstrip(),
        "\n".join(
            [
                f"- command: `{run.command}`",
                f"- machine: {run.machine}",
                f"- load average: {_load(run.load_before)} before, {_load(run.load_after)} after",
                f"- versions: {run.versions}",
                f"- wrong or unproven answers: {len(run.wrong)} of {run.times.checked + run.large.checked}",
            ]
        ),
        f"{run.positions} positions, each in {run.repeat} pass{'es' if run.repeat > 1 else ''}; the time of a position "
        "is the median over the passes. Milliseconds.",
        _editions(run.times),
        *([_textbook(run)] if run.times.textbook else []),
        _large(run.large),
        _start(run.start),
        _limits(run.limits),
    ]
    if run.wrong:
        paragraphs.insert(2, "\n".join(f"- {sentence}" for sentence in run.wrong))
    return "\n\n".join(paragraphs) + "\n"


def _load(load: float | None) -> str:
    return "unknown" if load is None else f"{load:.2f}"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table, all columns but the first to the right."""
    rule = ["---", *(["---:"] * (len(heads) - 1))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, rule, *rows))


def _three(figures: Figures, digits: int = 1) -> list[str]:
    return [f"{value:.{digits}f}" for value in (figures.median, figures.p95, figures.most)]


def _editions(times: Times) -> str:
    rows: list[list[str]] = []
    for edition in EDITIONS:
        figures, goal = times.figures(edition), GOALS[edition]
        met = "met" if figures.within(goal) else "**missed**"
        rows.append([f"`{edition}`", *_three(figures), times.slowest(edition), f"{' / '.join(_three(goal, 0))} {met}"])
    return table(["rules", "median", "p95", "max", "slowest", "goal"], rows)


def _textbook(run: Run) -> str:
    times, answers = run.times, run.times.textbook
    late = sum(not answer.proven for answer in answers.values())
    typical = times.typical(FREE)
    ours = Figures.of([typical[id] for id in answers])
    theirs = Figures.of([answer.seconds for answer in answers.values()])
    met = "met" if times.ratio() >= RATIO_GOAL else "**missed**"
    rows = [
        ["textbook model, `tiles`", *_three(theirs), str(late)],
        [f"this solver, `tiles, unbroken`, `{FREE}`", *_three(ours), "0"],
    ]
    return (
        f"The textbook model on {len(answers)} of the positions, once each, in turn with the above, at most "
        f"{run.textbook_limit:g} s for a position:\n\n"
        + table([f"{len(answers)} positions", "median", "p95", "max", "not proven"], rows)
        + f"\n\nRatio of the medians: {times.ratio():.1f} (goal: at least {RATIO_GOAL}, {met})."
    )


def _large(times: LargeTimes) -> str:
    rows: list[list[str]] = []
    for objective in OBJECTIVES:
        figures = times.figures(objective)
        met = "met" if figures.median <= LARGE_GOAL_MS else "**missed**"
        rows.append([f"`{', '.join(objective)}`", *_three(figures), f"{LARGE_GOAL_MS} at the median {met}"])
    count = len(times.solves[OBJECTIVES[0]])
    return (
        f"The largest deck of the corpus has {LARGEST.size} tiles: {count} positions with about 500 tiles on the table "
        "and 25 on the rack, under their own rules:\n\n" + table([str(LARGEST), "median", "p95", "max", "goal"], rows)
    )


def _start(start: Start) -> str:
    return (
        f"A fresh process (median of {start.processes}): loading the solver {start.load:.0f}, first solve of a small "
        f"position {start.first:.1f}, the same again {start.second:.1f}."
    )


def _limits(limits: Sequence[Kept]) -> str:
    rows: list[list[str]] = []
    for kept in limits:
        counts = [str(kept.statuses[status]) for status in ("optimal", "feasible", "unknown")]
        rows.append([f"{1000 * kept.limit:g}", f"{kept.overshoot:.1f}", *counts])
    worst = max(kept.overshoot for kept in limits)
    met = "met" if worst <= GOAL_MS else "**missed**"
    return (
        "The slowest of these positions and editions under a time limit:\n\n"
        + table(["limit", "worst overshoot", "optimal", "feasible", "unknown"], rows)
        + f"\n\nWorst overshoot {worst:.1f} (goal: at most {GOAL_MS}, {met})."
    )


def short(run: Run) -> str:
    """What the README shows: a line for each edition, and where it was measured."""
    rows = [[f"`{edition}`", *_three(run.times.figures(edition))] for edition in EDITIONS]
    ratio = f" With free jokers, the median is {run.times.ratio():.0f} times smaller." if run.times.textbook else ""
    textbook = Figures.of([answer.seconds for answer in run.times.textbook.values()]) if run.times.textbook else None
    rows += [["textbook model (free jokers, tiles only)", *_three(textbook)]] if textbook else []
    return (
        table(["milliseconds", "median", "p95", "max"], rows)
        + f"\n\nMeasured on {run.when:%Y-%m-%d}, {run.machine}, {run.positions} positions.{ratio}\n"
    )


def write(run: Run) -> list[Path]:
    """Put the section at the top of RESULTS.md and the short form into the README; the files that were changed.

    Raises:
        ValueError: a file has lost the place for it.
    """
    results, readme = RESULTS.read_text(encoding="utf-8"), README.read_text(encoding="utf-8")
    if NEWEST not in results:
        raise ValueError(f"{RESULTS} has no line {NEWEST.strip()}")
    before, first, rest = readme.partition(FIRST)
    _, last, after = rest.partition(LAST)
    if not (first and last):
        raise ValueError(f"{README} has no lines {FIRST.strip()} and {LAST}")
    RESULTS.write_text(results.replace(NEWEST, f"{NEWEST}\n{section(run)}", 1), encoding="utf-8")
    README.write_text(f"{before}{first}{short(run)}{last}{after}", encoding="utf-8")
    return [RESULTS, README]
