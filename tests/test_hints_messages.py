"""The message catalogues: complete in every language, every message used, plural forms right."""

import re
import string
from pathlib import Path

import pytest

from solver.deck import COLOURS
from solver.hints.messages import DEFAULT, catalogue, languages
from solver.hints.rescue import Way
from solver.hints.why_not import Answer
from solver.measure import TERMS
from solver.result import Status

SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for folder in ("hints", "cli")
    for path in (Path(__file__).parent.parent / "solver" / folder).rglob("*.py")
)


def holes(message: str | dict[str, str]) -> set[str]:
    """The names that a message has in braces."""
    texts = message.values() if isinstance(message, dict) else [message]
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_the_languages():
    """English comes first, and Chinese is there."""
    assert languages() == (DEFAULT, "zh-Hans")


@pytest.mark.parametrize("code", languages())
def test_the_same_messages_in_every_language(code: str):
    """The keys and the names in braces of each message are those of the default language."""
    own, first = catalogue(code).messages, catalogue(DEFAULT).messages
    assert list(own) == list(first)
    assert {key: holes(message) for key, message in own.items()} == {key: holes(first[key]) for key in first}


@pytest.mark.parametrize("code", languages())
def test_plural_forms(code: str):
    """A message that counts has the form `other`, and no form but those of CLDR that are chosen."""
    for key, message in catalogue(code).messages.items():
        assert isinstance(message, dict) == key.startswith("counts.")
        if isinstance(message, dict):
            assert "other" in message
            assert set(message) <= {"one", "other"}


def test_every_message_is_used():
    """Each key stands in the source, but for those that are made from a colour, a term, an answer or a way."""
    used = set(re.findall(r'"([a-z_]+\.[a-z_]+)"', SOURCES))
    used |= {f"colours.{letter}" for letter in COLOURS} | {f"terms.{term}" for term in TERMS}
    used |= {f"why_not.{answer}" for answer in Answer}
    used |= {f"rescue.{way}{end}" for way in (*Way, Status.UNKNOWN) for end in ("", "_at_once")}
    assert set(catalogue().messages) <= used
    sections = {key.partition(".")[0] for key in catalogue().messages}
    assert {key for key in used if key.partition(".")[0] in sections} <= set(catalogue().messages)


def test_one_and_many():
    """One tile, two tiles; in Chinese there is no difference."""
    assert [catalogue().count("counts.tiles", n) for n in (0, 1, 2)] == ["0 tiles", "1 tile", "2 tiles"]
    assert [catalogue("zh-Hans").count("counts.tiles", n) for n in (1, 2)] == ["1张牌", "2张牌"]


def test_series():
    """Commas, and a word before the last."""
    assert catalogue().series([]) == ""
    assert catalogue().series(["a"]) == "a"
    assert catalogue().series(["a", "b", "c"]) == "a, b and c"
    assert catalogue("zh-Hans").series(["a", "b", "c"]) == "a、b和c"


def test_an_unknown_language():
    """There is no catalogue for it."""
    with pytest.raises(FileNotFoundError):
        catalogue("xx")
