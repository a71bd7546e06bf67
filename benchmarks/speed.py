"""How fast is a proven best turn? Run as `python -m benchmarks.speed`; `--write` records the figures.

Measures solve() as a caller sees it: one process, one worker, check of the position, building, search, decoding and
referee included, on standard-deck positions, in turn with the textbook model, and the
largest deck of the corpus.
"""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from benchmarks.figures import load_average, machine, versions
from benchmarks.largest import OBJECTIVES, largest, measure_largest
from benchmarks.limits import LIMITS, keep_limits, start_up
from benchmarks.measuring import EDITIONS, Times, measure
from benchmarks.positions import load, spread
from benchmarks.report import Run, section, write

WRONG, INTERRUPTED = 1, 130
_PROCESSES = 5


@contextmanager
def progress() -> Iterator[Progress]:
    """A bar on standard error, so that standard output is the report alone."""
    from rich.console import Console

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # Drawing takes time from the measured process: no thread that draws in the middle of a solve.
    with Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True) as progress:
        yield progress


@click.command()
@click.option("--repeat", type=click.IntRange(1), default=5, show_default=True, help="Passes over all positions.")
@click.option("--positions", type=click.IntRange(1), default=None, help="Only so many positions, evenly spread.")
@click.option(
    "--textbook", type=click.IntRange(0), default=None, help="Textbook model on so many positions only; 0 for none."
)
@click.option("--textbook-limit", type=click.FloatRange(0.001), default=20.0, show_default=True, help="Its seconds.")
@click.option("--hard", type=click.IntRange(1), default=10, show_default=True, help="Slowest solves for time limits.")
@click.option("--write", "record", is_flag=True, help="Record the figures in RESULTS.md and the README.")
def speed(
    repeat: int, positions: int | None, textbook: int | None, textbook_limit: float, hard: int, record: bool
) -> None:
    """Measure the solver on benchmarks/data/positions.jsonl. Ends with 1 if an answer was wrong or not proven."""
    everything = load()
    if record and positions is not None and positions < len(everything):
        raise click.UsageError("--write records runs on all positions only, so it does not go with --positions")
    entries = everything if positions is None else spread(everything, positions)
    rivals = entries if textbook is None else spread(entries, textbook)
    when, before, times = datetime.now(UTC), load_average(), Times()
    with progress() as shown:
        total = repeat * len(entries) * len(EDITIONS) + len(rivals) + len(LIMITS) * hard * repeat + _PROCESSES
        total += repeat * len(largest()) * len(OBJECTIVES)
        bar = shown.add_task("", total=total)

        def step(name: str) -> None:
            shown.update(bar, advance=1, description=f"{name:24}", refresh=True)

        try:
            measure(times, entries, repeat, rivals, textbook_limit, step)
            large = measure_largest(repeat, lambda: step("largest deck"))
            limits = keep_limits(times.hardest(entries, hard), repeat, lambda: step("time limits"))
            start = start_up(_PROCESSES, lambda: step("fresh processes"))
        except KeyboardInterrupt:
            shown.stop()
            _interrupted(times)
            sys.exit(INTERRUPTED)
    command = shlex.join(["python", "-m", "benchmarks.speed", *sys.argv[1:]])
    run = Run(
        when=when,
        command=command,
        machine=machine(),
        versions=versions(),
        load_before=before,
        load_after=load_average(),
        positions=len(entries),
        repeat=repeat,
        textbook_limit=textbook_limit,
        times=times,
        large=large,
        limits=limits,
        start=start,
    )
    click.echo(section(run), nl=False)
    if record:
        click.echo(f"\nwritten: {', '.join(str(path) for path in write(run))}", err=True)
    if run.wrong:
        sys.exit(WRONG)


def _interrupted(times: Times) -> None:
    """Say what is known so far; nothing of it is recorded."""
    click.echo("Interrupted, nothing is recorded. So far, in ms (median, p95, max):", err=True)
    for edition in EDITIONS:
        if solved := times.solves[edition]:
            figures = times.figures(edition)
            click.echo(
                f"  {edition}, {len(solved)} positions: {figures.median:.1f}, {figures.p95:.1f}, {figures.most:.1f}",
                err=True,
            )
    for sentence in times.wrong:
        click.echo(f"  wrong: {sentence}", err=True)


if __name__ == "__main__":
    speed()
