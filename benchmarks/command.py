"""A solver of somebody else as a rival: a command that reads a JSON line for each position and writes one in answer.

docs/benchmarks.md has a worked example. Whatever goes wrong is a fault of that one answer, and the command is started
anew for the next position.
"""

import json
import os
import shlex
import signal
import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from benchmarks.corpus import Item
from benchmarks.rivals import Reply
from solver.deck import tile_name
from solver.sets import written

_GRACE = 5.0
_SHOWN = 60


class Command:
    """One process that answers position after position."""

    def __init__(self, name: str, command: str) -> None:
        self.name, self._command = name, shlex.split(command)
        self._process: subprocess.Popen[str] | None = None

    def unable(self, item: Item) -> str | None:
        """The command says itself what it cannot do, with the status `unsupported`."""
        del item

    def solve(self, item: Item, limit: float) -> Reply:
        """The time is that between the line written and the line read."""
        start = time.perf_counter()
        try:
            answer = self._ask(question(item, limit), limit + _GRACE)
            reply = _reply(answer, item, time.perf_counter() - start)
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            self.close()
            reply = Reply(None, False, time.perf_counter() - start, str(error))
        return reply

    def _ask(self, asked: dict[str, Any], seconds: float) -> str:
        if self._process is None:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(
                self._command,
                stdin=pipe,
                stdout=pipe,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                start_new_session=True,
            )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        watch = threading.Timer(seconds, _kill, [process])
        watch.start()
        try:
            process.stdin.write(json.dumps(asked) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        finally:
            watch.cancel()
        if not line.endswith("\n"):
            raise ValueError(f"no answer, the command ended with {process.wait(_GRACE)}")
        return line

    def kill(self) -> None:
        """End the process and leave it at that, for a process that is about to end itself."""
        if self._process is not None:
            _kill(self._process)

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        _kill(process)
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):  # what it did not read any more
                    stream.close()
        process.wait()


def _kill(process: subprocess.Popen[str]) -> None:
    """End it and all that it started: a child that lives on would hold the pipe open."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def question(item: Item, limit: float) -> dict[str, Any]:
    """A position in the JSON form of `melds solve --jsonl`."""
    place = item.position
    asked: dict[str, Any] = {
        "id": item.id,
        "rules": item.rules.name,
        "deck": asdict(place.deck),
        "table": [written(tile_set) for tile_set in place.table],
        "rack": [tile_name(tile) for tile in place.rack],
        "objective": ["tiles"],
        "limit": limit,
    }
    return asked if place.to_open is None else {**asked, "to_open": place.to_open}


def _reply(line: str, item: Item, seconds: float) -> Reply:
    """`status` is optimal, feasible, no_play, unknown or unsupported; `objective.tiles` is the number of tiles.

    Raises:
        ValueError: an answer that is none.
    """
    try:
        answer = json.loads(line)
        status = answer["status"]
        if answer["id"] != item.id:
            raise ValueError(f"the answer is to {str(answer['id'])[:_SHOWN]!r}")
        tiles = answer["objective"]["tiles"] if status in ("optimal", "feasible") else None
    except (KeyError, TypeError, RecursionError, json.JSONDecodeError):
        raise ValueError(f"this is no answer: {line.strip()[:_SHOWN]!r}") from None
    if status == "unsupported":
        return Reply(None, False, seconds, "unsupported")
    if status in ("no_play", "unknown"):
        return Reply(0 if status == "no_play" else None, status == "no_play", seconds)
    if status not in ("optimal", "feasible") or type(tiles) is not int or not 0 <= tiles <= len(item.position.rack):
        raise ValueError(f"this is no answer: {line.strip()[:_SHOWN]!r}")
    return Reply(tiles, status == "optimal", seconds)
