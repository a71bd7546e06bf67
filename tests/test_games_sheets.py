"""Score sheets: what each test asks of a hand, what is read, and every refusal with its row and reason."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.deck import Deck
from solver.games.sheets import SAMPLE, SheetError, ToldSet, read_sheet, sample_sheet
from solver.notation import parse_set, parse_tiles
from solver.sets import Group, Ones

EXAMPLES = settings.default.max_examples  # pyright: ignore[reportOptionalMemberAccess]
ROW: dict[str, Any] = {"id": "a", "name": "A", "tests": [], "scores": [3, 2, 1]}


def told(text: str) -> ToldSet:
    """One set, every joker written with its tile."""
    shape = parse_set(text, Deck(), Ones.LOW_OR_HIGH)
    if isinstance(shape, Group):
        return ToldSet(shape, parse_tiles(text.replace("J=", ""), Deck()))
    return ToldSet(shape, shape.stands)


def hand(text: str) -> list[ToldSet]:
    return [told(part) for part in text.split("/")]


def row(*tests: str, **changes: Any) -> dict[str, Any]:
    return {**ROW, "tests": list(tests), **changes}


RUNS, GROUPS, MIXED = "r1 r2 r3 / b4 b5 b6", "r4 b4 k4 / r8 b8 o8 k8", "r5 r6 r7 / r9 b9 k9"
HIGH = "r12 r13 r1 / b12 b13 b1"


@pytest.mark.parametrize(
    ("test", "passing", "failing"),
    [
        ("all_runs", [RUNS], [GROUPS, MIXED]),
        ("all_groups", [GROUPS], [RUNS, MIXED]),
        ("sets == 2", [RUNS, GROUPS], ["r1 r2 r3", "r1 r2 r3 / r4 r5 r6 / b1 b2 b3"]),
        ("colours == 2", [RUNS], ["r1 r2 r3", MIXED, GROUPS]),
        ("colours <= 2", [RUNS, "r1 r2 r3"], [MIXED, GROUPS]),
        ("runs_of_different_colours", [RUNS, MIXED, GROUPS], ["r1 r2 r3 / r5 r6 r7", "r1 r2 r3 / r1 r2 r3 / b1 b2 b3"]),
        ("min_number >= 4", [GROUPS, MIXED], [RUNS, HIGH]),
        ("max_number <= 6", [RUNS], [GROUPS, MIXED]),
        ("max_number <= 13", [HIGH, RUNS], []),
        ("sum >= 44", [GROUPS, MIXED], [RUNS]),
        ("sum <= 44", [GROUPS, RUNS], [MIXED]),
        ("sum <= 52", [HIGH], []),  # in sums a 1 is 1
        ("all_even", [GROUPS], [RUNS, MIXED]),
        ("all_odd", ["r5 b5 k5 / r9 b9 k9"], [RUNS, MIXED, GROUPS]),
        ("ones_high", [RUNS, GROUPS, MIXED], []),
        # A joker is the tile that it stands for.
        ("max_number <= 7", ["J=r5 r6 r7"], ["r6 r7 J=r8"]),
        ("sum >= 21", ["r6 r7 J=r8"], ["J=r5 r6 r7"]),
        ("colours == 3", ["r5 b5 J=k5 / k1 k2 k3"], ["r5 b5 J=o5 / k1 k2 k3"]),
        ("colours <= 3", ["r5 b5 J=k5 / r1 r2 r3"], ["r5 b5 J=k5 J=o5"]),
    ],
)  # fmt: skip
def test_what_a_test_asks(test: str, passing: list[str], failing: list[str]):
    """Each test of RULES.md section 7, on hands that pass and hands that do not."""
    tested = read_sheet(json.dumps([row(test)])).rows[0]
    assert str(tested.tests[0]) == test
    assert [text for text in passing if not tested.fits(hand(text), Deck())] == []
    assert [text for text in failing if tested.fits(hand(text), Deck())] == []


@pytest.mark.parametrize(
    ("tests", "passes"),
    [
        (["min_number >= 12"], False),
        (["min_number >= 12", "ones_high"], True),
        (["ones_high", "min_number >= 13"], False),
        (["ones_high", "max_number <= 13"], False),
        (["ones_high", "max_number <= 14"], True),
        (["ones_high", "sum >= 53"], False),
        (["ones_high", "sum <= 52"], True),
    ],
)
def test_ones_high_changes_the_tests_of_least_and_greatest_number(tests: list[str], passes: bool):
    """A 1 counts one more than the top number there, in every set of the hand and not in the sum."""
    assert read_sheet(json.dumps([row(*tests)])).rows[0].fits(hand(HIGH), Deck()) == passes
    low = read_sheet(json.dumps([row("ones_high", "max_number <= 13")])).rows[0]
    assert not low.fits(hand("r1 r2 r3"), Deck())
    assert low.fits(hand("r11 b11 k11"), Deck())
    assert not low.fits(hand("r1 b1 k1"), Deck(numbers=13))
    assert low.fits(hand("r1 b1 k1"), Deck(numbers=10))


def test_every_test_of_a_row_must_hold_and_the_best_row_pays():
    """All tests of a row together; of the rows that fit the dearest for the jokers held, then the earliest."""
    sheet = read_sheet(
        json.dumps(
            [
                row("all_runs", "sum >= 99", id="far", scores=[900, 900, 900]),
                row("all_runs", id="runs", scores=[50, 20, 10]),
                row("sets == 2", id="two", scores=[50, 30, 10]),
                row("all_groups", id="groups", scores=[900, 900, 900]),
            ]
        )
    )
    best = [sheet.best_row(hand(text), Deck()) for text in (RUNS, "r1 r2 J=r3 / b4 b5 b6", "r1 r2 r3")]
    assert [found.id if found else None for found in best] == ["runs", "two", "runs"]
    assert sheet.best_row(hand("r5 r6 r7 / b5 b6 b7 / r9 b9 k9"), Deck()) is None
    assert sheet.best_row(hand("r1 J=r2 J=r3 / b4 b5 J=b6"), Deck()) is None  # three jokers: no score


def test_both_shapes_and_files_are_read(tmp_path: Path):
    """A list of rows, or an object with rows, name and note; from text or from a file; ids may be numbers."""
    rows = [row("sets == 4", "all_odd"), row(id=7)]
    path = tmp_path / "sheet.json"
    path.write_text(json.dumps({"name": "N", "note": "O", "rows": rows}), encoding="utf-8-sig")
    from_file, from_text = read_sheet(path), read_sheet(json.dumps(rows))
    assert (from_file.name, from_file.note) == ("N", "O")
    assert from_file.rows == from_text.rows
    assert [(found.id, found.name, found.scores) for found in from_text.rows] == [
        ("a", "A", (3, 2, 1)),
        ("7", "A", (3, 2, 1)),
    ]
    assert [str(test) for test in from_text.rows[0].tests] == ["sets == 4", "all_odd"]


def test_the_sample_sheet_says_that_it_is_invented():
    """It has about ten rows, uses every test, and nobody can take it for the published one."""
    sheet = sample_sheet()
    assert 10 <= len(sheet.rows) <= 15
    assert "invented" in sheet.name
    assert "INVENTED" in sheet.note
    assert "INVENTED" in (sample_sheet.__doc__ or "")
    used = {test.name for found in sheet.rows for test in found.tests}
    assert len(used) == 13
    assert SAMPLE.read_text(encoding="utf-8").isascii()


CHOICE = (
    "choose from all_runs, all_groups, runs_of_different_colours, all_even, all_odd, ones_high, sets == n, "
    "colours == n, colours <= n, min_number >= n, max_number <= n, sum >= n, sum <= n"
)
SCORES = "scores must be three whole numbers from 0 to 1000000, for no, one and two jokers"


@pytest.mark.parametrize(
    ("found", "error"),
    [
        (row("all_green"), f"row 1 (id 'a'): unknown test 'all_green', {CHOICE}"),
        (row("sets >= 3"), f"row 1 (id 'a'): unknown test 'sets >= 3', {CHOICE}"),
        (row("sets==3"), f"row 1 (id 'a'): unknown test 'sets==3', {CHOICE}"),
        (row("sets =="), f"row 1 (id 'a'): unknown test 'sets ==', {CHOICE}"),
        (row("all_runs 3"), f"row 1 (id 'a'): unknown test 'all_runs 3', {CHOICE}"),
        (row("sets == x"), "row 1 (id 'a'): the test 'sets == x' needs a whole number from 0 to 10000"),
        (row("sum >= -4"), "row 1 (id 'a'): the test 'sum >= -4' needs a whole number from 0 to 10000"),
        (row("sum >= 4.5"), "row 1 (id 'a'): the test 'sum >= 4.5' needs a whole number from 0 to 10000"),
        (row("sum <= 10001"), "row 1 (id 'a'): the test 'sum <= 10001' needs a whole number from 0 to 10000"),
        ({**ROW, "tests": [3]}, "row 1 (id 'a'): the test 3 must be a text"),
        ({**ROW, "tests": "all_runs"}, "row 1 (id 'a'): tests must be a list of texts"),
        (row(scores=[1, 2]), f"row 1 (id 'a'): {SCORES}"),
        (row(scores=[1, 2, 3, 4]), f"row 1 (id 'a'): {SCORES}"),
        (row(scores=[1, 2, -3]), f"row 1 (id 'a'): {SCORES}"),
        (row(scores=[1, 2, True]), f"row 1 (id 'a'): {SCORES}"),
        (row(scores=[1, 2, 3.5]), f"row 1 (id 'a'): {SCORES}"),
        (row(scores=[1, 2, 1000001]), f"row 1 (id 'a'): {SCORES}"),
        (row(scores=7), f"row 1 (id 'a'): {SCORES}"),
        (row(points=7), "row 1 (id 'a'): unknown key 'points', a row has id, name, tests, scores"),
        ({"id": "a", "tests": [], "scores": [1, 2, 3]}, "row 1 (id 'a'): name is missing"),
        ({"name": "A", "tests": [], "scores": [1, 2, 3]}, "row 1: id is missing"),
        (row(id=""), "row 1 (id ''): id must be a text of 1 to 100 characters, or a whole number"),
        (row(id=True), "row 1 (id True): id must be a text of 1 to 100 characters, or a whole number"),
        (row(id=[1]), "row 1: id must be a text of 1 to 100 characters, or a whole number"),
        (row(name=None), "row 1 (id 'a'): name must be a text of 1 to 100 characters"),
        ("all_runs", "row 1 must be an object with id, name, tests, scores"),
    ],
)
def test_mistakes_in_a_row(found: object, error: str):
    """The row, and what is wrong in it."""
    with pytest.raises(SheetError) as raised:
        read_sheet(json.dumps([found]))
    assert str(raised.value) == error


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "the score sheet is not JSON: Expecting value in line 1, column 1"),
        ("[{", "the score sheet is not JSON: Expecting property name enclosed in double quotes in line 1, column 3"),
        ("[NaN]", "the score sheet is not JSON: NaN is no number"),
        ("[" * 100_000, "the score sheet holds a number that is too long or lists too deep in one another"),
        ("[" + "1" * 10_000 + "]", "the score sheet holds a number that is too long or lists too deep in one another"),
        (" " * 1_000_001, "the score sheet is longer than 1000000 characters"),
        ("[]", "the score sheet has 0 rows, it must have 1 to 500"),
        ("7", "the score sheet must be a list of rows, or an object with rows"),
        ("{}", "the score sheet needs rows, a list of its rows"),
        ('{"rows": {}}', "the score sheet needs rows, a list of its rows"),
        ('{"rows": [], "name": 3}', "the score sheet's name and note must be texts"),
        ('{"rows": [], "title": 3}', "the score sheet has an unknown key 'title', it may have name, note, rows"),
        ('{"rows": [], "rows": []}', "the score sheet gives the key 'rows' twice in one object"),
        (json.dumps([ROW, {**ROW, "id": "b"}, ROW]), "row 3 has the id 'a' of row 1, every row needs its own"),
        (json.dumps([{**ROW, "id": 1}, {**ROW, "id": "1"}]), "row 2 has the id '1' of row 1, every row needs its own"),
        (json.dumps([ROW] * 501), "the score sheet has 501 rows, it must have 1 to 500"),
        (json.dumps([ROW, row("sum = 3", id="b")]), f"row 2 (id 'b'): unknown test 'sum = 3', {CHOICE}"),
    ],
)
def test_mistakes_in_a_sheet(text: str, error: str):
    """What is no JSON, no sheet, or a sheet with a row twice."""
    with pytest.raises(SheetError) as raised:
        read_sheet(text)
    assert str(raised.value) == error


def test_files_that_cannot_be_read(tmp_path: Path):
    """A file that is not there, and one that is no text."""
    with pytest.raises(SheetError, match=r"the score sheet .*none\.json cannot be read: No such file or directory"):
        read_sheet(tmp_path / "none.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(SheetError, match=r"the score sheet .*bytes\.json is no text in UTF-8"):
        read_sheet(tmp_path / "bytes.json")


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 20)
    | st.floats()
    | st.sampled_from(["a", "all_runs", "sets == 3", "id"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["id", "name", "tests", "scores", "rows", "note"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=EXAMPLES // 10)
@given(JUNK | st.lists(st.fixed_dictionaries({key: JUNK | st.just(ROW[key]) for key in ROW}), max_size=2))
def test_any_json_is_read_or_refused(document: object):
    """No document raises anything but the one error, in one line."""
    try:
        said = read_sheet(json.dumps(document)).name
    except SheetError as error:
        said = str(error)
    assert "\n" not in said
