"""JSON lines: an answer for each line, in order and at once, whatever the lines hold."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from solver.cli import main
from solver.cli.lines import LONGEST_LINE
from solver.notation import format_line
from solver.position import Position
from solver.result import Result, Status
from solver.rules import Rules

Stream = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Stand-ins for the solver: no play for everything, a fault of its own for a rack of b13. The calls in order."""
    calls: list[str] = []

    def solve(position: Position, rules: Rules, objective: tuple[str, ...], limit: float, work: float | None) -> Result:
        calls.append(f"{rules.name} {format_line(position)} {limit}")
        if position.rack == (77,):
            raise RuntimeError("the referee refuses")
        return Result(Status.NO_PLAY, position, rules, objective, {}, {}, None, 0.001, 0.0, limit, work)

    def check(position: Position, after: object, rules: Rules, *told: object) -> SimpleNamespace:
        assert told == (None, None, None)
        return SimpleNamespace(legal=False, broken=(SimpleNamespace(rule="r", text="t"),), turn=None)

    def openings(position: Position, rules: Rules, **others: Any) -> SimpleNamespace:
        return SimpleNamespace(count=0, complete=True, min_tiles=None, max_tiles=None, max_points=None, openings=())

    for name, function in (("solve", solve), ("referee", check), ("openings", openings)):
        module = ModuleType(f"solver.{name}")
        vars(module)[function.__name__] = function
        monkeypatch.setitem(sys.modules, f"solver.{name}", module)
    return calls


@pytest.fixture
def stream(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Stream:
    """Sends lines to a command and gives back its answers; the exit code must be the one expected."""

    def stream(*args: str, lines: bytes, code: int = 0) -> list[dict[str, Any]]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
        assert main([*args, "--jsonl", "-"]) == code
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return stream


LINES = b"""\
{"id": 1, "table": [], "rack": ["r1"]}
not json
{"id": "two", "position": "- r2", "rules": "popular", "limit": 1}

{"id": "three", "table": [], "rack": ["x"]}
{"id": [4], "position": "- r4"}
[5]
\xff
{"id": 7, "position": "- r7"}"""


def test_a_line_out_for_each_line_in(answers: list[str], stream: Stream):
    """Good and bad lines, an empty one too, are answered in their order; the stream goes on and ends with 0."""
    out = stream("solve", "--rules", "book-1978", "--limit", "2", lines=LINES)
    assert [(doc["id"], doc.get("status"), doc.get("error")) for doc in out] == [
        (1, "no_play", None),
        (None, None, "not JSON at line 1 column 1: Expecting value"),
        ("two", "no_play", None),
        (None, None, "not JSON at line 1 column 1: Expecting value"),
        ("three", None, "rack: 'x' is no tile, write a colour and a number (r5) or J"),
        (None, None, "id must be text of at most 200 characters or a whole number of at most 18 digits"),
        (None, None, "a JSON object is needed, not a list"),
        (None, None, "the text is not UTF-8 at byte 1"),
        (7, "no_play", None),
    ]
    assert answers == ["book-1978 - r1 2.0", "popular - r2 1.0", "book-1978 - r7 2.0"]


def test_lines_from_a_file(answers: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path):
    """A file is read as standard input is."""
    (tmp_path / "lines").write_bytes(LINES)
    assert main(["solve", "--jsonl", str(tmp_path / "lines")]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 9


def test_lines_that_are_too_long(answers: list[str], stream: Stream):
    """A line over a megabyte is refused without being kept, and the next one is answered."""
    long = b'{"id": "' + b"x" * 3 * LONGEST_LINE + b'"}\n'
    just = b" " * (LONGEST_LINE - 40)
    out = stream("solve", lines=long + just + b'{"id": 2, "position": "- r1"}\n' + long + long.rstrip())
    assert [(doc["id"], "error" in doc) for doc in out] == [(None, True), (2, False), (None, True), (None, True)]
    assert out[0]["error"] == "the line is too long, at most 1048576 bytes are read"


def test_a_fault_of_the_program(answers: list[str], stream: Stream, capsys: pytest.CaptureFixture[str]):
    """An answer that fails is told as such, the lines after it are answered, and the end is 70, not 0."""
    lines = b'{"id": 1, "position": "- b13"}\n{"id": 2, "position": "- r1"}\n'
    out = stream("solve", lines=lines, code=70)
    assert out[0]["error"] == "internal error (RuntimeError), please report it"
    assert out[1]["status"] == "no_play"


def test_no_lines(answers: list[str], stream: Stream):
    """Nothing in, nothing out."""
    assert stream("solve", lines=b"") == []


def test_the_other_verbs(answers: list[str], stream: Stream):
    """Openings and checks stream in the same way, each with its own fields."""
    out = stream("openings", lines=b'{"id": 1, "position": "- r1", "order": "most_tiles"}\n{"id": 2, "after": []}')
    assert [(doc["id"], doc.get("count")) for doc in out] == [(1, 0), (2, None)]
    out = stream("check", lines=b'{"id": 1, "position": "- r1", "after": ["r1 r2"]}\n{"id": 2, "position": "- r1"}')
    assert [(doc["id"], doc.get("legal"), "error" in doc) for doc in out] == [(1, False, False), (2, None, True)]
    assert out[0]["broken"] == [{"rule": "r", "text": "t"}]


def test_each_answer_is_out_before_the_next_line_is_read(answers: list[str], monkeypatch: pytest.MonkeyPatch):
    """Answers are flushed one by one, so that a program can ask and wait."""
    out = io.StringIO()
    seen: list[int] = []

    class Lines(io.RawIOBase):
        lines = iter([b'{"position": "- r1"}\n', b'{"position": "- r2"}\n', b""])

        def readline(self, size: int | None = -1, /) -> bytes:
            seen.append(out.getvalue().count("\n"))
            return next(self.lines)

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=Lines()))
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["solve", "--jsonl", "-"]) == 0
    assert seen == [0, 1, 2]
