"""The report on a run: for each group a table of the rivals. Groups are never pooled."""

import math
from collections.abc import Iterator, Sequence
from statistics import median

from benchmarks import report
from benchmarks.figures import Figures
from benchmarks.report import table
from benchmarks.runs import Row, Run

NEWEST = "<!-- the corpus, newest first: python -m benchmarks.bench --write -->\n"
OURS = "meld-solver"
GOALS = {"jokers": (20, 100), "hard": (20, 100)}
"""Milliseconds that the solver may take in these groups: 95th percentile and maximum."""
TEXTBOOK, RATIO = "textbook model, CP-SAT", 40
"""In the same groups: how many times longer that rival is to take at the median."""
_SHIFT = 0.001
_MOST_FAULTS = 20
_MISSED = "**missed**"
_HEADS = ["rival", "asked", "proven", "wrong", "faults", "mean", "median", "p95", "max", "ratio"]


def mean(seconds: Sequence[float]) -> float:
    """The geometric mean of times that are a millisecond longer, less a millisecond."""
    return math.exp(sum(math.log(each + _SHIFT) for each in seconds) / len(seconds)) - _SHIFT


def section(run: Run) -> str:
    """The section of RESULTS.md, in Markdown."""
    about = [f"- {name}: {text}" for name, text in run.about.items() if name != "date"]
    parts = [
        f"## Corpus, {run.about.get('date', 'date unknown')}",
        "\n".join(about),
        "Milliseconds. `mean` is the geometric mean with a shift of 1 ms, `ratio` that of the rival over the solver's "
        "on the same positions. What is not proven in time counts with the time that it took; what a rival cannot do "
        "is not asked. A rival with a wrong answer has no times.",
    ]
    if not run.alone:
        parts.append(
            "Several positions were measured at a time: the times are not those of one worker, and none is judged."
        )
    groups = {name: [row for row in run.rows if row.group == name] for name in dict.fromkeys(r.group for r in run.rows)}
    judged = {name: list(goals(name, rows, run.alone)) for name, rows in groups.items()}
    every = [goal for found in judged.values() for goal in found if _met(True) in goal or _MISSED in goal]
    missed = sum(_MISSED in goal for goal in every)
    parts.append(f"Of {len(every)} goals of the solver {len(every) - missed} are met, {missed} missed.")
    for name, rows in groups.items():
        parts += [f"### {name}", standings(rows), "Goals: " + "; ".join(judged[name]) + "."]
        if liars := sorted({row.rival for row in rows if row.verdict == "wrong"}):
            parts.append(f"Disqualified for wrong answers: {', '.join(liars)}.")
    odd = [row for row in run.rows if row.verdict in ("wrong", "fault")]
    if odd:
        listed = [f"- {row.id}, {row.rival}: {_odd(row)}" for row in odd[:_MOST_FAULTS]]
        more = len(odd) - len(listed)
        parts.append("\n".join([*listed, *([f"- and {more} more"] if more else [])]))
    return "\n\n".join(parts) + "\n"


def _odd(row: Row) -> str:
    return row.note if row.verdict == "fault" else f"{row.tiles} tiles, but {row.best} are known to be the most"


def goals(group: str, rows: Sequence[Row], timed: bool) -> Iterator[str]:
    """What the solver was to do in a group, what it did, and if that is enough; `timed`: are the times to be judged?"""
    ours = [row for row in rows if row.rival == OURS]
    proven = sum(row.verdict == "proven" for row in ours)
    yield f"every answer right and proven: {proven} of {len(ours)}, {_met(proven == len(ours))}"
    if not timed:
        return
    if group in GOALS and ours:
        figures = Figures.of([row.seconds for row in ours])
        for name, found, most in zip(("p95", "max"), (figures.p95, figures.most), GOALS[group], strict=True):
            yield f"{name} at most {most} ms: {found:.1f}, {_met(found <= most)}"
    ratios = {name: _ratio(_timed(rows, name), _seconds(ours)) for name in dict.fromkeys(row.rival for row in rows)}
    faster = [
        f"{name} {ratio:.2f}" for name, ratio in ratios.items() if name != OURS and ratio is not None and ratio < 1
    ]
    if len(ratios) > 1:
        yield f"no rival with a smaller mean: {_met(not faster)}{f' ({chr(44).join(faster)})' if faster else ''}"
    if group in GOALS and TEXTBOOK in ratios:
        yield from _against_textbook(_timed(rows, TEXTBOOK), _seconds(ours))


def _against_textbook(rows: Sequence[Row], ours: dict[str, float]) -> Iterator[str]:
    """How many times faster the solver is than the textbook model, at the median of what that can do."""
    pairs = [(row.seconds, ours[row.id]) for row in rows if row.id in ours]
    if pairs:
        ratio = median(theirs for theirs, _ in pairs) / median(own for _, own in pairs)
        yield f"{RATIO} times faster than the {TEXTBOOK}: {ratio:.1f} on {len(pairs)}, {_met(ratio >= RATIO)}"
    else:
        yield f"{RATIO} times faster than the {TEXTBOOK}: it can do none of them"


def _timed(rows: Sequence[Row], rival: str) -> list[Row]:
    """The rows of a rival that have a time; none of one that gave a wrong answer."""
    asked = [row for row in rows if row.rival == rival and row.verdict not in ("unable", "fault")]
    return [] if any(row.verdict == "wrong" for row in asked) else asked


def _seconds(rows: Sequence[Row]) -> dict[str, float]:
    return {row.id: row.seconds for row in rows}


def _ratio(rows: Sequence[Row], ours: dict[str, float]) -> float | None:
    """The mean of a rival over the solver's on the same positions."""
    same = [ours[row.id] for row in rows if row.id in ours]
    return mean([row.seconds for row in rows]) / mean(same) if same and len(same) == len(rows) else None


def _met(met: bool) -> str:
    return "met" if met else _MISSED


def standings(rows: Sequence[Row]) -> str:
    """The table of one group; the solver has the first row."""
    rivals = sorted(dict.fromkeys(row.rival for row in rows), key=lambda name: (name != OURS, name))
    ours = {row.id: row.seconds for row in rows if row.rival == rivals[0]}
    return table(_HEADS, [_row(name, [row for row in rows if row.rival == name], ours) for name in rivals])


def _row(name: str, rows: Sequence[Row], ours: dict[str, float]) -> list[str]:
    asked = [row for row in rows if row.verdict != "unable"]
    counts = [sum(row.verdict == verdict for row in asked) for verdict in ("proven", "wrong", "fault")]
    cells = [name, f"{len(asked)} of {len(rows)}", *map(str, counts)]
    timed = [row for row in asked if row.verdict != "fault"]
    if counts[1] or not timed:
        return [*cells, *["–"] * 5]
    seconds = [row.seconds for row in timed]
    figures = Figures.of(seconds)
    found = _ratio(timed, ours)
    ratio = "–" if found is None else f"{found:.1f}"
    times = (1000 * mean(seconds), figures.median, figures.p95, figures.most)
    return [*cells, *(f"{value:.1f}" for value in times), ratio]


def write(run: Run) -> None:
    """Put the section before the older ones of RESULTS.md.

    Raises:
        ValueError: the file has lost the place for it.
    """
    text = report.RESULTS.read_text(encoding="utf-8")
    if NEWEST not in text:
        raise ValueError(f"{report.RESULTS} has no line {NEWEST.strip()}")
    report.RESULTS.write_text(text.replace(NEWEST, f"{NEWEST}\n{section(run)}", 1), encoding="utf-8")
