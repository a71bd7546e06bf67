"""The command line with the real modules behind it: openings, and one position under all editions."""

import io
import json
import sys

import pytest

from solver.cli import main
from solver.rules import PRESETS, Game

Capture = pytest.CaptureFixture[str]


def answers(capsys: Capture, *args: str) -> tuple[int, list[dict]]:
    """The exit code, and the JSON lines."""
    code = main(args)
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def feed(monkeypatch: pytest.MonkeyPatch, *lines: dict) -> None:
    """Lay JSON lines on standard input."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_openings_drawn(capsys: Capture):
    """Counts, extremes, and the openings in order, numbered, with their tiles."""
    assert main(["openings", "- rbk10r1-3j", "--first", "2"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "15 openings worth 30 or more under lemada-2014, 2 shown",
        "fewest tiles 3, most tiles 7, most points 46",
        "   1  r10 b10 k10    3 tiles",
        "   2  r10 b10 J=?10  3 tiles",
    ]


def test_no_openings_drawn(capsys: Capture):
    """A rack without an opening exits with 1 and says so."""
    assert main(["openings", "- rbk9"]) == 1
    assert capsys.readouterr().out == "0 openings worth 30 or more under lemada-2014, 0 shown\n"


def test_more_openings_than_are_counted(capsys: Capture):
    """Beyond the cap the count is a lower bound, and is told as one."""
    assert main(["openings", "- r1-9b9k9o9jj", "--order", "most_points", "--first", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "at least 10000 openings worth 30 or more under lemada-2014, 1 shown"
    assert lines[1] == "fewest tiles 3, most tiles 14, most points 93"
    assert lines[2].split("  ")[-1] == "14 tiles"


def test_points_come_from_the_rules(capsys: Capture):
    """The rules say how many points are needed and what a joker counts, unless the position names points."""
    assert answers(capsys, "openings", "- rbk10", "--rules", "pressman-1987", "--json")[0] == 1
    assert answers(capsys, "openings", "- rb10j", "--rules", "hong-kong", "--json")[0] == 1
    code, (document,) = answers(capsys, "openings", "- rbk10 17", "--rules", "pressman-1987", "--json")
    assert (code, document["openings"]) == (0, [["r10 b10 k10"]])


def test_openings_as_json(capsys: Capture):
    """One object with the counts, the extremes and the openings as lists of sets."""
    code, (document,) = answers(capsys, "openings", "- rbk10r1-3", "--json", "--order", "most_tiles")
    assert code == 0
    assert {name: value for name, value in document.items() if name != "version"} == {
        "id": None,
        "count": 2,
        "complete": True,
        "min_tiles": 3,
        "max_tiles": 6,
        "max_points": 36,
        "openings": [["r10 b10 k10", "r1 r2 r3"], ["r10 b10 k10"]],
    }


def test_openings_line_by_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch):
    """Each line has its answer, a bad one its error."""
    feed(
        monkeypatch,
        {"id": 1, "table": [], "rack": ["r10", "b10", "J"], "opened": False},
        {"id": 2, "position": "- rb10j", "rules": "hong-kong", "first": 3},
        {"id": 3, "position": "- rb10j", "must_play": ["r9"]},
    )
    code, documents = answers(capsys, "openings", "--jsonl", "-")
    assert code == 0
    assert [(each["id"], each.get("count"), each.get("max_points")) for each in documents] == [
        (1, 1, 30),
        (2, 0, None),
        (3, None, None),
    ]
    assert documents[2]["error"].startswith("must_play: 1 x red 9 asked for, but the rack holds 0")


def test_all_editions_drawn(capsys: Capture):
    """A row for each edition with its tiles and cost, and each different answer drawn once."""
    assert main(["solve", "rbk7j o9k9", "--rules", "all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in lines if line.startswith((" 1 ", " 2 "))]
    names = [name for name, preset in PRESETS.items() if preset.game == Game.SABRA and preset.deck == "standard"]
    assert sorted(row[1] for row in rows) == sorted(names)
    assert ["2", "popular", "free", "2", "0"] in rows
    assert ["1", "book-1978", "locked,", "rack,", "new_set", "-", "2"] in rows
    assert sum("No play under 12 editions, proven" in line for line in lines) == 1
    assert sum("Best turn under 2 editions: plays 2 of 2 tiles, proven" in line for line in lines) == 1


def test_all_editions_as_json(capsys: Capture):
    """Editions with the same answer stand together, with what their rules cost."""
    code, (document,) = answers(capsys, "solve", "rbk7j o9k9", "--rules", "all", "--json")
    assert code == 0
    first, second = document["editions"]
    assert (first["cost"], first["status"], len(first["rules"])) == (2, "no_play", 12)
    assert (second["cost"], second["rules"]) == (0, ["goliath-2014", "popular"])
    assert sorted(second["played"]) == ["k9", "o9"]


def test_all_editions_without_a_play(capsys: Capture):
    """No play under any edition exits with 1."""
    assert answers(capsys, "solve", "- r1b5", "--rules", "all", "--json")[0] == 1


def test_points_of_each_edition(capsys: Capture, monkeypatch: pytest.MonkeyPatch):
    """A player who has not opened needs each edition's own points; points that the position names hold for all."""
    feed(monkeypatch, {"table": [], "rack": ["r10", "b10", "k10"], "opened": False})
    _, (document,) = answers(capsys, "solve", "-", "--rules", "all", "--json")
    assert [group["rules"] for group in document["editions"] if group["cost"]] == [["pressman-1987"]]
    _, (document,) = answers(capsys, "solve", "- rbk10 30", "--rules", "all", "--json")
    assert len(document["editions"]) == 1
