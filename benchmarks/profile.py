"""Where the time of a solve goes. Run as `python -m benchmarks.profile POSITION` or `--all`.

It wraps the steps of solver.solve in a stopwatch of processor time, which leaves out what others do on the machine and
costs a few microseconds a call. Each phase has its time alone: what the referee takes while tables are being read is
the referee's. `runs` counts the searches, `judged` the tables that the referee saw.
"""

import inspect
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Any
from unittest.mock import patch

import click
from rich.console import Console
from rich.table import Table

import solver.solve
import solver.umpire
from benchmarks.positions import load
from solver.documents import request
from solver.errors import InputError
from solver.model.cpsat import Program
from solver.position import Position
from solver.rules import DEFAULT

# Phase: the functions that it is made of, by the object that they are looked up in.
PHASES: dict[str, list[tuple[Any, str]]] = {
    "validate": [(solver.solve, "validate")],
    "build": [(solver.solve, "build")],
    "solve": [(Program, "solve")],
    "decode": [(solver.solve, "tables"), (solver.solve, "refused"), (solver.solve, "undecodable")],
    "referee": [(solver.umpire, "check")],
    "measure": [(solver.solve, "measure"), (solver.solve, "attachment")],
}
REST = "rest"
_SLOWEST = 12


@dataclass(slots=True)
class Split:
    """Seconds and calls of each phase of one solve, the phases it is in now, and since when in the last of them."""

    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    calls: Counter[str] = field(default_factory=Counter)
    total: float = 0.0
    _open: list[str] = field(default_factory=lambda: [REST])
    _since: float = 0.0

    def _switch(self) -> None:
        now = time.process_time()
        self.seconds[self._open[-1]] += now - self._since
        self._since = now

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Count what happens inside for a phase, and not for the one around it."""
        self._switch()
        self._open.append(name)
        self.calls[name] += 1
        try:
            yield
        finally:
            self._switch()
            self._open.pop()

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Start and stop the watch."""
        self._since = begin = time.process_time()
        yield
        self._switch()
        self.total = self._since - begin


def _timed(function: Callable[..., Any], phase: str, split: Split) -> Callable[..., Any]:
    """The same function on the stopwatch; of a generator, each step."""

    def steps(*args: Any, **options: Any) -> Iterator[Any]:
        source = function(*args, **options)
        while True:
            with split.phase(phase):
                try:
                    item = next(source)
                except StopIteration:
                    return
            yield item

    def call(*args: Any, **options: Any) -> Any:
        with split.phase(phase):
            return function(*args, **options)

    return steps if inspect.isgeneratorfunction(function) else call


def profile(position: Position, edition: str, objective: Sequence[str]) -> Split:
    """Solve once on the stopwatch."""
    split = Split()
    with ExitStack() as stack:
        for phase, places in PHASES.items():
            for holder, name in places:
                stack.enter_context(patch.object(holder, name, _timed(getattr(holder, name), phase, split)))
        with split.whole():
            solver.solve.solve(position, edition, objective)
    return split


def typical(position: Position, edition: str, objective: Sequence[str], repeat: int) -> Split:
    """The run of median length among so many."""
    splits = sorted((profile(position, edition, objective) for _ in range(repeat)), key=lambda split: split.total)
    return splits[len(splits) // 2]


def _table(rows: Sequence[tuple[str, Split]]) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0))
    table.add_column("ms", no_wrap=True)
    for heading in ("total", *PHASES, REST, "runs", "judged"):
        table.add_column(heading, justify="right", no_wrap=True, min_width=len(heading))
    for name, split in rows:
        times = [1000 * split.total, *(1000 * split.seconds[phase] for phase in (*PHASES, REST))]
        table.add_row(name, *(f"{each:.2f}" for each in times), str(split.calls["solve"]), str(split.calls["referee"]))
    return table


def _summary(splits: Sequence[Split]) -> Table:
    """Over many positions: median of each phase, and its share of all the time."""
    everything = sum(split.total for split in splits)
    table = Table(box=None, padding=(0, 1, 0, 0))
    table.add_column("")
    for heading in ("total", *PHASES, REST):
        table.add_column(heading, justify="right", no_wrap=True, min_width=len(heading))
    columns = [[split.total for split in splits]]
    columns += [[split.seconds[phase] for split in splits] for phase in (*PHASES, REST)]
    table.add_row("median ms", *(f"{1000 * median(column):.2f}" for column in columns))
    table.add_row("share", *(f"{100 * sum(column) / everything:.0f}%" for column in columns))
    return table


@click.command()
@click.argument("position", required=False)
@click.option("--all", "every", is_flag=True, help="Every position of benchmarks/data/positions.jsonl.")
@click.option("--rules", "edition", default=DEFAULT, show_default=True, help="The edition.")
@click.option("--objective", default="tiles,unbroken", show_default=True, help="What counts.")
@click.option("--repeat", type=click.IntRange(1), default=3, show_default=True, help="Shows the median run of so many.")
def main(position: str | None, every: bool, edition: str, objective: str, repeat: int) -> None:
    """The time split of POSITION: a one-line form, or the id of a position of benchmarks/data/positions.jsonl."""
    if every == (position is not None):
        raise click.UsageError("give a POSITION or --all")
    terms = objective.replace(",", " ").split()
    try:
        chosen = _chosen(position, edition)
        profile(chosen[0][1], edition, terms)  # what a process does only once
        rows = [(name, typical(each, edition, terms, repeat)) for name, each in chosen]
    except InputError as error:
        raise click.ClickException(str(error)) from None
    console = Console()
    if every:
        console.print(_summary([split for _, split in rows]))
        console.print(f"\nThe slowest {_SLOWEST} under {edition}:")
        rows = sorted(rows, key=lambda row: -row[1].total)[:_SLOWEST]
    console.print(_table(rows))


def _chosen(position: str | None, edition: str) -> list[tuple[str, Position]]:
    entries = load()
    if position is None or any(entry.id == position for entry in entries):
        return [(entry.id, entry.position(edition)) for entry in entries if position in (None, entry.id)]
    return [("given", request(position, "solve", {"rules": edition}).position)]


if __name__ == "__main__":
    main()
