"""The command `puzzles`: makes proven puzzles by kind and level, or proves those of a file anew."""

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver.cli.lines import bounded_lines, opened, whole_line
from solver.cli.options import cluster_options, fields
from solver.documents import Fields, chosen_deck
from solver.errors import InputError
from solver.rules import rules as rules_of

if TYPE_CHECKING:
    from solver.executors import Workers
    from solver.puzzles.generate import Order
    from solver.puzzles.harvest import PuzzleFile
    from solver.puzzles.puzzle import Puzzle

FOUND, FAULTY = 0, 1
_MOST = 1_000_000


@click.command()
@click.option("--kind", metavar="KIND", help="go-out, most, open, joker or edition.")
@click.option("--level", type=int, default=1, help="1 to 5 (1): how many old sets must be broken.")
@click.option("--count", type=click.IntRange(1, _MOST), default=10, help="How many (10).")
@click.option("--seed", type=click.IntRange(0, 10**12), default=0, help="Which ones (0).")
@click.option("--rules", metavar="NAME", help="The edition; of edition puzzles two: lemada-2014/book-1978.")
@click.option("--deck", metavar="DECK", help="standard, xp, raeuber, or colours, numbers, copies, jokers: 4x13x2+2.")
@click.option("-o", "--output", metavar="FILE", help="Write them there; a file that was begun is gone on with.")
@click.option("--verify", metavar="FILE", help="Prove every puzzle of a file anew instead.")
@cluster_options
def puzzles(
    kind: str | None,
    level: int,
    count: int,
    seed: int,
    rules: str | None,
    deck: str | None,
    output: str | None,
    verify: str | None,
    jobs: int | None,
    cluster: str | None,
) -> int:
    """Make puzzles that have exactly one solution, proven, a line for each.

    The same options make the same puzzles, however many processes or machines do the work. Exits with 0, or with 1
    where --verify finds a fault.
    """
    from solver.executors import workers

    if verify is not None:
        if kind is not None or output is not None:
            raise click.UsageError("--verify proves what is there, so it does not go with --kind and --output")
        return _verify(verify, jobs, cluster)
    order = _order(kind, level, seed, rules, deck)
    if output is None:
        with workers(jobs or 1, cluster) as found:
            _make(order, count, found, None)
    else:
        _fill(order, count, Path(output), jobs, cluster)
    return FOUND


def _order(kind: str | None, level: int, seed: int, rules: str | None, deck: str | None) -> "Order":
    from solver.puzzles.generate import Order
    from solver.puzzles.grade import Level
    from solver.puzzles.puzzle import JOKER_RULES, PAIRS, USUAL_RULES, Kind, check_order

    if kind not in list(Kind):
        told = "the kind is missing" if kind is None else f"unknown kind of puzzle {kind[:40]!r}"
        raise InputError(f"{told}, choose one of {', '.join(Kind)}")
    if level not in list(Level):
        raise InputError(f"there is no level {level}, choose one from {min(Level):d} to {max(Level):d}")
    if rules is None:
        rules = {Kind.JOKER: JOKER_RULES, Kind.EDITION: "/".join(PAIRS[0])}.get(Kind(kind), USUAL_RULES)
    editions = tuple(map(rules_of, rules.split("/")))
    wanted = 2 if kind == Kind.EDITION else 1
    if len(editions) != wanted:
        raise InputError(f"{kind} puzzles have {wanted} edition{'s, with a / between' * (wanted == 2)}, not {rules!r}")
    used = chosen_deck(Fields(fields(None, deck)), editions[0])
    check_order(Kind(kind), level, editions, used)
    return Order(Kind(kind), Level(level), editions, used, seed)


def _fill(order: "Order", count: int, path: Path, jobs: int | None, cluster: str | None) -> None:
    """Make what the file lacks; it is touched only when the work can begin."""
    from solver.executors import workers
    from solver.puzzles.harvest import PuzzleFile

    file = PuzzleFile(path, order)
    with workers(jobs or 1, cluster) as found, file.writing():
        _make(order, count, found, file)


def _make(order: "Order", count: int, found: "Workers", file: "PuzzleFile | None") -> None:
    from solver.puzzles.harvest import harvest
    from solver.puzzles.lines import puzzle_line

    known: list[Puzzle] = [] if file is None else file.known
    with _progress(count, f"{order.kind}, level {order.level:d}") as bar:
        bar.update(min(count, len(known)))
        missing = count - len(known)
        if missing <= 0:
            return
        for number, puzzle in enumerate(harvest(order, found, known), start=1):
            if file is None:
                click.echo(puzzle_line(puzzle))
            else:
                file.add(puzzle)
            bar.update(1)
            if number == missing:
                return


def _progress(length: int, label: str) -> AbstractContextManager[Any]:
    """A bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        return nullcontext(_NoBar())
    return click.progressbar(length=length, label=label, show_pos=True, file=sys.stderr)


class _NoBar:
    """A bar that nobody sees."""

    def update(self, steps: int) -> None:
        """Nothing to draw."""


def _verify(name: str, jobs: int | None, cluster: str | None) -> int:
    from solver.executors import workers
    from solver.puzzles.lines import read_puzzles
    from solver.puzzles.prove import fault

    with opened(name, "") as stream:
        known = read_puzzles(_text(bounded_lines(stream)), name)
    if not known:
        raise InputError(f"{name} holds no puzzle")
    faulty = 0
    with workers(jobs or 1, cluster) as found, _progress(len(known), "proven anew") as bar:
        for puzzle, wrong in zip(known, found.ordered(fault, known), strict=True):
            if wrong is not None:
                faulty += 1
                click.echo(f"{puzzle.id}: {wrong}")
            bar.update(1)
    click.echo(f"{len(known) - faulty} of {len(known)} puzzles are proven")
    return FAULTY if faulty else FOUND


def _text(lines: Iterable[bytes | None]) -> Iterable[str]:
    return (whole_line(line).decode("utf-8", "replace") for line in lines)
