"""American and International positions in writing: one line, JSON in and out, and what a position may hold."""

from dataclasses import replace
from typing import Any

import pytest

from solver.deck import JOKER, Deck, make_tile
from solver.documents import DocumentError, request, result_document
from solver.errors import InputError, NotationError, PositionError
from solver.notation import canonical_line, format_line, parse_line
from solver.position import Position, validate
from solver.referee import check
from solver.result import Result, Status
from solver.rules import rules
from solver.sets import Ones, written

AMERICAN = rules("american-1978")
FULL = "r5-7.kbo9~rbk3.o8-10 r8b2k2o2 d=r8 b=k2 m=1"
R8, K2 = make_tile(0, 8), make_tile(2, 2)


def read(text: str) -> Position:
    """A position of the standard deck."""
    return parse_line(text, Deck(), Ones.LOW_OR_HIGH)


# One line


def test_everything_a_line_can_say() -> None:
    """Own sets, sets of the others, rack, discard, bonus tile, and that others have melded."""
    position = read(FULL)
    assert [written(tile_set) for tile_set in position.table] == ["r5 r6 r7", "k9 b9 o9"]
    assert [written(tile_set) for tile_set in position.others] == ["r3 b3 k3", "o8 o9 o10"]
    assert (position.discard, position.bonus, position.others_melded) == (R8, K2, True)
    assert position.to_open is None
    validate(position, AMERICAN)


@pytest.mark.parametrize(
    "line",
    [
        FULL,
        "r5-7.kbo9~rbk3.o8-10 r8b2k2o2",
        "-~rbk3 r1",
        "-~rbk3 r1 21 d=j b=j m=1",
        "- r1 d=r8",
        "- r1 b=r8",
        "- r1 m=1",
        "- r1 21 m=1",
        "-~r7j7j7 -",
    ],
)
def test_printed_as_given(line: str) -> None:
    """A line in the printed style is printed again as it stands, with either separator."""
    assert format_line(read(line)) == line
    assert format_line(read(line.replace(" ", "_")), "_") == line.replace(" ", "_")


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        ("- r1 m=1 b=k2 D=R8", "- r1 d=r8 b=k2 m=1"),
        ("- r1 M=1", "- r1 m=1"),
        ("-~Y8Y9Y10 r1 B=J", "-~o8-10 r1 b=j"),
    ],
)
def test_other_ways_to_write(given: str, printed: str) -> None:
    """The named fields are read in any order and either case, and printed in one."""
    assert format_line(read(given)) == printed


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        ("r5-7.kbo9~rbk3.o8-10 r8b2k2o2", "r5-7.bko9~o8-10.rbk3_r8b2k2o2"),
        ("-~kbr3 jr1 21 m=1 d=r8", "-~rbk3_r1j_21_d=r8_m=1"),
        ("-~rbk3.r1-3 -", "-~r1-3.rbk3_-"),
    ],
)
def test_canonical_form(given: str, canonical: str) -> None:
    """The sets of the others are ordered as one's own are, apart from them, and every field is kept."""
    assert canonical_line(read(given)) == canonical
    assert canonical_line(read(canonical)) == canonical


def test_what_is_not_there_is_another_position() -> None:
    """Own sets and sets of others, a discard and a bonus tile are not taken for one another."""
    lines = ["r1-3 r8", "-~r1-3 r8", "- r8", "- r8 d=r8", "- r8 b=r8", "- r8 m=1"]
    assert len({canonical_line(read(line)) for line in lines}) == len(lines)


LATE = "only d=, b= and m=1 follow the points, which follow the rack"


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("~rbk3 -", "column 1: the own sets are missing before ~, write - for none"),
        ("-~ -", "column 3: the sets of the others are missing after ~, leave it out where there are none"),
        ("-~- -", "column 3: the sets of the others are missing after ~, leave it out where there are none"),
        ("-~rbk3~rbk4 -", "column 7: a second ~: after the first stand the sets of all other players together"),
        ("-~rbk3..rbk4 -", "column 8: a set is missing, sets have one . between them"),
        (
            "-~rb3 -",
            "column 3: the set rb3 is neither a group nor a run: a set has at least 3 tiles",
        ),
        ("- r1~", "column 5: '~' is no colour letter, the colours of this deck are r b k o"),
        ("- r1 d=", "column 8: one tile or j stands here"),
        ("- r1 d=r8-9", "column 8: one tile or j stands here"),
        ("- r1 b=rb8", "column 8: one tile or j stands here"),
        ("- r1 d=-", "column 8: a tile begins with its colour, '-' stands alone"),
        ("- r1 d=j7", "column 9: a joker on the rack stands for nothing yet, write only j"),
        ("- r1 d=r14", "column 9: there is no red 14, the numbers of this deck are 1 to 13"),
        ("- r1 d=r8 d=r9", "column 11: d= is there twice, once is enough"),
        ("- r1 m=0", "column 8: m=1 says that somebody else has melded, leave it out where nobody has"),
        ("- r1 x=1", f"column 6: 'x' is no field: {LATE}"),
        ("- r1 d=r8 30", f"column 11: {LATE}"),
        ("- r1 30 d=r8 ", f"column 14: {LATE}"),
        ("- r1 d=r8 x", f"column 11: {LATE}"),
    ],
)
def test_refused(line: str, error: str) -> None:
    """Everything that is not in the notation is refused in one sentence that names the column."""
    with pytest.raises(NotationError) as caught:
        read(line)
    assert str(caught.value) == error


