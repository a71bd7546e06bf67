"""Requests under any JSON: a request or the documented errors, nothing else."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from solver.documents import FIELDS, Request, Verb, error_document, read_object, request, request_id
from solver.errors import InputError
from solver.position import validate

SHARE = settings(max_examples=settings().max_examples // 8)
WORDS = st.sampled_from(
    [
        "r5 r6 r7",
        "r5 r6 J",
        "b7 k7 J=?7",
        "r5",
        "J",
        "b9",
        "r5-7 b9j",
        "- r5_30",
        "-~rbk3 r5 d=r8 b=j m=1",
        "american-1978",
        "xp",
        "standard",
        "lemada-2014",
        "id",
    ]
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | WORDS
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6) | WORDS, inner, max_size=4),
    max_leaves=8,
)
NAMES = sorted({name for names in FIELDS.values() for name in names} - {"objective"})


def in_one_line(error: InputError) -> str:
    """The error's text, which must be a sentence in one line."""
    assert str(error)
    assert "\n" not in str(error)
    return str(error)


@SHARE
@given(st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=6), VALUES, max_size=6), st.sampled_from(list(FIELDS)))
def test_any_object(fields: dict[str, Any], verb: Verb):
    """An object of any fields and values is a valid request or is refused in one line that can be sent as JSON."""
    try:
        asked = request(fields, verb)
    except InputError as error:
        json.dumps(error_document(in_one_line(error)))
    else:
        assert isinstance(asked, Request)
        validate(asked.position, asked.rules)


@SHARE
@given(
    st.fixed_dictionaries(
        {"table": st.lists(WORDS, max_size=3), "rack": st.lists(WORDS, max_size=4)},
        optional=dict.fromkeys(
            ("rules", "deck", "opened", "to_open", "keep", "others", "discard", "limit", "id"), VALUES
        ),
    )
)
def test_nearly_right_objects(fields: dict[str, Any]):
    """An object of the right fields with odd values is a valid request or is refused."""
    try:
        asked = request(fields)
    except InputError:
        return
    assert 0 <= asked.limit <= 3600


@SHARE
@given(st.text(max_size=60) | st.binary(max_size=60) | VALUES.map(json.dumps))
def test_any_text_as_json(text: str | bytes):
    """Any text or bytes are a JSON object or are refused."""
    try:
        fields = read_object(text)
        request_id(fields)
    except InputError as error:
        in_one_line(error)
