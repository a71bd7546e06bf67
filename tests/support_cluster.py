"""A Dask cluster on this machine."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def started(*args: str) -> subprocess.Popen[bytes]:
    """A Dask process, quiet."""
    return subprocess.Popen(
        [sys.executable, "-m", *args], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def wait_for(address: str, size: int) -> None:
    """Until the scheduler is there, with so many workers. A client in this process would need an event loop in it."""
    text = (
        f"import distributed; client = distributed.Client({address!r}, timeout=100); "
        f"{size} and client.wait_for_workers({size}, timeout=100)"
    )
    subprocess.run([sys.executable, "-c", text], cwd=ROOT, check=True, timeout=120)


@contextmanager
def cluster(size: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler with so many worker processes: its address, and the workers."""
    address = f"tcp://127.0.0.1:{free_port()}"
    port = address.rpartition(":")[2]
    scheduler = started("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
    worker = ("distributed.cli.dask_worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard")
    processes = [started(*worker) for _ in range(size)]
    try:
        wait_for(address, size)
        yield address, processes
    finally:
        for process in (*processes, scheduler):
            process.kill()
            process.wait()
