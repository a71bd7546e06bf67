"""The benchmark on the corpus: `python -m benchmarks.bench`, or `make bench` and `make bench-full`.

Every rival in turn on each position, in an order that moves on by one with each, so that nobody is always first. Each
answer becomes a line of a dated CSV at once; a run that was interrupted goes on with `--resume FILE`.
"""

import shlex
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from benchmarks.command import Command
from benchmarks.corpus import GROUPS, CorpusError, Item, load
from benchmarks.figures import load_average, machine, versions
from benchmarks.positions import sample
from benchmarks.rivals import Reply, Rival, everybody
from benchmarks.runs import Row, append, begin, circumstances, read, resume
from benchmarks.speed import INTERRUPTED, WRONG, progress
from benchmarks.standings import section, write

RUNS = Path(__file__).parent / "runs"


def chosen(names: Sequence[str], commands: Sequence[str]) -> list[Rival]:
    """The rivals asked for, the solver always first; a command is written NAME=COMMAND.

    Raises:
        click.UsageError: a rival that there is not, a command without a name, a name given twice.
    """
    known = dict(everybody())
    for text in commands:
        name, equals, command = text.partition("=")
        if not (name and equals and command.strip()) or name in known:
            raise click.UsageError(f"--command {text!r} must be NAME=COMMAND with a new name")
        known[name] = Command(name, command)
    for name in names:
        if name not in known:
            raise click.UsageError(f"--rival {name!r} is none of {', '.join(known)}")
    first = next(iter(known))
    return [rival for name, rival in known.items() if not names or name in (first, *names)]


def measured(rival: Rival, group: str, item: Item, limit: float) -> Row:
    """One answer, compared with what is known."""
    if (reason := rival.unable(item)) is not None:
        return Row(group, item.id, rival.name, "unable", None, item.tiles, 0.0, reason)
    start = time.perf_counter()
    try:
        reply = rival.solve(item, limit)
    except Exception as error:  # whatever it is, it is the rival's
        reply = Reply(None, False, time.perf_counter() - start, f"{type(error).__name__}: {error}")
    if reply.fault == "unsupported":
        return Row(group, item.id, rival.name, "unable", None, item.tiles, 0.0, reply.fault)
    note = ""
    if reply.fault:
        verdict, note = "fault", f"{group}.txt, line {item.number}: {reply.fault}"
    elif reply.tiles is not None and (reply.tiles > item.tiles or (reply.proven and reply.tiles < item.tiles)):
        verdict = "wrong"
    else:
        verdict = "proven" if reply.proven else "late"
    return Row(group, item.id, rival.name, verdict, reply.tiles, item.tiles, reply.seconds, note)


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
def main(
    names: tuple[str, ...],
    count: int | None,
    limit: float,
    rivals: tuple[str, ...],
    commands: tuple[str, ...],
    again: Path | None,
    folder: Path,
    record: bool,
) -> None:
    """Measure the rivals on the corpus. Ends with 1 if the solver itself was wrong or proved an answer too late."""
    field = chosen(rivals, commands)
    try:
        groups = {name: load(name) for name in names or GROUPS}
    except CorpusError as error:
        raise click.ClickException(str(error)) from None
    tasks = [(name, item) for name, items in groups.items() for item in (sample(items, count) if count else items)]
    same = circumstances(machine(), versions(), limit)
    try:
        done = {(row.id, row.rival) for row in resume(again, same).rows} if again else set[tuple[str, str]]()
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    command = shlex.join(["python", "-m", "benchmarks.bench", *sys.argv[1:]])
    path = again or begin(folder, datetime.now(UTC), load_average(), command, same)
    try:
        _run(path, field, tasks, done, limit)
    except KeyboardInterrupt:
        click.echo(f"Interrupted. To go on: --resume {path}", err=True)
        sys.exit(INTERRUPTED)
    finally:
        for rival in field:
            if isinstance(rival, Command):
                rival.close()
    run = read(path)
    click.echo(section(run), nl=False)
    if record:
        write(run)
    ours = [row for row in run.rows if row.rival == field[0].name]
    sys.exit(WRONG if any(row.verdict != "proven" for row in ours) else 0)


def _run(
    path: Path, field: Sequence[Rival], tasks: Sequence[tuple[str, Item]], done: set[tuple[str, str]], limit: float
) -> None:
    for rival in field if tasks else ():  # not counted: what a process does only once
        measured(rival, *tasks[0], limit)
    with progress() as bar:
        task = bar.add_task("", total=len(tasks) * len(field))
        for number, (group, item) in enumerate(tasks):
            shift = number % len(field)
            for rival in (*field[shift:], *field[:shift]):
                bar.update(task, advance=1, description=f"{item.id} {rival.name[:24]:24}", refresh=True)
                if (item.id, rival.name) not in done:
                    append(path, measured(rival, group, item, limit))


if __name__ == "__main__":
    main()
