"""Examples of what is no call: a batch, and a position. Those of the calls are with them in `api.calls`."""

from api.calls import CALLS, Example
from solver.result import VERSION

_SOLVE, _CHECK = CALLS["solve"].example, CALLS["check"].example

BATCH = Example(
    {"items": [_SOLVE.asked, {"call": "check", **_CHECK.asked}], "limit": 2},
    {
        "version": VERSION,
        "answers": [{"status": 200, "body": _SOLVE.answer}, {"status": 200, "body": _CHECK.answer}],
    },
)
POSITION = Example(
    {"position": "b3-6.r4-5jr6 o1k9b9r6", "rules": "book-1978"},
    {
        "id": None,
        "version": VERSION,
        "possible": True,
        "fault": None,
        "normal": {
            "line": "r4-5jr6.b3-6_r6b9k9o1",
            "table": ["r4 r5 J=r6", "b3 b4 b5 b6"],
            "rack": ["r6", "b9", "k9", "o1"],
            "to_open": None,
            "deck": {"colours": 4, "numbers": 13, "copies": 2, "jokers": 2},
            "rules": "book-1978",
        },
    },
)
