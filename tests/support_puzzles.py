"""What the tests of puzzles share: small orders that are quick to make, and puzzles judged by trying every turn."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import brute
from brute_judge import Judge, Plan
from brute_rules import GameSet
from brute_rules import Tile as BruteTile
from solver.deck import Deck
from solver.puzzles.generate import Order
from solver.puzzles.grade import Level
from solver.puzzles.puzzle import Answer, Kind, Puzzle
from solver.rules import rules
from solver.sets import written
from support import brute_deck, brute_knobs, names

SMALL = Deck(4, 6, 2, 2)


def order(kind: str, level: int, editions: str = "lemada-2014", deck: Deck = SMALL, seed: int = 1) -> Order:
    """An order for puzzles of a small deck, whose games are short."""
    return Order(Kind(kind), Level(level), tuple(map(rules, editions.split("/"))), deck, seed)


class Every(NamedTuple):
    """What all the legal turns of a puzzle come to: the most tiles, how many different tables play so many, the most
    old sets unbroken among those, and how many different tables there are in all.
    """

    tiles: int
    ways: int
    unbroken: int
    turns: int


class AllKept(Judge):
    """A judge for whom no joker of the table may be released."""

    def _all_plans(self, played: Counter[BruteTile]) -> Iterator[Plan]:
        return (plan for plan in super()._all_plans(played) if not plan.released)


def judge(puzzle: Puzzle, answer: Answer, judged: type[Judge] = Judge) -> Judge:
    """A judge of the puzzle's position under an edition."""
    place = puzzle.position
    table = [written(tile_set) for tile_set in place.table]
    return judged(brute_deck(place.deck), brute_knobs(answer.rules), table, names(place.rack), place.to_open)


def likeness(table: tuple[GameSet, ...]) -> tuple[object, ...]:
    """What RULES.md section 8 compares, written anew."""
    groups = Counter((s.naturals, len(s.jokers)) for s in table if s.kind == "group")
    natural = Counter(tile for s in table if s.kind == "run" for tile in s.naturals)
    wild = Counter(tile for s in table if s.kind == "run" for tile in s.jokers)
    return tuple(frozenset(counts.items()) for counts in (groups, natural, wild))


def every_turn(judge: Judge) -> Every:
    """All the legal turns, tried one by one."""
    best: dict[int, set[object]] = {}
    unbroken: Counter[int] = Counter()
    for played in judge.plays((), ()):
        for after in judge.turns(played):
            tiles = played.total()
            best.setdefault(tiles, set()).add(likeness(after))
            unbroken[tiles] = max(unbroken[tiles], brute.unbroken(judge.deck, judge.table, after))
    if not best:
        return Every(0, 0, 0, 0)
    most = max(best)
    return Every(most, len(best[most]), unbroken[most], sum(map(len, best.values())))
