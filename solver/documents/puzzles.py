"""Puzzles as plain dicts: what is asked, on request the solution, and what the referee says of a table."""

from typing import TYPE_CHECKING

from solver.deck import tile_name
from solver.documents.fields import Document, DocumentError, Fields, short
from solver.notation import format_line, parse_line, parse_set
from solver.result import VERSION
from solver.sets import TileSet, written

if TYPE_CHECKING:  # puzzles load the solver, and only the types are needed here
    from solver.puzzles.check import Judgement
    from solver.puzzles.puzzle import Answer, Puzzle

_CHECK_FIELDS = ("after", "rules")


def puzzle_document(puzzle: "Puzzle", *, solution: bool = False) -> Document:
    """A puzzle; its solution, a table for each edition, only on request."""
    from solver.puzzles.puzzle import LICENCE

    position, level = puzzle.position, puzzle.grade.level
    document: Document = {
        "id": puzzle.id,
        "version": VERSION,
        "kind": str(puzzle.kind),
        "level": int(level),
        "level_name": level.name.lower(),
        "text": puzzle.text,
        "asked": [{"rules": answer.rules.name, "tiles": answer.tiles} for answer in puzzle.answers],
        "deck": {
            "colours": position.deck.colours,
            "numbers": position.deck.numbers,
            "copies": position.deck.copies,
            "jokers": position.deck.jokers,
        },
        "position": format_line(position),
        "table": _sets(position.table),
        "rack": [tile_name(tile) for tile in position.rack],
        "to_open": position.to_open,
        "licence": LICENCE,
    }
    if solution:
        document["solution"] = [{"rules": answer.rules.name, "table": _sets(answer.table)} for answer in puzzle.answers]
        document["grade"] = {
            "broken": puzzle.grade.broken,
            "jokers": puzzle.grade.jokers,
            "moved": puzzle.grade.moved,
        }
    return document


def submitted(fields: Document, puzzle: "Puzzle") -> "tuple[tuple[TileSet, ...], Answer]":
    """The table that somebody has made of a puzzle, and the answer that it is held against.

    Raises:
        InputError: an unknown or missing field, text that is no table, an edition that the puzzle does not ask about.
    """
    from solver.puzzles.check import asked

    for name in fields:
        if name not in _CHECK_FIELDS:
            raise DocumentError(f"unknown field {short(name)}, the check of a puzzle takes {', '.join(_CHECK_FIELDS)}")
    read = Fields({name: value for name, value in fields.items() if value is not None})
    if "after" not in read.given:
        raise DocumentError("after is needed: the table after the turn, a list of sets or a line")
    answer = asked(puzzle, read.text("rules") if "rules" in read.given else None)
    deck, ones = puzzle.position.deck, answer.rules.ones
    if isinstance(read.given["after"], str):
        return parse_line(read.text("after"), deck, ones, any_sets=True).table, answer
    sets = enumerate(read.texts("after"), start=1)
    return tuple(parse_set(text, deck, ones, f"after set {i}", any_sets=True) for i, text in sets), answer


def judgement_document(puzzle: "Puzzle", found: "Judgement") -> Document:
    """Is the puzzle solved, and if not, why not?"""
    return {
        "id": puzzle.id,
        "version": VERSION,
        "solved": found.solved,
        "rules": found.answer.rules.name,
        "tiles": found.tiles,
        "wanted": found.answer.tiles,
        "text": found.text,
        "broken": [{"rule": broken.rule, "text": broken.text} for broken in found.broken],
    }


def _sets(table: tuple[TileSet, ...]) -> list[str]:
    return [written(tile_set) for tile_set in table]
