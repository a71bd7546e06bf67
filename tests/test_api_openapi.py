"""The OpenAPI document: complete, true, and held against the service by schemathesis with all its checks."""

from collections.abc import Generator
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, settings

from api.calls import CALLS
from api.errors import Error
from api.models import MOST_TILES, PositionFields
from api.openapi import document
from api.page import FILES
from api_support import Server, application, server
from solver.deck import Deck
from solver.documents import FIELDS, ORDERS, SCORE_FIELDS, WINS
from solver.documents.puzzles import CHECKED, COUNTED, DAILY, PICKED

METHODS = ("get", "post")
WITHOUT_EXAMPLE = ("/metrics", "/openapi.json", "/v1/rules", "/v1/board.svg")
CONFIG = """
[checks]
positive_data_acceptance.expected-statuses = ["2xx", 422]
"""


@pytest.fixture(scope="module")
def app() -> Generator[Flask]:
    with application(cache=0) as app:
        yield app


def test_the_models_have_the_fields_of_the_documents():
    """A field that the command line takes is a field of the service."""
    takes: dict[str, tuple[str, ...]] = {**FIELDS, "score": SCORE_FIELDS}
    takes |= {"puzzles": PICKED, "puzzles/daily": DAILY, "puzzles/counts": COUNTED, "puzzles/{puzzle}/check": CHECKED}
    for name, call in CALLS.items():
        assert set(call.fields.model_fields) == set(takes[name]), name
    assert set(PositionFields.model_fields) < set(FIELDS["solve"])
    text = str(document())
    assert all(f"'{value}'" in text for value in (*ORDERS, *WINS))


def test_it_tells_of_every_address(app: Flask):
    """Addresses and methods are those of the application, but for the files of the page."""
    there = {
        (rule.rule.replace("<", "{").replace(">", "}"), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule not in FILES
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    paths = document()["paths"]
    assert {(path, method) for path, item in paths.items() for method in METHODS if method in item} == there


def test_every_call_has_an_example():
    """What is asked and what comes back, and every error has its schema."""
    paths = document()["paths"]
    for path, item in paths.items():
        for operation in item.values():
            good = operation["responses"]["200"]["content"]
            assert path in WITHOUT_EXAMPLE or "example" in good["application/json"]
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    assert set(response["content"]) == {"application/problem+json"}
        if "post" in item:
            assert item["post"]["requestBody"]["content"]["application/json"]["example"]
    assert all("example" in parameter for parameter in paths["/v1/solve"]["get"]["parameters"])


def test_statuses_are_all_told():
    """Every status that an error can have is in the document."""
    told = {
        int(s) for item in document()["paths"].values() for operation in item.values() for s in operation["responses"]
    }
    assert {error.status for error in Error} - told <= {404, 405}


def test_lists_are_as_long_as_the_largest_deck():
    """No position has more tiles, so longer lists need not be read."""
    assert Deck(8, 40, 8, 8).size == MOST_TILES


def test_it_is_served(app: Flask):
    """At its address, as it is."""
    assert app.test_client().get("/openapi.json").json == document()


@pytest.fixture(scope="module")
def running() -> Generator[Server]:
    with server(cache=0, waiting=50, limit=10) as running:
        yield running


schema: Any = schemathesis.openapi.from_dict(document(), config=schemathesis.Config.from_str(CONFIG))


@schema.parametrize()
@settings(
    max_examples=40,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    deadline=None,
    derandomize=True,
)
def test_schemathesis(case: Any, running: Server):
    """Whatever the schema allows is answered as the schema says, and what it forbids is refused."""
    case.call_and_validate(base_url=f"http://127.0.0.1:{running.port}")
