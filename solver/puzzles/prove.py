"""Proofs: that a puzzle can be solved, in exactly one way (RULES.md section 8), and that no lesser means would do.

Every search has a limit of deterministic time and none of seconds, so that it ends alike on every machine; what is not
proven within it is no puzzle.
"""

import time
from collections.abc import Callable

from solver.alternatives import alternatives
from solver.model.build import Model, build
from solver.model.cpsat import Proof
from solver.position import Position, validate
from solver.puzzles.canonical import key, puzzle_id
from solver.puzzles.grade import Grade
from solver.puzzles.grading import grade
from solver.puzzles.puzzle import Answer, Kind, Puzzle
from solver.referee import check
from solver.result import Result, Status
from solver.rules import Rules
from solver.same import likeness
from solver.solve import solve
from solver.turn import Turn

WORK = 2.0
"""Deterministic time for each search."""
SECONDS = 3600.0
_OBJECTIVE = ("tiles", "unbroken")


def best(position: Position, rules: Rules) -> Result | None:
    """The turn that plays the most tiles and, among those, breaks the fewest sets; None if there is none proven."""
    result = solve(position, rules, _OBJECTIVE, SECONDS, WORK)
    return result if result.status == Status.OPTIMAL else None


def only_turn(result: Result, kind: Kind) -> bool:
    """Is this turn proven to be the only one that solves a puzzle of this kind?

    Of an `open` puzzle it must be the only legal turn, of the others the only one that plays so many tiles.
    """
    every = kind == Kind.OPEN
    found = alternatives(result.position, result.rules, ("tiles",), 2 if every else 1, 1, SECONDS, WORK)
    if every:
        return found.listed and len(found.turns) == 1
    return found.unique is True


def answers_kind(result: Result, kind: Kind) -> bool:
    """Does the best turn do what the kind asks for, apart from being the only one?"""
    turn = result.turn
    assert turn is not None
    if kind == Kind.MOST:
        return bool(turn.left)
    if kind == Kind.GO_OUT:
        return not turn.left
    if kind == Kind.JOKER:
        return not turn.left and _must_release(result)
    return True


def _must_release(result: Result) -> bool:
    """Can so many tiles not be played while every table joker is kept?"""

    def keep(model: Model) -> None:
        for joker in model.jokers.jokers:
            model.layout.program.bound(joker.kept, 1, 1)

    return not result.rules.joker_clear and _excluded(result, keep)


def least_means(result: Result) -> bool:
    """Is it proven, by a search of its own, that so many tiles cannot be played with one set less broken?"""
    broken = len(result.position.table) - result.values["unbroken"]

    def spare(model: Model) -> None:
        goal = next(goal for goal in model.goals if goal.name == "unbroken")
        model.layout.program.row(goal.terms, result.values["unbroken"] + 1 - goal.constant)

    return broken == 0 or _excluded(result, spare)


def _excluded(result: Result, limit: Callable[[Model], None]) -> bool:
    """Does the model have no turn of so many tiles under a further limit? It excludes no legal turn by itself."""
    model = build(result.position.canonical(), result.rules, _OBJECTIVE, free=False)
    tiles = next(goal for goal in model.goals if goal.name == "tiles")
    model.layout.program.row(tiles.terms, result.values["tiles"] - tiles.constant)
    limit(model)
    return model.layout.program.solve(time.monotonic() + SECONDS, WORK, tight=True).proof == Proof.INFEASIBLE


def puzzle(kind: Kind, results: tuple[Result, ...], game: str) -> Puzzle | None:
    """The puzzle that the best turns make, one under each edition; None if it is not proven to be one."""
    solved = [(result, result.turn) for result in results if result.turn is not None]
    if kind == Kind.EDITION and likeness(solved[0][1].after) == likeness(solved[1][1].after):
        return None
    if not all(answers_kind(result, kind) and only_turn(result, kind) and least_means(result) for result in results):
        return None
    position, editions = results[0].position.canonical(), [result.rules for result in results]
    answers = [Answer(result.rules, len(turn.played), turn.after) for result, turn in solved]
    grades = [grade(_judged(position, answer), answer.rules) for answer in answers]
    return Puzzle(puzzle_id(key(position, editions)), kind, position, tuple(answers), max(grades), game)


def _judged(position: Position, answer: Answer) -> Turn:
    """The turn of an answer, its tiles from where the referee says.

    Raises:
        ValueError: it is not legal.
    """
    verdict = check(position, answer.table, answer.rules)
    if verdict.turn is None:
        raise ValueError(verdict.broken[0].text)
    return verdict.turn


def fault(given: Puzzle) -> str | None:
    """What is wrong with a puzzle, proving all that it claims anew; None if nothing is."""
    results: list[Result] = []
    grades: list[Grade] = []
    for answer in given.answers:
        validate(given.position, answer.rules)
        try:
            turn = _judged(given.position, answer)
        except ValueError as error:
            return f"the solution is not legal under {answer.rules.name}: {error}"
        result = best(given.position, answer.rules)
        if result is None or result.turn is None:
            return f"no best turn was proven under {answer.rules.name}"
        if not len(turn.played) == answer.tiles == result.values["tiles"]:
            return f"{len(turn.played)} tiles are played under {answer.rules.name}, not {result.values['tiles']}"
        if likeness(turn.after) != likeness(result.turn.after):
            return f"another turn solves it too under {answer.rules.name}"
        grades.append(grade(turn, answer.rules))
        if grades[-1].broken != len(given.position.table) - result.values["unbroken"]:
            return f"fewer sets need be broken under {answer.rules.name}"
        results.append(result)
    again = puzzle(given.kind, tuple(results), given.game)
    if again is None:
        return f"it is not proven to be a puzzle of the kind {given.kind} with one solution"
    if again.id != given.id:
        return f"its id is {again.id}"
    return None if max(grades) == given.grade else f"its grade is {max(grades)}"
