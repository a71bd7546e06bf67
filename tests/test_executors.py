"""Work done elsewhere: by processes that are lost, and by a Dask cluster of which a worker is killed."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain, count, islice
from pathlib import Path

import pytest

from solver.cli import main
from solver.errors import InputError
from solver.executors import Workers, workers
from solver.puzzles.generate import make
from solver.puzzles.lines import read_puzzles
from support_puzzles import order

ROOT = Path(__file__).parent.parent


def die(_: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def double(number: int) -> int:
    return 2 * number


def test_answers_come_in_order_and_few_are_taken_ahead():
    """Of endless work only so much is begun as keeps the workers busy."""
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    with ThreadPoolExecutor(2) as pool:
        crew = Workers(pool, 3)
        assert list(islice(crew.ordered(double, items()), 5)) == [0, 2, 4, 6, 8]
        assert len(taken) <= 5 + 3
        assert list(crew.ordered(double, range(4))) == [0, 2, 4, 6]
        assert list(crew.ordered(double, ())) == []


def test_processes_that_are_lost():
    """When a process is killed the error is one sentence."""
    with workers(1) as found, pytest.raises(InputError, match=r"^the workers are gone: \w"):
        list(found.ordered(die, [1]))


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def started(*args: str) -> subprocess.Popen[bytes]:
    """A Dask process, quiet."""
    return subprocess.Popen(
        [sys.executable, "-m", *args], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


@contextmanager
def cluster(size: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler with so many worker processes: its address, and the workers."""
    address = f"tcp://127.0.0.1:{free_port()}"
    port = address.rpartition(":")[2]
    scheduler = started("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
    worker = ("distributed.cli.dask_worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard")
    processes = [started(*worker) for _ in range(size)]
    try:
        yield address, processes
    finally:
        for process in (*processes, scheduler):
            process.kill()
            process.wait()


@pytest.mark.timeout(300)
def test_a_killed_worker_loses_no_puzzle(tmp_path: Path):
    """Two Dask workers, one killed in mid-run: the same puzzles as made here one after the other, none twice."""
    wanted = order("go-out", 2)
    path = tmp_path / "file"
    args = ["--kind", "go-out", "--level", "2", "--deck", "4x6x2+2", "--seed", "1", "--count", "8"]
    with cluster(2) as (address, processes):
        command = [sys.executable, "-c", "import sys; from solver.cli import main; sys.exit(main())", "puzzles"]
        making = subprocess.Popen([*command, *args, "-o", str(path), "--cluster", address], cwd=ROOT)
        while not path.exists() or path.read_bytes().count(b"\n") < 2:
            time.sleep(0.02)
            assert making.poll() is None
        processes[0].kill()
        assert making.wait(200) == 0
        assert processes[1].poll() is None
    made = {puzzle.id: puzzle for puzzle in islice(chain.from_iterable(make(wanted, n) for n in count()), 8)}
    assert read_puzzles(path.read_text().splitlines(), "file") == list(made.values())


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1"),
        ("127.0.0.1", "'127.0.0.1' is no address of a Dask scheduler, write tcp://host:port"),
        ("tcp://", "no Dask scheduler answers at tcp://"),
    ],
)
def test_a_cluster_that_is_not_there(
    address: str, told: str, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """One sentence and the exit code 2, and no file is begun."""
    monkeypatch.setattr("solver.executors._SECONDS", 1.0)
    path = tmp_path / "file"
    assert main(["puzzles", "--kind", "most", "-o", str(path), "--cluster", address]) == 2
    out = capfd.readouterr()
    assert (out.out, out.err) == ("", f"melds: {told}\n")
    assert not path.exists()


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Where Dask is not installed the sentence says what to install."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["puzzles", "--kind", "most", "--cluster", "tcp://127.0.0.1:8786"]) == 2
    assert "a cluster needs the extra `cluster`" in capsys.readouterr().err


def test_many_positions_in_processes(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """`solve --jsonl --jobs` answers as without, line by line, bad lines too."""
    path = tmp_path / "positions"
    path.write_text('{"id": 1, "position": "r4-6 r7"}\nbad\n{"id": 3, "position": "- r5-7", "rules": "chess"}\n')

    def answers(*args: str) -> list[object]:
        assert main(["solve", "--jsonl", str(path), *args]) == 0
        lines = map(json.loads, capsys.readouterr().out.splitlines())
        return [{name: value for name, value in line.items() if name != "ms"} for line in lines]

    here = answers()
    assert len(here) == 3
    assert answers("--jobs", "2") == here
    assert main(["solve", "r4-6 r7", "--jobs", "2"]) == 2
    assert "--jobs and --cluster are for many positions, they go with --jsonl" in capsys.readouterr().err
