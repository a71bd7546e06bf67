"""A position that may come into the corpus."""

from collections.abc import Callable
from dataclasses import dataclass

from solver.position import Position
from solver.result import Result


def anything(result: Result) -> bool:
    """Every answer will do."""
    return result is not None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position, the name of its rules, where it is from, and which answers it must have to be taken."""

    position: Position
    rules: str
    source: str
    fits: Callable[[Result], bool] = anything
