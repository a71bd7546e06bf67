"""Fills the library of puzzles up: `python scripts/make_library.py FOLDER`; its parts go there, to be gone on with.

Puzzles that the library has stay. The same versions add the same puzzles to the same file. With others they may come
out otherwise; the file is the truth, the seeds are not.
"""

from collections import Counter
from itertools import chain
from pathlib import Path

import click

from solver.deck import deck
from solver.executors import Workers, workers
from solver.puzzles import library
from solver.puzzles.generate import Order
from solver.puzzles.grade import Level
from solver.puzzles.harvest import PuzzleFile, harvest
from solver.puzzles.lines import puzzle_line
from solver.puzzles.puzzle import JOKER_RULES, PAIRS, USUAL_RULES, Kind, Puzzle
from solver.rules import rules

SEED = 2
_FILE = Path(library.__file__).parent / "data" / library.NAME
_HEAD = (
    "# Puzzles with exactly one solution each, for whoever wants them (CC0-1.0). docs/puzzles.md tells the fields.\n"
    "# Written by scripts/make_library.py, proven anew by `make verify-puzzles`.\n"
)
_EASY_TO_HARD = (Level.EASY, Level.MEDIUM, Level.HARD)
_WANTED = [
    *(((USUAL_RULES,), Kind.GO_OUT, level, 36) for level in Level),
    *(((USUAL_RULES,), Kind.MOST, level, 30) for level in Level),
    ((USUAL_RULES,), Kind.OPEN, Level.BEGINNER, 60),
    (("raeuber",), Kind.OPEN, Level.BEGINNER, 12),
    *(((JOKER_RULES,), Kind.JOKER, level, 20) for level in _EASY_TO_HARD),
    *(((USUAL_RULES,), Kind.JOKER, level, 20) for level in _EASY_TO_HARD),
    *((("pressman-1998",), Kind.JOKER, level, 10) for level in _EASY_TO_HARD),
    ((JOKER_RULES,), Kind.JOKER, Level.EXPERT, 18),
    ((USUAL_RULES,), Kind.JOKER, Level.EXPERT, 10),
    *((PAIRS[1], Kind.EDITION, level, 8) for level in (Level.EXPERT, *_EASY_TO_HARD)),
    *((PAIRS[0], Kind.EDITION, level, 8) for level in (Level.EXPERT, *_EASY_TO_HARD)),
    *((PAIRS[2], Kind.EDITION, level, 6) for level in (Level.EXPERT, *_EASY_TO_HARD)),
    *((PAIRS[4], Kind.EDITION, level, 7) for level in (Level.EASY, Level.MEDIUM)),
]
"""Editions, kind, level, and how many there are at least."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--jobs", type=int, default=2, show_default=True)
@click.option("--cluster", default=None, help="A Dask scheduler that does the work.")
def main(folder: Path, jobs: int, cluster: str | None) -> None:
    """Fill the FOLDER with parts, and write to the library what it lacks of them."""
    folder.mkdir(parents=True, exist_ok=True)
    found = {puzzle.id: puzzle for puzzle in library.library()}
    with workers(jobs, cluster) as crew:
        for names, kind, level, count in _WANTED:
            there = Counter(map(_sort, found.values()))[names, kind, level]
            if there < count:
                editions = tuple(map(rules, names))
                order = Order(kind, level, editions, deck(editions[0].deck), SEED)
                fresh = _more(folder / f"{kind}-{level:d}-{'-'.join(names)}.txt", order, count - there, found, crew)
                found |= {puzzle.id: puzzle for puzzle in fresh}
            click.echo(f"{kind} {level:d} {'/'.join(names)}: {max(there, count)}")
    _FILE.write_text(_HEAD + "".join(f"{puzzle_line(puzzle)}\n" for puzzle in found.values()), encoding="utf-8")
    click.echo(f"{_FILE}: {len(found)} puzzles")


def _sort(puzzle: Puzzle) -> tuple[tuple[str, ...], Kind, Level]:
    return tuple(answer.rules.name for answer in puzzle.answers), puzzle.kind, puzzle.grade.level


def _more(path: Path, order: Order, count: int, known: dict[str, Puzzle], crew: Workers) -> list[Puzzle]:
    """So many puzzles of an order that the library does not have."""
    file = PuzzleFile(path, order)
    found: list[Puzzle] = []
    written = {puzzle.id for puzzle in file.known}
    with file.writing():
        for puzzle in chain(file.known, harvest(order, crew, file.known)):
            if puzzle.id not in written:
                file.add(puzzle)
            if puzzle.id not in known:
                found.append(puzzle)
            if len(found) == count:
                break
    return found


if __name__ == "__main__":
    main()
