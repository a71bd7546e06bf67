"""The way out of a torn-up table as a document: where it leads, each step, and the questions that are refused."""

from collections import Counter
from typing import Any

import pytest

from solver.documents import rescue_document, rescue_request
from solver.errors import InputError
from solver.hints.messages import languages
from solver.hints.rescue import rescue

RUN: dict[str, Any] = {"table": ["r2 r3 r4 r5 r6 r7 r8"], "rack": ["b5", "k5"]}
BACK: dict[str, Any] = {"table": ["r2 r3 r4 r5"], "rack": ["b9", "k2"], "now": ["r2 r3 r4", "r5 b9"], "loose": ["k2"]}
WAYS: dict[str, dict[str, Any]] = {
    "completion": {**RUN, "now": ["r2 r3 r4", "r5 r6 b5", "r7 r8"]},
    "completion_at_once": {**RUN, "now": ["r2 r3 r4", "r5 b5 k5", "r6 r7 r8"]},
    "back": BACK,
    "back_at_once": {"table": ["r2 r3 r4"], "rack": ["b9"], "now": ["r2 r3 r4"]},
}


def answer(fields: dict[str, Any]) -> dict[str, Any]:
    """The document for a question."""
    given = rescue_request(fields)
    return rescue_document(rescue(given.position, given.asked.rules, given.now, given.loose), given)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", WAYS)
def test_each_way_has_its_words(name: str, language: str):
    """On to a legal turn or back, at once or by movements, which are as many as are told."""
    fields = WAYS[name]
    found = answer({**fields, "language": language})
    assert found["way"] == name.removesuffix("_at_once")
    assert (found["movements"] == 0) == name.endswith("_at_once") == (found["steps"] == [])
    assert (str(found["movements"]) in found["text"]) == (found["movements"] > 0)
    assert (found["table"] is None) == (found["way"] == "back")
    assert all(step["text"] for step in found["steps"])


@pytest.mark.parametrize("name", ["completion", "back"])
def test_no_tile_is_lost_between_steps(name: str):
    """After each step every tile is on the table, loose, or on the rack; after the last nothing is loose."""
    fields = WAYS[name]
    everything = Counter(" ".join([*fields["table"], *fields["rack"]]).split())
    steps = answer(fields)["steps"]
    for step in steps:
        assert Counter(" ".join([*step["table"], *step["loose"], *step["rack"]]).split()) == everything
    assert steps[-1]["loose"] == []


def test_sentences_say_what_is_done():
    """Back to the rack first, then set by set, each piece with where it lies."""
    assert [step["text"] for step in answer(BACK)["steps"]] == [
        "Take blue 9 and black 2 back to your rack.",
        "Complete pile 1 to red 2 to 5: add red 5 from pile 2.",
    ]
    assert answer({**RUN, "now": ["r2 r3 r4", "r6 r7 r8", "r5"], "loose": ["b5"]})["steps"][-1]["text"] == (
        "Complete pile 3 to red 5, blue 5 and black 5: add the loose blue 5 and black 5 from your rack."
    )
    assert answer({**RUN, "now": ["r2 r3 r4", "r6 r7 r8"], "loose": ["r5", "b5", "k5"]})["steps"][-1]["text"] == (
        "Make a new set of red 5, blue 5 and black 5: the loose red 5, blue 5 and black 5."
    )


def test_piles_keep_their_numbers():
    """Where nothing lies any more the text is empty, and a pile that is emptied on the way keeps its number too."""
    found = answer({"table": ["r2 r3 r4 r5", "b7 b8 b9"], "rack": ["k5"], "now": ["", "b7 b8 b9", "r2 r3", "r4 r5 k5"]})
    assert found["way"] == "back"
    assert [step["text"] for step in found["steps"]] == [
        "Take black 5 back to your rack.",
        "Complete pile 3 to red 2 to 5: add red 4 and red 5 from pile 4.",
    ]
    assert [step["numbers"] for step in found["steps"]] == [[2, 3, 4], [2, 3]]
    grown = answer({**RUN, "now": ["r2 r3 r4", "r5", "b5 k5", "r6 r7 r8"]})["steps"]
    assert grown[0]["text"] == "Complete pile 3 to red 5, blue 5 and black 5: add red 5 from pile 2."
    assert (grown[0]["numbers"], grown[0]["table"][1]) == ([1, 3, 4], "r5 b5 k5")


def test_who_goes_back_comes_from_where_it_is_not_needed():
    """Of two equal tiles the one that its set needs stays where it is."""
    fields: dict[str, Any] = {"table": ["b3 b4 b5"], "rack": ["b5", "k9"], "now": ["b3 b4 b5", "b5 k9"]}
    assert answer(fields)["steps"] == [
        {
            "text": "Take blue 5 and black 9 back to your rack.",
            "moved": ["b5", "k9"],
            "table": ["b3 b4 b5"],
            "numbers": [1],
            "loose": [],
            "rack": ["b5", "k9"],
        }
    ]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (RUN, "now is needed: what lies together on the table, a list of sets whole or not"),
        ({**RUN, "now": ["r2 x"]}, "now set 1"),
        ({**RUN, "now": ["r2 r3 r4 r5 r6 r7 r8"], "loose": "k5"}, "loose must be a list of texts, not text"),
        ({**RUN, "now": ["r2 r3 r4"]}, "1 x red 5 of the table at the start of the turn lie nowhere now"),
    ],
)
def test_what_cannot_be_asked(fields: dict[str, Any], said: str):
    """One sentence for each fault."""
    with pytest.raises(InputError, match=said):
        answer(fields)
