"""The calls of whole games: `draw`, `wins` and `score`, as the commands of these names."""

from typing import Annotated, Literal

from pydantic import Field

from api.answers import Answer, Status, Turned
from api.calls.call import Call, Example
from api.models import Identity, SolveFields, Strict, Text, one_of
from solver.documents import WINS as WAYS
from solver.documents import (
    ChoiceRequest,
    ScoreRequest,
    choice_request,
    draw_document,
    score_request,
    scores_document,
    wins_document,
)
from solver.documents.scores import MOST_RACKS
from solver.games.draw import DrawAdvice, draw_advice
from solver.games.international import BestWins, best_wins
from solver.games.scoring import score
from solver.games.sheets import MOST_ROWS
from solver.result import VERSION

_POINTS = Annotated[int, Field(ge=0, le=1_000_000)]
_INTERNATIONAL = "international-1978"


class RowFields(Strict):
    """A type of Closed hand: a hand that passes every test scores by its jokers."""

    id: Annotated[str, Field(min_length=1, max_length=100)] | int
    name: Annotated[str, Field(min_length=1, max_length=100)]
    tests: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=20)] = Field(
        description="`all_runs`, `sum >= 90`"
    )
    scores: Annotated[list[_POINTS], Field(min_length=3, max_length=3)] = Field(
        description="With no, one and two jokers."
    )


_Rows = Annotated[list[RowFields], Field(min_length=1, max_length=MOST_ROWS)]


class SheetFields(Strict):
    """A score sheet with a name."""

    rows: _Rows
    name: Text = ""
    note: Text = ""


class DrawFields(SolveFields):
    """Which draw is best? The rack is that before the draw."""

    sheet: _Rows | SheetFields | None = Field(default=None, description="What each type of Closed hand pays.")
    closed: _POINTS | None = Field(default=None, description="What every Closed hand pays, without a sheet.")


class WinsFields(DrawFields):
    """What are the ways to win? The rack has the tile drawn."""

    from_bonus: bool | None = Field(default=None, description="Was the bonus tile drawn?")


class DrawChoice(Turned):
    """A tile in sight, and the best turn with it."""

    source: Literal["discard", "bonus"]
    tile: str
    refused: str | None = Field(description="Why it may not be taken.")
    status: Status
    wins: bool = Field(description="Does the turn win?")
    opens: bool = Field(description="Is it the initial meld?")
    gain: int = Field(description="How many tiles more of the rack are played than without it.")
    way: Literal["open", "finish", "closed"] | None
    score: int


class Drawn(Answer):
    """Each tile in sight, and which draw is best."""

    best: Literal["pool", "discard", "bonus"]
    proven: bool
    draws: list[DrawChoice]


class Way(Turned):
    """A way to win, and its best turn."""

    way: Literal["open", "finish", "closed"]
    status: Status
    refused: str | None = Field(description="Why it is not allowed.")
    wins: bool = Field(description="Does the turn win?")
    score: int
    row: str | None = Field(description="The id of the score sheet's row.")
    hand: list[str] | None = Field(description="The sets of a Closed hand, each joker with its meaning.")


class Won(Answer):
    """The ways to win, and which is best."""

    best: Literal["open", "finish", "closed"] | None
    proven: bool
    ways: list[Way]


def _draw(given: ChoiceRequest, seconds: float) -> DrawAdvice:
    asked = given.asked
    return draw_advice(
        asked.position, asked.rules, given.sheet, given.closed, asked.objective, seconds, asked.work_limit
    )


DRAW = Call(
    name="draw",
    summary="American and International: take the discard, the bonus tile, or one of the pool?",
    fields=DrawFields,
    answer=Drawn,
    example=Example(
        {"rules": "american-1978", "position": "r1-3 r6r7o2k4 d=r8"},
        {
            "id": None,
            "version": VERSION,
            "best": "discard",
            "proven": True,
            "draws": [
                {
                    "source": "discard",
                    "tile": "r8",
                    "refused": None,
                    "status": "optimal",
                    "wins": False,
                    "opens": False,
                    "gain": 2,
                    "way": None,
                    "score": 0,
                    "table": ["r1 r2 r3", "r6 r7 r8"],
                    "from": [[0, 0, 0], ["rack", "rack", "rack"]],
                    "played": ["r6", "r7", "r8"],
                    "left": ["o2"],
                    "others": [],
                    "others_from": [],
                    "discard": "k4",
                }
            ],
        },
    ),
    read=lambda fields: choice_request(fields, "draw"),
    run=_draw,
    write=lambda advice, given: draw_document(advice, given.asked.id),
    proven=lambda advice: advice.proven,
)


