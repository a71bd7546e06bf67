"""The run on the corpus: rivals answer rightly, their faults stop nothing, and the report says what happened."""

import json
import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import bench, report, standings, turns
from benchmarks.command import Command, question
from benchmarks.corpus import Item, load, parse
from benchmarks.rivals import Dynamic, Product, Reply, everybody
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


@pytest.mark.parametrize("name", ["textbook model, CP-SAT", "textbook model, HiGHS"])
def test_what_a_rival_cannot_do_is_not_run(name: str):
    """The row says why: the textbook model knows no opening, and table jokers only where they are free."""
    opening = next(each for each in load("paper") if each.position.to_open)
    bound = parse(['r4-6jr7.bko9 r7b3 ; id "xxx-001"; rules book-1978; tiles 1; unbroken 2; source "x"'], "x")[0]
    for each, why in ((opening, "points to open"), (bound, "jokers on the table that are not free")):
        row = turns.measured(everybody()[name], "paper", each, 1.0)
        assert (row.verdict, row.note) == ("unable", why)


def test_too_large_for_the_dynamic_programme_is_no_fault(monkeypatch: pytest.MonkeyPatch):
    """What it gives up on the way is what it cannot do."""
    monkeypatch.setattr("benchmarks.dynamic.MOST_LAYOUTS", 1)
    row = turns.measured(Dynamic(), "x", item(), 1.0)
    assert (row.verdict, row.note) == ("unable", "unsupported")


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
    row = turns.measured(Product(), "x", item(), 1.0)
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
        ({"status": "optimal", "objective": {"tiles": True}}, None, False, "no answer"),
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


CHILD = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"


@pytest.mark.parametrize(
    "text",
    [
        "import sys; sys.exit(3)",
        "raise ValueError",
        "import time; time.sleep(60)",
        CHILD,
        "import os, time; os.close(1); time.sleep(60)",
        "import os; os.write(1, bytes([255, 10]))",
        "print('9' * 9999)",
    ],
    ids=["ends", "raises", "sleeps", "its child sleeps", "says no more", "no text", "a long number"],
)
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
    assert {"date", "command", "machine", "versions", "load average", "settings"} == set(run.about)
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


def test_a_rival_that_raises_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Whatever a rival of this process raises is its fault on that position, with file, line and reason."""

    def solve(*_: object) -> Reply:
        raise RuntimeError("no idea")

    monkeypatch.setattr(Dynamic, "solve", solve)
    options = ["--group", "paper", "--count", "2", "--rival", "dynamic programme", "--folder", str(tmp_path)]
    done = CliRunner().invoke(bench.main, options)
    assert done.exit_code == 0, done.output
    (path,) = tmp_path.glob("*.csv")
    verdicts = Counter((row.rival, row.verdict) for row in read(path).rows)
    assert verdicts == {(OURS, "proven"): 2, ("dynamic programme", "fault"): 2}
    assert re.search(r"- pap-\d+, dynamic programme: paper\.txt, line \d+: RuntimeError: no idea\n", done.output)


def test_an_interrupted_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Control-C in the middle keeps what is known and says how to go on; nothing is asked twice, nothing left out."""
    asked: list[str] = []
    solve = Dynamic.solve

    def interrupted(self: Dynamic, item: Item, limit: float) -> Reply:
        asked.append(item.id)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return solve(self, item, limit)

    monkeypatch.setattr(Dynamic, "solve", interrupted)
    options = ["--group", "paper", "--count", "3", "--rival", "dynamic programme", "--folder", str(tmp_path)]
    stopped = CliRunner().invoke(bench.main, options)
    (path,) = tmp_path.glob("*.csv")
    known = read(path).rows
    assert stopped.exit_code == 130
    assert f"--resume {path}" in stopped.output
    assert 0 < len(known) < 6
    done = CliRunner().invoke(bench.main, [*options, "--resume", str(path)])
    assert done.exit_code == 0, done.output
    rows = read(path).rows
    assert rows[: len(known)] == known
    assert len({(row.id, row.rival) for row in rows}) == len(rows) == 6


def test_a_run_goes_on_as_it_began(tmp_path: Path):
    """Another limit, or another machine, would give a report on two things."""
    options = ["--group", "paper", "--count", "1", "--rival", OURS, "--folder", str(tmp_path)]
    assert CliRunner().invoke(bench.main, options).exit_code == 0
    (path,) = tmp_path.glob("*.csv")
    done = CliRunner().invoke(bench.main, [*options, "--limit", "7", "--resume", str(path)])
    assert done.exit_code == 1
    assert f"{path.name} was begun with another settings" in done.output
    assert "and now it is one worker for everybody, 7 s for an answer" in done.output


