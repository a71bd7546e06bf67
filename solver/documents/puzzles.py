"""Puzzles as plain dicts: what is asked, on request the solution, and what the referee says of a table."""

import re
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from solver.deck import Deck, tile_name
from solver.documents.fields import Document, DocumentError, Fields, short
from solver.documents.requests import Id, request_id
from solver.errors import NotationError
from solver.notation import format_line, parse_line, parse_set
from solver.result import VERSION
from solver.rules import Rules
from solver.sets import TileSet, written

if TYPE_CHECKING:  # puzzles load the solver, and only the types are needed here
    from collections.abc import Mapping

    from solver.puzzles.check import Judgement
    from solver.puzzles.grade import Level
    from solver.puzzles.puzzle import Answer, Kind, Puzzle

PICKED, DAILY = ("id", "puzzle", "kind", "level", "seed", "solution"), ("id", "date", "solution")
COUNTED = ("id", "kind")
CHECKED = ("id", "puzzle", "after", "rules")
MOST_SEED = 10**12
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def puzzle_document(puzzle: "Puzzle", id: Id = None, *, solution: bool = False) -> Document:
    """A puzzle; its solution, a table for each edition, only on request."""
    from solver.puzzles.puzzle import LICENCE

    position, level = puzzle.position, puzzle.grade.level
    document: Document = {
        "id": id,
        "version": VERSION,
        "puzzle": puzzle.id,
        "kind": str(puzzle.kind),
        "level": int(level),
        "level_name": level.name.lower(),
        "text": puzzle.text,
        "asked": [{"rules": answer.rules.name, "tiles": answer.tiles} for answer in puzzle.answers],
        "deck": asdict(position.deck),
        "position": format_line(position),
        "table": _sets(position.table),
        "rack": [tile_name(tile) for tile in position.rack],
        "to_open": position.to_open,
        "licence": LICENCE,
    }
    if solution:
        document["solution"] = [{"rules": answer.rules.name, "table": _sets(answer.table)} for answer in puzzle.answers]
        document["grade"] = asdict(puzzle.grade)
    return document


@dataclass(frozen=True, slots=True)
class CountsRequest:
    """How many puzzles are there, of all kinds or of one?"""

    kinds: "tuple[Kind, ...]"
    id: Id


def counts_request(fields: Document) -> CountsRequest:
    """A question for what there is.

    Raises:
        InputError: an unknown field or kind.
    """
    read = _read(fields, "puzzles/counts", COUNTED)
    return CountsRequest(tuple(_kinds(read)), request_id(read.given))


def counts_document(counts: "Mapping[tuple[Kind, Level], int]", asked: CountsRequest) -> Document:
    """How many puzzles of each kind and level there are."""
    rows = [
        {"kind": str(kind), "level": int(level), "count": count}
        for (kind, level), count in counts.items()
        if kind in asked.kinds
    ]
    return {"id": asked.id, "version": VERSION, "counts": rows}


def _kinds(read: Fields) -> "list[Kind]":
    """The kind that is told, or all."""
    from solver.puzzles.puzzle import Kind

    return [Kind(read.choice("kind", list(Kind)))] if "kind" in read.given else list(Kind)


@dataclass(frozen=True, slots=True)
class PuzzleRequest:
    """Which puzzle of the library is asked for, and whether its solution too."""

    puzzle: "Puzzle"
    solution: bool
    id: Id


@dataclass(frozen=True, slots=True)
class Submission:
    """The table that somebody has made of a puzzle, and the answer that it is held against."""

    puzzle: "Puzzle"
    answer: "Answer"
    table: tuple[TileSet, ...]
    id: Id


