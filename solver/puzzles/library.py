"""The puzzles that come with the package. They are read when first asked for, and proven by `make verify-puzzles`."""

import hashlib
from datetime import date
from functools import cache
from importlib.resources import files

from solver.puzzles.grade import Level
from solver.puzzles.lines import read_puzzles
from solver.puzzles.puzzle import Kind, Puzzle, PuzzleError

NAME = "library.txt"


@cache
def library() -> tuple[Puzzle, ...]:
    """Every puzzle, in the order of the file."""
    text = files("solver.puzzles").joinpath("data", NAME).read_text(encoding="utf-8")
    return tuple(read_puzzles(text.splitlines(), NAME))


def find(id: str) -> Puzzle:
    """The puzzle of an id.

    Raises:
        PuzzleError: there is none.
    """
    for puzzle in library():
        if puzzle.id == id:
            return puzzle
    raise PuzzleError(f"there is no puzzle {id[:40]!r} in the library")


def pick(kind: Kind | None = None, level: Level | None = None, seed: int = 0) -> Puzzle:
    """A puzzle of this kind and level, any where None; the same for the same seed.

    Raises:
        PuzzleError: there is none of this kind and level.
    """
    fitting = [puzzle for puzzle in library() if kind in (None, puzzle.kind) and level in (None, puzzle.grade.level)]
    if not fitting:
        asked = f"{kind or 'any'} puzzle" + (f" of level {level:d}" if level else "")
        raise PuzzleError(f"the library has no {asked}")
    return fitting[int(hashlib.sha256(f"{kind} {level} {seed}".encode()).hexdigest(), 16) % len(fitting)]


def daily(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody; all of the library come before one comes again."""
    # Ids are hashes, so their order is any order.
    return sorted(library(), key=lambda puzzle: puzzle.id)[day.toordinal() % len(library())]
