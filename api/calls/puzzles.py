"""The calls `puzzles`, `puzzles/daily` and the check of a puzzle: the library that comes with the package."""

from typing import Annotated

from pydantic import BaseModel, Field
from pydantic.json_schema import SkipJsonSchema

from api.answers import Answer
from api.calls.call import Call, Example
from api.models import Identity, Strict, Text, Texts, one_of
from solver.documents import (
    PuzzleRequest,
    Submission,
    counts_document,
    counts_request,
    daily_request,
    judgement_document,
    puzzle_document,
    puzzle_request,
    submission,
)
from solver.puzzles.check import Judgement, judge
from solver.puzzles.grade import Level
from solver.puzzles.library import counts
from solver.puzzles.puzzle import Kind, Puzzle
from solver.result import VERSION

Flag = Annotated[int, Field(ge=0, le=1)]


class PuzzlesFields(Strict):
    """Which puzzle?"""

    id: Identity | None = Field(default=None, description="Comes back with the answer.")
    puzzle: Annotated[str, Field(max_length=40)] | None = Field(default=None, description="This one.")
    kind: Annotated[str, one_of(Kind)] | None = Field(default=None, description="What it asks for. Default any.")
    level: Annotated[int, Field(ge=min(Level), le=max(Level))] | None = Field(
        default=None, description="How hard it is. Default any."
    )
    seed: Annotated[int, Field(ge=0, le=10**12)] | None = Field(
        default=None, description="Which one of them; the same for the same number, 0."
    )
    solution: Flag | None = Field(default=None, description="1: with the solution.")


class CountsFields(Strict):
    """How many puzzles are there?"""

    id: Identity | None = Field(default=None, description="Comes back with the answer.")
    kind: Annotated[str, one_of(Kind)] | None = Field(default=None, description="Only of this kind.")


class DailyFields(Strict):
    """The puzzle of which day?"""

    id: Identity | None = Field(default=None, description="Comes back with the answer.")
    date: Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] | None = Field(
        default=None, description="The day, `2026-01-31`. Default today, in UTC."
    )
    solution: Flag | None = Field(default=None, description="1: with the solution.")


class PuzzleCheckFields(Strict):
    """Is this the solution?"""

    id: Identity | None = Field(default=None, description="Comes back with the answer.")
    puzzle: SkipJsonSchema[str] = Field(description="The puzzle; the address has it.")
    after: Texts | Text = Field(description="The table after the turn: a list of sets, or a line.")
    rules: Text | None = Field(default=None, description="Of an `edition` puzzle: which edition this is for.")


class Wanted(BaseModel):
    """What is asked under an edition."""

    rules: str
    tiles: int = Field(description="How many rack tiles the solution plays.")


class Solution(BaseModel):
    """The one solution under an edition."""

    rules: str
    table: list[str] = Field(description="The sets after the turn.")


class PuzzleGrade(BaseModel):
    """How hard it is."""

    broken: int = Field(description="The fewest old sets that must be broken.")
    jokers: int = Field(description="Table jokers that leave the largest part of their set.")
    movements: int = Field(description="How often a hand takes tiles, as `explain` counts it.")


class PuzzleAnswer(Answer):
    """A puzzle with exactly one solution."""

    puzzle: str = Field(description="Its id.")
    kind: str
    level: int
    level_name: str
    text: str = Field(description="What is asked, in a sentence.")
    asked: list[Wanted] = Field(description="The same for programs, for each edition.")
    deck: dict[str, int]
    position: str = Field(description="Table, rack and points to open in one line.")
    table: list[str]
    rack: list[str]
    to_open: int | None
    licence: str
    solution: list[Solution] | None = Field(default=None, description="Only on request.")
    grade: PuzzleGrade | None = Field(default=None, description="With the solution.")


class Count(BaseModel):
    """Puzzles of a kind and level."""

    kind: str
    level: int
    count: int


class Counts(Answer):
    """How many puzzles of each kind and level the library has."""

    counts: list[Count]


class Fault(BaseModel):
    """A rule that the turn breaks."""

    rule: str
    text: str


class Judged(Answer):
    """What the referee says of a table."""

    puzzle: str
    solved: bool
    rules: str
    tiles: int = Field(description="Rack tiles played, 0 where the turn is not legal.")
    wanted: int
    text: str = Field(description="How that stands, in a sentence.")
    broken: list[Fault] = Field(description="Each rule that the turn breaks.")


def _write(puzzle: Puzzle, asked: PuzzleRequest) -> dict[str, object]:
    return puzzle_document(puzzle, asked.id, solution=asked.solution)


