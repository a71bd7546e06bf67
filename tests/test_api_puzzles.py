"""Puzzles over HTTP: picked, of a day, without the solution unless asked, and judged by the referee."""

from collections import Counter
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.calls import CALLS
from api_support import application
from solver.documents import puzzle_document
from solver.puzzles.grade import Level
from solver.puzzles.library import daily, library, pick
from solver.puzzles.puzzle import Kind
from solver.sets import written


@pytest.fixture(scope="module")
def client() -> Any:
    with application() as app:
        yield app.test_client()


def solution(puzzle: Any, number: int = 0) -> list[str]:
    return [written(tile_set) for tile_set in puzzle.answers[number].table]


def test_a_puzzle_by_kind_level_and_seed(client: FlaskClient):
    """That of the library, for programs and in words, with a tag and without the solution."""
    puzzle = pick(Kind.MOST, Level.MEDIUM, 5)
    answer = client.get("/v1/puzzles?kind=most&level=3&seed=5")
    assert answer.status_code == 200
    told: Any = answer.json
    assert told == puzzle_document(puzzle)
    assert (told["puzzle"], told["kind"], told["level"], told["level_name"]) == (puzzle.id, "most", 3, "medium")
    assert told["text"] == puzzle.text
    assert told["licence"] == "CC0-1.0"
    assert not {"solution", "grade"} & set(told)
    again = client.get("/v1/puzzles?kind=most&level=3&seed=5", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_the_solution_on_request(client: FlaskClient):
    """With the grade; the rest is as without."""
    without: Any = client.get("/v1/puzzles?kind=joker&seed=2").json
    told: Any = client.get("/v1/puzzles?kind=joker&seed=2&solution=1").json
    puzzle = pick(Kind.JOKER, None, 2)
    assert told.pop("solution") == [{"rules": puzzle.answers[0].rules.name, "table": solution(puzzle)}]
    grade = told.pop("grade")
    assert (grade["broken"], grade["jokers"], grade["movements"]) == (
        puzzle.grade.broken,
        puzzle.grade.jokers,
        puzzle.grade.movements,
    )
    assert told == without


def test_a_puzzle_by_its_id(client: FlaskClient):
    """Also with a kind and level that it is of."""
    puzzle = pick(Kind.EDITION, None, 3)
    told: Any = client.get(f"/v1/puzzles?puzzle={puzzle.id}").json
    assert told == puzzle_document(puzzle)
    assert client.get(f"/v1/puzzles?puzzle={puzzle.id}&kind=edition&level={told['level']}").json == told


def test_how_many_there_are(client: FlaskClient):
    """Of each kind and level, as far as there are any; of one kind on request."""
    there = Counter((puzzle.kind, puzzle.grade.level) for puzzle in library())
    told: Any = client.get("/v1/puzzles/counts").json
    assert {(row["kind"], row["level"]): row["count"] for row in told["counts"]} == there
    of_one: Any = client.get("/v1/puzzles/counts?kind=joker").json
    assert of_one["counts"] == [row for row in told["counts"] if row["kind"] == "joker"]


def test_the_puzzle_of_a_day(client: FlaskClient):
    """The same for everybody; today's where no day is told, without a tag, since it changes."""
    from datetime import UTC, date, datetime

    told: Any = client.get("/v1/puzzles/daily?date=2026-01-31").json
    assert told["puzzle"] == daily(date(2026, 1, 31)).id
    before = datetime.now(UTC).date()
    today = client.get("/v1/puzzles/daily")
    after = datetime.now(UTC).date()
    now: Any = today.json
    assert now["puzzle"] in {daily(before).id, daily(after).id}
    assert "ETag" not in today.headers


def test_a_table_is_judged(client: FlaskClient):
    """Solved by the solution, as a list or a line; otherwise it is told what is wrong."""
    puzzle = pick(Kind.GO_OUT, Level.EASY, 1)
    path = f"/v1/puzzles/{puzzle.id}/check"
    good: Any = client.post(path, json={"after": solution(puzzle), "id": 7}).json
    tiles = puzzle.answers[0].tiles
    assert good == {
        "id": 7,
        "version": good["version"],
        "puzzle": puzzle.id,
        "solved": True,
        "rules": "lemada-2014",
        "tiles": tiles,
        "wanted": tiles,
        "text": "solved under lemada-2014",
        "broken": [],
    }
    bad: Any = client.post(path, json={"after": solution(puzzle)[1:]}).json
    assert not bad["solved"]
    assert bad["text"] == bad["broken"][0]["text"]
    lines: Any = client.get("/v1/puzzles?kind=go-out&level=2&seed=1").json
    told: Any = client.post(path, json={"after": lines["position"]}).json
    assert told["broken"][0]["rule"] == "nothing_played"


def test_an_edition_puzzle_is_judged_under_its_editions(client: FlaskClient):
    """Under each of the two, and not without being told which."""
    puzzle = pick(Kind.EDITION, None, 1)
    path = f"/v1/puzzles/{puzzle.id}/check"
    for number, answer in enumerate(puzzle.answers):
        told: Any = client.post(path, json={"after": solution(puzzle, number), "rules": answer.rules.name}).json
        assert told["solved"]
        assert told["rules"] == answer.rules.name
    refused = client.post(path, json={"after": solution(puzzle)})
    assert refused.status_code == 422
    assert "no edition is told, but this puzzle asks about" in refused.text


@pytest.mark.parametrize(
    ("query", "status", "told"),
    [
        ("puzzles?kind=chess", 422, "kind cannot be 'chess', it must be one of go-out, most, open, joker, edition"),
        ("puzzles?level=9", 422, "level must be a whole number from 1 to 5, not 9"),
        ("puzzles?kind=open&level=2", 422, "the library has no open puzzle of level 2"),
        ("puzzles?seed=-1", 422, "seed must be a whole number from 0 to 1000000000000, not -1"),
        ("puzzles?solution=2", 422, "solution must be a whole number from 0 to 1, not 2"),
        ("puzzles?date=2026-01-31", 400, "unknown parameter, the address takes puzzle, kind, level, seed, solution"),
        ("puzzles?puzzle=0", 422, "there is no puzzle '0' in the library"),
        ("puzzles?puzzle=8786fc7466&level=3", 422, "puzzle 8786fc7466 is of the kind go-out and level 2"),
        ("puzzles?puzzle=8786fc7466&kind=most", 422, "puzzle 8786fc7466 is of the kind go-out and level 2"),
        (
            "puzzles/counts?kind=chess",
            422,
            "kind cannot be 'chess', it must be one of go-out, most, open, joker, edition",
        ),
        ("puzzles/daily?date=today", 422, "date cannot be 'today', write year-month-day: 2026-01-31"),
        ("puzzles/daily?date=20260131", 422, "date cannot be '20260131', write year-month-day: 2026-01-31"),
        ("puzzles/daily?date=2026-02-30", 422, "there is no day '2026-02-30', write year-month-day: 2026-01-31"),
    ],
)
def test_bad_questions(client: FlaskClient, query: str, status: int, told: str):
    """One sentence each."""
    answer = client.get(f"/v1/{query}")
    body: Any = answer.json
    assert (answer.status_code, body["detail"]) == (status, told)


@pytest.mark.parametrize(
    ("id", "body", "told"),
    [
        ("0000000000", {"after": []}, "there is no puzzle '0000000000' in the library"),
        (None, {}, "after is needed"),
        (None, {"after": ["r5 x"]}, "after set 1: "),
        (None, {"after": "r5"}, "after, column 3: the rack is missing"),
        (None, {"after": 5}, "after must be a list of texts, not 5"),
        (None, {"after": [], "rules": "chess"}, "the edition 'chess' is told, but this puzzle asks about"),
        (None, {"after": [], "puzzle": "x"}, "puzzle is in the address, leave it out of the body"),
        (
            None,
            {"after": [], "colour": 1},
            "unknown field 'colour', the check of a puzzle takes id, puzzle, after, rules",
        ),
    ],
)
def test_bad_submissions(client: FlaskClient, id: str | None, body: dict[str, object], told: str):
    """One sentence each."""
    answer = client.post(f"/v1/puzzles/{id or pick(Kind.GO_OUT).id}/check", json=body)
    problem: Any = answer.json
    assert answer.status_code == 422
    assert problem["detail"].startswith(told)


def test_other_addresses_are_none(client: FlaskClient):
    """What looks like a check is no address, and a check is no GET."""
    assert client.get("/v1/puzzles/daily/check").status_code == 405
    assert client.post("/v1/puzzles/a/b/check", json={}).status_code == 404
    assert client.post("/v1/puzzles", json={}).status_code == 405


def test_the_example_of_the_check_is_real(client: FlaskClient):
    """What the OpenAPI shows is what is answered; so for the links."""
    call = CALLS["puzzles/{puzzle}/check"]
    asked = dict(call.example.asked)
    assert client.post(f"/v1/puzzles/{asked.pop('puzzle')}/check", json=asked).json == call.example.answer
    for name in ("puzzles", "puzzles/counts", "puzzles/daily"):
        example = CALLS[name].example
        assert client.get(f"/v1/{name}", query_string=example.link).json == example.answer
