"""The requests of `draw` and `wins`: a position, and what Closed hands pay, by one score for all or by a sheet."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from solver.documents.fields import DocumentError, Fields, kind
from solver.documents.requests import Request, request
from solver.position import Position

if TYPE_CHECKING:  # loading the games takes time
    from solver.games.sheets import Sheet

_MOST_POINTS = 1_000_000


@dataclass(frozen=True, slots=True)
class ChoiceRequest:
    """Which draw or which way to win is best? With neither sheet nor score Closed hands are not looked for."""

    asked: Request
    sheet: "Sheet | None" = None
    closed: int | None = None
    from_bonus: bool = False

    @property
    def position(self) -> Position:
        """The position."""
        return self.asked.position


def choice_request(
    source: Mapping[str, Any], verb: Literal["draw", "wins"], defaults: Mapping[str, Any] | None = None
) -> ChoiceRequest:
    """The request that a JSON object makes: its field `sheet` is the score sheet itself.

    Raises:
        InputError: the first fault found, in one sentence.
    """
    asked = request(source, verb, defaults)
    fields = Fields({name: value for name, value in source.items() if value is not None})
    if "sheet" in fields.given and "closed" in fields.given:
        raise DocumentError("closed and sheet are both given, give one: a sheet says what Closed hands pay")
    return ChoiceRequest(
        asked,
        _sheet(fields),
        fields.whole("closed", 0, 0, _MOST_POINTS) if "closed" in fields.given else None,
        fields.flag("from_bonus", default=False),
    )


def _sheet(fields: Fields) -> "Sheet | None":
    value = fields.given.get("sheet")
    if value is None:
        return None
    if not isinstance(value, list | dict):
        raise DocumentError(f"sheet must be a list of rows or an object with rows, not {kind(value)}")
    from solver.games.sheets import read_sheet

    return read_sheet(json.dumps(value))
