"""Is a submitted table the solution of a puzzle? The referee says so, and what is wrong where it is not."""

from collections.abc import Sequence
from dataclasses import dataclass

from solver.puzzles.puzzle import Answer, Kind, Puzzle, PuzzleError
from solver.referee import Broken, check
from solver.sets import TileSet


@dataclass(frozen=True, slots=True)
class Judgement:
    """`tiles` were played under the answer's edition; `text` says in a sentence how that stands."""

    solved: bool
    answer: Answer
    tiles: int
    broken: tuple[Broken, ...]
    text: str


def asked(puzzle: Puzzle, name: str | None) -> Answer:
    """The answer that is wanted under an edition; only an `edition` puzzle must be told which.

    Raises:
        PuzzleError: an edition that the puzzle does not ask about, or none where it asks about two.
    """
    names = [answer.rules.name for answer in puzzle.answers]
    if name is None and len(names) == 1:
        return puzzle.answers[0]
    if name not in names:
        given = "no edition is told" if name is None else f"the edition {name[:40]!r} is told"
        raise PuzzleError(f"{given}, but this puzzle asks about {' and '.join(names)}")
    return puzzle.answers[names.index(name)]


def judge(puzzle: Puzzle, table: Sequence[TileSet], wanted: Answer) -> Judgement:
    """Judge the table that somebody has made of a puzzle, held against one of its answers."""
    verdict = check(puzzle.position, table, wanted.rules)
    if verdict.turn is None:
        return Judgement(False, wanted, 0, verdict.broken, verdict.broken[0].text)
    played = len(verdict.turn.played)
    if puzzle.kind == Kind.OPEN or played == wanted.tiles:
        return Judgement(True, wanted, played, (), f"solved under {wanted.rules.name}")
    short = f"the turn is legal, but it plays {played} of {wanted.tiles} tiles"
    return Judgement(False, wanted, played, (), short)
