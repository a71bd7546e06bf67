"""The calls `outs` and `why-not`: what a draw would be worth, and why a tile stays on the rack."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from api.answers import Answer, Turned
from api.calls.call import Call, Example
from api.calls.hints import Language
from api.models import PositionFields, Seconds, Terms
from solver.documents import Request, WhyNotRequest, outs_document, request, why_not_document, why_not_request
from solver.hints.outs import Outs, outs
from solver.hints.why_not import Answer as Verdict
from solver.hints.why_not import WhyNot, why_not
from solver.result import VERSION

_Known = Literal["optimal", "feasible"]


class OutsFields(PositionFields):
    """What would each tile that could be drawn be worth?"""

    limit: Seconds | None = Field(default=None, description="Seconds for all tiles together.")
    language: Language | None = Field(default=None, description="Of the sentence, en.")


class WhyNotFields(OutsFields):
    """Why does the best turn leave a tile on the rack?"""

    objective: Terms | None = Field(
        default=None, description="Terms that are maximised one after another. Default tiles, unbroken."
    )
    tile: Annotated[str, Field(max_length=20, description="Which one: `r5`, `J`.")]


class Now(BaseModel):
    """The best turn without a draw."""

    tiles: int = Field(description="How many tiles it plays.")
    ends: bool = Field(description="Does it end the game?")


class DrawnTile(BaseModel):
    """What drawing a tile would be worth."""

    tile: str
    copies: int = Field(description="How many of it are unseen.")
    tiles: int = Field(description="How many tiles could then be played; at least so many where that is not proven.")
    ends: bool = Field(description="Would that end the game?")
    status: _Known = Field(description="`optimal`: proven.")


class Worth(Answer):
    """What each tile that could be drawn would be worth."""

    status: _Known = Field(description="`optimal` where all is proven.")
    unseen: int = Field(description="How many tiles the player has not seen.")
    winning: int = Field(description="How many of them let the player go out.")
    playable: int = Field(description="How many let the player play anything.")
    text: str = Field(description="A sentence for players.")
    now: Now
    draws: list[DrawnTile]
    ms: float


class Change(BaseModel):
    """Other rules, under which the tile could be played."""

    rules: str
    knobs: dict[str, str] = Field(description="Where they differ.")


class Stays(Turned, Answer):
    """Why a tile stays, and the turn that plays it, where there is one."""

    tile: str
    verdict: Literal["played", "costs", "rules", "never", "unknown"] = Field(
        description="The best turn plays it; a turn does that is worth less or as much; one under other rules; none."
    )
    text: str = Field(description="A sentence for players.")
    cost: int | None = Field(description="What the turn with it falls short by.")
    change: Change | None
    ms: float


def _outs(asked: Request, seconds: float) -> Outs:
    return outs(asked.position, asked.rules, seconds)


def _why_not(given: WhyNotRequest, seconds: float) -> WhyNot:
    asked = given.asked
    return why_not(asked.position, asked.rules, given.tile, asked.objective, seconds)


OUTS = Call(
    name="outs",
    summary="What each draw would be worth",
    fields=OutsFields,
    answer=Worth,
    example=Example(
        {"table": ["r1 r2 r3"], "rack": ["r5"], "deck": {"colours": 2, "numbers": 6, "copies": 1, "jokers": 0}},
        {
            "id": None,
            "version": VERSION,
            "status": "optimal",
            "unseen": 8,
            "winning": 1,
            "playable": 1,
            "text": "1 of 8 unseen tiles let you go out.",
            "now": {"tiles": 0, "ends": False},
            "draws": [
                {"tile": "r4", "copies": 1, "tiles": 2, "ends": True, "status": "optimal"},
                *(
                    {"tile": tile, "copies": 1, "tiles": 0, "ends": False, "status": "optimal"}
                    for tile in ("r6", "b1", "b2", "b3", "b4", "b5", "b6")
                ),
            ],
            "ms": 17.033,
        },
    ),
    read=lambda fields: request(fields, "outs"),
    run=_outs,
    write=outs_document,
    proven=lambda found: found.proven,
)
WHY_NOT = Call(
    name="why-not",
    summary="Why a tile stays on the rack",
    fields=WhyNotFields,
    answer=Stays,
    example=Example(
        {"table": ["r4 r5 r6 J=r7"], "rack": ["b9", "k9"], "rules": "book-1978", "tile": "b9"},
        {
            "id": None,
            "version": VERSION,
            "tile": "b9",
            "verdict": "rules",
            "text": "You cannot play blue 9 under these rules; under goliath-2014 you could.",
            "cost": None,
            "change": {
                "rules": "goliath-2014",
                "knobs": {
                    "same_turn_manipulation": "no",
                    "joker_set": "split",
                    "joker_clear": "yes",
                    "replacement_source": "any",
                    "joker_reuse": "anywhere",
                },
            },
            "table": ["r4 r5 r6", "b9 k9 J=?9"],
            "from": [[0, 0, 0], ["rack", "rack", 0]],
            "played": ["b9", "k9"],
            "left": [],
            "ms": 140.588,
        },
    ),
    read=why_not_request,
    run=_why_not,
    write=why_not_document,
    proven=lambda found: found.answer != Verdict.UNKNOWN,
)
