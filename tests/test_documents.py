"""Requests: what each field means, and a sentence that names the field for everything that cannot be used."""

import math
from typing import Any

import pytest

from solver.deck import DECKS, Deck
from solver.documents import DocumentError, Request, read_object, request, request_id
from solver.errors import InputError, NotationError
from solver.notation import format_line
from solver.rules import rules
from solver.sets import Group, written

LINE = {"position": "r5-7 b9j"}
LISTS = {"table": ["r5 r6 r7"], "rack": ["b9", "J"]}


def test_the_least_a_request_can_be():
    """A one-line text, the same as a field, and table and rack make the same request, with the documented defaults."""
    asked = request("r5-7 b9j")
    assert asked == request(LINE) == request(LISTS) == request({**LISTS, "id": None, "limit": None})
    assert format_line(asked.position) == "r5-7 b9j"
    assert asked == Request(asked.position, rules("lemada-2014"), ("tiles", "unbroken"), 10.0, None)


def test_everything_a_solve_can_say():
    """Every field of a solve arrives typed."""
    asked = request(
        {
            "id": "a",
            "table": ["r8 r10 r11 J"],
            "rack": ["b9", "J", "J"],
            "rules": "book-1978,replacement_source=any",
            "deck": {"jokers": 4},
            "opened": False,
            "keep": ["b9"],
            "must_play": ["J"],
            "objective": ["points", "kept"],
            "limit": 0,
            "work_limit": 1.5,
        }
    )
    assert [written(tile_set) for tile_set in asked.position.table] == ["r8 J=r9 r10 r11"]
    assert (asked.position.deck, asked.position.to_open) == (Deck(jokers=4), 30)
    assert (asked.position.keep, asked.position.must_play) == ((73,), (0,))
    assert (asked.id, asked.objective, asked.limit, asked.work_limit) == ("a", ("points", "kept"), 0.0, 1.5)
    assert asked.rules.name == "book-1978,replacement_source=any"


def test_deck_follows_the_rules():
    """Without a deck the position is in the rules' deck; a name or an object says otherwise."""
    assert request({**LINE, "rules": "xp"}).position.deck == DECKS["xp"]
    assert request({**LINE, "deck": "raeuber"}).position.deck == DECKS["raeuber"]
    assert request({**LINE, "rules": "xp", "deck": {"copies": 2}}).position.deck == Deck(copies=2, jokers=4)


def test_points_to_open():
    """A player has opened unless the request says otherwise; `opened: false` takes the points from the rules."""
    assert request(LISTS).position.to_open is None
    assert request({**LISTS, "opened": True}).position.to_open is None
    assert request({**LISTS, "to_open": None}).position.to_open is None
    assert request({**LISTS, "to_open": 12}).position.to_open == 12
    assert request({**LISTS, "opened": False, "rules": "pressman-1987"}).position.to_open == 50
    assert request({"position": "- r5 17"}).position.to_open == 17


def test_openings_are_for_players_who_have_not_opened():
    """A request for openings takes the points of the rules when it names none."""
    assert request("- r5", "openings").position.to_open == 30
    assert request({**LISTS, "rules": "raeuber", "deck": "standard"}, "openings").position.to_open == 20
    assert request("- r5 17", "openings").position.to_open == 17
    asked = request({**LINE, "order": "most_points", "first": 3}, "openings")
    assert (asked.order, asked.first) == ("most_points", 3)
    with pytest.raises(
        DocumentError, match=r"^opened must be false for openings: a player who has opened makes no init"
    ):
        request({**LISTS, "opened": True}, "openings")


def test_after_may_hold_what_is_no_set():
    """The table to judge is read as lists or as a line whose rack is ignored; wrong sets are the referee's business."""
    table = request({**LISTS, "after": ["r5 r6", "b9 J r7"]}, "check").after
    assert table == (Group((5, 6), 5), Group((73, 0, 7), 9))
    assert request({**LINE, "after": "r5-6.r7b9j k1"}, "check").after == (Group((5, 6), 5), Group((7, 73, 0), 7))


def test_defaults_give_way():
    """Defaults fill the fields that a request leaves out."""
    defaults = {"rules": "book-1978", "limit": 2.0, "keep": ["b9"]}
    asked = request({**LINE, "limit": 3, "keep": None}, defaults=defaults)
    assert (asked.rules.name, asked.limit, asked.position.keep) == ("book-1978", 3.0, (73,))


