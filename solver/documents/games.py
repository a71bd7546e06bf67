"""Answers about whole games as plain dicts: the choice of a draw, the ways to win, scores, and a game replayed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solver.deck import tile_name
from solver.documents.answers import turn_fields
from solver.documents.fields import Document
from solver.documents.requests import Id
from solver.result import VERSION

if TYPE_CHECKING:  # loading the solver takes time, and only the types are needed here
    from solver.games.draw import Draw, DrawAdvice
    from solver.games.international import BestWins, Choice
    from solver.games.record import Record


def draw_document(advice: "DrawAdvice", id: Id = None) -> Document:
    """The answer to `draw`: each draw of a tile in sight, and which to choose."""
    best = advice.best
    return {
        "id": id,
        "version": VERSION,
        "best": "pool" if best is None else str(best.source),
        "proven": advice.proven,
        "draws": [_draw(draw, advice) for draw in advice.draws],
    }


def _draw(draw: "Draw", advice: "DrawAdvice") -> Document:
    return {
        "source": str(draw.source),
        "tile": tile_name(draw.tile),
        "refused": draw.refused or None,
        "status": str(draw.status),
        "wins": draw.wins,
        "opens": draw.opens,
        "gain": draw.gain,
        "way": None if draw.way is None else str(draw.way),
        "score": draw.score,
        **turn_fields(draw.turn, advice.position, advice.rules),
    }


def wins_document(found: "BestWins", id: Id = None) -> Document:
    """The answer to `wins`: the best turn of each way to win, and which to choose."""
    best = found.best
    return {
        "id": id,
        "version": VERSION,
        "best": None if best is None else str(best.way),
        "proven": found.proven,
        "ways": [_way(choice, found) for choice in found.choices],
    }


def _way(choice: "Choice", found: "BestWins") -> Document:
    hand = choice.hand
    return {
        "way": str(choice.way),
        "status": str(choice.status),
        "refused": choice.refused or None,
        "wins": choice.wins,
        "score": choice.score,
        "row": None if hand is None or hand.row is None else hand.row.id,
        "hand": None if hand is None else list(map(str, hand.sets)),
        **turn_fields(choice.turn, found.position, found.rules),
    }


def scores_document(scores: Sequence[int], id: Id = None) -> Document:
    """The answer to `score`, in the order of the racks."""
    return {"id": id, "version": VERSION, "scores": list(scores)}


def replay_document(record: "Record") -> Document:
    """The answer to `replay` of a log in which everything is right."""
    ending = record.ending
    return {
        "version": VERSION,
        "moves": len(record.moves),
        "winner": ending.winner,
        "way": None if ending.way is None else str(ending.way),
        "scores": list(record.scores),
    }
