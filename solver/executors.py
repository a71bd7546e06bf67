"""Where work is done: processes of this machine, or a Dask cluster; either is a `concurrent.futures.Executor`."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# `distributed` has no types, and may be missing.

import logging
import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from solver.errors import InputError
from solver.result import VERSION

_SECONDS = 10.0
Item = TypeVar("Item")
Answer = TypeVar("Answer")


class ExecutorError(InputError):
    """A cluster that cannot be reached or used, or workers that are gone."""


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor, and how many tasks keep it busy."""

    executor: Executor
    ahead: int

    def ordered(self, work: Callable[[Item], Answer], items: Iterable[Item]) -> Iterator[Answer]:
        """The answers in the order of the items, which may be endless: only a few are taken ahead.

        Raises:
            ExecutorError: the workers are gone.
        """
        waiting: deque[Future[Answer]] = deque()
        left = iter(items)
        try:
            while True:
                for item in islice(left, self.ahead - len(waiting)):
                    waiting.append(self.executor.submit(work, item))
                if not waiting:
                    return
                yield waiting.popleft().result()
        except (BrokenExecutor, CancelledError) as error:
            raise ExecutorError(f"the workers are gone: {error or type(error).__name__}") from None
        finally:
            for future in waiting:
                future.cancel()


@contextmanager
def workers(jobs: int = 1, cluster: str | None = None) -> Generator[Workers]:
    """Processes of this machine, so many; or all the workers of the Dask scheduler at the address `cluster`.

    Raises:
        ExecutorError: no such cluster, or one that cannot serve.
    """
    if cluster is not None:
        with _dask(cluster) as found:
            yield found
        return
    # Fresh processes: a fork would take over threads and locks in whatever state they are.
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _leave_interrupts)
    try:
        yield Workers(pool, 2 * jobs)
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that gives out the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _dask(address: str) -> Generator[Workers]:
    try:
        import distributed
    except ModuleNotFoundError:
        raise ExecutorError("a cluster needs the extra `cluster`: pip install 'meld-solver[cluster]'") from None
    if not address.startswith(("tcp://", "tls://")):
        raise ExecutorError(f"{address[:60]!r} is no address of a Dask scheduler, write tcp://host:port")
    # What goes wrong is told in one sentence here.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError):
        raise ExecutorError(f"no Dask scheduler answers at {address[:60]}") from None
    try:
        yield Workers(client.get_executor(), 2 * _threads(client, address))
    finally:
        client.close(timeout=_SECONDS)


def _threads(client: Any, address: str) -> int:
    """How many tasks the cluster does at a time; all its workers must have this version, for the same answers."""
    try:
        client.wait_for_workers(1, timeout=_SECONDS)
        versions = set(client.run(_version).values())
    except TimeoutError:
        raise ExecutorError(f"the Dask scheduler at {address[:60]} has no workers") from None
    except ModuleNotFoundError:
        raise ExecutorError(f"the workers at {address[:60]} do not have meld-solver installed") from None
    if versions != {VERSION}:
        raise ExecutorError(f"the workers at {address[:60]} have other versions of meld-solver than {VERSION}")
    return sum(client.nthreads().values())


def _version() -> str:
    return VERSION
