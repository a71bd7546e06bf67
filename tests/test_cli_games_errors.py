"""Bad input of the commands of American and International turns and of whole games: one clear sentence each."""

import json
from pathlib import Path

import pytest

from support_cli import HAND, error


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
        (("wins", "--closed", "-1", "- r5"), "-1 is no score of a Closed hand, give 0 to 1000000"),
        (("wins", "--jsonl", "-", f"- {HAND}r13 50"), "--jsonl reads the positions"),
        (("draw", "--jsonl", "-", "- r5 d=r6"), "--jsonl reads the positions"),
        (("draw", "--jsonl", "/nowhere/x"), "cannot read the file '/nowhere/x'"),
        (
            ("draw", "--rules", "american-1978", "--closed", "5", "- r5 d=r6"),
            "a Closed hand is a win of International Rummikub only, but american-1978 is american",
        ),
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


@pytest.mark.parametrize(
    "args",
    [("solve", "- r5"), ("openings", "- r5"), ("check", "- r5", "- -"), ("draw", "- r5"), ("wins", "- r5"),
     ("score", "r5", "-"), ("play",)],
    ids=lambda args: args[0],
)  # fmt: skip
def test_an_unknown_game(capsys: pytest.CaptureFixture[str], args: tuple[str, ...]):
    """The same sentence from every command: what there is instead, by name or by knob."""
    assert error(capsys, *args, "--rules", "nim").startswith("unknown rules 'nim', choose one of book-1978, ")
    why = error(capsys, *args, "--rules", "american-1978,game=nim")
    assert why == "game cannot be 'nim', it must be sabra or american or international"


@pytest.mark.parametrize("args", [("solve",), ("openings",), ("draw",), ("check",)], ids=lambda args: args[0])
def test_others_sets_in_a_sabra_game(capsys: pytest.CaptureFixture[str], args: tuple[str, ...]):
    """Sets of others, and tiles that lie open, are of games with sets of one's own."""
    after = ("r5-8 -",) if args == ("check",) else ()
    for more, what in (
        ("r5-7~rbk3 r8", "sets of other players"),
        ("r5-7 r8 d=r9", "a last discard"),
        ("r5-7 r8 b=r9", "a bonus tile"),
        ("r5-7 r8 m=1", "a mark that others have melded"),
    ):
        told = f"{what} cannot be in a Sabra game, but lemada-2014 is one: the table belongs to all"
        assert error(capsys, *args, more, *after) == told


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("draw", "r5-7 r8 d=k99"), "there is no black 99, the numbers of this deck are 1 to 13"),
        (("draw", "r5-7 r8 d=j b=j m=1", "--deck", "4x13x2+1"), "hold 2 jokers together, but the deck of"),
        (("draw", "r5-7 r8r8 d=r8"), "3 tiles red 8 on table, rack and open tiles together, but the deck of"),
        (("check", "r5-7 r8k1", "r5-8 - d=k99"), "after, column 11: there is no black 99"),
        (("score", "--discard", "k99", "r5", "-"), "discard: there is no black 99"),
        (("score", "--discard", "", "r5", "-"), "discard: '' is no tile"),
        (("score", "--discard", "r5", "r5 r5", "-"), "3 tiles red 5 are more than a deck of"),
        (("score", "--discard", "r5", "r5", "b5"), "the discard is the winner's last tile, but no winner is given"),
    ],
)
def test_a_discard_that_is_not_there(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], why: str):
    """One sentence, whatever it is that the deck or the game does not have."""
    assert why in error(capsys, *args, "--rules", "american-1978")


@pytest.mark.parametrize(
    ("command", "rack", "needed", "held"),
    [
        ("wins", HAND, 15, "are 14: the 15th tile is missing"),
        ("wins", f"{HAND}r12r13", 15, "are 16"),
        ("wins", "r4", 15, "is 1"),
        ("draw", f"{HAND}r12", 14, "are 15"),
        ("draw", HAND.replace("r4-7", "r5-7"), 14, "are 13"),
    ],
)
def test_a_rack_of_another_size(capsys: pytest.CaptureFixture[str], command: str, rack: str, needed: int, held: str):
    """A player who has melded nothing holds fourteen tiles before the draw and fifteen after it."""
    why = error(capsys, command, "--rules", "international-1978", f"- {rack} 50 d=o1")
    assert why.startswith(f"rack: a player who has melded nothing holds {needed} tiles")
    assert why.endswith(f"but there {held}")


def test_a_test_of_a_score_sheet_that_does_not_exist(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    """The row, the test, and those that there are, from both commands that take a sheet and from a game."""
    sheet = tmp_path / "sheet"
    row = {"id": "a", "name": "x", "tests": ["all_blue"], "scores": [1, 2, 3]}
    sheet.write_text(json.dumps({"rows": [row]}), encoding="utf-8")
    options = ("--rules", "international-1978", "--sheet", str(sheet))
    for args in (("wins", f"- {HAND}r13 50"), ("draw", f"- {HAND} 50"), ("play",)):
        why = error(capsys, *args, *options)
        assert why.startswith("row 1 (id 'a'): unknown test 'all_blue', choose from all_runs, all_groups, ")
