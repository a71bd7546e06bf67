"""Work by several workers, processes of this machine and a Dask cluster, is that of one: the same answers, in order."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import bench, turns, verify
from benchmarks.corpus import load
from benchmarks.runs import Row, read
from solver.cli import main
from support_cluster import cluster, wait_for
from test_cli_process import HEED, ROOT

MINE = """
import json, sys
told = 0
for line in sys.stdin:
    told += 1
    print(json.dumps({"id": json.loads(line)["id"], "status": "no_play" if told > 1 else "unknown"}), flush=True)
"""
"""It knows nothing at first."""
SLOW = """
import json, os, sys, time
for line in sys.stdin:
    id = json.loads(line)["id"]
    with open(FILE, "a") as file:
        file.write(f"{os.getpid()} {id}\\n")
    if id == "pap-003":
        time.sleep(3600)
    print(json.dumps({"id": id, "status": "no_play"}), flush=True)
"""
"""It never comes to an end with one position; who it is and what it is asked goes into a file."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A scheduler with two worker processes."""
    with cluster(2) as (address, _):
        yield address


def rival(folder: Path, text: str) -> str:
    """The option for one more rival, `mine`."""
    path = folder / "mine.py"
    path.write_text(text, encoding="utf-8")
    return f"mine={sys.executable} {path}"


def timeless(path: Path) -> list[Row]:
    """The answers of a run, without what differs from run to run."""
    return [replace(row, seconds=0.0) for row in read(path).rows]


def run(folder: Path, *options: str) -> Path:
    """Measure on some positions, and say where the answers are."""
    done = CliRunner().invoke(bench.main, ["--group", "paper", "--count", "6", "--folder", str(folder), *options])
    assert done.exit_code == 0, done.output
    (path,) = folder.glob("*.csv")
    return path


def test_answers_do_not_depend_on_the_workers(tmp_path: Path, address: str):
    """One, two processes, and a cluster: the same rows in the same order, and how many workers there were is told."""
    options = ["--rival", "dynamic programme", "--rival", "mine", "--command", rival(tmp_path, MINE)]
    here = run(tmp_path / "here", *options, "--jobs", "1")
    rows = timeless(here)
    assert len(rows) == 18
    assert read(here).about["settings"] == "one worker for everybody, 10 s for an answer"
    # The command has answered the small question before, so that it knows something.
    assert all(row.tiles == 0 for row in rows if row.rival == "mine")
    told = {"--jobs": "2 workers at a time", "--cluster": "2 workers of a cluster at a time"}
    for option, value in (("--jobs", "2"), ("--cluster", address)):
        path = run(tmp_path / option, *options, option, value)
        assert timeless(path) == rows
        assert read(path).about["settings"] == f"{told[option]}, 10 s for an answer"
        assert read(path).about["machine"] == read(here).about["machine"]


def test_the_times_of_several_workers_are_not_judged(tmp_path: Path):
    """The report says so, and judges the answers alone; such a run is not recorded, nor gone on with by one worker."""
    options = ["--group", "jokers", "--count", "1", "--rival", "meld-solver", "--folder", str(tmp_path)]
    done = CliRunner().invoke(bench.main, [*options, "--jobs", "2"])
    assert "Several positions were measured at a time" in done.output
    assert "Of 1 goals of the solver 1 are met" in done.output
    assert "Goals: every answer right and proven: 1 of 1, met.\n" in done.output
    (path,) = tmp_path.glob("*.csv")
    for extra, code, told in (
        (["--jobs", "2", "--write"], 2, "--write records times of one worker"),
        (["--cluster", "tcp://127.0.0.1:1", "--write"], 2, "--write records times of one worker"),
        (["--resume", str(path)], 1, "and now it is one worker for everybody, 10 s for an answer"),
        (["--jobs", "3", "--resume", str(path)], 1, "and now it is 3 workers at a time, 10 s for an answer"),
    ):
        refused = CliRunner().invoke(bench.main, [*options, *extra])
        assert (refused.exit_code, told in refused.output) == (code, True), refused.output
    assert list(tmp_path.glob("*.csv")) == [path]