# What a position may hold


@pytest.mark.parametrize(
    ("line", "edition", "error"),
    [
        ("-~rbk3 r1", "book-1978", "sets of other players cannot be in a Sabra game, but book-1978 is one: the table "),
        ("- r1 d=r8", "book-1978", "a last discard cannot be in a Sabra game, but book-1978 is one: the table "),
        (
            "- r1 b=r8",
            "popular",
            "a bonus tile cannot be in a Sabra game, but popular is one: the table belongs to all",
        ),
        ("- r1 m=1", "popular", "a mark that others have melded cannot be in a Sabra game, but popular is one: the "),
        (
            "r1-3 r8 21",
            "american-1978",
            "21 points to open are given, but under american-1978 table set 1 (r1 r2 r3) is the player's own, and so ",
        ),
        ("r1-3~r1-3.r1-3 r8", "american-1978", "table set 1: 3 tiles red 1 on table and rack together, but the deck "),
        ("-~r1-3.r1-3 r1", "american-1978", "others' set 1: 3 tiles red 1 on table and rack together, but the deck "),
        ("-~r1-3 r1 d=r1", "american-1978", "others' set 1: 3 tiles red 1 on table, rack and open tiles together, "),
        ("- r5 d=r1 b=r1", "american-1978", None),
        (
            "- r1 d=r1 b=r1",
            "american-1978",
            "rack: 3 tiles red 1 on table, rack and open tiles together, but the deck ",
        ),
        ("-~rb7j j d=j", "american-1978", "table, rack and open tiles hold 3 jokers together, but the deck of "),
        (
            "-~r12-13r1 r5",
            "american-1978,ones=low",
            "others' set 1 (r12 r13 r1) is neither a group nor a run under american-1978,ones=low",
        ),
        (
            "-~r5jr6jr7 r5",
            "american-1978,jokers_per_set=1",
            "others' set 1 (r5 J=r6 J=r7) holds 2 jokers, but american-1978,jokers_per_set=1 allows 1 in a set",
        ),
    ],
)
def test_positions_that_cannot_occur(line: str, edition: str, error: str | None) -> None:
    """Each fault has one sentence with its place; tiles are counted over all that lies open."""
    if error is None:
        validate(read(line), rules(edition))
        return
    with pytest.raises(PositionError) as caught:
        validate(read(line), rules(edition))
    assert str(caught.value).startswith(error)


def test_tiles_of_no_deck_among_the_open_ones() -> None:
    """A discard or bonus tile that the deck does not have is named."""
    for name, place in (("discard", "discard"), ("bonus", "bonus tile")):
        with pytest.raises(PositionError, match=rf"^{place}: there is no green 1 in a deck of 4 x 13 x 2 \+ 2$"):
            validate(replace(read("- r1"), **{name: make_tile(4, 1)}), AMERICAN)


def test_has_anybody_melded() -> None:
    """Sets of others say it; a mark says it where no set is given."""
    assert [read(line).somebody_melded for line in ("- r1", "- r1 m=1", "-~rbk3 r1")] == [False, True, True]


# JSON


LISTS: dict[str, Any] = {
    "table": ["r5 r6 r7", "k9 b9 o9"],
    "rack": ["r8", "b2", "k2", "o2"],
    "others": ["r3 b3 k3", "o8 o9 o10"],
    "discard": "r8",
    "bonus": "k2",
    "others_melded": True,
    "rules": "american-1978",
}


