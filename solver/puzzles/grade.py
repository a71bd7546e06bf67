"""How hard a puzzle is: what a player with limited means could do. The bounds of the levels are fixed here.

docs/puzzles.md tells what the levels mean, and how often each occurs.
"""

from dataclasses import dataclass
from enum import IntEnum


class Level(IntEnum):
    """Five levels, by the fewest old sets that must be broken."""

    BEGINNER = 1
    EASY = 2
    MEDIUM = 3
    HARD = 4
    EXPERT = 5


LEAST_BROKEN = {Level.BEGINNER: 0, Level.EASY: 1, Level.MEDIUM: 2, Level.HARD: 4, Level.EXPERT: 6}
"""From so many broken sets on a puzzle is of this level."""


def level_of(broken: int) -> Level:
    """The level of a puzzle whose solution breaks at least so many old sets."""
    return max(level for level, least in LEAST_BROKEN.items() if least <= broken)


@dataclass(frozen=True, slots=True, order=True)
class Grade:
    """Harder is greater.

    `broken`: the fewest old sets that must be broken. Of the solution as it is written: `jokers`, table jokers that
    leave the largest part of their set, and `movements`, how often a hand takes tiles when the turn is explained.
    """

    broken: int
    jokers: int
    movements: int

    @property
    def level(self) -> Level:
        return level_of(self.broken)
