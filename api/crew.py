"""The workers: processes that each have one question at a time and are watched while they have it.

A question goes to the worker that has been free longest, or waits for one; its time runs meanwhile. A worker that does
not keep a question's limit is ended; one that has ended, for whatever reason, or has answered often enough is replaced.
All of it happens in the event loop.
"""

import asyncio
import time
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from api.errors import Error, Refusal
from api.logs import Log
from api.process import Process
from api.settings import Settings
from api.tasks import Reply, Task

# So long a wait is never too long: a question with a limit of next to nothing still gets the answer of no search.
PATIENCE = 0.1
_LONGEST_PAUSE = 5.0


@dataclass(frozen=True, slots=True)
class Answered:
    """A reply, and the seconds that the question waited for a worker and was with it."""

    reply: Reply
    waited: float
    took: float


class Crew:
    """All workers. Used in the event loop only."""

    def __init__(self, settings: Settings, log: Log) -> None:
        self._settings, self._log = settings, log
        self._workers: set[Process] = set()
        self._idle: deque[Process] = deque()
        self._waiting: deque[asyncio.Future[Process]] = deque()
        self._hiring: set[asyncio.Task[None]] = set()
        self._replaced = 0

    async def start(self) -> None:
        """Start all workers and wait until they are there.

        Raises:
            RuntimeError: a worker cannot start.
        """
        self.loop = asyncio.get_running_loop()
        started = await asyncio.gather(*(self._start_one() for _ in range(self._settings.crew)))
        if not all(started):
            await self.close()
            raise RuntimeError("a worker ended while it started, see above why")

    async def ask(self, task: Task) -> Answered:
        """The reply of the first worker that is free.

        Raises:
            Refusal: none was free in time, or the one that had the question was lost or hung.
        """
        asked = time.monotonic()
        worker = await self._free_one(max(task.deadline, asked + PATIENCE))
        start = time.monotonic()
        try:
            reply = await worker.ask(task, self._settings.grace)
        except Refusal as refusal:
            self._log.event("worker_ended", reason=refusal.error.code, pid=worker.pid, call=task.call)
            raise
        finally:
            self._back(worker)
        return Answered(reply, start - asked, time.monotonic() - start)

    def pids(self) -> list[int]:
        """The processes that are there now."""
        return [worker.pid for worker in self._workers if worker.alive]

    def replaced(self) -> int:
        """How many workers were replaced, for whatever reason."""
        return self._replaced

    async def close(self) -> None:
        """Let all workers end."""
        for task in self._hiring:
            task.cancel()
        await asyncio.gather(*self._hiring, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._workers))
        self._workers.clear()
        self._idle.clear()

    async def _free_one(self, until: float) -> Process:
        """The worker that has been free longest, or the next one to be free."""
        if self._idle:
            return self._idle.popleft()
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[Process] = loop.create_future()
        self._waiting.append(waiter)
        timer = loop.call_at(until, _late, waiter)
        try:
            return await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled() and waiter.exception() is None:
                self._back(waiter.result())
            raise
        finally:
            timer.cancel()
            with suppress(ValueError):
                self._waiting.remove(waiter)

    def _back(self, worker: Process) -> None:
        """A worker is free: for the one who waits longest, or until somebody asks. One with a successor is done."""
        if not worker.alive:
            return
        if worker not in self._workers:
            self._in_background(worker.close())
            return
        if worker.spent() and not worker.succession:
            worker.succession = True
            self._in_background(self._succeed(worker))
        while self._waiting:
            waiter = self._waiting.popleft()
            if not waiter.done():
                waiter.set_result(worker)
                return
        self._idle.append(worker)

    async def _start_one(self) -> bool:
        worker = Process(self._settings, self._lost)
        if await worker.start():
            self._workers.add(worker)
            self._back(worker)
        return worker.alive

    def _lost(self, worker: Process) -> None:
        """A worker has ended by itself or was ended."""
        self._workers.discard(worker)
        with suppress(ValueError):
            self._idle.remove(worker)
        if not worker.succession:
            self._in_background(self._replace())

    async def _succeed(self, old: Process) -> None:
        """A fresh worker for one that has answered often enough, which goes on meanwhile."""
        await self._replace()
        self._workers.discard(old)
        if old in self._idle:
            self._idle.remove(old)
            await old.close()

    async def _replace(self) -> None:
        """A fresh worker, sooner or later."""
        pause = 0.0
        while not await self._start_one():
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE, 2 * pause + 0.1)
        self._replaced += 1

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._hiring.add(task)
        task.add_done_callback(self._hiring.discard)


def _late(waiter: "asyncio.Future[Process]") -> None:
    if not waiter.done():
        waiter.set_exception(Refusal(Error.LATE))
