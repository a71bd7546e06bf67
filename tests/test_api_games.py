"""Calls beyond one turn, draw, wins, score and editions: the command line's answers, and what is wrong where."""

import json
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from api_support import application, timeless
from solver.cli import main
from solver.games.sheets import SAMPLE

HAND = "r4-7b7-9k3-5o8-11"
RACK = "r4 r5 r6 r7 b7 b8 b9 k3 k4 k5 o8 o9 o10 o11".split()
SHEET = json.loads(SAMPLE.read_text(encoding="utf-8"))
INTERNATIONAL = {"rules": "international-1978", "melded": []}


@pytest.fixture(scope="module")
def client() -> Generator[FlaskClient]:
    with application() as app:
        yield app.test_client()


@pytest.mark.parametrize(
    ("path", "fields", "args"),
    [
        (
            "/v1/draw",
            {"rules": "american-1978", "position": "r1-3 r6r7o2k4 d=r8 b=r8"},
            ("draw", "--rules", "american-1978", "r1-3 r6r7o2k4 d=r8 b=r8"),
        ),
        (
            "/v1/draw",
            {"rules": "international-1978", "table": [], "rack": RACK, "to_open": 50, "discard": "r13", "closed": 300},
            ("draw", "--rules", "international-1978", "--closed", "300", f"- {HAND} 50 d=r13"),
        ),
        (
            "/v1/wins",
            {"position": f"-~r1-3 {HAND}r13 50", "closed": 150},
            ("wins", "--closed", "150", f"-~r1-3 {HAND}r13 50"),
        ),
        ("/v1/wins", {"position": f"- {HAND}j 50", "sheet": SHEET}, ("wins", "--sheet", str(SAMPLE), f"- {HAND}j 50")),
        (
            "/v1/wins",
            {"position": f"- {HAND}j 50", "sheet": SHEET["rows"], "from_bonus": True},
            ("wins", "--sheet", str(SAMPLE), "--bonus", f"- {HAND}j 50"),
        ),
        ("/v1/score", {"racks": ["r13 b7", "k4 k5 k6", "o7", "-"]}, ("score", "r13 b7", "k4 k5 k6", "o7", "-")),
        (
            "/v1/score",
            {**INTERNATIONAL, "racks": ["", "r5"], "way": "closed", "points": 300, "discard": "J"},
            tuple("score --rules international-1978 --melded none --way closed --points 300 --discard J - r5".split()),
        ),
        (
            "/v1/editions",
            {"position": "bk7j r7b9k9", "objective": ["points", "tiles"]},
            ("solve", "--rules", "all", "--objective", "points,tiles", "bk7j r7b9k9"),
        ),
        (
            "/v1/editions",
            {"table": ["r4 r5 r6"], "rack": ["r7", "b9", "k9", "o9"], "opened": False},
            ("solve", "--rules", "all", '{"table": ["r4 r5 r6"], "rack": ["r7", "b9", "k9", "o9"], "opened": false}'),
        ),
    ],
)
def test_answers_are_those_of_the_command_line(
    client: FlaskClient,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    fields: dict[str, Any],
    args: tuple[str, ...],
):
    """The same document for the same question, but for the times and the id that comes back."""
    if args[-1].startswith("{"):
        monkeypatch.chdir(tmp_path)
        Path("position.jsonl").write_text(args[-1], encoding="utf-8")
        args = (*args[:-1], "position.jsonl")
    assert main([args[0], "--json", *args[1:]]) in (0, 1)
    expected = json.loads(capsys.readouterr().out)
    answer = client.post(path, json={**fields, "id": "x"})
    assert answer.status_code == 200
    assert answer.json
    assert timeless(answer.json) == timeless({**expected, "id": "x"})


def test_proven_answers_are_kept_and_tagged(client: FlaskClient):
    """Each of them; asked again it is the same to the millisecond, and 304 to one who has the tag."""
    for path, question in (
        ("/v1/draw", {"rules": "american-1978", "position": "r1-3 r6r7o2k4 d=r8"}),
        ("/v1/wins", {"position": f"- {HAND}r13 50", "closed": 150}),
        ("/v1/editions", {"position": "r4-6 r7b9k9"}),
    ):
        first = client.post(path, json=question)
        assert client.post(path, json=question).data == first.data
        tag = first.headers["ETag"]
        assert client.post(path, json=question, headers={"If-None-Match": tag}).status_code == 304
    assert "ETag" not in client.post("/v1/score", json={"racks": ["r5", "-"]}).headers


def test_time_is_bounded(client: FlaskClient):
    """Without time there is an answer all the same, not proven and not tagged."""
    for path, question in (
        ("/v1/draw", {"rules": "american-1978", "position": "r1-3 r6r7o2 d=r8"}),
        ("/v1/wins", {"position": f"-~r1-3 {HAND}r13 50"}),
        ("/v1/editions", {"position": "r1-3.b3-6.k2-7 r4r5b7b9k9o9"}),
    ):
        answer = client.post(path, json={**question, "limit": 0})
        assert answer.status_code == 200
        assert "ETag" not in answer.headers


def test_a_batch_takes_them_all(client: FlaskClient):
    """With `call` to say which."""
    items = [
        {"call": "draw", "rules": "american-1978", "position": "r1-3 r6r7o2k4 d=r8"},
        {"call": "wins", "position": f"- {HAND}r13 50", "closed": 150},
        {"call": "score", "racks": ["r5", "-"]},
        {"call": "editions", "position": "r4-6 r7"},
        {"call": "batch", "items": []},
    ]
    answer: Any = client.post("/v1/batch", json={"items": items}).json
    assert [item["status"] for item in answer["answers"]] == [200, 200, 200, 200, 422]
    assert [set(item["body"]) & {"draws", "ways", "scores", "editions"} for item in answer["answers"]] == [
        {"draws"},
        {"ways"},
        {"scores"},
        {"editions"},
        set(),
    ]


