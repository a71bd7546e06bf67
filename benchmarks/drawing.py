"""Draws what was measured: performance profiles, growth, and where the time goes. Nothing is measured here."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, PercentFormatter

from benchmarks.ratios import ratios
from benchmarks.runs import Run

# Told apart by people who do not see all colours, and by their lines.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444")
_LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)), (0, (8, 2)))
_FACTOR = 1000
_COLUMNS = 3
Rows = Sequence[Mapping[str, str]]


def profile(run: Run) -> Figure:
    """For each group, in how many positions a rival is within a factor of the fastest; only those that proved any."""
    groups = list(dict.fromkeys(row.group for row in run.rows))
    rivals = sorted(dict.fromkeys(row.rival for row in run.rows), key=lambda name: (name != "meld-solver", name))
    picture, panels = _panels(len(groups), "How often is it within a factor of the fastest?", run.about)
    for group, axes in zip(groups, panels, strict=True):
        rows = [row for row in run.rows if row.group == group]
        count = len({row.id for row in rows})
        for name, factors in reversed(ratios(rows).items()):
            if not factors:
                continue
            steps = [(factor, (i + 1) / count) for i, factor in enumerate(factors)]
            xs, ys = [1.0, *(x for x, _ in steps), _FACTOR], [0.0, *(y for _, y in steps), len(steps) / count]
            i = rivals.index(name)
            axes.step(xs, ys, where="post", color=_COLOURS[i % 7], linestyle=_LINES[i % 7], label=name)
        axes.set_title(f"{group}, {count} positions")
        axes.set_xscale("log")
        axes.set_xlim(1, _FACTOR)
        axes.set_ylim(-0.02, 1.02)
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
        axes.yaxis.set_major_formatter(PercentFormatter(1))
    _legend(picture, panels, rivals, 3)
    for axes in panels[-_COLUMNS:]:
        axes.set_xlabel("times as long as the fastest")
    picture.supylabel("positions proven", fontsize=10)
    return picture


def growth(about: Mapping[str, str], rows: Rows) -> Figure:
    """For each sweep the median time of a solve under each edition, and the slowest."""
    sweeps, editions = _names(rows, "sweep"), _names(rows, "rules")
    picture, panels = _panels(len(sweeps), "How the time grows: median (lines) and slowest (points)", about)
    for sweep, axes in zip(sweeps, panels, strict=True):
        for i, edition in enumerate(editions):
            times: defaultdict[int, list[float]] = defaultdict(list)
            for row in rows:
                if (row["sweep"], row["rules"]) == (sweep, edition):
                    times[int(row["size"])].append(float(row["milliseconds"]))
            sizes = list(times)
            axes.plot(sizes, [median(times[size]) for size in sizes], _LINES[i], color=_COLOURS[i], label=edition)
            axes.plot(sizes, [max(times[size]) for size in sizes], ".", color=_COLOURS[i], alpha=0.6)
        axes.set_title(sweep)
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}"))
        axes.grid(alpha=0.3)
    low = min(axes.get_ylim()[0] for axes in panels)
    high = max(axes.get_ylim()[1] for axes in panels)
    for axes in panels:
        axes.set_ylim(low, high)
    _legend(picture, panels, editions, 4)
    picture.supylabel("milliseconds", fontsize=10)
    return picture


def split(about: Mapping[str, str], rows: Rows) -> Figure:
    """What part of the time each phase takes, in each group and under each preset, and the mean of the whole."""
    phases = _names(rows, "phase")
    kinds = {kind: [row for row in rows if row["kind"] == kind] for kind in _names(rows, "kind")}
    bars = [len(_names(found, "name")) for found in kinds.values()]
    picture = Figure(figsize=(9, 1.8 + 0.32 * sum(bars)), layout="constrained")
    panels = list(picture.subplots(len(kinds), 1, sharex=True, height_ratios=bars, squeeze=False).flat)
    for (kind, found), axes in zip(kinds.items(), panels, strict=True):
        names = _names(found, "name")
        taken = {(row["name"], row["phase"]): float(row["milliseconds"]) for row in found}
        whole = {name: sum(taken[name, phase] for phase in phases) for name in names}
        left = dict.fromkeys(names, 0.0)
        for i, phase in enumerate(phases):
            parts = [taken[name, phase] / whole[name] for name in names]
            axes.barh(names, parts, left=[*left.values()], color=_COLOURS[i], label=phase)
            left = {name: left[name] + part for name, part in zip(names, parts, strict=True)}
        for name in names:
            axes.text(1.01, name, f"{whole[name]:.1f} ms", va="center")
        axes.invert_yaxis()
        axes.set_xlim(0, 1)
        axes.set_ylabel(f"by {kind}")
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        axes.spines[["top", "right"]].set_visible(False)
    _title(picture, "Where the time goes, and the mean of a solve", about)
    picture.align_ylabels(panels)
    _legend(picture, panels, phases, 7)
    return picture


def _panels(count: int, title: str, about: Mapping[str, str]) -> tuple[Figure, list[Axes]]:
    """A picture with so many panels, three in a row."""
    lines = -(-count // _COLUMNS)
    picture = Figure(figsize=(10, 1.6 + 2.3 * lines), layout="constrained")
    panels = list(picture.subplots(lines, _COLUMNS, squeeze=False).flat)
    for spare in panels[count:]:
        spare.remove()
    _title(picture, title, about)
    return picture, panels[:count]


def _legend(picture: Figure, panels: Iterable[Axes], order: Sequence[str], columns: int) -> None:
    """One for all panels, below them."""
    found = {name: line for axes in panels for line, name in zip(*axes.get_legend_handles_labels(), strict=True)}
    names = [name for name in order if name in found]
    lines = [found[name] for name in names]
    picture.legend(lines, names, loc="outside lower center", ncols=columns, frameon=False)


def _title(picture: Figure, title: str, about: Mapping[str, str]) -> None:
    """What is to be seen; when, where and how it was measured."""
    told = [about[name] for name in ("date", "machine", "settings") if name in about]
    picture.suptitle(f"{title}\n{'; '.join(told)}", fontsize=9)


def _names(rows: Rows, column: str) -> list[str]:
    return list(dict.fromkeys(row[column] for row in rows))
