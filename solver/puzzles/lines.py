"""Puzzles as text, one in a line, its fields with a blank between:

id kind level editions deck position solution broken,jokers,movements game licence

Two editions, and their two solutions, have a `/` between. docs/puzzles.md tells the fields.
"""

import re
from collections.abc import Iterable

from solver.deck import Deck
from solver.errors import InputError
from solver.notation import canonical_line, line_set, parse_line
from solver.puzzles.grade import Grade
from solver.puzzles.puzzle import LICENCE, Answer, Kind, Puzzle, PuzzleError
from solver.rules import Rules, rules
from solver.sets import TileSet

_FIELDS = 10
_DECK = re.compile(r"([0-9]{1,2})x([0-9]{1,2})x([0-9]{1,2})\+([0-9]{1,2})")
_GRADE = re.compile(r"([0-9]{1,3}),([0-9]{1,3}),([0-9]{1,3})")
_ID = re.compile(r"[0-9a-f]{10}")


def puzzle_line(puzzle: Puzzle) -> str:
    """A puzzle in a line."""
    grade = puzzle.grade
    return " ".join(
        [
            puzzle.id,
            puzzle.kind,
            f"{grade.level:d}",
            "/".join(answer.rules.name for answer in puzzle.answers),
            deck_text(puzzle.position.deck),
            canonical_line(puzzle.position),
            "/".join(table_text(answer.table) for answer in puzzle.answers),
            f"{grade.broken},{grade.jokers},{grade.movements}",
            puzzle.game,
            LICENCE,
        ]
    )


def deck_text(deck: Deck) -> str:
    """A deck without blanks: `4x13x2+2`."""
    return str(deck).replace(" ", "")


def table_text(table: Iterable[TileSet]) -> str:
    """A table in the one-line form."""
    return ".".join(map(line_set, table))


def read_puzzle(line: str) -> Puzzle:
    """The puzzle of a line. What it claims is not proven here.

    Raises:
        InputError: a line that is none.
    """
    fields = line.split(" ")
    if len(fields) != _FIELDS:
        raise PuzzleError(f"a puzzle has {_FIELDS} fields with a blank between, not {len(fields)}")
    id, kind, level, editions, deck, position, solutions, graded, game, licence = fields
    if not _ID.fullmatch(id):
        raise PuzzleError(f"{id[:40]!r} is no id of a puzzle, it has ten hexadecimal digits")
    if kind not in list(Kind):
        raise PuzzleError(f"unknown kind of puzzle {kind[:40]!r}, choose one of {', '.join(Kind)}")
    used, known = _deck(deck), [rules(name) for name in editions.split("/")]
    tables = solutions.split("/")
    if not len(known) == len(tables) == (2 if kind == Kind.EDITION else 1):
        raise PuzzleError(f"a puzzle of the kind {kind} has not {len(known)} editions with {len(tables)} solutions")
    place = parse_line(position, used, known[0].ones)
    lying = len(place.table_tiles())
    answers = tuple(_answer(edition, text, used, lying) for edition, text in zip(known, tables, strict=True))
    grade = _grade(graded)
    if level != f"{grade.level:d}":
        raise PuzzleError(f"a puzzle that breaks {grade.broken} sets is of level {grade.level:d}, not {level[:40]!r}")
    if licence != LICENCE:
        raise PuzzleError(f"the licence is {licence[:40]!r}, not {LICENCE}")
    return Puzzle(id, Kind(kind), place, answers, grade, game)


def _answer(rules: Rules, text: str, deck: Deck, lying: int) -> Answer:
    table = parse_line(f"{text} -", deck, rules.ones).table
    return Answer(rules, sum(len(tile_set.tiles) for tile_set in table) - lying, table)


def _deck(text: str) -> Deck:
    match = _DECK.fullmatch(text)
    if match is None:
        raise PuzzleError(f"{text[:40]!r} is no deck, write colours, numbers, copies and jokers: 4x13x2+2")
    return Deck(*map(int, match.groups()))


def _grade(text: str) -> Grade:
    match = _GRADE.fullmatch(text)
    if match is None:
        raise PuzzleError(f"{text[:40]!r} is no grade, write three numbers: broken,jokers,movements")
    return Grade(*map(int, match.groups()))


def read_puzzles(lines: Iterable[str], name: str) -> list[Puzzle]:
    """The puzzles of a file; a line that begins with `#` is none.

    Raises:
        PuzzleError: a line that cannot be read, with its number, or a puzzle that is there twice.
    """
    found: dict[str, Puzzle] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            puzzle = read_puzzle(line.rstrip("\r\n"))
        except InputError as error:
            raise PuzzleError(f"{name} line {number}: {error}") from None
        if puzzle.id in found:
            raise PuzzleError(f"{name} line {number}: the puzzle {puzzle.id} is there twice")
        found[puzzle.id] = puzzle
    return list(found.values())
