"""Answers to `explain` and `hint` as plain dicts. A tile of a step is a number, the place of its name in `tiles`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solver.deck import tile_name
from solver.documents.answers import result_document
from solver.documents.fields import Document
from solver.documents.requests import Id
from solver.hints.messages import DEFAULT
from solver.result import VERSION, Result
from solver.rules import Game, Rules

if TYPE_CHECKING:  # loading the solver takes time, and only the types are needed here
    from solver.hints.levels import Hint
    from solver.hints.steps import Explanation, Pile, Step


def explanation_document(result: Result, language: str = DEFAULT, id: Id = None) -> Document:
    """The answer to `explain`: that to `solve`, and the steps. Without a turn there are none."""
    from solver.hints.steps import explain

    explained = None if result.turn is None else explain(result.turn, result.rules)
    return {**result_document(result, id), **_explanation(explained, result, language)}


def hint_document(result: Result, level: int, language: str = DEFAULT, id: Id = None) -> Document:
    """The answer to `hint`: each level has the fields of the one before."""
    from solver.hints.levels import hint

    told = hint(result, level, language)
    document: Document = {
        "id": id,
        "version": VERSION,
        "status": str(told.status),
        "level": level,
        "text": told.text,
        "play": told.play,
    }
    if level > 1:
        document |= {"tiles": told.tiles, "points": told.points}
    if told.rack_tiles is not None:
        document["rack_tiles"] = [tile_name(tile) for tile in told.rack_tiles]
    if told.sets is not None:
        document["sets"] = list(told.sets)
        if result.rules.game != Game.SABRA:
            document["others_sets"] = list(told.others_sets or ())
    if level > 4:
        document["step"] = _first(told, result.rules, language)
    if level > 5:
        explanation = {**result_document(result), **_explanation(told.explanation, result, language)}
        document["explanation"] = {name: explanation[name] for name in explanation if name not in ("id", "version")}
    return document


def _first(told: "Hint", rules: Rules, language: str) -> Document | None:
    """The first step, None where there is none."""
    if told.explanation is None or not told.explanation.steps:
        return None
    return step_documents(told.explanation, rules, language)[0]


def _explanation(explained: "Explanation | None", result: Result, language: str) -> Document:
    """The fields that `explain` has beyond `solve`."""
    if explained is None:
        position = result.position
        sets = (*position.table, *position.others)
        tiles = [tile for tile_set in sets for tile in tile_set.tiles] + list(position.rack)
        return {
            "language": language,
            "movements": 0,
            "fewest": False,
            "tiles": [tile_name(tile) for tile in tiles],
            "steps": [],
        }
    return {
        "language": language,
        "movements": explained.movements,
        "fewest": explained.fewest,
        "tiles": [tile_name(tile) for tile in explained.tiles.tiles],
        "steps": step_documents(explained, result.rules, language),
    }


def step_documents(explained: "Explanation", rules: Rules, language: str = DEFAULT) -> list[Document]:
    """Each step with its sentence and what lies where after it."""
    from solver.hints.steps import sentences

    texts = sentences(explained, language)
    return [_step(step, text, rules) for step, text in zip(explained.steps, texts, strict=True)]


def _step(step: "Step", text: str, rules: Rules) -> Document:
    own_sets = rules.game != Game.SABRA
    return {
        "action": str(step.action),
        "text": text,
        "moved": [*step.moved, *([] if step.freed is None else [step.freed])],
        "table": [str(pile) for pile in step.table],
        "ids": _ids(step.table),
        **({"others": [str(pile) for pile in step.others], "others_ids": _ids(step.others)} if own_sets else {}),
        "rack": list(step.rack),
        "legal": step.legal,
    }


def _ids(piles: "Sequence[Pile]") -> list[list[int]]:
    return [list(pile.ids) for pile in piles]
