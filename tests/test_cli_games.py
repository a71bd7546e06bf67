"""The commands of American and International turns and of whole games: what they show, their exit codes, and errors."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from solver.cli import main
from solver.games.sheets import SAMPLE

HAND = "r4-7b8-10k8-10o8-11"


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")


def shown(capsys: pytest.CaptureFixture[str], *args: str, code: int = 0) -> str:
    """What a command shows, with blanks at the ends of lines taken off; nothing is wider than the terminal."""
    assert main(args) == code
    out = capsys.readouterr()
    assert out.err == ""
    assert "--json" in args or max(map(len, out.out.splitlines())) <= 80
    return "\n".join(line.rstrip() for line in out.out.splitlines())


def error(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """The one line that a command says of bad input."""
    assert main(args) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert out.err.startswith("melds: ")
    assert out.err.count("\n") == 1
    return out.err.removeprefix("melds: ").rstrip()


def test_solve_shows_others_and_the_discard(capsys: pytest.CaptureFixture[str]):
    """Sets of others are numbered from ~1, what lies open is told before the turn, the discard after it."""
    out = shown(capsys, "solve", "--rules", "american-1978", "r5-7~rbk3.o8-10 r8o3k1k2 d=b9 b=j m=1")
    assert "     ~1  r3 b3 k3\n     ~2  o8 o9 o10\n" in out
    assert "discard  b9\n  bonus  J\n" in out
    assert "Best turn under american-1978: plays 2 of 4 tiles, discards k2, proven" in out
    assert "      1  r5 r6 r7 +r8\n     ~1  r3 b3 k3 +o3\n     ~2  o8 o9 o10     unchanged\n" in out
    assert "others  have melded" in shown(capsys, "solve", "--rules", "american-1978", "r5-7 r8o3 m=1")
    assert "   rack  k1\ndiscard  k2\n+ from the rack, ~1 a set of another player" in out


def test_solve_shows_a_win(capsys: pytest.CaptureFixture[str]):
    """A turn that leaves only the discard wins; one that melds nothing only discards, and is proven, too."""
    assert "plays 3 of 4 tiles and wins, proven" in shown(capsys, "solve", "--rules", "american-1978", "r1-3 rbk5o9")
    out = shown(capsys, "solve", "--rules", "american-1978", "- r1o9 21")
    assert "plays 0 of 2 tiles, discards o9, proven" in out


def test_check_judges_a_turn_with_a_discard(capsys: pytest.CaptureFixture[str]):
    """The line after the turn tells own sets, others' sets and the discard."""
    args = ("check", "--rules", "american-1978", "r5-7~rbk3 r8o3k1")
    assert shown(capsys, *args, "r5-8~rbko3 - d=k1") == "Legal under american-1978"
    assert "one black 2 was discarded" in shown(capsys, *args, "r5-8~rbko3 - d=k2", code=1)
    assert "no tile was discarded" in shown(capsys, *args, "r5-8~rbko3 -", code=1)


