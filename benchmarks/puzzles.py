"""How many puzzles a minute there are, where the time goes, and how it grows with workers.

`python -m benchmarks.puzzles yield` and `levels` count processor time of one process, so other work on the machine does
not matter; `workers` counts seconds on the clock, so it does.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any
from unittest.mock import patch

import click

from solver.deck import deck
from solver.executors import Workers, workers
from solver.puzzles import generate, prove
from solver.puzzles.generate import Order, make
from solver.puzzles.grade import Level, level_of
from solver.puzzles.prove import best, only_turn
from solver.puzzles.puzzle import JOKER_RULES, LEAST_TILES, PAIRS, USUAL_RULES, Kind
from solver.puzzles.sources import Chance, fits, game_positions
from solver.rules import rules

_RULES = {Kind.JOKER: (JOKER_RULES,), Kind.EDITION: PAIRS[0]}
_PARTS = (
    (generate, "game_positions", "games"),
    (generate, "best", "best turns"),
    (generate, "only_turn", "one solution"),
    (prove, "only_turn", "one solution"),
    (prove, "least_means", "lesser means"),
    (prove, "_must_release", "joker kept"),
)


def order(kind: Kind, level: Level, seed: int) -> Order:
    """An order under the edition of its kind."""
    editions = tuple(map(rules, _RULES.get(kind, (USUAL_RULES,))))
    return Order(kind, level, editions, deck(editions[0].deck), seed)


@contextmanager
def watched(spent: defaultdict[str, float], calls: Counter[str]) -> Generator[None]:
    """Add up the processor time of the parts of the making while this lasts."""

    def timed(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            start = time.process_time()
            try:
                return function(*args)
            finally:
                spent[name] += time.process_time() - start
                calls[name] += 1

        return call

    patches = [patch.object(module, name, timed(told, getattr(module, name))) for module, name, told in _PARTS]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()


@click.group()
def main() -> None:
    """Measure the making of puzzles."""


@main.command("yield")
@click.option("--games", type=click.IntRange(1), default=8, show_default=True, help="Of each kind and level.")
@click.option("--seed", type=click.IntRange(0), default=77, show_default=True)
def yields(games: int, seed: int) -> None:
    """Puzzles for each minute of one processor, and the share of each part of the work."""
    names = list(dict.fromkeys(name for _, _, name in _PARTS))
    click.echo("| kind | level | games | puzzles | a minute | positions tried | " + " | ".join(names) + " | rest |")
    click.echo("| --- | ---: " + "| ---: " * (5 + len(names)) + "|")
    for kind in Kind:
        for level in Level:
            if (kind == Kind.OPEN and level > Level.BEGINNER) or (kind in _RULES and level == Level.BEGINNER):
                continue
            spent, calls = defaultdict[str, float](float), Counter[str]()
            start = time.process_time()
            with watched(spent, calls):
                found = sum(len(make(order(kind, level, seed), number)) for number in range(games))
            took = time.process_time() - start
            shares = [100 * spent[name] / took for name in names]
            told = " | ".join(f"{share:.0f} %" for share in [*shares, 100 - sum(shares)])
            rate = f"{60 * found / took:.1f}"
            click.echo(f"| {kind} | {level:d} | {games} | {found} | {rate} | {calls['best turns']} | {told} |")


@main.command()
@click.option("--games", type=click.IntRange(1), default=60, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=77, show_default=True)
def levels(games: int, seed: int) -> None:
    """How often each level occurs among the turns of games as they were played, without any change."""
    edition = rules(USUAL_RULES)
    turns, single = Counter[Level](), Counter[Level]()
    for number in range(games):
        for position in game_positions(edition, deck(edition.deck), Chance(f"levels {seed} {number}")):
            result = best(position, edition) if fits(position, Kind.GO_OUT, Level.BEGINNER) else None
            if result is None or result.turn is None or len(result.turn.played) < LEAST_TILES:
                continue
            level = level_of(len(position.table) - result.values["unbroken"])
            turns[level] += 1
            asked = replace(position, rack=result.turn.played)
            result = best(asked, edition)
            single[level] += result is not None and only_turn(result, Kind.GO_OUT)
    click.echo("| level | turns | share | with one solution |\n| --- | ---: | ---: | ---: |")
    for level in Level:
        share = 100 * turns[level] / turns.total()
        click.echo(f"| {level:d} {level.name.lower()} | {turns[level]} | {share:.0f} % | {single[level]} |")


@main.command("workers")
@click.option("--jobs", type=click.IntRange(1), multiple=True, default=(1, 2), show_default=True)
@click.option("--cluster", default=None, help="A Dask scheduler instead of processes here.")
@click.option("--games", type=click.IntRange(1), default=40, show_default=True)
def grows(jobs: tuple[int, ...], cluster: str | None, games: int) -> None:
    """Games and puzzles an hour on the clock, with so many workers; `go-out` of level 3."""
    wanted = order(Kind.GO_OUT, Level.MEDIUM, 77)
    click.echo("| workers | games an hour | puzzles an hour |\n| --- | ---: | ---: |")
    for count in jobs if cluster is None else (1,):
        with workers(count, cluster) as crew:
            list(crew.ordered(partial(make, wanted), range(count)))
            start = time.monotonic()
            found = sum(map(len, _games(crew, wanted, games)))
            took = time.monotonic() - start
        click.echo(
            f"| {count if cluster is None else cluster} | {3600 * games / took:.0f} | {3600 * found / took:.0f} |"
        )


def _games(crew: Workers, wanted: Order, games: int) -> list[tuple[object, ...]]:
    return list(islice(crew.ordered(partial(make, wanted), range(games)), games))


if __name__ == "__main__":
    main()
