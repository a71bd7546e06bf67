"""One worker process as the service sees it: started, asked, watched, ended."""

import random
import socket
import subprocess
import sys
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

from api.errors import Error, Refusal
from api.tasks import Reply, Task

# Workers yield the processor to the service, so that it answers at once while all of them solve.
NICE = 5
_ROOT = Path(__file__).parent.parent
_START_SECONDS = 60


class Process:
    """A process that solves, used by one thread. It is good for about `most` questions, and keeps `cache` answers."""

    def __init__(self, most: int, cache: int) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "api.worker", *map(str, (theirs.fileno(), NICE, cache))],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                cwd=_ROOT,
            )
        self._connection = Connection(ours.detach())
        # Not all of them at once.
        self._left = most + random.randrange(most // 10 + 1)
        self._ready = False

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def ready(self, seconds: float = _START_SECONDS) -> bool:
        """Wait until it has loaded the solver; False when it has not, or ended instead."""
        with suppress(EOFError, OSError):
            if not self._ready and self._connection.poll(seconds):
                self._connection.recv()
                self._ready = True
        return self._ready

    def ask(self, task: Task, grace: float) -> Reply:
        """Its reply, awaited until the deadline and the grace are over.

        Raises:
            Refusal: it ended, or did not answer and was ended.
        """
        self._left -= 1
        try:
            self._connection.send(task)
            if self._connection.poll(max(0.0, task.deadline - time.monotonic()) + grace):
                return self._connection.recv()
        except (EOFError, OSError):
            self._end()
            raise Refusal(Error.LOST) from None
        self._end()
        raise Refusal(Error.HUNG)

    def alive(self) -> bool:
        """Is the process there?"""
        return self._process.poll() is None

    def spent(self) -> bool:
        """Has it answered often enough?"""
        return self._left <= 0

    def close(self) -> None:
        """Let it end, and end it if it does not at once."""
        self._connection.close()
        try:
            self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._end()

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()