SOLVE_FIELDS = (
    "id, table, rack, position, rules, deck, opened, to_open, keep, must_play, "
    "others, discard, bonus, others_melded, objective, limit, work_limit"
)
TERMS = "tiles, points, penalty, jokers_held, unbroken, kept"


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"tabel": []}, f"unknown field 'tabel', solve takes {SOLVE_FIELDS}"),
        ({"x" * 99: 1}, f"unknown field '{'x' * 30}…', solve takes {SOLVE_FIELDS}"),
        ({"after": []}, f"unknown field 'after', solve takes {SOLVE_FIELDS}"),
        ({"table": None}, "table and rack are needed, or position with both in one line"),
        ({"rack": None}, "table and rack are needed, or position with both in one line"),
        ({"position": "- -"}, "position and table are both given, give one: a position already says it"),
        ({"table": "r5 r6 r7"}, "table must be a list of texts, not text"),
        ({"table": {}}, "table must be a list of texts, not an object"),
        ({"rack": [5]}, "rack must be a list of texts, but a number is in it"),
        ({"rack": [None]}, "rack must be a list of texts, but null is in it"),
        ({"rack": [["b9"]]}, "rack must be a list of texts, but a list is in it"),
        ({"rack": ["b9"] * 10_000}, "rack is too large, at most 20000 characters are read"),
        ({"rack": ["x9"]}, "rack: 'x' is no colour letter, the colours of this deck are r b k o"),
        ({"table": ["r5 r6 r7", "r5"]}, "table set 2 (r5) is neither a group nor a run: a set has at least 3 tiles"),
        (
            {"rack": ["r5", "r5"]},
            "table set 1: 3 tiles red 5 on table and rack together, but the deck of 4 x 13 x 2 + 2 has 2 of each",
        ),
        ({"rules": 5}, "rules must be text, not 5"),
        ({"rules": "x" * 1001}, "rules is too large, at most 1000 characters are read"),
        ({"rules": "sabra"}, "unknown rules 'sabra', choose one of "),
        ({"deck": "tiny"}, "deck cannot be 'tiny', it must be one of standard, xp, raeuber"),
        ({"deck": 4}, "deck must be a name or an object, not a number"),
        ({"deck": {"colors": 4}}, "unknown field 'colors' in deck, it takes colours, numbers, copies, jokers"),
        ({"deck": {"copies": "2"}}, "copies of deck must be a whole number, not text"),
        ({"deck": {"copies": True}}, "copies of deck must be a whole number, not true or false"),
        ({"deck": {"copies": 9}}, "the deck has 9 copies, but it must have 1 to 8"),
        ({"deck": {"jokers": 5}}, "the deck has 5 jokers, but only joker_clear=yes allows more than 4"),
        ({"opened": "no"}, "opened must be true or false, not text"),
        ({"opened": 0}, "opened must be true or false, not 0"),
        ({"to_open": 0}, "to_open must be a whole number from 1 to 10000, not 0"),
        ({"to_open": 30.0}, "to_open must be a whole number from 1 to 10000, not 30.0"),
        ({"to_open": 10**5000}, "to_open must be a whole number from 1 to 10000, not so large a number"),
        ({"to_open": True}, "to_open must be a whole number from 1 to 10000, not true or false"),
        ({"to_open": 30, "opened": False}, "opened and to_open are both given, give one"),
        ({"keep": ["r1"]}, "keep: 1 x red 1 asked for, but the rack holds 0"),
        ({"must_play": ["J=r7"]}, "must_play: 'J=r7' is told what it stands for, a joker on the rack is only J"),
        ({"keep": ["J"], "must_play": ["J"]}, "keep and must_play together ask for 2 x joker, but the rack holds 1"),
        ({"objective": "tiles"}, "objective must be a list of texts, not text"),
        ({"objective": []}, f"objective is empty, it must have at least one of {TERMS}"),
        ({"objective": ["tile"]}, f"objective cannot have 'tile', its terms are {TERMS}"),
        ({"objective": ["kept", "kept"]}, "objective has kept twice, once is enough"),
        ({"limit": -1}, "limit must be a number from 0 to 3600, not -1"),
        ({"limit": 3601}, "limit must be a number from 0 to 3600, not 3601"),
        ({"limit": math.nan}, "limit must be a number from 0 to 3600, not nan"),
        ({"limit": math.inf}, "limit must be a number from 0 to 3600, not inf"),
        ({"limit": "5"}, "limit must be a number from 0 to 3600, not text"),
        ({"limit": True}, "limit must be a number from 0 to 3600, not true or false"),
        ({"work_limit": -0.5}, "work_limit must be a number from 0 to 3600, not -0.5"),
        ({"id": 1.5}, "id must be text of at most 200 characters or a whole number of at most 18 digits"),
        ({"id": True}, "id must be text of at most 200 characters or a whole number of at most 18 digits"),
        ({"id": "x" * 201}, "id must be text of at most 200 characters or a whole number of at most 18 digits"),
        ({"id": 10**18}, "id must be text of at most 200 characters or a whole number of at most 18 digits"),
    ],
)
def test_refused(changes: dict[str, Any], error: str):
    """Whatever is wrong is told in one sentence that names the field."""
    with pytest.raises(InputError) as caught:
        request({**LISTS, **changes})
    assert str(caught.value).startswith(error) if error.endswith(" ") else str(caught.value) == error


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"position": ["r5"]}, "position must be text, not a list"),
        ({"position": "r5-7"}, "column 5: the rack is missing: write table, one space or one _, and rack"),
        ({"position": "x" * 20_001}, "position is too large, at most 20000 characters are read"),
        ({"rack": []}, "position and rack are both given, give one: a position already says it"),
        ({"opened": False}, "position and opened are both given, give one: a position already says it"),
        ({"to_open": 30}, "position and to_open are both given, give one: a position already says it"),
    ],
)
def test_refused_with_a_line(changes: dict[str, Any], error: str):
    """A one-line position says table, rack and points, so nothing else may say them too."""
    with pytest.raises(InputError) as caught:
        request({**LINE, **changes})
    assert str(caught.value).startswith(error)


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({}, "after is needed: the table after the turn, a list of sets"),
        ({"after": 5}, "after must be a list of texts, not 5"),
        ({"after": ["r5 r6 x"]}, "after set 1: 'x' is no tile, write a colour and a number (r5) or J"),
        ({"after": ["b9 J J"]}, "after set 1 (b9 J J) can be read in 2 ways, write b9 J=?9 J=?9 or b9 J=b10 J=b11"),
        ({"after": [""]}, "after set 1 is empty, a set has at least 3 tiles"),
        ({"after": "x -"}, "after, column 1: 'x' is no colour letter, the colours of this deck are r b k o"),
        (
            {"after": [], "limit": 1},
            "unknown field 'limit', check takes id, table, rack, position, rules, deck, opened, ",
        ),
    ],
)
def test_check_refused(fields: dict[str, Any], error: str):
    """A table to judge is needed, and its tiles must be tiles."""
    with pytest.raises(InputError) as caught:
        request({**LINE, **fields}, "check")
    assert str(caught.value).startswith(error)


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        (
            {"order": "best"},
            "order cannot be 'best', it must be one of fewest_tiles, most_tiles, most_points, fewest_points",
        ),
        ({"first": 0}, "first must be a whole number from 1 to 10000, not 0"),
        ({"objective": ["tiles"]}, "unknown field 'objective', openings takes id, table, "),
    ],
)
def test_openings_refused(fields: dict[str, Any], error: str):
    """Openings have their own fields, checked as strictly."""
    with pytest.raises(InputError) as caught:
        request({**LINE, **fields}, "openings")
    assert str(caught.value).startswith(error)


