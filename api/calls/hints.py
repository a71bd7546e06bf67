"""The calls `hint` and `explain`: as much of the best turn as is asked for, in sentences of a language."""

from typing import Annotated

from pydantic import BaseModel, Field

from api import cache
from api.answers import Answer, Best, Status
from api.calls.call import Call, Example
from api.calls.turns import Put, best_turn, is_proven, put
from api.models import SolveFields, one_of
from solver.documents import Document, explanation_document, hint_document, request
from solver.hints.messages import languages
from solver.result import VERSION, Result

_ASKED: Document = {
    "table": ["r4 r5 J=r6", "b3 b4 b5 b6"],
    "rack": ["r6", "b9", "k9", "o1"],
    "rules": "book-1978",
}
Language = Annotated[str, one_of(languages())]


class ExplainFields(SolveFields):
    """What is the best turn, step by step?"""

    language: Language | None = Field(default=None, description="Of the sentences, en.")


class HintFields(ExplainFields):
    """A hint at the best turn?"""

    level: Annotated[int, Field(ge=1, le=6)] | None = Field(
        default=None,
        description="1, is there a play? 2 how many tiles, 3 which, 4 which sets change, 5 the first step, 6 all.",
    )


class Step(BaseModel):
    """What a player does at once, and what lies where after it. A number is the place of a tile in `tiles`."""

    action: str = Field(description="What is done: `lay`, `move`, `split`, `join`, `swap`, `place` or `discard`.")
    text: str = Field(description="A sentence for players.")
    moved: list[int] = Field(description="The tiles that the step moves.")
    table: list[str] = Field(description="What lies together after the step.")
    ids: list[list[int]] = Field(description="The tiles of each of `table`.")
    others: list[str] | None = Field(default=None, description="In games with sets of one's own: those of the others.")
    others_ids: list[list[int]] | None = Field(default=None, description="The tiles of those.")
    rack: list[int] = Field(description="The tiles on the rack.")
    legal: bool = Field(description="Is everything on the table a set?")


class Steps(Best):
    """The best turn, and how to do it."""

    language: str
    movements: int = Field(description="How often a hand takes tiles.")
    fewest: bool = Field(description="Is it proven that fewer will not do?")
    tiles: list[str] = Field(description="Every tile: the table's, those of the sets of others, the rack's.")
    steps: list[Step]


class Explained(Steps, Answer):
    """The best turn, step by step."""


class Hinted(Answer):
    """A hint; each level has the fields of the one before."""

    status: Status
    level: int
    text: str = Field(description="A sentence for players.")
    play: bool = Field(description="Is there anything to lay?")
    tiles: int | None = Field(default=None, description="How many tiles the best turn plays, from level 2.")
    points: int | None = Field(default=None, description="Their face value, from level 2.")
    rack_tiles: list[str] | None = Field(default=None, description="Which tiles those are, from level 3.")
    sets: list[int] | None = Field(default=None, description="Which sets of the table change, from 0; from level 4.")
    others_sets: list[int] | None = Field(default=None, description="Which of those of the others.")
    step: Step | None = Field(default=None, description="The first step, from level 5.")
    explanation: Steps | None = Field(default=None, description="The whole turn, at level 6.")


def _explained(result: Result, asked: Put) -> Document:
    given = asked.given
    return explanation_document(cache.as_given(result, given), given.language, given.id)


def _hinted(result: Result, asked: Put) -> Document:
    given = asked.given
    return hint_document(cache.as_given(result, given), given.level, given.language, given.id)


EXPLAIN = Call(
    name="explain",
    summary="The best turn, step by step",
    fields=ExplainFields,
    answer=Explained,
    example=Example(
        {**_ASKED, "language": "en"},
        {
            "id": None,
            "version": VERSION,
            "status": "optimal",
            "objective": {"tiles": 3, "unbroken": 1},
            "bound": {"tiles": 3, "unbroken": 1},
            "table": ["b3 b4 b5 b6", "r4 r5 r6", "b9 k9 J=?9"],
            "from": [[1, 1, 1, 1], [0, 0, "rack"], ["rack", "rack", 0]],
            "played": ["r6", "b9", "k9"],
            "left": ["o1"],
            "ms": 8.127,
            "language": "en",
            "movements": 4,
            "fewest": True,
            "tiles": ["r4", "r5", "J", "b3", "b4", "b5", "b6", "r6", "b9", "k9", "o1"],
            "steps": [
                {
                    "action": "swap",
                    "text": "Swap the joker in the red run 4 to 6 for red 6 from your rack.",
                    "moved": [7, 2],
                    "table": ["r4 r5 r6", "b3 b4 b5 b6", "J"],
                    "ids": [[0, 1, 7], [3, 4, 5, 6], [2]],
                    "rack": [8, 9, 10],
                    "legal": False,
                },
                {
                    "action": "place",
                    "text": "Put the freed joker down to begin a new set.",
                    "moved": [2],
                    "table": ["r4 r5 r6", "b3 b4 b5 b6", "J=?9"],
                    "ids": [[0, 1, 7], [3, 4, 5, 6], [2]],
                    "rack": [8, 9, 10],
                    "legal": False,
                },
                {
                    "action": "lay",
                    "text": "Add blue 9 and black 9 from your rack to the joker.",
                    "moved": [8, 9],
                    "table": ["r4 r5 r6", "b3 b4 b5 b6", "b9 k9 J=?9"],
                    "ids": [[0, 1, 7], [3, 4, 5, 6], [8, 9, 2]],
                    "rack": [10],
                    "legal": True,
                },
            ],
        },
    ),
    read=lambda fields: put(request(fields, "explain")),
    run=best_turn,
    write=_explained,
    proven=is_proven,
    key=lambda asked: cache.solve_key(asked.put),
)
HINT = Call(
    name="hint",
    summary="A hint at the best turn",
    fields=HintFields,
    answer=Hinted,
    example=Example(
        {**_ASKED, "level": 4, "language": "en"},
        {
            "id": None,
            "version": VERSION,
            "status": "optimal",
            "level": 4,
            "text": "On the table, these sets are touched: 1.",
            "play": True,
            "tiles": 3,
            "points": 24,
            "rack_tiles": ["r6", "b9", "k9"],
            "sets": [0],
        },
    ),
    read=lambda fields: put(request(fields, "hint")),
    run=best_turn,
    write=_hinted,
    proven=is_proven,
    key=lambda asked: cache.solve_key(asked.put),
)
