"""How hard a puzzle is: what a player with limited means could do. The bounds of the levels are fixed here.

docs/puzzles.md tells what the levels mean, and how often each occurs.
"""

from collections import Counter
from dataclasses import dataclass
from enum import IntEnum

from solver.deck import JOKER
from solver.measure import attachment
from solver.turn import RACK, Turn


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
    leave their set, and `moved`, table tiles that do; the largest part of a set that stays together has not left it.
    """

    broken: int
    jokers: int
    moved: int

    @property
    def level(self) -> Level:
        return level_of(self.broken)


def grade(turn: Turn) -> Grade:
    """The grade of a turn that breaks no set which could stay."""
    attached = attachment(turn.position.table, turn.after)
    parts: list[Counter[int]] = [Counter() for _ in turn.position.table]
    jokers: Counter[tuple[int, int]] = Counter()
    for place, (tile_set, origin) in enumerate(zip(turn.after, turn.origin, strict=True)):
        for tile, old in zip(tile_set.tiles, origin, strict=True):
            if old != RACK:
                parts[old][place] += 1
                jokers[old, place] += tile == JOKER
    homes = [max(part, key=lambda place: (part[place], -place)) for part in parts]
    return Grade(
        broken=attached.count(None),
        jokers=sum(count for (old, place), count in jokers.items() if homes[old] != place),
        moved=sum(part.total() - part[home] for part, home in zip(parts, homes, strict=True)),
    )
