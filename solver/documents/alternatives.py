"""The request and the answer of `alternatives`: the best turns that differ."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solver.documents.answers import turn_fields
from solver.documents.fields import Document, Fields
from solver.documents.requests import Id, Request, request
from solver.position import Position
from solver.result import VERSION

if TYPE_CHECKING:  # loading the solver takes time, and only the types are needed here
    from solver.alternatives import Alternatives

MOST_TURNS = 50
MOST_COUNTED = 10_000


@dataclass(frozen=True, slots=True)
class AlternativesRequest:
    """Which turns are as good as the best? The `first` of them, and how many there are, counted up to `cap`."""

    asked: Request
    first: int
    cap: int

    @property
    def position(self) -> Position:
        """The position."""
        return self.asked.position


def alternatives_request(given: Mapping[str, Any]) -> AlternativesRequest:
    """The request that a JSON object makes.

    Raises:
        InputError: the first fault found, in one sentence.
    """
    asked = request(given, "alternatives")
    told = Fields({name: value for name, value in given.items() if value is not None})
    return AlternativesRequest(asked, told.whole("first", 5, 1, MOST_TURNS), told.whole("cap", 1000, 1, MOST_COUNTED))


def alternatives_document(found: "Alternatives", id: Id = None) -> Document:
    """The answer: how many turns are as good as the best, and the first turns, each as `solve` gives it."""
    best = found.result
    return {
        "id": id,
        "version": VERSION,
        "status": str(best.status),
        "objective": dict(best.values),
        "bound": dict(best.bounds),
        "count": found.count,
        "complete": found.complete,
        "unique": found.unique,
        "turns": [
            {"objective": dict(values), **turn_fields(turn, best.position, best.rules)}
            for turn, values in zip(found.turns, found.values, strict=True)
        ],
        "ms": round(found.seconds * 1000, 3),
    }
