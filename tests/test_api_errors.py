"""The service's errors: problem documents with the status, the place and the sentence, and nothing of the input."""

import json
from collections.abc import Generator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.errors import Error
from api.places import place_of
from api_support import LINE, LINK, QUESTION, application
from solver.documents import request
from solver.errors import InputError


@pytest.fixture(scope="module")
def app() -> Generator[Flask]:
    with application() as app:
        yield app


@pytest.fixture(scope="module")
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def problem(answer: TestResponse, error: Error) -> dict[str, Any]:
    """The problem document of an answer, which must be this error's."""
    assert answer.mimetype == "application/problem+json"
    document: Any = json.loads(answer.data)
    assert (answer.status_code, document["status"], document["code"]) == (error.status, error.status, error.code)
    assert document["type"] == "about:blank"
    assert document["title"]
    assert document["detail"]
    return document


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b" ", "not JSON"),
        (b"{", "not JSON"),
        (b"[1]", "a JSON object is needed, not a list"),
        (b'"r1"', "a JSON object is needed, not text"),
        (b'{"rack": [], "rack": []}', "the key 'rack' is given twice"),
        (b'{"limit": NaN}', "NaN is no number in JSON"),
        (b'{"limit": -Infinity}', "-Infinity is no number"),
        (b'{"id": "\xff"}', "the text is not UTF-8 at byte"),
        (b"\xff\xfe{\x00}\x00", "not UTF-8"),
        (b'{"id": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deeply"),
        (b'{"id": ' + b"9" * 5000 + b"}", "too many digits"),
    ],
)
def test_what_is_not_json(client: FlaskClient, body: bytes, told: str):
    """400 with what is wrong, whatever the call."""
    for path in ("/v1/solve", "/v1/openings", "/v1/check", "/v1/batch", "/v1/position"):
        document = problem(client.post(path, data=body, content_type="application/json"), Error.BAD_JSON)
        assert told in document["detail"]


