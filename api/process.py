"""One worker process as the service sees it: started, asked, watched, ended. Everything in the event loop."""

import asyncio
import random
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from api.errors import Error, Refusal
from api.settings import Settings
from api.tasks import Reply, Task
from api.wire import Inbox, packed

# Workers yield the processor to the service, so that it answers at once while all of them solve.
NICE = 5
_ROOT = Path(__file__).parent.parent
_START_SECONDS = 60
_END_SECONDS = 1


class Process(asyncio.Protocol):
    """A process that answers one question at a time.

    `ended` hears of it when it is gone, unless it never was ready or `close` was called. `succession` is for the crew
    to remember that somebody sees to the worker's successor.
    """

    def __init__(self, settings: Settings, ended: "Callable[[Process], None]") -> None:
        self._settings, self._ended = settings, ended
        # Not all of them at once.
        self._left = settings.recycle + random.randrange(settings.recycle // 10 + 1)
        self._inbox = Inbox()
        self._reply: asyncio.Future[Reply] | None = None
        self._hired = False
        self.alive = False
        self.succession = False

    async def start(self) -> bool:
        """Start it and wait until it has loaded the solver; False when it has not, or ended instead."""
        loop = asyncio.get_running_loop()
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "api.worker"]
            command += map(str, (theirs.fileno(), NICE, self._settings.cache))
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, cwd=_ROOT)
        self._reply = loop.create_future()
        self._transport, _ = await loop.create_unix_connection(lambda: self, sock=ours)
        try:
            await asyncio.wait_for(self._reply, _START_SECONDS)
            self.alive = self._hired = True
        except (TimeoutError, Refusal):
            await self.close()
        except asyncio.CancelledError:
            self._process.kill()
            raise
        return self.alive

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    async def ask(self, task: Task, grace: float) -> Reply:
        """Its reply, awaited until the deadline and the grace are over.

        Raises:
            Refusal: it ended, or did not answer and was ended.
        """
        self._left -= 1
        if not self.alive:
            raise Refusal(Error.LOST)
        loop = asyncio.get_running_loop()
        self._reply = loop.create_future()
        self._transport.write(packed(task))
        timer = loop.call_at(max(task.deadline, time.monotonic()) + grace, self._end, Error.HUNG)
        try:
            return await self._reply
        except asyncio.CancelledError:
            self._end(Error.LOST)
            raise
        finally:
            timer.cancel()

    def spent(self) -> bool:
        """Has it answered often enough?"""
        return self._left <= 0

    async def close(self) -> None:
        """Let it end, and end it if it does not at once."""
        self.alive = self._hired = False
        self._transport.close()
        await asyncio.get_running_loop().run_in_executor(None, self._reap)

    def data_received(self, data: bytes) -> None:
        """A piece of a reply."""
        for reply in self._inbox.add(data):
            if self._reply is not None and not self._reply.done():
                self._reply.set_result(reply)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 (how it ended makes no difference)
        """It has ended, or has been closed."""
        self._end(Error.LOST)
        if self._hired:
            self._hired = False
            self._ended(self)

    def _end(self, why: Error) -> None:
        """End it. Whoever waits for its reply hears why."""
        was_alive, self.alive = self.alive, False
        if self._reply is not None and not self._reply.done():
            self._reply.set_exception(Refusal(why))
        if was_alive:
            self._process.kill()
            asyncio.get_running_loop().run_in_executor(None, self._process.wait)
            self._transport.close()

    def _reap(self) -> None:
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
