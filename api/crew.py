"""The workers: processes that each have one question at a time and are watched while they have it.

For each there is a keeper, a thread that hands it questions from the one queue, ends it when it does not keep a
question's limit, and replaces it when it has ended or has answered often enough. The time of a question runs while it
waits for a worker.
"""

import queue
import threading
import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass

from api.errors import Error, Refusal
from api.logs import Log
from api.process import Process
from api.settings import Settings
from api.tasks import Reply, Task

_IDLE_SECONDS = 0.5
# So long a wait is never too long: a question with a limit of next to nothing still gets the answer of no search.
_PATIENCE = 0.1
_LONGEST_PAUSE = 5.0


@dataclass(frozen=True, slots=True)
class Answered:
    """A reply, and the seconds that the question waited for a worker and was with it."""

    reply: Reply
    waited: float
    took: float


@dataclass(frozen=True, slots=True)
class _Job:
    task: Task
    asked: float
    until: float
    outcome: Future[Answered]


class Crew:
    """All workers. `ask` may be called from any number of threads."""

    def __init__(self, settings: Settings, log: Log) -> None:
        self._jobs: queue.Queue[_Job | None] = queue.Queue()
        self._keepers = [_Keeper(self._jobs, settings, log) for _ in range(settings.crew)]

    def start(self) -> None:
        """Start all workers and wait until they are there.

        Raises:
            RuntimeError: a worker cannot start.
        """
        for keeper in self._keepers:
            keeper.start()
        for keeper in self._keepers:
            if not keeper.begun.result():
                self.close()
                raise RuntimeError("a worker ended while it started, see above why")

    def ask(self, task: Task) -> Answered:
        """The reply of the first worker that is free.

        Raises:
            Refusal: none was free in time, or the one that had the question was lost or hung.
        """
        now = time.monotonic()
        job = _Job(task, now, max(task.deadline, now + _PATIENCE), Future())
        self._jobs.put(job)
        try:
            return job.outcome.result(job.until - now)
        except NotYet:
            if job.outcome.cancel():
                raise Refusal(Error.LATE) from None
        return job.outcome.result()

    def pids(self) -> list[int]:
        """The processes that are there now."""
        return [pid for keeper in self._keepers if (pid := keeper.pid()) is not None]

    def replaced(self) -> int:
        """How many workers were replaced, for whatever reason."""
        return sum(keeper.replaced for keeper in self._keepers)

    def close(self) -> None:
        """Let all workers end, once they have answered what was asked before."""
        for _ in self._keepers:
            self._jobs.put(None)
        for keeper in self._keepers:
            keeper.join()


class _Keeper(threading.Thread):
    """Keeps one worker at work."""

    def __init__(self, jobs: "queue.Queue[_Job | None]", settings: Settings, log: Log) -> None:
        super().__init__(name="keeper", daemon=True)
        self._jobs, self._settings, self._log = jobs, settings, log
        self._worker: Process | None = None
        self._successor: Process | None = None
        self.begun: Future[bool] = Future()
        self.replaced = 0

    def pid(self) -> int | None:
        """The worker's process, None while there is none."""
        worker = self._worker
        return worker.pid if worker and worker.alive() else None

    def _new(self) -> Process:
        return Process(self._settings.recycle, self._settings.cache)

    def run(self) -> None:
        """Hand out questions until there is a None among them."""
        first = self._new()
        if first.ready():
            self._worker = first
        self.begun.set_result(self._worker is not None)
        while self._worker is not None:
            worker = self._present(self._worker)
            try:
                job = self._jobs.get(timeout=_IDLE_SECONDS)
            except queue.Empty:
                continue
            if job is None:
                break
            if job.outcome.set_running_or_notify_cancel():
                self._do(job, worker)
        for process in (self._worker, self._successor):
            if process is not None:
                process.close()

    def _do(self, job: _Job, worker: Process) -> None:
        """Have a question answered. Whatever happens, the one who asked hears of it."""
        start = time.monotonic()
        try:
            if start >= job.until:
                raise Refusal(Error.LATE)
            reply = worker.ask(job.task, self._settings.grace)
            job.outcome.set_result(Answered(reply, start - job.asked, time.monotonic() - start))
        except Refusal as refusal:
            if refusal.error != Error.LATE:
                self._log.event("worker_ended", reason=refusal.error.code, pid=worker.pid, call=job.task.call)
            job.outcome.set_exception(refusal)
        except Exception as error:
            job.outcome.set_exception(error)

    def _present(self, worker: Process) -> Process:
        """The worker that gets the next question: this one, its successor, or a new one where it has ended."""
        if worker.spent() and self._successor is None:
            self._successor = self._new()
        pause = 0.0
        while not worker.alive() or (self._successor and self._successor.ready(0)):
            old, worker = worker, self._successor or self._new()
            old.close()
            self._successor = None
            self.replaced += 1
            time.sleep(pause)
            pause = min(_LONGEST_PAUSE, 2 * pause + 0.1)
            worker.ready()
        self._worker = worker
        return worker
