"""The page as files: what is served with which headers, and that words, colours and parts fit together."""

import json
import re
from collections.abc import Generator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api.page import FILES
from api_support import application
from solver.deck import COLOURS, DECKS
from solver.drawing import faces
from solver.referee import basics, opening, sentences
from solver.rules import PRESETS

TYPES = {"css": "text/css", "js": "text/javascript", "json": "application/json", "svg": "image/svg+xml"}
PAGE = FILES["/"].body.decode()
SCRIPTS = {path: file.body.decode() for path, file in FILES.items() if path.endswith(".js")}
MESSAGES = {path: json.loads(file.body) for path, file in FILES.items() if "/messages/" in path}
ENGLISH = MESSAGES["/page/messages/en.json"]


@pytest.fixture(scope="module")
def client() -> Generator[FlaskClient]:
    with application() as app:
        yield app.test_client()


@pytest.mark.parametrize("path", FILES)
def test_every_file_is_served(client: FlaskClient, path: str):
    """With its type, a strict policy, and 304 for whoever has it."""
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.data == FILES[path].body
    assert answer.mimetype == TYPES.get(path.rpartition(".")[2], "text/html")
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert all(value in ("'none'", "'self'") for value in policy.values())
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert again.data == b""
    assert client.post(path).status_code == 405


def test_nothing_else_is_served(client: FlaskClient):
    """No way leads out of the folder, and the folder has no listing."""
    for path in (
        "/page/",
        "/page",
        "/page/../__init__.py",
        "/page/%2e%2e/__init__.py",
        "/page/index.html",
        "/index.html",
    ):
        assert client.get(path).status_code == 404


def test_nothing_is_loaded_from_elsewhere():
    """No file names another host, and the page has no script or style within it."""
    for path, file in FILES.items():
        addresses = set(re.findall(rb"(?:https?:)?//[\w.-]+\.\w+", file.body))
        assert addresses <= {b"http://www.w3.org"}, path
    assert not re.search(r"<style|<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=", PAGE)
    for path in re.findall(r'(?:src|href)="([^"#]+)"', PAGE):
        assert f"/{path}" in FILES


def test_modules_import_what_is_there():
    """Every import names a file of the page and something that it exports."""
    for path, text in SCRIPTS.items():
        for names, source in re.findall(r'import \{([^}]*)\} from "\./([^"]+)"', text):
            exported = re.findall(r"export (?:async )?(?:function|const|class) (\w+)", SCRIPTS[f"/page/{source}"])
            wanted = [name.split(" as ")[0].strip() for name in names.split(",") if name.strip()]
            assert set(wanted) <= set(exported), (path, source)
            for name in (part.split(" as ")[-1].strip() for part in names.split(",") if part.strip()):
                assert len(re.findall(rf"\b{name}\b", text)) > 1, f"{path} does not use {name}"


def test_modules_are_short():
    """A module fits a reader's head."""
    assert all(text.count("\n") < 300 for text in SCRIPTS.values())


def test_languages_say_the_same_things():
    """Each catalogue has the keys of the English one, with the same places for values, and no text in English."""
    for path, messages in MESSAGES.items():
        assert list(messages) == list(ENGLISH), path
        for key, text in messages.items():
            assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", ENGLISH[key])), (path, key)
        names = re.search(r"LANGUAGES = {([^}]*)}", SCRIPTS["/page/i18n.js"])
        assert names
        assert path.rpartition("/")[2].removesuffix(".json") in names[1]


def test_every_word_is_there_and_used():
    """Keys that the page and the scripts name are in the catalogue, and the catalogue has no others."""
    named = set(re.findall(r'data-(?:text|label)="(\w+)"', PAGE))
    named |= {word for text in SCRIPTS.values() for word in re.findall(r'"([a-z]\w*)"', text)} & set(ENGLISH)
    for text in SCRIPTS.values():
        for start in re.findall(r"`([a-z_]+_)\$\{", text):
            named |= {key for key in ENGLISH if key.startswith(start)}
    asked = [start for text in SCRIPTS.values() for start in re.findall(r'key: "(ask_\w+)"', text)]
    named |= {key for key in ENGLISH if key.startswith(tuple(asked))}
    named |= {key for key in ENGLISH if key.removesuffix("_one") in named}
    assert set(re.findall(r'data-(?:text|label)="(\w+)"', PAGE)) <= set(ENGLISH)
    assert {word for text in SCRIPTS.values() for word in re.findall(r'\bt\("(\w+)"', text)} <= set(ENGLISH)
    assert set(ENGLISH) == named


def test_knob_values_have_words():
    """Whatever an edition says of jokers and of opening has its phrase."""
    for rules in PRESETS.values():
        knobs = rules.knobs()
        for start, knob in (
            ("jokers_reuse", "joker_reuse"),
            ("jokers_source", "replacement_source"),
            ("opening_jokers", "initial_meld_jokers"),
            ("opening_on", "same_turn_manipulation"),
        ):
            assert f"{start}_{knobs[knob]}" in ENGLISH


def test_tiles_look_as_in_pictures():
    """The page takes its shapes from the pictures and has their colours."""
    assert faces.shapes() in PAGE
    css = FILES["/page/board.css"].body.decode()
    inks = dict(re.findall(r'\[data-colour="(\w+)"\] { --tile: (#\w+);', css))
    assert inks == {**dict(zip(COLOURS, faces.INKS, strict=True)), "joker": faces.JOKER_INK}
    assert all(f"colour_{name}" in ENGLISH for name in COLOURS)


def test_the_page_learns_the_decks(client: FlaskClient):
    """`/v1/rules` tells the numbers of each deck, which the palette needs."""
    decks = client.get("/v1/rules").json["decks"]  # type: ignore[index]
    assert {name: (deck["colours"], deck["jokers"]) for name, deck in decks.items()} == {
        name: (deck.colours, deck.jokers) for name, deck in DECKS.items()
    }


def test_files_are_small():
    """The whole page, all languages, is below 140 kB."""
    assert sum(len(file.body) for file in FILES.values()) < 140_000


def test_broken_rules_have_words():
    """Whatever the referee finds wrong with a turn at a common table is told in every language."""
    told = set(re.findall(r'"(\w+)": _', Path(str(sentences.__file__)).read_text(encoding="utf-8")))
    for module in (basics, opening):
        told |= set(re.findall(r'Broken\(\s*"(\w+)"', Path(str(module.__file__)).read_text(encoding="utf-8")))
    told -= {"keep", "must_play"}  # wishes of the one who asks
    assert len(told) > 15
    assert {key.removeprefix("broken_") for key in ENGLISH if key.startswith("broken_")} == told
