"""Where work is done: processes of this machine, or a Dask cluster; either is a `concurrent.futures.Executor`."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# `distributed` has no types, and may be missing.

import logging
import multiprocessing
import os
import re
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from solver.errors import InputError
from solver.result import VERSION

_SECONDS = 10.0
_LACKING = re.compile(r"\b(?:ModuleNotFound|Import|Attribute)Error\([\"'](.*)[\"']\)")
Item = TypeVar("Item")
Answer = TypeVar("Answer")


class ExecutorError(InputError):
    """A cluster that cannot be reached or used, or workers that are gone."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A Dask cluster by the address of its scheduler."""

    client: Any
    address: str

    def everywhere(self, function: Callable[[], Answer]) -> list[Answer]:
        """What a function says in each process of the cluster.

        Raises:
            ExecutorError: there are none, or they lack what the function needs.
        """
        try:
            self.client.wait_for_workers(1, timeout=_SECONDS)
            return list(self.client.run(function).values())
        except TimeoutError:
            raise ExecutorError(f"the Dask scheduler at {self.address} has no workers") from None
        except Exception as error:  # a worker that cannot read the question says so in the text of any exception
            lacking = _LACKING.search(str(error))
            if lacking is None:
                raise
            raise ExecutorError(f"the workers at {self.address} lack a package: {lacking[1]}") from None


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor, how many tasks keep it busy, and the cluster that it stands for."""

    executor: Executor
    ahead: int
    cluster: Cluster | None = None

    def ordered(
        self,
        work: Callable[[Item], Answer],
        items: Iterable[Item],
        spare: Callable[[Answer], object] | None = None,
    ) -> Generator[Answer]:
        """The answers in the order of the items, which may be endless: only a few are taken ahead.

        When it is broken off, by an error or because it is closed, `spare` gets the answers whose turn had not come.

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
                answer = waiting[0].result()
                waiting.popleft()
                yield answer
        except (BrokenExecutor, CancelledError) as error:
            raise ExecutorError(f"the workers are gone: {str(error).rstrip('.') or type(error).__name__}") from None
        finally:
            for future in waiting:
                if not future.cancel() and spare and future.done() and future.exception() is None:
                    spare(future.result())


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
    context = multiprocessing.get_context("spawn")
    lifeline, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, context, _begin, (lifeline,))
    try:
        yield Workers(pool, 2 * jobs)
    except BaseException:
        held.close()  # nobody will ask for what is under way
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        held.close()
        lifeline.close()


def _begin(lifeline: Connection) -> None:
    """Ctrl-C is for the process that gives out the work; when that lets go of the line, or dies, this one ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    lifeline.poll(None)
    os.kill(os.getpid(), signal.SIGTERM)


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
    found = Cluster(client, address[:60])
    try:
        # All must have this version, for the same answers.
        if set(found.everywhere(_version)) != {VERSION}:
            raise ExecutorError(f"the workers at {found.address} have other versions of meld-solver than {VERSION}")
        yield Workers(client.get_executor(), 2 * sum(found.client.nthreads().values()), found)
    finally:
        client.close(timeout=_SECONDS)


def _version() -> str:
    return VERSION