def test_a_fault_of_the_corpus_stops_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """File, line and reason, before anything is measured."""
    (tmp_path / "paper.txt").write_text("# x\nr4-6 r7\n", encoding="utf-8")
    monkeypatch.setattr(bench, "load", lambda name: load(name, tmp_path))
    done = CliRunner().invoke(bench.main, ["--group", "paper", "--folder", str(tmp_path / "runs")])
    assert done.exit_code == 1
    assert "paper.txt, line 2: after the position" in done.output
    assert not (tmp_path / "runs").exists()


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
        append(path, [each])
    text = standings.section(read(path))
    for part in (
        "## Corpus, today",
        "- machine: a machine",
        "### hard",
        "| meld-solver | 2 of 2 | 2 | 0 | 0 | 1.0 | 1.0 | 1.0 | 1.0 | 1.0 |",
        "| slow | 1 of 2 | 1 | 0 | 0 | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 |",
        "| liar | 2 of 2 | 1 | 1 | 0 | – | – | – | – | – |",
        "| bad | 1 of 1 | 0 | 0 | 1 | – | – | – | – | – |",
        "Of 5 goals of the solver 5 are met, 0 missed.",
        "Goals: every answer right and proven: 2 of 2, met; p95 at most 20 ms: 1.0, met; max at most 100 ms: 1.0, met; "
        "no rival with a smaller mean: met.",
        "Disqualified for wrong answers: liar.",
        "### smoke",
        "| meld-solver | 1 of 1 | 1 | 0 | 0 | 2.0 | 2.0 | 2.0 | 2.0 | 1.0 |",
        "- har-001, bad: har.txt, line 3: boom",
        "- har-002, liar: 2 tiles, but 2 are known to be the most",
    ):
        assert part in text


def test_missed_goals_are_told(tmp_path: Path):
    """Times above those of the goals, and an answer that is late, in groups that have goals."""
    path = tmp_path / "run.csv"
    path.write_text("# date: today\n", encoding="utf-8")
    for each in (row(OURS, 1, 0.0201), row(OURS, 2, 0.1001), row(OURS, 1, 5.0, "late", "smoke")):
        append(path, [each])
    text = standings.section(read(path))
    assert "Of 4 goals of the solver 1 are met, 3 missed." in text
    assert "2 of 2, met; p95 at most 20 ms: 100.1, **missed**; max at most 100 ms: 100.1, **missed**." in text
    assert "Goals: every answer right and proven: 0 of 1, **missed**." in text


def test_a_faster_rival_is_told(tmp_path: Path):
    """On the same positions, with how much; and how many times slower the textbook model is at the median."""
    path = tmp_path / "run.csv"
    path.write_text("# date: today\n", encoding="utf-8")
    textbook = standings.TEXTBOOK
    for each in (row(OURS, 1, 0.002), row("fast", 1, 0.001), row(textbook, 1, 0.01), row(OURS, 2, 0.05)):
        append(path, [each])
    text = standings.section(read(path))
    assert "no rival with a smaller mean: **missed** (fast 0.50)" in text
    assert "40 times faster than the textbook model, CP-SAT: 5.0 on 1, **missed**" in text
    append(path, [row(textbook, 1, 0.01, "unable", "jokers")])
    append(path, [row(OURS, 1, 0.01, group="jokers")])
    assert "40 times faster than the textbook model, CP-SAT: it can do none of them" in standings.section(read(path))


def test_a_run_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The newest section comes first, older ones stay; a file without the place for it is told and left alone."""
    results = tmp_path / "RESULTS.md"
    results.write_text(report.RESULTS.read_text(encoding="utf-8"), encoding="utf-8")
    head, _, tail = results.read_text(encoding="utf-8").partition(standings.NEWEST)
    monkeypatch.setattr(report, "RESULTS", results)
    options = ["--group", "paper", "--count", "1", "--rival", "dynamic programme", "--write", "--folder", str(tmp_path)]
    done = CliRunner().invoke(bench.main, options)
    assert done.exit_code == 0, done.output
    (path,) = tmp_path.glob("*.csv")
    section = standings.section(read(path))
    assert section in done.output
    standings.write(read(path))
    assert results.read_text(encoding="utf-8") == f"{head}{standings.NEWEST}\n{section}\n{section}{tail}"
    results.write_text("nothing here\n", encoding="utf-8")
    with pytest.raises(ValueError, match="has no line <!-- the corpus"):
        standings.write(read(path))
