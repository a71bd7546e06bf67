"""Work done elsewhere: by processes that are lost, and by a Dask cluster of which a worker is killed."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import chain, count, islice
from pathlib import Path

import pytest

from solver.cli import main
from solver.executors import Workers, workers
from solver.puzzles.generate import make
from solver.puzzles.lines import read_puzzles
from support_cluster import cluster
from support_puzzles import order
from test_cli_process import HEED

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


def test_what_is_there_when_it_is_broken_off():
    """Answers whose turn had not come go to `spare`, each once and in order; what is under way or fails does not."""
    done, go_on = {number: threading.Event() for number in range(5)}, threading.Event()

    def work(number: int) -> int:
        if number == 2:
            go_on.wait()
        if number == 3:
            raise ValueError
        done[number].set()
        return number

    spare: list[int] = []
    with ThreadPoolExecutor(2) as pool:
        found = Workers(pool, 5).ordered(work, range(5), spare.append)
        assert next(found) == 0
        done[1].wait()
        done[4].wait()
        found.close()
        go_on.set()
    assert spare == [1, 4]


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGKILL])
def test_processes_end_with_the_one_that_they_work_for(told: signal.Signals):
    """Interrupted or killed in the middle of a task, it leaves no process behind."""
    code = f"{HEED}; import sys; sys.path.insert(0, 'tests'); import test_executors; test_executors.be_busy()"
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"at work\n"
        process.send_signal(told)
        assert process.stdout.read() == b""  # until the last one that could write has ended
        assert process.wait() == (130 if told == signal.SIGINT else -told)


def be_busy() -> None:
    """Give out a task that does not end."""
    with suppress(KeyboardInterrupt), workers(1) as found:
        for _ in found.ordered(sleep, [3600]):
            pass
    sys.exit(130)


def sleep(seconds: int) -> None:
    """Say so, and do nothing."""
    sys.stdout.write("at work\n")
    sys.stdout.flush()
    time.sleep(seconds)


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
