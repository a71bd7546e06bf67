"""The commands alternatives, outs, why-not and rescue: what they show, their JSON, their exit codes, and bad input."""

import io
import json

import pytest

from solver.cli import main
from support_cli import error, shown

TWO_WAYS = "r3-5.bko6 r6k1"


def answer(capsys: pytest.CaptureFixture[str], *args: str, code: int = 0) -> dict[str, object]:
    """The JSON answer of a command."""
    return json.loads(shown(capsys, *args, "--json", code=code))


def test_alternatives(capsys: pytest.CaptureFixture[str]) -> None:
    """How many turns are best, and each of them with the table after it."""
    out = shown(capsys, "alternatives", TWO_WAYS)
    assert "2 turns are best under lemada-2014" in out
    assert "1. tiles 1, unbroken 2" in out
    assert "2. tiles 1, unbroken 2" in out
    told = answer(capsys, "alternatives", TWO_WAYS, "--first", "1")
    assert (told["count"], told["complete"], told["unique"]) == (2, True, False)
    assert isinstance(told["turns"], list)
    assert len(told["turns"]) == 1


def test_one_turn_or_none(capsys: pytest.CaptureFixture[str]) -> None:
    """The only turn is called so; no play exits with 1."""
    assert "One turn is best under lemada-2014, proven" in shown(capsys, "alternatives", "r3-5 r6k1")
    assert "No play under lemada-2014" in shown(capsys, "alternatives", "r3-5 k1", code=1)


def test_a_reached_cap_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """Fewer are counted than there are."""
    assert "At least 1 turn is best" in shown(capsys, "alternatives", TWO_WAYS, "--cap", "1", "--first", "1")


def test_outs(capsys: pytest.CaptureFixture[str]) -> None:
    """Tiles that end the game come first, with their copies."""
    out = shown(capsys, "outs", "- r1r2")
    assert "4 of 104 unseen tiles let you go out." in out
    assert "ends  r3x2 Jx2" in out
    told = answer(capsys, "outs", "- r1r2", "--language", "zh-Hans")
    assert (told["unseen"], told["winning"], told["text"]) == (104, 4, "104张未见的牌中，有4张能让你出完。")


def test_why_not(capsys: pytest.CaptureFixture[str]) -> None:
    """What a tile costs, and the turn that plays it; under which rules it could be played; that it never can."""
    out = shown(capsys, "why-not", "- r6-9b7k7", "b7")
    assert "You can play blue 7, but then you fall short by 1 in tiles played." in out
    assert "+r7 +b7 +k7" in out
    out = shown(capsys, "why-not", "r3-6jr7 b3k3", "b3", "--rules", "book-1978", code=1)
    assert "under book-1978,joker_set=split you could" in " ".join(out.split())
    assert answer(capsys, "why-not", "r3-5 r6k13", "k13", code=1)["verdict"] == "never"


def test_rescue(capsys: pytest.CaptureFixture[str]) -> None:
    """The nearest legal turn step by step, or the way back."""
    out = shown(capsys, "rescue", "r2-8 b5k5", "r2-4.r6-8.r5b5 k5")
    assert "A legal turn is 1 movement away." in out
    assert "1. Complete pile 3 to red 5, blue 5 and black 5: add the loose black 5." in out
    told = answer(capsys, "rescue", "r3-5.b1-3 k13", "r3r4.r5b1.k13 b2b3", code=1)
    assert (told["way"], told["status"], told["table"]) == ("back", "no_play", None)


@pytest.mark.parametrize(
    ("command", "question"),
    [
        ("alternatives", {"position": TWO_WAYS}),
        ("outs", {"position": "- r1r2"}),
        ("why-not", {"position": "r3-5 r6k13", "tile": "k13"}),
        ("rescue", {"position": "r3-5 r6", "now": ["r3 r4", "r5 r6"]}),
    ],
)
def test_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str, question: dict[str, object]
) -> None:
    """An answer for each JSON line, a bad one with an error."""
    lines = json.dumps({"id": 1, **question}) + "\n" + json.dumps({"id": 2, "nonsense": 1}) + "\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    assert main([command, "--jsonl", "-"]) == 0
    good, bad = map(json.loads, capsys.readouterr().out.splitlines())
    assert (good["id"], "error" in good) == (1, False)
    assert bad["id"] == 2
    assert "unknown field 'nonsense'" in bad["error"]


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("alternatives", TWO_WAYS, "--first", "0"), "first must be a whole number from 1 to 50, not 0"),
        (("alternatives", TWO_WAYS, "--cap", "x"), "'x' is not a valid integer"),
        (("outs",), "Missing argument 'POSITION'"),
        (("outs", "- r1r2", "--language", "xx"), "language cannot be 'xx', it must be one of en, zh-Hans"),
        (("why-not", "- r1r2"), "tile is needed: the one tile of the rack that is asked about"),
        (("why-not", "- r1r2", "k5"), "there is no black 5 on the rack"),
        (("rescue", "r3-5 r6"), "now is needed: what lies together on the table"),
        (("rescue", "r3-5 r6", "r3r4 -"), "1 x red 5 of the table at the start of the turn lie nowhere now"),
        (("rescue", "r3-5 r6", "r3r4x -"), "now, "),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], why: str) -> None:
    """One clear sentence each, and exit code 2."""
    assert why in error(capsys, *args)
