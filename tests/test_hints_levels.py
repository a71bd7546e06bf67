"""Hints: each level holds the one before and tells nothing of the next; documents, and the command line."""

import io
import json
import sys
from dataclasses import replace
from typing import Any

import pytest

from solver.cli import main
from solver.documents import DocumentError, explanation_document, hint_document, request
from solver.hints.messages import languages
from solver.result import Result, Status
from solver.solve import solve

LEVELS = range(1, 7)
ADDED = {
    1: {"id", "version", "status", "level", "text", "play"},
    2: {"tiles", "points"},
    3: {"rack_tiles"},
    4: {"sets"},
    5: {"step"},
    6: {"explanation"},
}
README = "r4-5jr6.b3-6 r6b9k9o1"


def result(position: str, rules: str = "lemada-2014") -> Result:
    """The best turn."""
    asked = request(position, "solve", {"rules": rules})
    return solve(asked.position, asked.rules, limit=60)


@pytest.mark.parametrize("language", languages())
def test_levels_hold_one_another(language: str):
    """Each level has the fields of the one before, with the same values but for the level and its sentence."""
    found, known = result(README, "book-1978"), dict[str, Any]()
    for level in LEVELS:
        document = hint_document(found, level, language, 7)
        assert set(document) == set(known) | ADDED[level]
        own = {"level", "text"}
        assert {name: document[name] for name in known if name not in own} == {
            name: known[name] for name in known if name not in own
        }
        known = document
    assert known["explanation"]["steps"][0] == known["step"]


@pytest.mark.parametrize(
    ("level", "one", "other"),
    [
        (1, "r5-7 r8", "b1-3.rko9 b4-5"),
        (2, "r5-7.k1-3 r8b1", "b5-7.o1-3 b8k9"),
        (3, "r5-7.b1-3 r8", "b1-3.r9-11 r8"),
        (4, "r5-7.b1-3 r8", "r9-11.b1-3 r8"),
        (4, "b1-3 r5-7k1", "b1-3.o5-7 r5-7k1"),
    ],
    ids=["only that there is a play", "not which tiles", "not which sets", "not where", "not the rest of the table"],
)
def test_a_level_tells_no_more(level: int, one: str, other: str):
    """Where two best turns differ only in what higher levels tell, the document of a level is the same."""
    first, second = (hint_document(result(position), level) for position in (one, other))
    assert json.dumps(first) == json.dumps(second)
    assert hint_document(result(one), 6) != hint_document(result(other), 6)


def test_what_the_sentences_say():
    """A sentence for each level, in both languages."""
    found = result("r5-7 r8b1")
    texts = [[hint_document(found, level, language)["text"] for level in LEVELS] for language in languages()]
    assert texts[0] == [
        "There is a play.",
        "The best turn plays 1 tile, worth 8 points.",
        "From your rack, play red 8.",
        "On the table, these sets are touched: 1.",
        "First: Add red 8 from your rack to the red run 5 to 7.",
        "All of it takes 1 step.",
    ]
    assert texts[1] == [
        "有牌可出。",
        "最好的出法打出1张牌，共8分。",
        "从牌架打出：红8。",
        "要动桌面上的这些牌组：1。",
        "第一步：从牌架打出红8，加到红色顺子5–7上。",
        "全部共1步。",
    ]


def test_nothing_to_play():
    """No play is said at every level, and nothing else is made up."""
    found = result("r5-7 b1")
    documents = [hint_document(found, level) for level in LEVELS]
    assert {document["text"] for document in documents} == {"There is no play: draw a tile."}
    last = documents[-1]
    assert (last["play"], last["tiles"], last["rack_tiles"], last["sets"], last["step"]) == (False, 0, [], [], None)
    assert last["explanation"]["steps"] == []


def test_what_was_not_proven_is_not_called_best():
    """A turn that time did not allow to prove is the best found; no turn found is no proof that there is none."""
    found = replace(result("r5-7 r8b1"), status=Status.FEASIBLE)
    assert hint_document(found, 2)["text"] == "The best turn found in the time given plays 1 tile, worth 8 points."
    nothing = replace(found, status=Status.UNKNOWN, turn=None)
    for level in LEVELS:
        assert hint_document(nothing, level)["text"] == "No play was found in the time given, but there may be one."


