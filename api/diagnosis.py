"""A position normalised, or what is wrong with it; and all rules. Neither needs the solver."""

from dataclasses import asdict
from enum import StrEnum
from typing import Any, get_type_hints

from api.errors import Refusal
from api.intake import shaped, valid
from api.models import PositionFields
from solver.deck import DECKS, tile_name
from solver.documents import Document, presets_document, request
from solver.errors import DeckError, PositionError
from solver.notation import canonical_line
from solver.result import VERSION
from solver.rules import KNOBS, Rules
from solver.sets import written


def diagnosis(given: Document) -> Document:
    """The canonical form of a position; or, where it is readable but cannot occur, why.

    Raises:
        Refusal: 422 for what cannot be read.
    """
    try:
        asked = valid(request, PositionFields, given)
    except Refusal as refusal:
        if not isinstance(refusal.__cause__, PositionError | DeckError):
            raise
        shaped(PositionFields, given, refusal.id)
        fault = {"place": refusal.place, "text": refusal.detail}
        return {"id": refusal.id, "version": VERSION, "possible": False, "fault": fault, "normal": None}
    position = asked.position.canonical()
    normal = {
        "line": canonical_line(position),
        "table": [written(tile_set) for tile_set in position.table],
        "rack": [tile_name(tile) for tile in position.rack],
        "to_open": position.to_open,
        "deck": asdict(position.deck),
        "rules": asked.rules.name,
    }
    return {"id": asked.id, "version": VERSION, "possible": True, "fault": None, "normal": normal}


def all_rules() -> Document:
    """Every edition with its source, every knob with the values that it can have, and the decks."""
    kinds = get_type_hints(Rules)
    knobs = [{"name": knob, "values": _values(knob, kinds[knob])} for knob in KNOBS]
    decks = {name: asdict(deck) for name, deck in DECKS.items()}
    return {**presets_document(), "knobs": knobs, "decks": decks}


def _values(knob: str, kind: Any) -> list[str]:
    if knob == "deck":
        return list(DECKS)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return [str(value) for value in kind]
    if kind is bool:
        return ["yes", "no"]
    return ["a whole number"] if kind is int else ["a whole number", "none"]
