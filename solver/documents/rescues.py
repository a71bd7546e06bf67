"""The request and the answer of `rescue`: the way out of a table that was torn up in the middle of a turn."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solver.deck import Deck, Tile, tile_name
from solver.documents.answers import turn_fields
from solver.documents.fields import Document, DocumentError, Fields
from solver.documents.requests import Request, request
from solver.errors import NotationError
from solver.notation import parse_line, parse_set, parse_tiles
from solver.position import Position
from solver.result import VERSION
from solver.sets import Group, Ones, TileSet

if TYPE_CHECKING:  # loading the solver takes time, and only the types are needed here
    from solver.hints.rescue import Rescue


@dataclass(frozen=True, slots=True)
class RescueRequest:
    """The position is that at the start of the turn; `now` lies together now, `loose` lies about."""

    asked: Request
    now: tuple[TileSet, ...]
    loose: tuple[Tile, ...]

    @property
    def position(self) -> Position:
        """The position."""
        return self.asked.position


def rescue_request(given: Mapping[str, Any]) -> RescueRequest:
    """The request that a JSON object makes.

    Raises:
        InputError: the first fault found, in one sentence.
    """
    asked = request(given, "rescue")
    fields = Fields({name: value for name, value in given.items() if value is not None})
    if "now" not in fields.given:
        raise DocumentError("now is needed: what lies together on the table, a list of sets whole or not")
    deck, ones = asked.position.deck, asked.rules.ones
    if isinstance(fields.given["now"], str):
        return _from_line(asked, fields)
    now = tuple(_pile(text, deck, ones, f"now set {i}") for i, text in enumerate(fields.texts("now"), start=1))
    return RescueRequest(asked, now, parse_tiles(fields.texts("loose"), deck, "loose"))


def _pile(text: str, deck: Deck, ones: Ones, place: str) -> TileSet:
    """What lies together, a set or not; an empty text where nothing lies any more, others keep their numbers."""
    return parse_set(text, deck, ones, place, any_sets=True) if text.strip() else Group((), 0)


def _from_line(asked: Request, fields: Fields) -> RescueRequest:
    """`now` in one line, with the loose tiles where the rack would be."""
    if "loose" in fields.given:
        raise DocumentError("now is one line and loose is given too: a line says it itself, after the table")
    try:
        line = parse_line(fields.text("now"), asked.position.deck, asked.rules.ones, any_sets=True)
    except NotationError as error:
        raise NotationError(f"now, {error}") from None
    return RescueRequest(asked, line.table, line.rack)


def rescue_document(found: "Rescue", given: RescueRequest) -> Document:
    """The answer to `rescue`: the turn that is nearest, none on the way back, and the steps that lead there."""
    from solver.hints.mending import rescue_steps, rescue_text

    asked = given.asked
    return {
        "id": asked.id,
        "version": VERSION,
        "status": str(found.status),
        "way": str(found.way),
        "movements": found.movements,
        "text": rescue_text(found, asked.language),
        **turn_fields(found.turn, asked.position, asked.rules),
        "steps": [
            {
                "text": step.text,
                "moved": [tile_name(tile) for tile in step.moved],
                "table": [" ".join(map(tile_name, pile)) for pile in step.after.table],
                "numbers": [number + 1 for number in step.after.numbers],
                "loose": [tile_name(tile) for tile in step.after.loose],
                "rack": [tile_name(tile) for tile in step.after.rack],
            }
            for step in rescue_steps(found, asked.language)
        ],
        "ms": round(found.seconds * 1000, 3),
    }