def puzzle_request(fields: Document) -> PuzzleRequest:
    """A puzzle by its id, or by kind, level and seed, any kind and level where they are absent.

    Raises:
        InputError: an unknown field or value, no such puzzle, or a kind of which there is none of that level.
    """
    from solver.puzzles.grade import Level
    from solver.puzzles.library import find, pick

    read = _read(fields, "puzzles", PICKED)
    kind = _kinds(read)[0] if "kind" in read.given else None
    level = Level(read.whole("level", 1, min(Level), max(Level))) if "level" in read.given else None
    seed = read.whole("seed", 0, 0, MOST_SEED)
    if "puzzle" not in read.given:
        return _wanted(pick(kind, level, seed), read)
    puzzle = find(read.text("puzzle"))
    if kind not in (None, puzzle.kind) or level not in (None, puzzle.grade.level):
        raise DocumentError(f"puzzle {puzzle.id} is of the kind {puzzle.kind} and level {puzzle.grade.level:d}")
    return _wanted(puzzle, read)


def daily_request(fields: Document) -> PuzzleRequest:
    """The puzzle of a day, today's (UTC) where no day is told.

    Raises:
        InputError: an unknown field, or no day.
    """
    from solver.puzzles.library import daily

    read = _read(fields, "puzzles/daily", DAILY)
    text = read.text("date") if "date" in read.given else datetime.now(UTC).date().isoformat()
    # `fromisoformat` takes other forms too.
    if not _DAY.fullmatch(text):
        raise DocumentError(f"date cannot be {short(text)}, write year-month-day: 2026-01-31")
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise DocumentError(f"there is no day {short(text)}, write year-month-day: 2026-01-31") from None
    return _wanted(daily(day), read)


def _read(fields: Document, call: str, known: tuple[str, ...]) -> Fields:
    """The fields that are given, all of them known."""
    for name in fields:
        if name not in known:
            raise DocumentError(f"unknown field {short(name)}, {call} takes {', '.join(known)}")
    return Fields({name: value for name, value in fields.items() if value is not None})


def _wanted(puzzle: "Puzzle", read: Fields) -> PuzzleRequest:
    return PuzzleRequest(puzzle, bool(read.whole("solution", 0, 0, 1)), request_id(read.given))


def submission(fields: Document) -> Submission:
    """A table that is submitted as the solution of a puzzle.

    Raises:
        InputError: an unknown or missing field, no such puzzle, text that is no table, an edition that the puzzle does
            not ask about.
    """
    from solver.puzzles.check import asked
    from solver.puzzles.library import find

    read = _read(fields, "the check of a puzzle", CHECKED)
    for name in ("puzzle", "after"):
        if name not in read.given:
            raise DocumentError(f"{name} is needed")
    puzzle = find(read.text("puzzle"))
    answer = asked(puzzle, read.text("rules", longest=1000) if "rules" in read.given else None)
    return Submission(puzzle, answer, _table(read, puzzle.position.deck, answer.rules), request_id(read.given))


def _table(read: Fields, deck: Deck, rules: Rules) -> tuple[TileSet, ...]:
    """A list of sets, or a line, whose rack does not matter; what is no set is left to the referee."""
    if isinstance(read.given["after"], str):
        try:
            return parse_line(read.text("after"), deck, rules.ones, any_sets=True).table
        except NotationError as error:
            raise NotationError(f"after, {error}") from None
    sets = enumerate(read.texts("after"), start=1)
    return tuple(parse_set(text, deck, rules.ones, f"after set {i}", any_sets=True) for i, text in sets)


def judgement_document(found: "Judgement", puzzle: "Puzzle", id: Id = None) -> Document:
    """Is the puzzle solved, and if not, why not?"""
    return {
        "id": id,
        "version": VERSION,
        "puzzle": puzzle.id,
        "solved": found.solved,
        "rules": found.answer.rules.name,
        "tiles": found.tiles,
        "wanted": found.answer.tiles,
        "text": found.text,
        "broken": [{"rule": broken.rule, "text": broken.text} for broken in found.broken],
    }


def _sets(table: tuple[TileSet, ...]) -> list[str]:
    return [written(tile_set) for tile_set in table]
