"""The request of a picture: a position, whether to solve it, and in which language the picture speaks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from solver.documents.fields import Fields
from solver.documents.requests import FIELDS, Request, request
from solver.drawing.captions import Captions, captions
from solver.position import Position

_OWN = ("best", "language")
PICTURE_FIELDS = (*(name for name in FIELDS["solve"] if name not in ("objective", "work_limit")), *_OWN)


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """Draw this position; with `best` also the best turn."""

    asked: Request
    best: bool
    words: Captions

    @property
    def position(self) -> Position:
        """The position."""
        return self.asked.position


def picture_request(given: Mapping[str, Any], defaults: Mapping[str, Any] | None = None) -> PictureRequest:
    """The request that a JSON object makes.

    Raises:
        InputError: the first fault found, in one sentence.
    """
    told = {**(defaults or {}), **{name: value for name, value in given.items() if value is not None}}
    own = Fields({name: told[name] for name in _OWN if name in told})
    return PictureRequest(
        request({name: value for name, value in told.items() if name not in _OWN}, "solve"),
        own.flag("best", default=False),
        captions(own.text("language", "en", 100)),
    )
