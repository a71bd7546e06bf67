"""A worker: a process that answers one question after another. Run by `crew` as `python -m api.worker FD NICE CACHE`.

It reads questions from a socket and ends when that is closed. It does not heed Ctrl-C and SIGTERM, which a terminal or
a service manager sends to all processes at once: the service says when it is done.
"""

import gc
import json
import os
import signal
import socket
import sys
import time
import traceback
from contextlib import suppress
from typing import Any

from api.cache import Lru
from api.calls import CALLS, Call
from api.errors import Refusal
from api.intake import valid
from api.places import place_of
from api.settings import KEPT_BYTES
from api.tasks import Fault, Reply, Task
from api.wire import packed, receive
from solver.documents import Document, read_object
from solver.errors import InputError
from solver.notation import canonical_line


class Worker:
    """Answers tasks, and keeps `cache` proven answers."""

    def __init__(self, cache: int) -> None:
        self._kept: Lru[Any] = Lru(cache)

    def answer(self, task: Task) -> Reply:
        """The reply to a task. Never raises."""
        try:
            fields = read_object(task.body)
            return self._answer(CALLS[task.call], fields, task)
        except Refusal as refusal:
            return Reply(fault=Fault(refusal.detail, refusal.place))
        except Exception:
            return Reply(failure=traceback.format_exc())

    def _answer(self, call: Call[Any, Any], fields: Document, task: Task) -> Reply:
        asked = valid(call.read, call.fields, fields)
        key = None if call.key is None else (call.name, call.key(asked))
        found = None if key is None else self._kept.get(key)
        hit = found is not None
        if not hit:
            try:
                found = call.run(asked, max(0.0, task.deadline - time.monotonic()))
            except InputError as error:
                return Reply(fault=Fault(str(error), place_of(str(error), fields)))
        written = call.write(found, asked)
        body = (written if isinstance(written, str) else json.dumps(written) + "\n").encode()
        proven = call.proven is not None and call.proven(found)
        if key is not None and proven and not hit and len(body) <= KEPT_BYTES:
            self._kept.put(key, found)
        position = getattr(asked, "position", None) if task.tell else None
        return Reply(
            body,
            status=_status(written) or ("proven" if proven else "not proven"),
            proven=proven,
            hit=hit,
            position=None if position is None else canonical_line(position),
        )


def _status(written: Document | str) -> str:
    return "" if isinstance(written, str) else written.get("status", "")


def main(fd: int, nice: int, cache: int) -> None:
    """Answer tasks until the other end is closed."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    os.nice(nice)
    # What is there now stays, and answers leave nothing behind that only the collector finds: it has little to do, and
    # does it when the answer is out.
    gc.disable()
    gc.freeze()
    worker = Worker(cache)
    with suppress(EOFError, OSError), socket.socket(fileno=fd) as connection, connection.makefile("rb") as stream:
        connection.sendall(packed(Reply()))
        while True:
            connection.sendall(packed(worker.answer(receive(stream))))
            gc.collect()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
