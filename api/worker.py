"""A worker: a process that solves one question after another. Run by `crew` as `python -m api.worker FD NICE`.

It reads questions from a socket and ends when that is closed. It does not heed Ctrl-C and SIGTERM, which a terminal or
a service manager sends to all processes at once: the service says when it is done.
"""

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection

from api.tasks import Reply, Task
from solver.documents import Request, verdict_document
from solver.errors import InputError
from solver.openings import openings
from solver.referee import check
from solver.solve import solve


def _solve(asked: Request, limit: float) -> object:
    return solve(asked.position, asked.rules, asked.objective, limit, asked.work_limit)


def _openings(asked: Request, limit: float) -> object:
    return openings(asked.position, asked.rules, order=asked.order, first=asked.first, limit=limit)


def _check(asked: Request, _limit: float) -> object:
    verdict = check(asked.position, asked.after, asked.rules, asked.others_after, asked.discarded, asked.win)
    return verdict_document(verdict, asked.id)


_CALLS: dict[str, Callable[[Request, float], object]] = {
    "solve": _solve,
    "openings": _openings,
    "check": _check,
}


def answer(task: Task) -> Reply:
    """The reply to a task. Never raises."""
    try:
        return Reply(_CALLS[task.call](task.asked, max(0.0, task.deadline - time.monotonic())))
    except InputError as error:
        return Reply(fault=str(error))
    except Exception:
        return Reply(failure=traceback.format_exc())


def main(socket: int, nice: int) -> None:
    """Answer tasks until the other end is closed."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    os.nice(nice)
    connection = Connection(socket)
    with suppress(EOFError, OSError):
        connection.send(Reply())
        while True:
            connection.send(answer(connection.recv()))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
