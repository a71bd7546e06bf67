"""Answers: the exact documents that leave the program."""

import json
from types import SimpleNamespace
from typing import Any, cast

from solver.deck import Deck
from solver.documents import (
    editions_document,
    error_document,
    openings_document,
    presets_document,
    result_document,
    rules_document,
    same_answers,
    verdict_document,
)
from solver.notation import parse_line
from solver.result import Result, Status
from solver.rules import PRESETS, rules
from solver.sets import Ones
from solver.turn import RACK, Turn

POSITION = parse_line("r5-6jr7.rbk9 o9r8jb1", Deck(), Ones.LOW)
AFTER = parse_line("r5-6jr7r8.rbko9 -", Deck(), Ones.LOW).table
TURN = Turn(POSITION, AFTER, ((0, 0, 0, RACK), (1, 1, 1, RACK)))


def result(status: Status = Status.OPTIMAL, turn: Turn | None = TURN, preset: str = "lemada-2014") -> Result:
    values = {"tiles": 2, "unbroken": 2} if turn else {}
    return Result(
        status, POSITION, rules(preset), ("tiles", "unbroken"), values, values, turn, 0.0123456, 0.5, 10.0, None
    )


def test_a_turn():
    """A turn: new sets with every joker's meaning, where each tile came from, what was played and what is left."""
    assert result_document(result(), 7) == {
        "id": 7,
        "version": "0.1.0",
        "status": "optimal",
        "objective": {"tiles": 2, "unbroken": 2},
        "bound": {"tiles": 2, "unbroken": 2},
        "table": ["r5 r6 J=r7 r8", "r9 b9 k9 o9"],
        "from": [[0, 0, 0, "rack"], [1, 1, 1, "rack"]],
        "played": ["o9", "r8"],
        "left": ["J", "b1"],
        "ms": 12.346,
    }


def test_no_turn():
    """Without a turn table and origins are null and the whole rack is left."""
    document = result_document(result(Status.NO_PLAY, None))
    assert {name: document[name] for name in ("id", "status", "objective", "table", "from", "played", "left")} == {
        "id": None,
        "status": "no_play",
        "objective": {},
        "table": None,
        "from": None,
        "played": [],
        "left": ["o9", "r8", "J", "b1"],
    }


def test_editions_with_equal_answers_stand_together():
    """Editions are grouped by status and table, in the order of their first; each group has its cost and one answer."""
    no_play = Status.NO_PLAY
    rows = [("book-1978", no_play, None, 2), ("popular", Status.OPTIMAL, TURN, 0), ("spear-1988", no_play, None, 2)]
    editions = cast(
        "Any",
        [SimpleNamespace(rules=rules(n), result=result(s, t, n), cost=cost) for n, s, t, cost in rows],
    )
    document = editions_document(editions, "x")
    assert (document["id"], document["version"]) == ("x", "0.1.0")
    assert [(group["rules"], group["cost"], group["status"], group["played"]) for group in document["editions"]] == [
        (["book-1978", "spear-1988"], 2, "no_play", []),
        (["popular"], 0, "optimal", ["o9", "r8"]),
    ]
    assert [len(group) for group in same_answers(editions)] == [2, 1]


def test_openings():
    """Openings: the counts and each opening as a list of sets, a group's joker undecided."""
    found = SimpleNamespace(
        count=9,
        complete=True,
        min_tiles=3,
        max_tiles=8,
        max_points=77,
        openings=(AFTER[:1], parse_line("rb7j.r1-3 -", Deck(), Ones.LOW).table),
    )
    assert openings_document(cast("Any", found), 1) == {
        "id": 1,
        "version": "0.1.0",
        "count": 9,
        "complete": True,
        "min_tiles": 3,
        "max_tiles": 8,
        "max_points": 77,
        "openings": [["r5 r6 J=r7 r8"], ["r7 b7 J=?7", "r1 r2 r3"]],
    }


def test_verdict():
    """A verdict: legal or not, and each broken rule with its id and sentence."""
    verdict = SimpleNamespace(legal=False, broken=(SimpleNamespace(rule="a", text="b c"),), turn=None)
    assert verdict_document(cast("Any", verdict)) == {
        "id": None,
        "version": "0.1.0",
        "legal": False,
        "broken": [{"rule": "a", "text": "b c"}],
    }


def test_rules():
    """An edition with its source and knobs; all of them with the default's name."""
    document = rules_document(rules("book-1978,ones=wrap"))
    assert (document["name"], document["knobs"]["ones"]) == ("book-1978,ones=wrap", "wrap")
    assert document["source"].startswith("The Official Rummikub Book")
    every = presets_document()
    assert every["default"] == "lemada-2014"
    assert [edition["name"] for edition in every["rules"]] == list(PRESETS)


def test_error():
    """An error is one string beside the id; every document is plain JSON."""
    assert error_document("no", "x") == {"id": "x", "version": "0.1.0", "error": "no"}
    for document in (result_document(result()), presets_document(), error_document("\ud800")):
        assert json.loads(json.dumps(document)) == document