def test_a_batch_ends_in_time(client: FlaskClient):
    """What there is no time left for is refused, each by itself, with its id."""
    items = [{"id": k, "call": "editions", "position": "r1-3.b3-6.k2-7 r4r5b7b9k9o9"} for k in range(64)]
    start = time.monotonic()
    answer: Any = client.post("/v1/batch", json={"items": items, "limit": 0}).json
    assert time.monotonic() - start < 2
    late = [item for item in answer["answers"] if item["status"] == 503]
    assert late
    assert all(item["body"]["code"] == "late" for item in late)
    assert late[-1]["body"]["id"] == 63


ROW = SHEET["rows"][0]
WINS = {"position": f"- {HAND}r13 50"}


@pytest.mark.parametrize(
    ("path", "fields", "place", "told"),
    [
        ("/v1/draw", {"position": "- r5"}, "", "nobody chooses a draw in a Sabra game"),
        ("/v1/draw", {**WINS, "from_bonus": True}, "", "unknown field 'from_bonus', draw takes"),
        ("/v1/wins", {"position": f"- {HAND} 50"}, "/position", "rack: a player who has melded nothing holds 15"),
        ("/v1/wins", {**WINS, "rules": "popular"}, "", "wins of International Rummikub"),
        ("/v1/wins", {**WINS, "closed": -1}, "/closed", "closed must be a whole number from 0"),
        ("/v1/wins", {**WINS, "closed": 10**30}, "/closed", "closed must be a whole number from 0"),
        ("/v1/wins", {**WINS, "closed": True}, "/closed", "closed must be a whole number from 0"),
        ("/v1/wins", {**WINS, "closed": 5, "sheet": [ROW]}, "/closed", "closed and sheet are both given"),
        ("/v1/wins", {**WINS, "from_bonus": 1}, "/from_bonus", "from_bonus must be true or false"),
        ("/v1/wins", {**WINS, "sheet": "/etc/passwd"}, "/sheet", "sheet must be a list of rows or an object"),
        ("/v1/wins", {**WINS, "sheet": []}, "/sheet", "the score sheet has 0 rows"),
        ("/v1/wins", {**WINS, "sheet": {"rows": 5}}, "/sheet", "the score sheet needs rows"),
        ("/v1/wins", {**WINS, "sheet": [ROW, 5]}, "/sheet/1", "row 2 must be an object"),
        ("/v1/wins", {**WINS, "sheet": [{**ROW, "tests": ["luck"]}]}, "/sheet/0", "row 1 (id 'S1'): unknown test"),
        (
            "/v1/wins",
            {**WINS, "sheet": {"rows": [{**ROW, "scores": [1]}]}},
            "/sheet/rows/0",
            "row 1 (id 'S1'): scores must be three",
        ),
        ("/v1/wins", {**WINS, "keep": ["r4"]}, "/keep", "keep and must_play do not go with the ways to win"),
        ("/v1/editions", {"position": "- r5", "rules": "popular"}, "", "unknown field 'rules', editions takes"),
        ("/v1/editions", {"position": "- r5", "limit": 11}, "/limit", "limit"),
        ("/v1/score", {}, "", "racks are needed"),
        ("/v1/score", {"racks": "r5"}, "/racks", "racks must be a list of texts"),
        ("/v1/score", {"racks": ["r5", 5]}, "/racks", "racks must be a list of texts"),
        ("/v1/score", {"racks": ["r5"]}, "", "a game has at least 2 players"),
        ("/v1/score", {"racks": ["r5"] * 9}, "/racks", "racks are 9, a game has at most 8 players"),
        ("/v1/score", {"racks": ["r5", "x"]}, "/racks/1", "rack 2: 'x' is no tile"),
        ("/v1/score", {"racks": ["-", ""]}, "", "2 racks are empty"),
        ("/v1/score", {"racks": ["r5", "-"], "way": "luck"}, "/way", "way cannot be 'luck'"),
        ("/v1/score", {"racks": ["r5", "-"], "points": 1.5}, "/points", "points must be a whole number"),
        ("/v1/score", {"racks": ["r5", "-"], "discard": "r5 r6"}, "/discard", "discard: 'r5 r6' is no tile"),
        ("/v1/score", {"racks": ["r5", "-"], "rules": "international-1978"}, "", "needs melded"),
        ("/v1/score", {**INTERNATIONAL, "racks": ["r5", "-"], "melded": [3]}, "/melded", "melded names player 3"),
        ("/v1/score", {**INTERNATIONAL, "racks": ["r5", "-"], "melded": "1"}, "/melded", "melded must be a list"),
        ("/v1/score", {**INTERNATIONAL, "racks": ["r5", "-"], "melded": [[]]}, "/melded", "melded names player"),
    ],
)
def test_what_is_wrong_and_where(client: FlaskClient, path: str, fields: dict[str, Any], place: str, told: str):
    """422 with a sentence and the place in the input."""
    answer = client.post(path, json={**fields, "id": 9})
    document: Any = json.loads(answer.data)
    assert (answer.status_code, answer.mimetype) == (422, "application/problem+json")
    assert told in document["detail"]
    assert (document["place"], document["id"]) == (place, 9)
