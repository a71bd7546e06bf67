"""The puzzles that come with the package. They are read when first asked for, and proven by `make verify-puzzles`."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import cache
from importlib.resources import files

from solver.puzzles.grade import Level
from solver.puzzles.lines import read_puzzle, read_puzzles
from solver.puzzles.puzzle import Kind, Puzzle, PuzzleError

NAME = "library.txt"


@cache
def _lines() -> dict[str, str]:
    """The line of every puzzle by its id. To read one puzzle the others need not be read."""
    text = files("solver.puzzles").joinpath("data", NAME).read_text(encoding="utf-8")
    return {line.partition(" ")[0]: line for line in text.splitlines() if not line.startswith("#")}


def library() -> tuple[Puzzle, ...]:
    """Every puzzle, in the order of the file. Reading them takes a while."""
    return tuple(read_puzzles(_lines().values(), NAME))


def find(id: str) -> Puzzle:
    """The puzzle of an id.

    Raises:
        PuzzleError: there is none.
    """
    if id not in _lines():
        raise PuzzleError(f"there is no puzzle {id[:40]!r} in the library")
    return read_puzzle(_lines()[id])


def pick(kind: Kind | None = None, level: Level | None = None, seed: int = 0) -> Puzzle:
    """A puzzle of this kind and level, any where None; the same for the same seed.

    Raises:
        PuzzleError: there is none of this kind and level.
    """
    fitting = list(_of(kind, level))
    if not fitting:
        asked = f"{kind or 'any'} puzzle" + (f" of level {level:d}" if level else "")
        raise PuzzleError(f"the library has no {asked}")
    return find(fitting[int(hashlib.sha256(f"{kind} {level} {seed}".encode()).hexdigest(), 16) % len(fitting)])


def counts() -> dict[tuple[Kind, Level], int]:
    """How many puzzles of each kind and level there are, as far as there are any."""
    found = Counter(tuple(line.split(" ", 3)[1:3]) for line in _lines().values())
    ways = [(kind, level) for kind in Kind for level in Level]
    return {(kind, level): count for kind, level in ways if (count := found[str(kind), f"{level:d}"])}


def _of(kind: Kind | None, level: Level | None) -> Iterator[str]:
    """The ids of the puzzles of a kind and level."""
    for id, line in _lines().items():
        _, its_kind, its_level, _ = line.split(" ", 3)
        if kind in (None, its_kind) and level in (None, int(its_level)):
            yield id


def daily(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody; all of the library come before one comes again."""
    # Ids are hashes, so their order is any order.
    ids = sorted(_lines())
    return find(ids[day.toordinal() % len(ids)])
