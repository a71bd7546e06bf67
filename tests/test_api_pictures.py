"""Pictures and alternatives over HTTP: what is asked in the address or the body, and what comes back."""

from collections.abc import Generator
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from api_support import application
from solver.documents import alternatives_request, picture_request
from solver.documents.fields import DocumentError
from solver.drawing.captions import LANGUAGES
from solver.hints.messages import languages

BOARD = "/v1/board.svg?position=r4-5jr6.b3-6_r6b9k9o1&rules=book-1978"


@pytest.fixture(scope="module")
def client() -> Generator[FlaskClient]:
    with application() as app:
        yield app.test_client()


def test_a_picture_has_an_address(client: FlaskClient):
    """It is an image; with `best` it has the turn; whoever has it gets 304."""
    plain, best = client.get(BOARD), client.get(f"{BOARD}&best=true&language=zh-Hans")
    for answer in (plain, best):
        assert answer.status_code == 200
        assert answer.mimetype == "image/svg+xml"
        assert ElementTree.fromstring(answer.text).attrib["role"] == "img"
    assert "#plus" not in plain.text
    assert best.text.count('href="#plus"') == 6
    assert "出牌后" in best.text
    assert client.get(BOARD, headers={"If-None-Match": plain.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize(
    ("address", "said", "place"),
    [
        (BOARD.replace("book-1978", "book"), "unknown rules 'book'", "/rules"),
        (f"{BOARD}&language=fr", "language cannot be 'fr', it must be one of en, zh-Hans", "/language"),
        (f"{BOARD}&best=1", "best must be true or false", "/best"),
        ("/v1/board.svg?position=r4-5", "the rack is missing", "/position"),
    ],
)
def test_what_cannot_be_drawn(client: FlaskClient, address: str, said: str, place: str):
    """One sentence and the place, as everywhere."""
    answer = client.get(address)
    assert answer.status_code == 422
    assert answer.json is not None
    assert said in answer.json["detail"]
    assert answer.json["place"] == place


def test_pictures_and_hints_speak_the_same_languages():
    """A language of hints has captions."""
    assert set(LANGUAGES) == set(languages())


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"first": 51}, "first must be a whole number from 1 to 50, not 51"),
        ({"cap": 0}, "cap must be a whole number from 1 to 10000, not 0"),
        ({"cap": True}, "cap must be a whole number from 1 to 10000, not true or false"),
    ],
)
def test_numbers_of_alternatives(fields: dict[str, object], said: str):
    """How many are wanted and counted has bounds."""
    with pytest.raises(DocumentError, match=said):
        alternatives_request({"table": [], "rack": ["r5"], **fields})


def test_a_picture_is_asked_for_strictly():
    """A flag is a flag."""
    with pytest.raises(DocumentError, match="best must be true or false, not text"):
        picture_request({"table": [], "rack": ["r5"], "best": "yes"})
