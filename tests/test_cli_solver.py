"""The command line with the solver behind it: what a user sees of a whole turn."""

import io
import json
import sys

import pytest

from solver.cli import main

POSITION = "r4-5jr6.b3-6 r6b9k9o1"


def test_a_turn_from_the_command_line(capsys: pytest.CaptureFixture[str]):
    """The joker is replaced from the rack and opens a new set; the drawing marks it."""
    assert main(["solve", POSITION, "--rules", "book-1978"]) == 0
    out = capsys.readouterr().out
    assert "Best turn under book-1978: plays 3 of 4 tiles, proven" in out
    assert "+r6" in out
    assert "1>J=?9" in out


def test_what_solve_says_check_believes(capsys: pytest.CaptureFixture[str]):
    """The table that `solve` gives is legal for `check`; without the rack tile that frees the joker it is not."""
    assert main(["solve", POSITION, "--rules", "book-1978", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["objective"] == document["bound"] == {"tiles": 3, "unbroken": 1}
    assert sorted(document["played"]) == ["b9", "k9", "r6"]
    assert document["left"] == ["o1"]
    after = ".".join(tiles.replace(" ", "").replace("J=?", "j").replace("J=", "j") for tiles in document["table"])
    assert main(["check", POSITION, f"{after} -", "--rules", "book-1978"]) == 0
    assert main(["check", "r4-5jr6.b3-6 b9k9", "r4-6.b3-5.b9k9j -"]) == 1


def test_no_play(capsys: pytest.CaptureFixture[str]):
    """A position without a play is proven to have none."""
    assert main(["solve", "-_r1b5"]) == 1
    assert "No play under lemada-2014, proven: draw a tile" in capsys.readouterr().out


def test_a_stream(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Lines go through the solver one by one."""
    lines = b'{"id": 1, "position": "- r10-12"}\n{"id": 2, "table": [], "rack": ["r1"], "opened": false}\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
    assert main(["solve", "--jsonl", "-"]) == 0
    documents = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(document["id"], document["status"]) for document in documents] == [(1, "optimal"), (2, "no_play")]
