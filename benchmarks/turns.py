"""A position with all its rivals, one after the other in one process: the work that `benchmarks.bench` gives out.

Rivals are made where they are asked, for they hold tables and processes that cannot be sent. Each answers a small
question first, which is not counted: what a process does only once is no matter of a position.
"""

import os
import signal
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from benchmarks.command import Command
from benchmarks.corpus import Item, parse
from benchmarks.figures import machine, versions
from benchmarks.rivals import Reply, Rival, everybody
from benchmarks.runs import Row

_ONE = threading.Lock()
"""A worker of a cluster may have threads; whoever measures is alone in its process."""


@dataclass(frozen=True, slots=True)
class Field:
    """Who takes part, in the order of their turns; `commands` are solvers of others, name and command."""

    names: Sequence[str]
    commands: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Turn:
    """A position, its place among all, and the rivals that have answered it already."""

    number: int
    group: str
    item: Item
    done: frozenset[str]


def where() -> tuple[str, str]:
    """The machine of this process, and the versions."""
    return machine(), versions()


def answers(field: Field, limit: float, turn: Turn) -> list[Row]:
    """All answers to a position, in a process that is there for nothing else meanwhile."""
    with _ONE, present(field, limit) as rivals:
        return list(asked(rivals, limit, turn))


def asked(rivals: Sequence[Rival], limit: float, turn: Turn) -> Iterator[Row]:
    """The answers that are missing. The order moves on by one with each position, so that nobody is always first."""
    shift = turn.number % len(rivals)
    for rival in (*rivals[shift:], *rivals[:shift]):
        if rival.name not in turn.done:
            yield measured(rival, turn.group, turn.item, limit)


@contextmanager
def present(field: Field, limit: float) -> Generator[list[Rival]]:
    """The rivals, ready to answer. Commands are closed in the end, also where the process is told to end."""
    commands = [Command(name, command) for name, command in field.commands]
    with _closing(commands):
        for command in commands:
            measured(command, "", _small(), limit)
        own = {command.name: command for command in commands}
        yield [own[name] if name in own else _ready(name) for name in field.names]


@contextmanager
def _closing(commands: Sequence[Command]) -> Generator[None]:
    def end(*_: object) -> None:
        for command in commands:
            command.kill()
        os._exit(128 + signal.SIGTERM)

    # Only the main thread hears signals; the threads of a cluster are not ended in the middle of a position.
    hears = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, end) if commands and hears else None
    try:
        yield
    finally:
        for command in commands:
            command.close()
        if before is not None:
            signal.signal(signal.SIGTERM, before)


@cache
def _ready(name: str) -> Rival:
    """A rival of this process, made and asked once."""
    rival = everybody()[name]
    measured(rival, "", _small(), 60.0)
    return rival


def _small() -> Item:
    """Every rival can do this position."""
    line = 'r4-6.bko9 r7b3 ; id "xxx-000"; rules goliath-2014; tiles 1; unbroken 2; source "warm-up"'
    return parse([line], "warm-up")[0]


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
