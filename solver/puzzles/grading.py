"""The grade of a turn, for which it is explained step by step."""

from collections import Counter

from solver.deck import JOKER
from solver.hints.steps import explain
from solver.measure import attachment
from solver.puzzles.grade import Grade
from solver.rules import Rules
from solver.turn import RACK, Turn

_SECONDS = 3600.0


def grade(turn: Turn, rules: Rules) -> Grade:
    """The grade of a turn that breaks no set which could stay.

    The searches of the explanation end by their work, so it is the same on every machine.
    """
    attached = attachment(turn.position.table, turn.after)
    return Grade(attached.count(None), _jokers(turn), explain(turn, rules, _SECONDS).movements)


def _jokers(turn: Turn) -> int:
    """How many jokers of the table leave the largest part of their set."""
    parts: list[Counter[int]] = [Counter() for _ in turn.position.table]
    jokers: Counter[tuple[int, int]] = Counter()
    for place, (tile_set, origin) in enumerate(zip(turn.after, turn.origin, strict=True)):
        for tile, old in zip(tile_set.tiles, origin, strict=True):
            if old != RACK:
                parts[old][place] += 1
                jokers[old, place] += tile == JOKER
    homes = [max(part, key=lambda place: (part[place], -place)) for part in parts]
    return sum(count for (old, place), count in jokers.items() if homes[old] != place)