def test_the_narrow_errors_stay_what_they_are():
    """An error of the notation is raised as such, so that a service can tell its place."""
    with pytest.raises(NotationError):
        request("r5-7")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (b"\xff{}", "the text is not UTF-8 at byte 1"),
        ("", "not JSON at line 1 column 1: Expecting value"),
        ("{'id': 1}", "not JSON at line 1 column 2: Expecting property name enclosed in double quotes"),
        ('{"id": 1} x', "not JSON at line 1 column 11: Extra data"),
        ('{"limit": NaN}', "NaN is no number in JSON"),
        ('{"limit": -Infinity}', "-Infinity is no number in JSON"),
        ('{"id": 1, "id": 2}', "the key 'id' is given twice"),
        ('{"deck": {"jokers": 1, "jokers": 1}}', "the key 'jokers' is given twice"),
        ('{"id": ' + "[" * 100_000, "the JSON is nested too deeply"),
        ('{"id": ' + "1" * 5000 + "}", "a number in the JSON has too many digits"),
        ("[]", "a JSON object is needed, not a list"),
        ('"r5-7 b9"', "a JSON object is needed, not text"),
        ("5", "a JSON object is needed, not a number"),
        ("true", "a JSON object is needed, not true or false"),
        ("null", "a JSON object is needed, not null"),
    ],
)
def test_json_is_read_strictly(text: str | bytes, error: str):
    """What is not exactly one JSON object is refused in one sentence."""
    with pytest.raises(DocumentError) as caught:
        read_object(text)
    assert str(caught.value) == error


def test_json_objects_are_read():
    """An object comes back as it stands, from text and from bytes."""
    assert read_object('{"a": [1, "ä"]}') == read_object('{"a": [1, "ä"]}'.encode()) == {"a": [1, "ä"]}
    assert request_id({}) is None
    assert request_id({"id": 7}) == 7