def _wins(given: ChoiceRequest, seconds: float) -> BestWins:
    asked = given.asked
    of = asked.position, asked.rules, given.sheet, given.closed, asked.objective, seconds, asked.work_limit
    return best_wins(*of, from_bonus=given.from_bonus)


WINS = Call(
    name="wins",
    summary="International: the ways to win, what each pays, and which to choose",
    fields=WinsFields,
    answer=Won,
    example=Example(
        {"table": ["r1 r2 r3"], "rack": ["r4", "b9"], "closed": 150},
        {
            "id": None,
            "version": VERSION,
            "best": "open",
            "proven": True,
            "ways": [
                {
                    "way": "closed",
                    "status": "no_play",
                    "refused": "a Closed win is only for a player who has melded nothing before",
                    "wins": False,
                    "score": 0,
                    "row": None,
                    "hand": None,
                    "table": None,
                    "from": None,
                    "played": [],
                    "left": ["r4", "b9"],
                    "others": None,
                    "others_from": None,
                    "discard": None,
                },
                {
                    "way": "finish",
                    "status": "no_play",
                    "refused": "a Finish win is only for a player who has melded nothing before",
                    "wins": False,
                    "score": 0,
                    "row": None,
                    "hand": None,
                    "table": None,
                    "from": None,
                    "played": [],
                    "left": ["r4", "b9"],
                    "others": None,
                    "others_from": None,
                    "discard": None,
                },
                {
                    "way": "open",
                    "status": "optimal",
                    "refused": None,
                    "wins": True,
                    "score": 200,
                    "row": None,
                    "hand": None,
                    "table": ["r1 r2 r3 r4"],
                    "from": [[0, 0, 0, "rack"]],
                    "played": ["r4"],
                    "left": [],
                    "others": [],
                    "others_from": [],
                    "discard": "b9",
                },
            ],
        },
    ),
    read=lambda fields: choice_request(fields, "wins", {"rules": _INTERNATIONAL}),
    run=_wins,
    write=lambda found, given: wins_document(found, given.asked.id),
    proven=lambda found: found.proven,
)


class ScoreFields(Strict):
    """What does everybody score?"""

    id: Identity | None = Field(default=None, description="Comes back with the answer.")
    racks: Annotated[list[Text], Field(max_length=MOST_RACKS)] = Field(
        description="For each player the tiles left, `r5 J`; for the winner an empty text or `-`."
    )
    rules: Annotated[str, Field(max_length=1000)] | None = Field(default=None, description="The edition.")
    way: Annotated[str, one_of(WAYS)] | None = Field(default=None, description="How an International game was won.")
    points: _POINTS | None = Field(default=None, description="What the Closed hand scores, before it is doubled.")
    discard: Text | None = Field(default=None, description="The winner's last tile.")
    melded: Annotated[list[Annotated[int, Field(ge=1, le=MOST_RACKS)]], Field(max_length=MOST_RACKS)] | None = Field(
        default=None, description="International: the players that have melded, counted from 1."
    )


class Scored(Answer):
    """The scores, in the order of the racks."""

    scores: list[int]


def _score(asked: ScoreRequest, _seconds: float) -> tuple[int, ...]:
    return score(asked.rules, asked.racks, asked.ending, asked.deck)


SCORE = Call(
    name="score",
    summary="What every player scores when a hand ends",
    fields=ScoreFields,
    answer=Scored,
    example=Example(
        {"racks": ["r13 b7", "k4 k5 k6", "o7", "-"]},
        {"id": None, "version": VERSION, "scores": [-20, -15, -7, 42]},
    ),
    read=score_request,
    run=_score,
    write=lambda scores, asked: scores_document(scores, asked.id),
)
