"""The request of a picture: a position, and whether to solve it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from solver.documents.fields import Fields
from solver.documents.requests import Request, request
from solver.position import Position


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """Draw this position; with `best` also the best turn."""

    asked: Request
    best: bool

    @property
    def position(self) -> Position:
        """The position."""
        return self.asked.position


def picture_request(given: Mapping[str, Any]) -> PictureRequest:
    """The request that a JSON object makes.

    Raises:
        InputError: the first fault found, in one sentence.
    """
    asked = request(given, "board.svg")
    told = Fields({name: value for name, value in given.items() if value is not None})
    return PictureRequest(asked, told.flag("best", default=False))
