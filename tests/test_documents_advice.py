"""What `outs` and `why-not` say: a sentence for each case in every language, and the questions that are refused."""

import re

import pytest

from solver.documents import outs_document, request, why_not_document, why_not_request
from solver.errors import InputError
from solver.hints.messages import languages
from solver.hints.outs import outs
from solver.hints.why_not import why_not

LOCKED = {"table": ["r4 r5 r6 J=r7"], "rack": ["b9", "k9"], "rules": "book-1978"}
SMALL = {"colours": 2, "numbers": 6, "copies": 1, "jokers": 0}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("fields", "limit", "count"),
    [
        ({"table": ["r1 r2 r3"], "rack": ["r5"]}, 5, (1, 8)),
        ({"table": ["r1 r2 r3"], "rack": ["b1"]}, 5, (1, 8)),
        ({"table": [], "rack": ["b1"]}, 5, (11,)),
        ({"table": ["r1 r2 r3"], "rack": ["r5"]}, 0, (8,)),
    ],
)
def test_outs_are_told(fields: dict[str, object], limit: float, count: tuple[int, ...], language: str):
    """Tiles that end the game are counted, else those that can be played; without the time for a proof it says so."""
    asked = request({**fields, "deck": SMALL, "language": language}, "outs")
    found = outs(asked.position, asked.rules, limit)
    document = outs_document(found, asked)
    assert set(re.findall("[0-9]+", document["text"])) >= {str(count[-1])}
    if limit:
        assert set(re.findall("[0-9]+", document["text"])) == set(map(str, count))
    assert document["status"] == ("optimal" if limit else "feasible")
    assert document["unseen"] == sum(draw["copies"] for draw in document["draws"])


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("fields", "limit", "verdict"),
    [
        ({"table": [], "rack": ["r5", "b5", "k5"], "tile": "b5"}, 5, "played"),
        ({"table": [], "rack": ["r3", "r4", "r5", "r6", "b6", "k6"], "tile": "b6"}, 5, "played"),
        ({"table": [], "rack": ["r3", "r4", "r5", "b5", "k5"], "tile": "k5"}, 5, "costs"),
        ({"table": [], "rack": ["r3", "r4", "r5", "r6", "b6", "k6", "b7"], "tile": "b7"}, 5, "never"),
        ({**LOCKED, "tile": "b9"}, 5, "rules"),
        ({**LOCKED, "tile": "b9"}, 0, "unknown"),
    ],
)
def test_why_a_tile_stays_is_told(fields: dict[str, object], limit: float, verdict: str, language: str):
    """Each verdict has its sentence, which no other one has; under other rules these are named."""
    given = why_not_request({**fields, "language": language})
    asked = given.asked
    document = why_not_document(why_not(asked.position, asked.rules, given.tile, asked.objective, limit), given)
    assert document["verdict"] == verdict
    assert (document["change"] is not None) == (verdict == "rules")
    assert (document["cost"] is not None) == (verdict == "costs")
    assert (document["table"] is None) == (verdict in ("never", "unknown"))
    if document["change"]:
        assert document["change"]["rules"] in document["text"]


def test_a_cost_is_told():
    """Of two sets that share a tile the longer one is best, and the other costs a tile."""
    given = why_not_request({"table": [], "rack": ["r3", "r4", "r5", "r6", "b5", "k5"], "tile": "k5"})
    asked = given.asked
    found = why_not_document(why_not(asked.position, asked.rules, given.tile, asked.objective), given)
    assert (found["verdict"], found["cost"]) == ("costs", 1)
    assert found["text"] == "You can play black 5, but then you fall short by 1 in tiles played."


@pytest.mark.parametrize(
    ("tile", "said"),
    [
        ({}, "tile is needed: the one tile of the rack that is asked about"),
        ({"tile": "b9 k9"}, "tile is needed: the one tile of the rack that is asked about"),
        ({"tile": "x9"}, "tile"),
        ({"tile": 9}, "tile must be text, not 9"),
        ({"tile": "b9", "first": 2}, "unknown field 'first', why-not takes id, table"),
    ],
)
def test_what_cannot_be_asked(tile: dict[str, object], said: str):
    """One tile, in the notation, and no other fields."""
    with pytest.raises(InputError, match=said):
        why_not_request({**LOCKED, **tile})
