"""The benchmark on the corpus: `python -m benchmarks.bench`, or `make bench` and `make bench-full`.

Every rival in turn on each position, in an order that moves on by one with each, so that nobody is always first. Each
answer becomes a line of a dated CSV at once; a run that was interrupted goes on with `--resume FILE`. With `--jobs` or
`--cluster` several positions are measured at a time.
"""

import shlex
import sys
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing, nullcontext
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import click

from benchmarks.corpus import GROUPS, CorpusError, load
from benchmarks.figures import load_average
from benchmarks.positions import sample
from benchmarks.rivals import everybody
from benchmarks.runs import Row, append, begin, circumstances, read, resume
from benchmarks.speed import INTERRUPTED, WRONG, progress
from benchmarks.standings import section, write
from benchmarks.turns import Field, Turn, answers, asked, present, where
from solver.cli.options import cluster_options
from solver.executors import ExecutorError, Workers, workers

RUNS = Path(__file__).parent / "runs"


class WorkersError(click.ClickException):
    """No workers to measure with, or none any more."""

    exit_code = 2


def chosen(names: Sequence[str], commands: Sequence[str]) -> Field:
    """The rivals asked for, the solver always first; a command is written NAME=COMMAND.

    Raises:
        click.UsageError: a rival that there is not, a command without a name, a name given twice.
    """
    known, added = list(everybody()), dict[str, str]()
    for text in commands:
        name, equals, command = text.partition("=")
        if not (name and equals and command.strip()) or name in (*known, *added):
            raise click.UsageError(f"--command {text!r} must be NAME=COMMAND with a new name")
        added[name] = command
    known += added
    for name in names:
        if name not in known:
            raise click.UsageError(f"--rival {name!r} is none of {', '.join(known)}")
    asked = [name for name in known if not names or name in (known[0], *names)]
    return Field(asked, [(name, command) for name, command in added.items() if name in asked])


@click.command()
@click.option("--group", "names", multiple=True, type=click.Choice(GROUPS), help="Only this group; more than once.")
@click.option(
    "--count", type=click.IntRange(1), default=None, help="So many positions of each group, by lot, always the same."
)
@click.option("--limit", type=click.FloatRange(0.01), default=10.0, show_default=True, help="Seconds for an answer.")
@click.option("--rival", "rivals", multiple=True, help="Only this rival beside the solver; more than once.")
@click.option("--command", "commands", multiple=True, help="One more rival, NAME=COMMAND (docs/benchmarks.md).")
@click.option(
    "--resume", "again", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="Go on with this CSV."
)
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), default=RUNS, help="Where the CSV goes.")
@click.option("--write", "record", is_flag=True, help="Put the figures into RESULTS.md.")
@cluster_options
def main(
    names: tuple[str, ...],
    count: int | None,
    limit: float,
    rivals: tuple[str, ...],
    commands: tuple[str, ...],
    again: Path | None,
    folder: Path,
    record: bool,
    jobs: int | None,
    cluster: str | None,
) -> None:
    """Measure the rivals on the corpus. Ends with 1 if the solver itself was wrong or proved an answer too late.

    Several workers measure several positions at a time, which is for answers: their times are not those of one.
    """
    several = cluster is not None or (jobs or 1) > 1
    if several and record:
        raise click.UsageError("--write records times of one worker, so it goes with neither --jobs nor --cluster")
    field = chosen(rivals, commands)
    try:
        groups = {name: load(name) for name in names or GROUPS}
    except CorpusError as error:
        raise click.ClickException(str(error)) from None
    items = [(name, item) for name, found in groups.items() for item in (sample(found, count) if count else found)]
    try:
        with workers(jobs or 1, cluster) if several else nullcontext() as crew:
            busy = load_average() if cluster is None else None
            path, known = _file(again, folder, busy, _same(limit, crew, jobs))
            turns = [Turn(i, name, item, frozenset(known[item.id])) for i, (name, item) in enumerate(items)]
            _run(path, field, turns, limit, crew)
    except ExecutorError as error:
        raise WorkersError(str(error)) from None
    run = read(path)
    click.echo(section(run), nl=False)
    if record:
        write(run)
    ours = [row for row in run.rows if row.rival == field.names[0]]
    sys.exit(WRONG if any(row.verdict != "proven" for row in ours) else 0)


def _same(limit: float, crew: Workers | None, jobs: int | None) -> dict[str, str]:
    """The circumstances; of a cluster those of its machines.

    Raises:
        ExecutorError: the cluster lacks what the rivals need.
    """
    if crew is None:
        return circumstances(*where(), limit)
    if crew.cluster is None:
        return circumstances(*where(), limit, f"{jobs} workers at a time")
    places = crew.cluster.everywhere(where)
    machines, versions = (" / ".join(sorted(set(each))) for each in zip(*places, strict=True))
    return circumstances(machines, versions, limit, f"{len(places)} workers of a cluster at a time")


def _file(
    again: Path | None, folder: Path, busy: float | None, same: dict[str, str]
) -> tuple[Path, dict[str, set[str]]]:
    """The CSV, a new one or one to go on with, and who has answered which position."""
    known = defaultdict[str, set[str]](set)
    if again is None:
        command = shlex.join(["python", "-m", "benchmarks.bench", *sys.argv[1:]])
        return begin(folder, datetime.now(UTC), busy, command, same), known
    try:
        for row in resume(again, same).rows:
            known[row.id].add(row.rival)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    return again, known


def _run(path: Path, field: Field, turns: Sequence[Turn], limit: float, crew: Workers | None) -> None:
    """Write down what is missing, answer by answer, or with several workers position by position."""
    left = [turn for turn in turns if not turn.done.issuperset(field.names)]
    try:
        with progress() as bar:
            task = bar.add_task("", total=len(turns) * len(field.names))
            bar.update(task, advance=(len(turns) - len(left)) * len(field.names))

            def record(rows: list[Row]) -> None:
                append(path, rows)
                told = f"{rows[-1].id} {rows[-1].rival[:24]:24}"
                bar.update(task, advance=len(rows), description=told, refresh=True)

            if crew is None:
                with present(field, limit) as rivals:
                    for turn in left:
                        for row in asked(rivals, limit, turn):
                            record([row])
            else:
                with closing(crew.ordered(partial(answers, field, limit), left, record)) as found:
                    for rows in found:
                        record(rows)
    except KeyboardInterrupt:
        click.echo(f"Interrupted. To go on: --resume {path}", err=True)
        sys.exit(INTERRUPTED)
    except ExecutorError as error:
        raise ExecutorError(f"{error}; to go on: --resume {path}") from None


if __name__ == "__main__":
    main()