def test_lists_and_line_are_the_same_request() -> None:
    """Every field of a line is a field of JSON, and a joker is J."""
    assert request(LISTS) == request({"position": FULL, "rules": "american-1978"})
    assert request({**LISTS, "discard": "J"}).position.discard == JOKER
    plain = request({"table": [], "rack": ["r8"], "rules": "american-1978"}).position
    assert (plain.others, plain.discard, plain.bonus, plain.others_melded) == ((), None, None, False)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"others": "r5 r6 r7"}, "others must be a list of texts, not text"),
        ({"others": ["r5"]}, "others' set 1 (r5) is neither a group nor a run: a set has at least 3 tiles"),
        ({"discard": ["r8"]}, "discard must be text, not a list"),
        ({"discard": "r8 r9"}, "discard: 'r8 r9' is no tile, write a colour and a number (r5) or J"),
        ({"bonus": "J=r8"}, "bonus: 'J=r8' is told what it stands for, a joker on the rack is only J"),
        ({"others_melded": 1}, "others_melded must be true or false, not 1"),
        ({"rules": "canasta"}, "unknown rules 'canasta', choose one of "),
        ({"rules": "book-1978"}, "sets of other players cannot be in a Sabra game, but book-1978 is one: "),
        ({"opened": False}, "21 points to open are given, but under american-1978 table set 1 (r5 r6 r7) is "),
    ],
)
def test_requests_refused(changes: dict[str, Any], error: str) -> None:
    """Whatever is wrong is told in one sentence that names the field or the place."""
    with pytest.raises(InputError) as caught:
        request({**LISTS, **changes})
    assert str(caught.value).startswith(error)


@pytest.mark.parametrize("name", ["others", "discard", "bonus", "others_melded"])
def test_a_line_says_it_all(name: str) -> None:
    """A line and a field that it could hold are not given together."""
    with pytest.raises(DocumentError, match=rf"^position and {name} are both given, give one: "):
        request({"position": "- r1", "rules": "american-1978", name: LISTS[name]})


def test_a_turn_to_judge() -> None:
    """The own sets, the sets of the others, the discard and the win, in lists or in one line."""
    asked = {**LISTS, "after": ["r5 r6 r7", "k9 b9 o9", "b2 k2 o2"], "others_after": ["r3 b3 k3", "o8 o9 o10"]}
    listed = request({**asked, "discarded": "r8", "win": "open"}, "check")
    assert (listed.discarded, listed.win) == (R8, "open")
    line = {**LISTS, "after": "r5-7.kbo9.bko2~rbk3.o8-10 - d=r8", "win": "open"}
    assert request(line, "check") == listed
    assert check(listed.position, listed.after, listed.rules, listed.others_after, listed.discarded, listed.win).legal
    least = request({**LISTS, "after": ["r5 r6 r7"]}, "check")
    assert (least.others_after, least.discarded, least.win) == (None, None, None)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"win": "won"}, "win cannot be 'won', it must be one of open, finish, closed"),
        ({"discarded": "x1"}, "discarded: 'x' is no colour letter, the colours of this deck are r b k o"),
        (
            {"after": "- -", "discarded": "r8"},
            "after is one line and discarded is given too: a line says it itself, after ~ and d=",
        ),
        ({"after": "-~ -"}, "after, column 3: the sets of the others are missing after ~, leave it out where "),
    ],
)
def test_turns_refused(changes: dict[str, Any], error: str) -> None:
    """What is wrong with a turn to judge is told by its field."""
    with pytest.raises(InputError) as caught:
        request({**LISTS, "after": [], **changes}, "check")
    assert str(caught.value).startswith(error)


def test_answers() -> None:
    """An answer tells the sets of the others, where their tiles came from, and the discard; a Sabra answer does not."""
    asked = request({"position": "r5-7~rbk3 r8o3j"}, defaults={"rules": "american-1978"})
    after, others = read("r5-8~rbko3 -").table, read("r5-8~rbko3 -").others
    verdict = check(asked.position, after, asked.rules, others, JOKER)
    result = Result(
        Status.OPTIMAL,
        asked.position,
        asked.rules,
        ("tiles",),
        {"tiles": 2},
        {"tiles": 2},
        verdict.turn,
        0.1,
        0.1,
        1,
        None,
    )
    told = result_document(result)
    assert told["table"] == ["r5 r6 r7 r8"]
    assert told["others"] == ["r3 b3 k3 o3"]
    assert told["others_from"] == [[0, 0, 0, "rack"]]
    assert told["discard"] == "J"
    assert (told["played"], told["left"]) == (["r8", "o3"], [])
    none = result_document(replace(result, turn=None, status=Status.UNKNOWN))
    assert (none["others"], none["others_from"], none["discard"]) == (None, None, None)
    sabra = result_document(replace(result, turn=None, rules=rules("popular"), position=read("- r1")))
    assert not {"others", "others_from", "discard"} & set(sabra)
