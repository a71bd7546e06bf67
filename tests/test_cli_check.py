"""The command `check` of American and International turns: others' sets, the discard and the win claimed go through."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solver.cli import main

BEFORE: dict[str, Any] = {"table": ["r5 r6 r7"], "others": ["r3 b3 k3"], "rack": ["r8", "o3", "k1"]}
AMERICAN = ("--rules", "american-1978")
FINISH = "-~r1-3 r4-7b8-10k8-10o8-11r13 50"
FINISHED = "b8-10.k8-10.o8-11~r1-7 - d=r13"
CLOSED = "r4-7.b8-10.k8-10.o8-11~r1-3 - d=r13"

Judge = Callable[..., list[str]]


@pytest.fixture
def judge(capsys: pytest.CaptureFixture[str]) -> Judge:
    """Asks for a verdict in JSON: the rules broken, an exit code that fits."""

    def judge(*args: str) -> list[str]:
        code = main(["check", "--json", *args])
        answer = json.loads(capsys.readouterr().out)
        broken = [each["rule"] for each in answer["broken"]]
        assert code == (1 if broken else 0)
        assert answer["legal"] == (not broken)
        return broken

    return judge


def test_a_line_has_all_of_the_turn(judge: Judge):
    """Sets of the others after ~, the discard after d=; without ~ the others' sets are as before."""
    before = "r5-7~rbk3 r8o3k1"
    assert judge(*AMERICAN, before, "r5-8~rbko3 - d=k1") == []
    assert judge(*AMERICAN, before, "r5-8 - d=k1") == []
    assert judge(*AMERICAN, before, "r5-7~rbko3 - d=k1") == []
    assert judge(*AMERICAN, before, "r5-8~rbk3.o3 - d=k1") == ["not_a_set"]
    assert judge(*AMERICAN, before, "r5-8~rbko3 - d=k2") == ["discard_not_from_rack"]
    assert judge(*AMERICAN, before, "r5-8~rbko3 - d=r8") == ["discard_not_from_rack"]
    assert judge(*AMERICAN, before, "r5-8~rbko3 -") == ["discard_missing"]
    assert judge(*AMERICAN, before, "r5-8~rb3 - d=k1") == ["others_tile_missing", "not_a_set"]


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        ({}, []),
        ({"discard": None}, ["discard_missing"]),
        ({"discard": "k2"}, ["discard_not_from_rack"]),
        ({"others": ["r3 b3 k3"]}, []),
        ({"others": None}, []),
        ({"others": []}, ["others_tile_missing"] * 3),
        ({"table": ["r5 r6 r7"]}, []),
    ],
)
def test_files_with_objects_have_all_of_the_turn(
    judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], broken: list[str]
):
    """A position after the turn as JSON: own sets, others' sets and the discard; what is absent is as in a line."""
    after = {"table": ["r5 r6 r7 r8"], "others": ["r3 b3 k3 o3"], "rack": [], "discard": "k1", **change}
    for name, given in (("before", BEFORE), ("after", after)):
        (tmp_path / name).write_text(json.dumps({key: value for key, value in given.items() if value is not None}))
    monkeypatch.chdir(tmp_path)
    assert judge(*AMERICAN, "before", "after") == broken


def test_the_win_that_is_claimed(judge: Judge):
    """--win is judged: what each way asks for, and that there is none in other games."""
    international = ("--rules", "international-1978")
    assert judge(*international, "--win", "finish", FINISH, FINISHED) == []
    assert judge(*international, "--win", "closed", FINISH, CLOSED) == []
    assert judge(*international, "--win", "closed", FINISH, FINISHED) == ["closed_laid_off"]
    assert judge(*international, "--win", "finish", FINISH, CLOSED) == ["finish_lay_off"]
    assert judge(*international, "--win", "open", FINISH, FINISHED) == []
    assert judge(*AMERICAN, "--win", "open", "r5-7 r8k1k2", "r5-8 - d=k1") == ["win_tiles_left"]
    assert judge(*AMERICAN, "--win", "closed", "r5-7 r8k1", "r5-8 - d=k1") == ["win_unknown"]


def test_nothing_of_it_in_a_sabra_game(judge: Judge):
    """Others' sets, a discard or a win do not pass unheard where there are none."""
    assert judge("r5-7 r8k1", "r5-8~rbk3 -") == ["not_in_sabra"]
    assert judge("r5-7 r8k1", "r5-8 - d=k1") == ["not_in_sabra"]
    assert judge("--win", "open", "r5-7 r8k1", "r5-8 -") == ["not_in_sabra"]


def test_lines_of_json_have_all_of_the_turn(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """The same fields in a stream, as lists or as a line; `--win` is that of every line that names none."""
    lines: list[dict[str, Any]] = [
        {**BEFORE, "after": ["r5 r6 r7 r8"], "others_after": ["r3 b3 k3 o3"], "discarded": "k1"},
        {**BEFORE, "after": ["r5 r6 r7 r8"], "others_after": ["r3 b3 k3 o3"], "discarded": "k2"},
        {**BEFORE, "after": "r5-8~rbko3 - d=k1"},
        {**BEFORE, "after": "r5-8~rbk3 - d=k1"},
        {**BEFORE, "after": ["r5 r6 r7 r8"], "discarded": "k1", "win": "finish"},
        {**BEFORE, "after": "r5-8~rbk3 - d=k1", "discarded": "k1"},
        {**BEFORE, "after": [], "win": "luck"},
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["check", *AMERICAN, "--win", "open", "--jsonl", "-"]) == 0
    answers = list(map(json.loads, capsys.readouterr().out.splitlines()))
    assert [[each["rule"] for each in answer.get("broken", ())] for answer in answers] == [
        [],
        ["discard_not_from_rack"],
        [],
        ["win_tiles_left"],
        ["win_unknown"],
        [],
        [],
    ]
    assert answers[5]["error"].startswith("after is one line and discarded is given too")
    assert answers[6]["error"].startswith("win cannot be 'luck'")