def test_control_c_loses_what_is_under_way(tmp_path: Path):
    """What had been answered is written, also out of turn; no process is left; going on asks each rival once."""
    asked = tmp_path / "asked"
    command = rival(tmp_path, f"FILE = {str(asked)!r}\n{SLOW}")
    options = ["--group", "paper", "--rival", "mine", "--command", command, "--folder", str(tmp_path), "--jobs", "2"]
    start = [sys.executable, "-c", f"{HEED}; from benchmarks.bench import main; main()", *options, "--limit", "3600"]
    with subprocess.Popen(start, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not asked.exists() or "pap-006" not in asked.read_text():  # all that is given out while 3 is waited for
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    (path,) = tmp_path.glob("*.csv")
    assert err.decode().splitlines()[-1] == f"Interrupted. To go on: --resume {path}"
    assert not any(alive(int(line.split()[0])) for line in asked.read_text().splitlines())
    known = read(path).rows
    assert [row.id for row in known if row.rival == "mine"][:3] == ["pap-001", "pap-002", "pap-004"]
    rival(tmp_path, MINE)
    done = CliRunner().invoke(bench.main, [*options, "--limit", "3600", "--resume", str(path)])
    assert done.exit_code == 0, done.output
    rows = read(path).rows
    assert rows[: len(known)] == known
    assert len({(row.id, row.rival) for row in rows}) == len(rows) == 2 * len(load("paper"))


def alive(process: int) -> bool:
    """Is there such a process, and not only what is left of one?"""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_cluster_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """One sentence, the exit code 2, and no file is begun."""
    monkeypatch.setattr("solver.executors._SECONDS", 1.0)
    options = ["--folder", str(tmp_path / "runs"), "--cluster", "tcp://127.0.0.1:1"]
    done = CliRunner().invoke(bench.main, options)
    assert (done.exit_code, done.output) == (2, "Error: no Dask scheduler answers at tcp://127.0.0.1:1\n")
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("lacking", ["solver", "benchmarks"])
def test_workers_without_the_packages(lacking: str, tmp_path: Path):
    """One sentence says what is missing, and no file is begun."""
    code = f"import sys; sys.modules[{lacking!r}] = None; from distributed.cli.dask_worker import main; main()"
    with cluster(0) as (address, _):
        worker = [address, "--no-nanny", "--no-dashboard"]
        with subprocess.Popen([sys.executable, "-c", code, *worker], cwd=ROOT, stderr=subprocess.DEVNULL) as process:
            wait_for(address, 1)
            done = CliRunner().invoke(bench.main, ["--folder", str(tmp_path / "runs"), "--cluster", address])
            process.kill()
    assert done.exit_code == 2, done.output
    assert re.fullmatch(
        f"Error: the workers at {address} lack a package: No module named '{lacking}.*", done.output[:-1]
    )
    assert not (tmp_path / "runs").exists()


def test_workers_that_are_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """One sentence that says how to go on, and the exit code 2."""
    monkeypatch.setattr(bench, "answers", die)
    done = CliRunner().invoke(bench.main, ["--group", "paper", "--folder", str(tmp_path), "--jobs", "2"])
    (path,) = tmp_path.glob("*.csv")
    assert done.exit_code == 2
    assert re.fullmatch(f"Error: the workers are gone: .*[a-z]; to go on: --resume {path}", done.output.strip())


def die(*_: object) -> None:
    """End the process that works on this."""
    os.kill(os.getpid(), signal.SIGKILL)


def test_one_position_at_a_time_in_a_process(monkeypatch: pytest.MonkeyPatch):
    """Threads of a worker wait for each other, or they would measure each other."""
    inside, most = 0, 0

    def busy(*_: object) -> Iterator[Row]:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        time.sleep(0.02)
        inside -= 1
        return iter(())

    monkeypatch.setattr(turns, "asked", busy)
    field = turns.Field(["meld-solver"], ())
    with ThreadPoolExecutor(4) as pool:
        turn = turns.Turn(0, "paper", load("paper")[0], frozenset())
        assert list(pool.map(lambda _: turns.answers(field, 1.0, turn), range(8))) == [[]] * 8
    assert most == 1


def test_lines_are_answered_by_a_cluster(tmp_path: Path, address: str, capsys: pytest.CaptureFixture[str]):
    """`solve --jsonl --cluster` answers as without, line by line, bad lines too."""
    path = tmp_path / "positions"
    asked: list[dict[str, object]] = [{"id": i, "position": f"r{i}-{i + 3} r{i + 4}"} for i in range(1, 9)]
    path.write_text(
        "\n".join(["bad", *map(json.dumps, asked), '{"id": 9, "position": "- r5-7", "rules": "chess"}', ""])
    )

    def answers(*args: str) -> list[object]:
        assert main(["solve", "--jsonl", str(path), *args]) == 0
        lines = map(json.loads, capsys.readouterr().out.splitlines())
        return [{name: value for name, value in line.items() if name != "ms"} for line in lines]

    here = answers()
    assert len(here) == 10
    assert answers("--cluster", address) == here


def test_the_corpus_is_verified_by_a_cluster(address: str):
    """The same report as without."""
    here = CliRunner().invoke(verify.main, ["paper"])
    assert (here.exit_code, here.output[:35]) == (0, "paper: 35 positions, 0 differences ")
    assert CliRunner().invoke(verify.main, ["paper", "--cluster", address]).output == here.output
