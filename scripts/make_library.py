"""Makes the library of puzzles anew: `python scripts/make_library.py FOLDER`; its parts go there, to be gone on with.

The same versions make the same file. With others it may come out otherwise; the file is the truth, the seeds are not.
"""

from pathlib import Path

import click

from solver.deck import deck
from solver.executors import workers
from solver.puzzles import library
from solver.puzzles.generate import Order
from solver.puzzles.grade import Level
from solver.puzzles.harvest import PuzzleFile, harvest
from solver.puzzles.lines import puzzle_line
from solver.puzzles.puzzle import JOKER_RULES, PAIRS, USUAL_RULES, Kind, Puzzle
from solver.rules import rules

SEED = 1
_FILE = Path(library.__file__).parent / "data" / library.NAME
_HEAD = (
    "# Puzzles with exactly one solution each, for whoever wants them (CC0-1.0). docs/puzzles.md tells the fields.\n"
    "# Written by scripts/make_library.py, proven anew by `make verify-puzzles`.\n"
)
_WANTED = [
    *(((USUAL_RULES,), Kind.GO_OUT, level, 36) for level in Level),
    *(((USUAL_RULES,), Kind.MOST, level, 30) for level in Level),
    ((USUAL_RULES,), Kind.OPEN, Level.BEGINNER, 60),
    (("raeuber",), Kind.OPEN, Level.BEGINNER, 12),
    *(((JOKER_RULES,), Kind.JOKER, level, 20) for level in (Level.EASY, Level.MEDIUM, Level.HARD)),
    *(((USUAL_RULES,), Kind.JOKER, level, 20) for level in (Level.EASY, Level.MEDIUM, Level.HARD)),
    ((USUAL_RULES,), Kind.JOKER, Level.EXPERT, 10),
    *((("pressman-1998",), Kind.JOKER, level, 10) for level in (Level.EASY, Level.MEDIUM, Level.HARD)),
    *((pair, Kind.EDITION, Level.MEDIUM, 7) for pair in (PAIRS[0], PAIRS[1], PAIRS[4])),
    *((pair, Kind.EDITION, Level.HARD, 7) for pair in (PAIRS[0], PAIRS[1])),
    (PAIRS[1], Kind.EDITION, Level.EASY, 8),
]
"""Editions, kind, level, and how many."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--jobs", type=int, default=2, show_default=True)
@click.option("--cluster", default=None, help="A Dask scheduler that does the work.")
def main(folder: Path, jobs: int, cluster: str | None) -> None:
    """Fill the FOLDER with parts, and write the library from them."""
    folder.mkdir(parents=True, exist_ok=True)
    found: dict[str, Puzzle] = {}
    with workers(jobs, cluster) as crew:
        for names, kind, level, count in _WANTED:
            editions = tuple(map(rules, names))
            order = Order(kind, level, editions, deck(editions[0].deck), SEED)
            file = PuzzleFile(folder / f"{kind}-{level:d}-{'-'.join(names)}.txt", order)
            made = list(file.known)
            with file.writing():
                for puzzle in harvest(order, crew, file.known) if len(made) < count else ():
                    file.add(puzzle)
                    made.append(puzzle)
                    if len(made) == count:
                        break
            found |= {puzzle.id: puzzle for puzzle in made[:count] if puzzle.id not in found}
            click.echo(f"{kind} {level:d} {'/'.join(names)}: {len(made)}")
    _FILE.write_text(_HEAD + "".join(f"{puzzle_line(puzzle)}\n" for puzzle in found.values()), encoding="utf-8")
    click.echo(f"{_FILE}: {len(found)} puzzles")


if __name__ == "__main__":
    main()
