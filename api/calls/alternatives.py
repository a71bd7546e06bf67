"""The call `alternatives`: the best turns that differ, and how many there are."""

from typing import Annotated

from pydantic import Field

from api.answers import Answer, Status, Turned
from api.calls.call import Call, Example
from api.models import SolveFields
from solver.alternatives import Alternatives, alternatives
from solver.documents import AlternativesRequest, alternatives_document, alternatives_request
from solver.result import VERSION
from solver.result import Status as Outcome


class AlternativesFields(SolveFields):
    """Which turns are as good as the best?"""

    first: Annotated[int, Field(ge=1, le=50)] | None = Field(default=None, description="How many are given, 5.")
    cap: Annotated[int, Field(ge=1, le=10_000)] | None = Field(default=None, description="Up to which count, 1000.")


class Alternative(Turned):
    """One of the turns."""

    objective: dict[str, int] = Field(description="The value of each term.")


class Alike(Answer):
    """The best turns that differ, best first."""

    status: Status
    objective: dict[str, int] = Field(description="The best value of each term.")
    bound: dict[str, int] = Field(description="What each term cannot exceed.")
    count: int = Field(description="How many turns are as good; at least so many where `complete` is false.")
    complete: bool = Field(description="Is the count exact?")
    unique: bool | None = Field(description="Is the best turn the only one of its value? Null: not known.")
    turns: list[Alternative] = Field(description="The first of them, then the next best.")
    ms: float = Field(description="Milliseconds; of the first answer where it was kept.")


def _run(given: AlternativesRequest, seconds: float) -> Alternatives:
    asked = given.asked
    counts = given.first, given.cap
    return alternatives(asked.position, asked.rules, asked.objective, *counts, seconds, asked.work_limit)


def _proven(found: Alternatives) -> bool:
    return found.complete and found.listed and found.result.status in (Outcome.OPTIMAL, Outcome.NO_PLAY)


ALTERNATIVES = Call(
    name="alternatives",
    summary="The best turns that differ",
    fields=AlternativesFields,
    answer=Alike,
    example=Example(
        {"table": [], "rack": ["r3", "r4", "r5", "b5", "k5"], "first": 2},
        {
            "id": None,
            "version": VERSION,
            "status": "optimal",
            "objective": {"tiles": 3, "unbroken": 0},
            "bound": {"tiles": 3, "unbroken": 0},
            "count": 2,
            "complete": True,
            "unique": False,
            "turns": [
                {
                    "objective": {"tiles": 3, "unbroken": 0},
                    "table": ["r3 r4 r5"],
                    "from": [["rack", "rack", "rack"]],
                    "played": ["r3", "r4", "r5"],
                    "left": ["b5", "k5"],
                },
                {
                    "objective": {"tiles": 3, "unbroken": 0},
                    "table": ["r5 b5 k5"],
                    "from": [["rack", "rack", "rack"]],
                    "played": ["r5", "b5", "k5"],
                    "left": ["r3", "r4"],
                },
            ],
            "ms": 9.4,
        },
    ),
    read=alternatives_request,
    run=_run,
    write=lambda found, given: alternatives_document(found, given.asked.id),
    proven=_proven,
)