def _judge(asked: Submission, _seconds: float) -> Judgement:
    return judge(asked.puzzle, asked.table, asked.answer)


_PUZZLE: dict[str, object] = {
    "id": None,
    "version": VERSION,
    "puzzle": "8786fc7466",
    "kind": "go-out",
    "level": 2,
    "level_name": "easy",
    "text": "Play all 4 tiles of the rack under lemada-2014: there is exactly one way.",
    "asked": [{"rules": "lemada-2014", "tiles": 4}],
    "deck": {"colours": 4, "numbers": 13, "copies": 2, "jokers": 2},
    "position": "b3-5.o4-6.o10-12 r3b6k3o7",
    "table": ["b3 b4 b5", "o4 o5 o6", "o10 o11 o12"],
    "rack": ["r3", "b6", "k3", "o7"],
    "to_open": None,
    "licence": "CC0-1.0",
}
_DAILY: dict[str, object] = {
    "id": None,
    "version": VERSION,
    "puzzle": "87a9e9e77d",
    "kind": "joker",
    "level": 4,
    "level_name": "hard",
    "text": "Play all 4 tiles of the rack under book-1978; a joker must be freed on the way.",
    "asked": [{"rules": "book-1978", "tiles": 4}],
    "deck": {"colours": 4, "numbers": 13, "copies": 2, "jokers": 2},
    "position": "r11-13.b3-6.b8-11.k2-4.k8-10.k11-13.o2jo3o4-5.o10jo11o12.rbk1.rko1.rko2.rbko4.bko12 b8b13o9o11",
    "table": [
        "r11 r12 r13",
        "b3 b4 b5 b6",
        "b8 b9 b10 b11",
        "k2 k3 k4",
        "k8 k9 k10",
        "k11 k12 k13",
        "o2 J=o3 o4 o5",
        "o10 J=o11 o12",
        "r1 b1 k1",
        "r1 k1 o1",
        "r2 k2 o2",
        "r4 b4 k4 o4",
        "b12 k12 o12",
    ],
    "rack": ["b8", "b13", "o9", "o11"],
    "to_open": None,
    "licence": "CC0-1.0",
}
_COUNTED: dict[str, object] = {
    "id": None,
    "version": VERSION,
    "counts": [{"kind": "open", "level": 1, "count": 72}],
}
_CHECKED: dict[str, object] = {
    "id": None,
    "version": VERSION,
    "puzzle": "994e9c6f9d",
    "solved": True,
    "rules": "lemada-2014",
    "tiles": 3,
    "wanted": 3,
    "text": "solved under lemada-2014",
    "broken": [],
}

PUZZLES = Call(
    name="puzzles",
    summary="A puzzle by its id, or by kind, level and seed",
    fields=PuzzlesFields,
    answer=PuzzleAnswer,
    example=Example({}, _PUZZLE, {"puzzle": "8786fc7466", "kind": "go-out", "level": 2, "seed": 1, "solution": 0}),
    read=puzzle_request,
    run=lambda asked, _: asked.puzzle,
    write=_write,
    proven=lambda _: True,
    link=("puzzle", "kind", "level", "seed", "solution"),
    post=False,
    batch=False,
)
COUNTS = Call(
    name="puzzles/counts",
    summary="How many puzzles of each kind and level there are",
    fields=CountsFields,
    answer=Counts,
    example=Example({}, _COUNTED, {"kind": "open"}),
    read=counts_request,
    run=lambda _, __: counts(),
    write=counts_document,
    proven=lambda _: True,
    link=("kind",),
    post=False,
    batch=False,
)
DAILY = Call(
    name="puzzles/daily",
    summary="The puzzle of a day, the same for everybody",
    fields=DailyFields,
    answer=PuzzleAnswer,
    example=Example({}, _DAILY, {"date": "2026-01-31", "solution": 0}),
    read=daily_request,
    run=lambda asked, _: asked.puzzle,
    write=_write,
    link=("date", "solution"),
    post=False,
    batch=False,
)
PUZZLE_CHECK = Call(
    name="puzzles/{puzzle}/check",
    summary="Is this table the solution of a puzzle?",
    fields=PuzzleCheckFields,
    answer=Judged,
    example=Example({"puzzle": "994e9c6f9d", "after": ["b10 k10 o10", "r2 b2 k2", "r8 r9 r10", "r7 b7 o7"]}, _CHECKED),
    read=submission,
    run=_judge,
    write=lambda found, asked: judgement_document(found, asked.puzzle, asked.id),
    batch=False,
)