def test_jsonl_has_the_new_fields(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Others' sets, discard and bonus tile go in, others' sets and the discard come out; a bad line gets its error."""
    lines: list[dict[str, Any]] = [
        {
            "rules": "american-1978",
            "table": ["r5 r6 r7"],
            "others": ["r3 b3 k3"],
            "rack": ["r8", "o3", "k1"],
            "discard": "b9",
            "bonus": "J",
        },
        {"position": "r5-7~rbk3 r8o3k1"},
        {"rules": "nim", "position": "- r5"},
        {"rules": "american-1978", "table": [], "rack": ["r5"], "discard": "b99"},
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["solve", "--jsonl", "-"]) == 0
    good, sabra, unknown, tile = map(json.loads, capsys.readouterr().out.splitlines())
    assert (good["table"], good["others"], good["discard"]) == (["r5 r6 r7 r8"], ["r3 b3 k3 o3"], "k1")
    assert good["others_from"] == [[0, 0, 0, "rack"]]
    assert sabra["error"].startswith("sets of other players cannot be in a Sabra game")
    assert unknown["error"].startswith("unknown rules 'nim'")
    assert tile["error"] == "discard: there is no blue 99, the numbers of this deck are 1 to 13"


def test_draw(capsys: pytest.CaptureFixture[str]):
    """Each draw in sight with what it comes to, the best one and its turn; 0 for a tile in sight, 1 for the pool."""
    out = shown(capsys, "draw", "--rules", "american-1978", "r1-3 r6r7o2k4 d=r8 b=r8")
    assert "Best draw under american-1978: the previous discard" in out
    assert "discard  plays 3, 2 more of the rack than without it" in out
    assert "bonus  no: the bonus tile may be taken only when that wins at once" in out
    assert "new  +r6 +r7 +r8" in out
    out = shown(capsys, "draw", "--rules", "american-1978", "r1-3 r6r7o2 b=r8")
    assert "Best draw under american-1978: the bonus tile\nbonus  wins" in out
    out = shown(capsys, "draw", "--rules", "american-1978", "r1-3 r6r7o2 d=k13", code=1)
    assert "the pool\ndiscard  plays 0, no more of the rack than without it" in out
    shown(capsys, "draw", "--rules", "american-1978", "--limit", "0", "r1-3 r6r7o2 d=r8", code=3)


def test_draw_in_json(capsys: pytest.CaptureFixture[str]):
    """The same as one object."""
    args = ("draw", "--json", "--rules", "international-1978", "--closed", "300")
    found = json.loads(shown(capsys, *args, f"- {HAND} 50 d=r13 b=k1"))
    assert (found["best"], found["proven"]) == ("discard", True)
    first, second = found["draws"]
    assert (first["source"], first["way"], first["score"], first["left"]) == ("discard", "closed", 300, [])
    assert (second["source"], second["wins"], second["way"]) == ("bonus", True, "closed")


def test_wins(capsys: pytest.CaptureFixture[str]):
    """Each way with what it pays, the best one and its turn; 0 for a win, 1 for none, 3 without proof."""
    out = shown(capsys, "wins", "--closed", "150", f"-~r1-3 {HAND}r13 50")
    assert "Best under international-1978: finish, 200 points, proven" in out
    assert "closed  150 points\nfinish  200 points\n  open  100 points" in out
    assert "~1  r1 r2 r3 +r4" in out
    out = shown(capsys, "wins", "--sheet", str(SAMPLE), f"- {HAND}j 50")
    assert "points, " in out.partition("closed  ")[2].splitlines()[0]
    assert "no win, proven" in shown(capsys, "wins", "- r9-11o1o3o5o7b1b3b5b7k11k13k9r3 50", code=1)
    assert "open  no: an Open win is never" in shown(capsys, "wins", "--bonus", f"- {HAND}r13 50", code=1)
    shown(capsys, "wins", "--limit", "0", f"-~r1-3 {HAND}r13 50", code=3)


def test_wins_in_json(capsys: pytest.CaptureFixture[str]):
    """The same as one object."""
    found = json.loads(shown(capsys, "wins", "--json", "--closed", "300", f"-~r1-3 {HAND}r13 50"))
    assert (found["best"], found["proven"]) == ("closed", True)
    assert [(way["way"], way["score"], way["discard"]) for way in found["ways"]] == [
        ("closed", 300, "r13"),
        ("finish", 200, "r13"),
        ("open", 100, "r13"),
    ]
    assert found["ways"][0]["hand"][0] == "r4 r5 r6 r7"


def test_score(capsys: pytest.CaptureFixture[str]):
    """A rack for each player, - for the winner's; without a winner the pool is empty."""
    assert shown(capsys, "score", "r13 b7", "k4 k5 k6", "o7", "-").split() == [
        word
        for player, points in enumerate(("-20", "-15", "-7", "+42"), start=1)
        for word in ("player", str(player), points)
    ]
    assert json.loads(shown(capsys, "score", "--json", "r10", "r1 b13", "r2 b4", "r4 b13"))["scores"] == [
        -4,
        -8,
        23,
        -11,
    ]
    args = ("score", "--json", "--rules", "international-1978", "--way", "closed", "--points", "300", "--discard", "J")
    assert json.loads(shown(capsys, *args, "--melded", "none", "-", "r5"))["scores"] == [600, -600]
    assert json.loads(shown(capsys, *args, "--melded", "2", "-", "r5"))["scores"] == [600, -5]


def test_play_and_replay(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    """A game is shown with a line for each turn, its record is written, and replays to the same game."""
    log = str(tmp_path / "game.log")
    args = ("play", "--rules", "american-1978", "--seed", "1", "--deck", "4x8x2+2")
    out = shown(capsys, *args, "--strategy", "tiles", "--strategy", "jokers", "--log", log)
    assert out.startswith("american-1978, 2 players, seed 1\n\nturn  player  draws")
    assert "opens" in out
    assert shown(capsys, "replay", log) == out
    found = json.loads(shown(capsys, "replay", "--json", log))
    lines = Path(log).read_text(encoding="utf-8").splitlines()
    assert found["moves"] == len(lines) - 2
    assert sum(found["scores"]) == 0
    assert shown(capsys, *args, "--strategy", "tiles", "--strategy", "jokers", "--json").splitlines() == lines
    Path(log).write_text("\n".join([*lines[:4], lines[4].replace('"player": ', '"player": 1'), *lines[5:]]))
    assert error(capsys, "replay", log).startswith("line 5: player is ")


def test_play_a_sabra_game(capsys: pytest.CaptureFixture[str]):
    """Nobody discards, and a tile is drawn after the play."""
    out = shown(capsys, "play", "--seed", "2", "--deck", "4x8x2+2", "--players", "3")
    assert out.splitlines()[2].split() == ["turn", "player", "plays", "draws", "left"]


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("play", "--rules", "nim"), "unknown rules 'nim'"),
        (("play", "--strategy", "x"), "unknown strategy 'x', choose tiles, jokers, or hold=TURNS"),
        (("play", "--players", "9"), "a game has 2 to 8 players, not 9"),
        (("play", "--deck", "4x4x1+0"), "a deck of 4 x 4 x 1 + 0 has 16 tiles, but 2 players"),
        (("play", "--log", "/nowhere/x", "--deck", "4x8x2+2"), "cannot write the file '/nowhere/x'"),
        (("replay", "/nowhere/x"), "cannot read the file '/nowhere/x'"),
        (("solve", "r5-7~rbk3 r8"), "sets of other players cannot be in a Sabra game"),
        (("draw", "- r5"), "nobody chooses a draw in a Sabra game"),
        (("wins", f"- {HAND} 50"), "rack: a player who has melded nothing holds 15 tiles"),
        (("wins", "--sheet", "/nowhere/x", f"- {HAND}r13 50"), "the score sheet"),
        (("score",), "a game has at least 2 players, but there are 0 racks"),
        (("score", "-", "-"), "2 racks are empty, only the winner's can be"),
        (("score", "r5", "x"), "rack 2: 'x' is no tile"),
        (("score", "--rules", "international-1978", "r5", "-"), "an International game needs melded"),
        (
            ("score", "--rules", "international-1978", "--melded", "3", "r5", "-"),
            "melded names player 3, the players are 1 to 2",
        ),
        (("score", "--discard", "r5", "r5", "-"), "nobody discards in a Sabra game"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], why: str):
    """One clear sentence each, and exit code 2."""
    assert why in error(capsys, *args)
