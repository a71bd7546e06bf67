"""Answers as plain dicts, ready for JSON. The same fields whoever asks: command line, service, benchmarks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solver.deck import Tile, tile_name
from solver.documents.fields import Document
from solver.documents.requests import Id
from solver.position import Position
from solver.result import VERSION, Result
from solver.rules import DEFAULT, PRESETS, Game, Rules
from solver.sets import TileSet, written
from solver.turn import RACK, Turn

if TYPE_CHECKING:  # loading the solver takes time, and only the types are needed here
    from solver.editions import Edition
    from solver.openings import Openings
    from solver.referee import Verdict


def result_document(result: Result, id: Id = None) -> Document:
    """The answer to `solve`. Without a turn `table` and `from` are null; `from` counts old sets from 0."""
    return {"id": id, "version": VERSION, **_turn_fields(result)}


def editions_document(editions: "Sequence[Edition]", id: Id = None) -> Document:
    """The best turns under many editions, equal answers together with the names of their editions."""
    groups = [
        {
            "rules": [edition.rules.name for edition in group],
            "cost": group[0].cost,
            **_turn_fields(group[0].result),
        }
        for group in same_answers(editions)
    ]
    return {"id": id, "version": VERSION, "editions": groups}


def same_answers(editions: "Sequence[Edition]") -> "list[list[Edition]]":
    """Editions with the same answer (status and new table) together, in order of their first; none is lost."""
    groups: dict[tuple[object, ...], list[Edition]] = {}
    for edition in editions:
        turn = edition.result.turn
        table = tuple(sorted(tile_set.key() for tile_set in turn.after)) if turn else None
        others = tuple(tile_set.key() for tile_set in turn.others) if turn else None
        discard = turn.discard if turn else None
        groups.setdefault((edition.result.status, edition.cost, table, others, discard), []).append(edition)
    return list(groups.values())


def _turn_fields(result: Result) -> Document:
    return {
        "status": str(result.status),
        "objective": dict(result.values),
        "bound": dict(result.bounds),
        **turn_fields(result.turn, result.position, result.rules),
        "ms": round(result.seconds * 1000, 3),
    }


def turn_fields(turn: Turn | None, position: Position, rules: Rules) -> Document:
    """A turn, or that there is none from this position."""
    return {
        "table": _sets(turn.after) if turn else None,
        "from": _origins(turn.origin) if turn else None,
        "played": _tiles(turn.played if turn else ()),
        "left": _tiles(turn.left if turn else position.rack),
        **(_game_fields(turn) if rules.game != Game.SABRA else {}),
    }


def _game_fields(turn: Turn | None) -> Document:
    """American and International: the others' sets after the turn, where their tiles came from, and the discard."""
    if turn is None:
        return {"others": None, "others_from": None, "discard": None}
    return {
        "others": _sets(turn.others),
        "others_from": _origins(turn.others_origin),
        "discard": None if turn.discard is None else tile_name(turn.discard),
    }


def _origins(origins: Sequence[Sequence[int]]) -> list[list[str | int]]:
    return [["rack" if place == RACK else place for place in places] for places in origins]


def openings_document(openings: "Openings", id: Id = None) -> Document:
    """The answer to `openings`."""
    return {
        "id": id,
        "version": VERSION,
        "count": openings.count,
        "complete": openings.complete,
        "min_tiles": openings.min_tiles,
        "max_tiles": openings.max_tiles,
        "max_points": openings.max_points,
        "openings": [_sets(opening) for opening in openings.openings],
    }


def verdict_document(verdict: "Verdict", id: Id = None) -> Document:
    """The answer to `check`."""
    broken = [{"rule": broken.rule, "text": broken.text} for broken in verdict.broken]
    return {"id": id, "version": VERSION, "legal": verdict.legal, "broken": broken}


def rules_document(rules: Rules) -> Document:
    """An edition: its name, its source and the value of every knob."""
    return {"version": VERSION, **_edition(rules)}


def presets_document() -> Document:
    """Every preset, and which of them is the default."""
    return {"version": VERSION, "default": DEFAULT, "rules": [_edition(rules) for rules in PRESETS.values()]}


def _edition(rules: Rules) -> Document:
    return {"name": rules.name, "source": rules.source, "knobs": rules.knobs()}


def error_document(text: str, id: Id = None) -> Document:
    """The answer to a request that cannot be read or is not valid."""
    return {"id": id, "version": VERSION, "error": text}


def _sets(table: Sequence[TileSet]) -> list[str]:
    return [written(tile_set) for tile_set in table]


def _tiles(tiles: Sequence[Tile]) -> list[str]:
    return [tile_name(tile) for tile in tiles]
