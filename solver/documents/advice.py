"""The requests and answers of `outs` and `why-not`: what a draw would be worth, and why a tile stays on the rack."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solver.deck import Tile, tile_name
from solver.documents.answers import turn_fields
from solver.documents.fields import Document, DocumentError, Fields
from solver.documents.requests import Request, request
from solver.notation import parse_tiles
from solver.position import Position
from solver.result import VERSION
from solver.rules import Rules

if TYPE_CHECKING:  # loading the solver takes time, and only the types are needed here
    from solver.hints.outs import Outs
    from solver.hints.why_not import WhyNot


@dataclass(frozen=True, slots=True)
class WhyNotRequest:
    """Why does the best turn leave this tile?"""

    asked: Request
    tile: Tile

    @property
    def position(self) -> Position:
        """The position."""
        return self.asked.position


def why_not_request(given: Mapping[str, Any]) -> WhyNotRequest:
    """The request that a JSON object makes.

    Raises:
        InputError: the first fault found, in one sentence.
    """
    asked = request(given, "why-not")
    text = Fields({name: value for name, value in given.items() if value is not None}).text("tile")
    tiles = parse_tiles(text, asked.position.deck, "tile") if text else ()
    if len(tiles) != 1:
        raise DocumentError("tile is needed: the one tile of the rack that is asked about")
    return WhyNotRequest(asked, tiles[0])


def outs_document(found: "Outs", asked: Request) -> Document:
    """The answer to `outs`."""
    from solver.hints.telling import outs_text

    turn = found.now.turn
    return {
        "id": asked.id,
        "version": VERSION,
        "status": "optimal" if found.proven else "feasible",
        "unseen": found.unseen,
        "winning": found.winning,
        "playable": found.playable,
        "text": outs_text(found, asked.language),
        "now": {"tiles": len(turn.played) if turn else 0, "ends": turn is not None and not turn.left},
        "draws": [
            {
                "tile": tile_name(draw.tile),
                "copies": draw.copies,
                "tiles": draw.tiles,
                "ends": draw.ends,
                "status": "optimal" if draw.proven else "feasible",
            }
            for draw in found.draws
        ],
        "ms": round(found.seconds * 1000, 3),
    }


def why_not_document(found: "WhyNot", given: WhyNotRequest) -> Document:
    """The answer to `why-not`, with the turn that plays the tile where there is one."""
    from solver.hints.telling import why_not_text

    asked, shown = given.asked, found.shown
    rules = found.rules_needed or asked.rules
    return {
        "id": asked.id,
        "version": VERSION,
        "tile": tile_name(found.tile),
        "verdict": str(found.answer),
        "text": why_not_text(found, asked.language),
        "cost": found.cost if found.answer == "costs" else None,
        "change": _change(found, rules),
        **turn_fields(None if shown is None else shown.turn, asked.position, rules),
        "ms": round(found.seconds * 1000, 3),
    }


def _change(found: "WhyNot", rules: Rules) -> Document | None:
    """The other rules, and the knobs in which they differ."""
    if found.rules_needed is None:
        return None
    return {"rules": rules.name, "knobs": {knob: rules.knobs()[knob] for knob in found.changed}}
