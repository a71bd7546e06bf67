"""The call `board.svg`: a position as a picture, with `best` before and after the best turn."""

from typing import Annotated, NamedTuple

from pydantic import BaseModel, Field

from api.calls.call import Call, Example
from api.models import PositionFields, Seconds, one_of
from solver.documents import PictureRequest, picture_request
from solver.drawing.captions import captions
from solver.drawing.svg import draw_svg
from solver.hints.messages import languages
from solver.result import Status
from solver.solve import solve
from solver.turn import Turn

Language = Annotated[str, one_of(languages())]


class BoardFields(PositionFields):
    """How does this position look?"""

    best: bool | None = Field(default=None, description="Draw the best turn, too?")
    language: Language | None = Field(default=None, description="Of the words in the picture, en.")
    limit: Seconds | None = Field(default=None, description="Seconds from when the service has the question.")


class Picture(BaseModel):
    """The picture, an SVG image."""


class Found(NamedTuple):
    """What is drawn, and is it proven that there is no better turn?"""

    turn: Turn | None
    proven: bool


def _run(asked: PictureRequest, seconds: float) -> Found:
    if not asked.best:
        return Found(None, proven=True)
    result = solve(asked.position, asked.asked.rules, limit=seconds)
    return Found(result.turn, result.status in (Status.OPTIMAL, Status.NO_PLAY))


BOARD = Call(
    name="board.svg",
    summary="The position as a picture",
    fields=BoardFields,
    answer=Picture,
    example=Example(
        {},
        {},
        {
            "position": "r4-5jr6.b3-6_r6b9k9o1",
            "rules": "book-1978",
            "best": True,
            "language": "en",
            "limit": 2,
        },
    ),
    read=picture_request,
    run=_run,
    write=lambda found, asked: draw_svg(asked.position, found.turn, captions(asked.asked.language)),
    proven=lambda found: found.proven,
    link=("position", "rules", "best", "language", "limit"),
    post=False,
    media="image/svg+xml",
    batch=False,
)