def test_a_turn_that_only_discards():
    """American: nothing can be laid, and the discard is told from level 5 on."""
    found = result("-~rbk9 r8o1k1", "american-1978")
    assert hint_document(found, 1)["text"] == "Nothing can be laid: discard a tile."
    document = hint_document(found, 6)
    assert (document["play"], document["others_sets"], document["step"]["action"]) == (False, [], "discard")


def test_the_explanation_is_the_answer_and_more():
    """All of `solve`, then the steps; tiles are numbered by their place in `tiles`."""
    document = explanation_document(result(README, "book-1978"), "en", "x")
    assert document["tiles"] == ["r4", "r5", "J", "b3", "b4", "b5", "b6", "r6", "b9", "k9", "o1"]
    assert (document["id"], document["status"], document["movements"], document["fewest"]) == ("x", "optimal", 4, True)
    swap, place, lay = document["steps"]
    assert swap == {
        "action": "swap",
        "text": "Swap the joker in the red run 4 to 6 for red 6 from your rack.",
        "moved": [7, 2],
        "table": ["r4 r5 r6", "b3 b4 b5 b6", "J"],
        "ids": [[0, 1, 7], [3, 4, 5, 6], [2]],
        "rack": [8, 9, 10],
        "legal": False,
    }
    assert (place["action"], place["moved"], place["table"][-1]) == ("place", [2], "J=?9")
    assert (lay["moved"], lay["legal"], lay["rack"]) == ([8, 9], True, [10])
    assert sorted(lay["table"]) == sorted(["r4 r5 r6", "b3 b4 b5 b6", "b9 k9 J=?9"])
    json.dumps(document)


@pytest.mark.parametrize(
    ("verb", "fields", "text"),
    [
        ("hint", {"level": 7}, "level must be a whole number from 1 to 6, not 7"),
        ("hint", {"level": "1"}, "level must be a whole number from 1 to 6, not text"),
        ("explain", {"language": "xx"}, "language cannot be 'xx', it must be one of en, zh-Hans"),
        ("explain", {"language": 5}, "language must be text, not 5"),
    ],
)
def test_bad_fields(verb: Any, fields: dict[str, Any], text: str):
    """What a level and a language can be."""
    with pytest.raises(DocumentError) as caught:
        request({"position": "r5-7 r8", **fields}, verb)
    assert str(caught.value) == text


def test_the_commands(capsys: pytest.CaptureFixture[str]):
    """Without a terminal every step is printed at once, in the language that is asked for."""
    assert main(["hint", "--level", "3", "r5-7 r8b1"]) == 0
    assert capsys.readouterr().out == "From your rack, play red 8.\n"
    assert main(["explain", "r5-7 r8b1", "--language", "zh-Hans"]) == 0
    out = capsys.readouterr().out
    assert "1. 从牌架打出红8，加到红色顺子5–7上。" in out
    assert "1  r5 r6 r7 +r8" in out
    assert main(["hint", "r5-7 b1"]) == 1
    assert main(["explain", "r5-7 b1"]) == 1
    assert capsys.readouterr().out == "There is no play: draw a tile.\n" * 2


def test_the_commands_in_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """The documents, for an argument and line by line."""
    assert main(["explain", "--json", "r5-7 r8b1"]) == 0
    assert json.loads(capsys.readouterr().out)["steps"][0]["action"] == "lay"
    lines = b'{"id": 1, "position": "r5-7 r8", "level": 2}\n{"id": 2, "position": "r5-7 r8", "level": 9}\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
    assert main(["hint", "--jsonl", "-"]) == 0
    good, bad = map(json.loads, capsys.readouterr().out.splitlines())
    assert (good["tiles"], bad["error"]) == (1, "level must be a whole number from 1 to 6, not 9")


def test_a_wrong_level_on_the_command_line(capsys: pytest.CaptureFixture[str]):
    """One line that says what is right."""
    assert main(["hint", "--level", "0", "r5-7 r8"]) == 2
    assert capsys.readouterr().err == "melds: level must be a whole number from 1 to 6, not 0\n"


def test_a_key_leads_on(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """In a terminal the whole table is shown after each step, a key leads to the next one, and q ends it."""
    monkeypatch.setattr("solver.cli.hints._stepping", lambda: True)
    keys = iter("xq")
    monkeypatch.setattr("click.getchar", lambda: next(keys))
    assert main(["explain", README, "--rules", "book-1978"]) == 0
    out = capsys.readouterr().out
    assert "1. Swap" in out
    assert "2. Put the freed joker down" in out
    assert "3. " not in out
    assert out.count("b3 b4 b5 b6") == 3
    assert list(keys) == []
