"""The table of calls: what an entry says is all that a new call needs."""

import io
from collections.abc import Generator
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from api.calls import CALLS, Call, Example
from api.crew import Answered, Crew
from api.logs import Log
from api.metrics import Metrics
from api.models import Strict
from api.openapi import document
from api.service import Service
from api.settings import Settings
from api.tasks import Task
from api.worker import Worker
from api_support import Loop
from solver.errors import InputError


class PictureFields(Strict):
    """What is drawn?"""

    word: str
    size: int | None = None
    bold: bool | None = None
    factor: float | None = None
    parts: list[str] | None = None


class Picture(Strict):
    """A picture."""


def _draw(fields: dict[str, Any], _seconds: float) -> str:
    if fields["word"] == "nothing":
        raise InputError("word says nothing")
    return f"<svg>{sorted(fields.items())}</svg>"


PICTURE: Call[Any, str] = Call(
    name="picture.svg",
    summary="A picture",
    fields=PictureFields,
    answer=Picture,
    example=Example(
        {"word": "hello"},
        {},
        {"word": "hello", "size": 5, "bold": True, "factor": 1.5, "parts": ["a"]},
    ),
    read=lambda fields: fields,
    run=_draw,
    write=lambda found, _: found,
    proven=lambda _: True,
    link=("word", "size", "bold", "factor", "parts"),
    post=False,
    media="image/svg+xml",
    batch=False,
)


class InPlace(Crew):
    """Workers that answer in the process of the test."""

    async def ask(self, task: Task) -> Answered:
        return Answered(Worker(0).answer(task), 0.0, 0.0)


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Generator[FlaskClient]:
    monkeypatch.setitem(CALLS, PICTURE.name, PICTURE)
    loop, log = Loop(), Log(io.StringIO())
    crew = InPlace(Settings(), log)
    crew.loop = loop.loop
    yield create_app(Settings(), Service(Settings(), crew, Metrics(), log)).test_client()
    loop.close()


def test_a_picture_by_a_link(client: FlaskClient):
    """A call that is only a GET and whose answer is no JSON: the parameters have the types of its model."""
    answer = client.get("/v1/picture.svg?word=hi&size=5&bold=true&factor=1.5&parts=a,b")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    fields = [("bold", True), ("factor", 1.5), ("parts", ["a", "b"]), ("size", 5), ("word", "hi")]
    assert answer.text == f"<svg>{fields}</svg>"
    tag = answer.headers["ETag"]
    again = client.get("/v1/picture.svg?word=hi&size=5&bold=true&factor=1.5&parts=a,b", headers={"If-None-Match": tag})
    assert again.status_code == 304
    assert client.post("/v1/picture.svg", json={"word": "hi"}).status_code == 405
    batch: Any = client.post("/v1/batch", json={"items": [{"call": "picture.svg", "word": "hi"}]}).json
    assert batch["answers"][0]["status"] == 422


@pytest.mark.parametrize(
    ("query", "status", "told"),
    [
        ("word=nothing", 422, "word says nothing"),
        ("", 422, "word is needed"),
        ("word=hi&size=5.5", 422, "size must be a whole number"),
        ("word=hi&size=" + "9" * 30, 422, "size must be a whole number"),
        ("word=hi&bold=yes", 422, "bold must be true or false"),
        ("word=hi&factor=inf", 422, "factor must be a number"),
        ("word=" + "x" * 4001, 422, "word is too long for a link"),
        ("colour=red", 400, "unknown parameter, the address takes word, size, bold, factor, parts"),
    ],
)
def test_bad_parameters(client: FlaskClient, query: str, status: int, told: str):
    """Each is refused as a problem document, whatever the answer would have been."""
    answer = client.get(f"/v1/picture.svg?{query}")
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert told in answer.text


def test_the_openapi_has_it(client: FlaskClient):
    """With its parameters, its kind of answer and no body."""
    there = document()["paths"]["/v1/picture.svg"]
    assert set(there) == {"get"}
    assert set(there["get"]["responses"]["200"]["content"]) == {"image/svg+xml"}
    assert [(each["name"], each["required"], each["schema"]["type"]) for each in there["get"]["parameters"]] == [
        ("word", True, "string"),
        ("size", False, "integer"),
        ("bold", False, "boolean"),
        ("factor", False, "number"),
        ("parts", False, "array"),
    ]


def test_names_of_calls():
    """The table is by name, and an example of a link is one of its fields."""
    for name, call in CALLS.items():
        assert call.name == name
        assert set(call.example.link) == set(call.link)
        assert call.post or call.link
