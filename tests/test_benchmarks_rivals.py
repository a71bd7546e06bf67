"""The run on the corpus: rivals answer rightly, their faults stop nothing, and the report says what happened."""

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import bench, standings
from benchmarks.command import Command, question
from benchmarks.corpus import Item, load, parse
from benchmarks.rivals import Product, Reply, TextbookRival, everybody
from benchmarks.runs import Row, append, read
from solver.documents import request

DOCS = Path(__file__).parent.parent / "docs" / "benchmarks.md"
OURS = "meld-solver"
ECHO = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], **ANSWER}), flush=True)
"""


def script(folder: Path, text: str) -> str:
    """A command that runs a Python text."""
    path = folder / "solver.py"
    path.write_text(text, encoding="utf-8")
    return f"{sys.executable} {path}"


def item(tiles: int = 2) -> Item:
    """A position in which two tiles can be played."""
    line = f'r1-3.b1-3 r4b4 ; id "xxx-001"; rules goliath-2014; tiles {tiles}; unbroken 2; source "x"'
    return parse(["# x", line], "x")[0]


def test_everybody_is_right_on_small_positions():
    """Every rival proves the known number of tiles wherever it can do the rules; each can do some."""
    for name, rival in everybody().items():
        asked = [each for each in load("paper") if rival.unable(each) is None]
        assert len(asked) >= 15, name
        for each in asked[::3]:
            reply = rival.solve(each, 60.0)
            assert (reply.tiles, reply.proven, reply.fault) == (each.tiles, True, ""), (name, each.id)
            assert reply.seconds > 0


def test_what_a_rival_cannot_do_is_not_run():
    """The row says why."""
    opening = next(each for each in load("paper") if each.position.to_open)
    row = bench.measured(TextbookRival(), "paper", opening, 1.0)
    assert (row.verdict, row.note) == ("unable", "points to open")


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        (Reply(2, True, 0.1), "proven"),
        (Reply(2, False, 0.1), "late"),
        (Reply(1, False, 0.1), "late"),
        (Reply(None, False, 0.1), "late"),
        (Reply(1, True, 0.1), "wrong"),
        (Reply(0, True, 0.1), "wrong"),
        (Reply(3, False, 0.1), "wrong"),
        (Reply(None, False, 0.1, "boom"), "fault"),
        (Reply(None, False, 0.1, "unsupported"), "unable"),
    ],
)
def test_answers_are_judged(reply: Reply, verdict: str, monkeypatch: pytest.MonkeyPatch):
    """To run out of time is not wrong; to prove too little or to find too much is."""
    monkeypatch.setattr(Product, "solve", lambda self, item, limit: reply)
    row = bench.measured(Product(), "x", item(), 1.0)
    assert row.verdict == verdict
    assert row.note == ("x.txt, line 2: boom" if verdict == "fault" else reply.fault)


def test_a_question_is_what_the_solver_reads():
    """The JSON of every kind of position is read back as the same position."""
    for group in ("opening", "large", "paper"):
        for each in load(group)[::10]:
            asked = request(json.loads(json.dumps(question(each, 5.0))))
            assert (asked.position, asked.rules, asked.limit) == (each.position, each.rules, 5.0)


@pytest.mark.parametrize(
    ("answer", "tiles", "proven", "fault"),
    [
        ({"status": "optimal", "objective": {"tiles": 2}}, 2, True, ""),
        ({"status": "feasible", "objective": {"tiles": 1}}, 1, False, ""),
        ({"status": "no_play"}, 0, True, ""),
        ({"status": "unknown"}, None, False, ""),
        ({"status": "unsupported"}, None, False, "unsupported"),
        ({"status": "optimal"}, None, False, "no answer"),
        ({"status": "optimal", "objective": {"tiles": 3}}, None, False, "no answer"),
        ({"status": "optimal", "objective": {"tiles": "2"}}, None, False, "no answer"),
        ({"status": "great"}, None, False, "no answer"),
        ({"id": "other", "status": "no_play"}, None, False, "the answer is to 'other'"),
        ([], None, False, "no answer"),
    ],
)
def test_a_command_answers(answer: object, tiles: int | None, proven: bool, fault: str, tmp_path: Path):
    """Good answers are taken, rubbish is a fault, and the next position is asked all the same."""
    text = f"ANSWER = json.loads({json.dumps(json.dumps(answer))})"
    text = ECHO.replace("import json, sys", f"import json, sys\n{text}")
    rival = Command("mine", script(tmp_path, text if answer else "print([])"))
    try:
        for _ in range(2):
            reply = rival.solve(item(), 5.0)
            assert (reply.tiles, reply.proven) == (tiles, proven)
            assert fault in reply.fault if fault else not reply.fault
    finally:
        rival.close()


@pytest.mark.parametrize("text", ["import sys; sys.exit(3)", "raise ValueError", "import time; time.sleep(60)"])
def test_a_command_that_dies_or_sleeps_is_a_fault(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """It ends in time, and with a reason."""
    monkeypatch.setattr("benchmarks.command._GRACE", 0.5)
    rival = Command("mine", script(tmp_path, text))
    reply = rival.solve(item(), 0.2)
    rival.close()
    assert reply.fault
    assert Command("mine", "/no/such/command").solve(item(), 1.0).fault


def test_the_worked_example_runs(tmp_path: Path):
    """The program in docs/benchmarks.md takes part."""
    found = re.search(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    rival = Command("mine", script(tmp_path, found[1]))
    try:
        replies = [rival.solve(each, 5.0) for each in load("paper")[:10]]
    finally:
        rival.close()
    assert {reply.fault for reply in replies} == {"", "unsupported"}


def test_a_run_is_written_and_resumed(tmp_path: Path):
    """A broken rival stops nothing; what is in the CSV is not measured again; a broken CSV is told with its line."""
    options = ["--group", "paper", "--count", "3", "--rival", "bad", "--rival", "dynamic programme"]
    options += ["--command", "bad=/no/such/command", "--folder", str(tmp_path)]
    done = CliRunner().invoke(bench.main, options)
    assert done.exit_code == 0, done.output
    (path,) = tmp_path.glob("*.csv")
    run = read(path)
    assert len(run.rows) == 9
    assert {"date", "machine", "versions", "load average", "settings"} == set(run.about)
    assert "### paper" in done.output
    assert "paper.txt, line" in done.output
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(lines[:-4]) + "\n", encoding="utf-8")
    again = CliRunner().invoke(bench.main, [*options, "--resume", str(path)])
    assert again.exit_code == 0, again.output
    rows = read(path).rows
    assert len({(row.id, row.rival) for row in rows}) == len(rows) == 9
    assert rows[:5] == run.rows[:5]
    path.write_text("\n".join([*lines, "rubbish"]) + "\n", encoding="utf-8")
    assert f"line {len(lines) + 1}" in CliRunner().invoke(bench.main, [*options, "--resume", str(path)]).output


@pytest.mark.parametrize("options", [["--rival", "nobody"], ["--command", "x"], ["--command", "meld-solver=x"]])
def test_unknown_rivals_are_refused(options: list[str]):
    """A name that there is not, a command without a name, a name that is taken."""
    assert CliRunner().invoke(bench.main, options).exit_code == 2


def row(rival: str, number: int, seconds: float, verdict: str = "proven", group: str = "hard") -> Row:
    """A made-up answer."""
    return Row(group, f"har-{number:03}", rival, verdict, 2, 2, seconds, "har.txt, line 3: boom" * (verdict == "fault"))


def test_the_mean_is_shifted():
    """Of 0 and 3 ms with a shift of 1 ms: the root of 1 times 4, less 1."""
    assert standings.mean([0.0, 0.003]) == pytest.approx(0.001)


def test_the_report_by_group(tmp_path: Path):
    """Counts and times; a wrong answer takes the times away, a ratio is over the same positions, groups stay apart."""
    path = tmp_path / "run.csv"
    path.write_text("# date: today\n# machine: a machine\n", encoding="utf-8")
    for each in (
        *(row(OURS, number, 0.001) for number in (1, 2)),
        row("slow", 1, 0.1),
        row("slow", 2, 0.0, "unable"),
        row("liar", 1, 0.1),
        row("liar", 2, 0.1, "wrong"),
        row("bad", 1, 0.1, "fault"),
        row(OURS, 1, 0.002, group="smoke"),
    ):
        append(path, each)
    text = standings.section(read(path))
    for part in (
        "## Corpus, today",
        "- machine: a machine",
        "### hard",
        "| meld-solver | 2 of 2 | 2 | 0 | 0 | 1.0 | 1.0 | 1.0 | 1.0 | 1.0 |",
        "| slow | 1 of 2 | 1 | 0 | 0 | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 |",
        "| liar | 2 of 2 | 1 | 1 | 0 | – | – | – | – | – |",
        "| bad | 1 of 1 | 0 | 0 | 1 | – | – | – | – | – |",
        "### smoke",
        "| meld-solver | 1 of 1 | 1 | 0 | 0 | 2.0 | 2.0 | 2.0 | 2.0 | 1.0 |",
        "- har-001, bad: har.txt, line 3: boom",
        "- har-002, liar: 2 tiles, but 2 are known to be the most",
    ):
        assert part in text
