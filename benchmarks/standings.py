"""The report on a run: for each group a table of the rivals. Groups are never pooled."""

import math
from collections.abc import Sequence

from benchmarks.figures import Figures
from benchmarks.report import table
from benchmarks.runs import Row, Run

_SHIFT = 0.001
_MOST_FAULTS = 20
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
    for group in dict.fromkeys(row.group for row in run.rows):
        parts += [f"### {group}", standings([row for row in run.rows if row.group == group])]
    odd = [row for row in run.rows if row.verdict in ("wrong", "fault")]
    if odd:
        listed = [f"- {row.id}, {row.rival}: {_odd(row)}" for row in odd[:_MOST_FAULTS]]
        more = len(odd) - len(listed)
        parts.append("\n".join([*listed, *([f"- and {more} more"] if more else [])]))
    return "\n\n".join(parts) + "\n"


def _odd(row: Row) -> str:
    return row.note if row.verdict == "fault" else f"{row.tiles} tiles, but {row.best} are known to be the most"


def standings(rows: Sequence[Row]) -> str:
    """The table of one group; the solver has the first row."""
    rivals = sorted(dict.fromkeys(row.rival for row in rows), key=lambda name: (name != "meld-solver", name))
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
    same = [ours[row.id] for row in timed if row.id in ours]
    ratio = f"{mean(seconds) / mean(same):.1f}" if len(same) == len(seconds) else "–"
    times = (1000 * mean(seconds), figures.median, figures.p95, figures.most)
    return [*cells, *(f"{value:.1f}" for value in times), ratio]