def test_what_is_not_said_to_be_json(client: FlaskClient):
    """415 without the content type; a charset beside it does no harm."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        problem(client.post("/v1/solve", data=json.dumps(QUESTION), content_type=kind), Error.NOT_JSON)
    kind = "application/json; charset=utf-8"
    assert client.post("/v1/solve", data=json.dumps(QUESTION), content_type=kind).status_code == 200


def test_a_body_without_length(client: FlaskClient):
    """411."""
    problem(client.post("/v1/solve", content_type="application/json"), Error.NO_LENGTH)


def test_a_body_that_is_too_large(client: FlaskClient):
    """413, with how much is read."""
    document = problem(
        client.post("/v1/solve", data=b" " * ((1 << 20) + 1), content_type="application/json"), Error.TOO_LARGE
    )
    assert str(1 << 20) in document["detail"]


def test_no_such_address(client: FlaskClient):
    """404, and no redirects."""
    for path in ("/v1", "/v1/solve/", "//v1/solve", "/v1/%00", "/static/x"):
        problem(client.get(path), Error.NOT_FOUND)


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/v1/solve", {"GET", "HEAD", "POST", "OPTIONS"}),
        ("GET", "/v1/batch", {"POST", "OPTIONS"}),
        ("PUT", "/v1/check", {"POST", "OPTIONS"}),
        ("POST", "/healthz", {"GET", "HEAD", "OPTIONS"}),
        ("TRACE", "/healthz", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_no_such_method(client: FlaskClient, method: str, path: str, allowed: set[str]):
    """405 with the methods that there are."""
    answer = client.open(path, method=method)
    problem(answer, Error.METHOD)
    assert set(answer.headers["Allow"].split(", ")) == allowed


WRONG: list[tuple[dict[str, Any], str]] = [
    ({}, ""),
    ({"rack": []}, ""),
    ({"position": "nonsense"}, "/position"),
    ({"position": "- r1", "rack": []}, "/position"),
    ({"position": "r1-3 r1r1"}, "/position"),
    ({"table": ["r1 r2 r3", "r1 r3"], "rack": []}, "/table/1"),
    ({"table": ["r1 r2 r3"], "rack": ["r1", "r1"]}, "/table/0"),
    ({"table": [], "rack": ["r99"]}, "/rack"),
    ({"table": [], "rack": ["r1"] * 3}, "/rack"),
    ({"table": [], "rack": "r1"}, "/rack"),
    ({"table": [1], "rack": []}, "/table"),
    ({"table": [], "rack": ["J", "J", "J"]}, "/table"),
    ({"table": [], "rack": [], "id": 1.5}, "/id"),
    ({"table": [], "rack": [], "rules": "chess"}, "/rules"),
    ({"table": [], "rack": [], "rules": "popular,x=1"}, "/rules"),
    ({"table": [], "rack": [], "rules": "popular,ones=high"}, "/rules"),
    ({"table": [], "rack": [], "rules": "book-1978,joker_clear=yes"}, "/rules"),
    ({"table": [], "rack": [], "deck": "piquet"}, "/deck"),
    ({"table": [], "rack": [], "deck": {"suits": 4}}, "/deck"),
    ({"table": [], "rack": [], "deck": {"colours": 99}}, "/deck"),
    ({"table": [], "rack": [], "deck": {"colours": "4"}}, "/deck"),
    ({"table": [], "rack": [], "deck": {"jokers": 8}}, "/deck"),
    ({"table": [], "rack": [], "keep": ["r1"]}, "/keep"),
    ({"table": [], "rack": ["r1"], "keep": ["r1"], "must_play": ["r1"]}, "/keep"),
    ({"table": [], "rack": [], "objective": []}, "/objective"),
    ({"table": [], "rack": [], "objective": ["tiles", "tiles"]}, "/objective"),
    ({"table": [], "rack": [], "objective": ["beauty"]}, "/objective"),
    ({"table": [], "rack": [], "limit": -1}, "/limit"),
    ({"table": [], "rack": [], "limit": "2"}, "/limit"),
    ({"table": [], "rack": [], "to_open": 0}, "/to_open"),
    ({"table": [], "rack": [], "opened": 1}, "/opened"),
    ({"table": [], "rack": [], "opened": True, "to_open": 30}, "/opened"),
]


@pytest.mark.parametrize(("fields", "place"), WRONG, ids=lambda value: json.dumps(value)[:60])
def test_what_is_wrong_and_where(client: FlaskClient, fields: dict[str, Any], place: str):
    """422 with the sentence that the command line gives and the place in the input."""
    with pytest.raises(InputError) as raised:
        request(fields, "solve", {"limit": 2.0})
    document = problem(client.post("/v1/solve", json=fields), Error.INVALID)
    assert document["detail"] == str(raised.value)
    assert document["place"] == place


def test_unknown_fields(client: FlaskClient):
    """They belong to no place that the caller could know, so the whole document is named."""
    document = problem(client.post("/v1/solve", json={**QUESTION, "colour": "blue"}), Error.INVALID)
    assert document["place"] == ""
    assert document["detail"].startswith("unknown field 'colour'")


def test_a_limit_beyond_the_cap(client: FlaskClient):
    """Ten seconds are the most, in a body as in a link."""
    for answer in (
        client.post("/v1/solve", json={**QUESTION, "limit": 10.1}),
        client.post("/v1/openings", json={"position": "- r1", "limit": 60}),
        client.get(f"{LINK}&limit=11"),
    ):
        document = problem(answer, Error.INVALID)
        assert document["place"] == "/limit"
        assert "10" in document["detail"]


def test_the_id_comes_back(client: FlaskClient):
    """With an error, too."""
    document = problem(client.post("/v1/solve", json={**QUESTION, "id": "a7", "keep": ["r1"]}), Error.INVALID)
    assert document["id"] == "a7"


@pytest.mark.parametrize(
    ("query", "error", "told"),
    [
        ("", Error.INVALID, "table and rack are needed"),
        ("position=-_r1&colour=blue", Error.BAD_QUERY, "unknown parameter"),
        ("position=-_r1&position=-_r2", Error.BAD_QUERY, "position is given twice"),
        ("position=-_r1&limit=soon", Error.INVALID, "limit must be a number"),
        ("position=-_r1&limit=nan", Error.INVALID, "limit must be a number"),
        ("position=-_r1&objective=", Error.INVALID, "objective is empty"),
        ("position=%FF", Error.INVALID, "the rack is missing"),
    ],
)
def test_bad_links(client: FlaskClient, query: str, error: Error, told: str):
    """A link is read as strictly as a body."""
    assert told in problem(client.get(f"/v1/solve?{query}"), error)["detail"]


def test_input_is_not_echoed(client: FlaskClient):
    """However long the input, an error stays short; of markup nothing more than 30 characters comes back."""
    evil = "<script>alert(1)</script>" * 400
    for fields in (
        {"position": evil},
        {evil: 1},
        {**QUESTION, "rules": evil[:900]},
        {**QUESTION, "objective": [evil]},
        {**QUESTION, "rack": [evil]},
        {**QUESTION, "deck": evil},
        {**QUESTION, "id": evil},
    ):
        answer = client.post("/v1/solve", json=fields)
        assert answer.status_code == 422
        assert len(answer.data) < 1500
        assert answer.data.count(b"<script>alert") <= 2
        assert answer.headers["Content-Type"] == "application/problem+json"


def test_an_error_of_our_own(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    """500 with an id, and no internals."""

    def fail(*_: Any) -> None:
        raise RuntimeError("secret /path/of/ours")

    monkeypatch.setattr(app.config["CREW"], "ask", fail)
    document = problem(client.post("/v1/solve", json={**QUESTION, "rack": ["r6"]}), Error.INTERNAL)
    assert document["log_id"]
    assert "secret" not in json.dumps(document)


def test_places_of_sentences():
    """A sentence that speaks of a part of a line belongs to the line."""
    assert place_of("column 3: nonsense", {"position": ""}) == "/position"
    assert place_of("after, column 3: nonsense", {"after": ""}) == "/after"
    assert place_of("after set 2 is empty", {"after": [], "position": ""}) == "/after/1"
    assert place_of("table set 2 (r1) is wrong", {"position": LINE}) == "/position"
    assert place_of("others' set 1: is wrong", {"others": []}) == "/others/0"
    assert place_of("rack: 3 tiles", {"position": LINE}) == "/position"
    assert place_of("something else", {"position": LINE}) == ""
