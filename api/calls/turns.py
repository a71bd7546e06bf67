"""The calls of a single turn: `solve`, `openings` and `check`."""

from typing import Annotated, NamedTuple

from pydantic import BaseModel, Field

from api import cache
from api.answers import Answer, Best
from api.calls.call import Call, Example
from api.models import PositionFields, Seconds, SolveFields, Text, Texts, one_of
from solver.documents import (
    ORDERS,
    WINS,
    Document,
    Request,
    openings_document,
    request,
    result_document,
    verdict_document,
)
from solver.openings import Openings, openings
from solver.position import Position
from solver.referee import Verdict, check
from solver.result import VERSION, Result, Status
from solver.solve import solve

_POSITION: Document = {
    "table": ["r4 r5 J=r6", "b3 b4 b5 b6"],
    "rack": ["r6", "b9", "k9", "o1"],
    "rules": "book-1978",
}


class Put(NamedTuple):
    """A question as it was given, and as it is put to the solver."""

    given: Request
    put: Request

    @property
    def position(self) -> Position:
        """As it was given."""
        return self.given.position


def put(asked: Request) -> Put:
    """A question, and the canonical one."""
    return Put(asked, cache.canonical(asked))


class Solved(Best, Answer):
    """The best turn. Without a turn `table` and `from` are null."""


def best_turn(asked: Put, seconds: float) -> Result:
    """The best turn of the canonical question."""
    canonical = asked.put
    return solve(canonical.position, canonical.rules, canonical.objective, seconds, canonical.work_limit)


def is_proven(result: Result) -> bool:
    """Is there no better turn, for certain?"""
    return result.status in (Status.OPTIMAL, Status.NO_PLAY)


def _solved(result: Result, asked: Put) -> Document:
    return result_document(cache.as_given(result, asked.given), asked.given.id)


SOLVE = Call(
    name="solve",
    summary="The best turn",
    fields=SolveFields,
    answer=Solved,
    example=Example(
        {"id": 7, **_POSITION, "limit": 2},
        {
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
        },
        {
            "position": "r4-5jr6.b3-6_r6b9k9o1",
            "rules": "book-1978",
            "objective": ["tiles", "unbroken"],
            "limit": 2,
        },
    ),
    read=lambda fields: put(request(fields, "solve")),
    run=best_turn,
    write=_solved,
    proven=is_proven,
    key=lambda asked: cache.solve_key(asked.put),
    link=("position", "rules", "objective", "limit"),
)


class OpeningsFields(PositionFields):
    """In which ways can the initial meld be made?"""

    order: Annotated[str, one_of(ORDERS)] | None = Field(default=None, description="Which openings come first.")
    first: Annotated[int, Field(ge=1, le=10_000)] | None = Field(default=None, description="How many are given, 20.")
    limit: Seconds | None = Field(default=None, description="Seconds from when the service has the question.")


class Found(Answer):
    """The openings."""

    count: int = Field(description="How many there are; at least so many where `complete` is false.")
    complete: bool = Field(description="Is the count exact?")
    min_tiles: int | None = Field(description="The fewest tiles of any opening.")
    max_tiles: int | None = Field(description="The most tiles of any.")
    max_points: int | None = Field(description="The most points of any.")
    openings: list[list[str]] = Field(description="The first of them, each a list of sets.")


def _openings(asked: Put, seconds: float) -> Openings:
    canonical = asked.put
    order, first = canonical.order, canonical.first
    return openings(canonical.position, canonical.rules, order=order, first=first, limit=seconds)


OPENINGS = Call(
    name="openings",
    summary="The ways to make the initial meld",
    fields=OpeningsFields,
    answer=Found,
    example=Example(
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
    read=lambda fields: put(request(fields, "openings")),
    run=_openings,
    write=lambda found, asked: openings_document(found, asked.given.id),
    proven=lambda found: found.complete,
    key=lambda asked: cache.openings_key(asked.put),
)


class CheckFields(PositionFields):
    """Is this turn legal?"""

    after: Text | Texts = Field(description="The table after the turn: a text for each set, or one line.")
    others_after: Texts | None = Field(default=None, description="The sets of the others after the turn.")
    discarded: Text | None = Field(default=None, description="The tile discarded.")
    win: Annotated[str, one_of(WINS)] | None = Field(default=None, description="A way to win that is claimed.")


class BrokenRule(BaseModel):
    """A rule that the turn breaks."""

    rule: str = Field(description="Its name, for programs.")
    text: str = Field(description="A sentence for players.")


class Judged(Answer):
    """The referee's verdict."""

    legal: bool
    broken: list[BrokenRule]


def _check(asked: Request, _seconds: float) -> Verdict:
    return check(asked.position, asked.after, asked.rules, asked.others_after, asked.discarded, asked.win)


CHECK = Call(
    name="check",
    summary="Is a turn legal, and which rules does it break?",
    fields=CheckFields,
    answer=Judged,
    example=Example(
        {**_POSITION, "after": ["b3 b4 b5 b6", "r4 r5 r6", "b9 k9 J=?9"]},
        {"id": None, "version": VERSION, "legal": True, "broken": []},
    ),
    read=lambda fields: request(fields, "check"),
    run=_check,
    write=lambda verdict, asked: verdict_document(verdict, asked.id),
)
