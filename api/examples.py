"""An example for each call: what is asked and what comes back. The tests ask them all and compare."""

from dataclasses import dataclass, field

from solver.documents import Document
from solver.result import VERSION


@dataclass(frozen=True, slots=True)
class Example:
    """A question, its answer, and for `solve` the same as the parameters of a link."""

    asked: Document
    answer: Document
    link: Document = field(default_factory=dict[str, object])


_SOLVED: Document = {
    "id": 7,
    "version": VERSION,
    "status": "optimal",
    "objective": {"tiles": 3, "unbroken": 1},
    "bound": {"tiles": 3, "unbroken": 1},
    "table": ["b3 b4 b5 b6", "r4 r5 r6", "b9 k9 J=?9"],
    "from": [[1, 1, 1, 1], [0, 0, "rack"], ["rack", "rack", 0]],
    "played": ["r6", "b9", "k9"],
    "left": ["o1"],
    "ms": 8.127,
}
_JUDGED: Document = {
    "id": None,
    "version": VERSION,
    "legal": True,
    "broken": [],
}
_POSITION: Document = {
    "table": ["r4 r5 J=r6", "b3 b4 b5 b6"],
    "rack": ["r6", "b9", "k9", "o1"],
    "rules": "book-1978",
}
_CHECKED: Document = {**_POSITION, "after": ["b3 b4 b5 b6", "r4 r5 r6", "b9 k9 J=?9"]}

EXAMPLES = {
    "/v1/solve": Example(
        {"id": 7, **_POSITION, "limit": 2},
        _SOLVED,
        {
            "position": "r4-5jr6.b3-6_r6b9k9o1",
            "rules": "book-1978",
            "objective": ["tiles", "unbroken"],
            "limit": 2,
        },
    ),
    "/v1/openings": Example(
        {"table": [], "rack": ["r10", "b10", "k10", "r1", "o5"], "order": "most_points", "first": 5},
        {
            "id": None,
            "version": VERSION,
            "count": 1,
            "complete": True,
            "min_tiles": 3,
            "max_tiles": 3,
            "max_points": 30,
            "openings": [["r10 b10 k10"]],
        },
    ),
    "/v1/check": Example(_CHECKED, _JUDGED),
    "/v1/batch": Example(
        {"items": [{"id": 7, **_POSITION}, {"call": "check", **_CHECKED}], "limit": 2},
        {
            "version": VERSION,
            "answers": [{"status": 200, "body": _SOLVED}, {"status": 200, "body": _JUDGED}],
        },
    ),
    "/v1/position": Example(
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
    ),
    "/healthz": Example({}, {"status": "ok", "version": VERSION}),
    "/readyz": Example({}, {"status": "ok", "version": VERSION}),
}
