"""The call `rescue`: the way out of a table that was torn up in the middle of a turn."""

from typing import Literal

from pydantic import BaseModel, Field

from api.answers import Answer, Status, Turned
from api.calls.call import Call, Example
from api.calls.hints import Language
from api.models import PositionFields, Seconds, Texts, Tiles
from solver.documents import RescueRequest, rescue_document, rescue_request
from solver.hints.rescue import Rescue, rescue
from solver.result import VERSION
from solver.result import Status as Outcome


class RescueFields(PositionFields):
    """How does a turn go on that has become a mess? The position is that at the start of the turn."""

    now: Texts = Field(
        description="What lies together on the table now, a text for each set, whole or not; empty where none is left."
    )
    loose: Tiles | None = Field(default=None, description="Tiles that lie about.")
    limit: Seconds | None = Field(default=None, description="Seconds from when the service has the question.")
    language: Language | None = Field(default=None, description="Of the sentences, en.")


class MendingStep(BaseModel):
    """What to do, and what lies where after it."""

    text: str = Field(description="A sentence for players.")
    moved: list[str]
    table: list[str] = Field(description="What lies together.")
    numbers: list[int] = Field(
        description="The numbers of these piles in the sentences: those of `now` from 1, then new ones."
    )
    loose: list[str]
    rack: list[str]


class Rescued(Turned, Answer):
    """The nearest legal turn, or the way back to the start; there `table` and `from` are null."""

    status: Status = Field(description="Of the search for the nearest legal turn.")
    way: Literal["completion", "back"]
    movements: int = Field(description="Tiles taken back, and pieces moved.")
    text: str = Field(description="A sentence for players.")
    steps: list[MendingStep]
    ms: float


def _run(given: RescueRequest, seconds: float) -> Rescue:
    return rescue(given.position, given.asked.rules, given.now, given.loose, seconds)


RESCUE = Call(
    name="rescue",
    summary="The way out of a torn-up table",
    fields=RescueFields,
    answer=Rescued,
    example=Example(
        {
            "table": ["r2 r3 r4 r5 r6 r7 r8"],
            "rack": ["b5", "k5"],
            "now": ["r2 r3 r4", "r6 r7 r8", "r5 b5"],
            "loose": ["k5"],
        },
        {
            "id": None,
            "version": VERSION,
            "status": "optimal",
            "way": "completion",
            "movements": 1,
            "text": "A legal turn is 1 movement away.",
            "table": ["r2 r3 r4", "r6 r7 r8", "r5 b5 k5"],
            "from": [[0, 0, 0], [0, 0, 0], [0, "rack", "rack"]],
            "played": ["b5", "k5"],
            "left": [],
            "steps": [
                {
                    "text": "Complete pile 3 to red 5, blue 5 and black 5: add the loose black 5.",
                    "moved": ["k5"],
                    "table": ["r2 r3 r4", "r6 r7 r8", "r5 b5 k5"],
                    "numbers": [1, 2, 3],
                    "loose": [],
                    "rack": [],
                }
            ],
            "ms": 29.937,
        },
    ),
    read=rescue_request,
    run=_run,
    write=rescue_document,
    proven=lambda found: found.status in (Outcome.OPTIMAL, Outcome.NO_PLAY),
)
