"""Proven answers, kept by the canonical form of their question and given back in the order of each question.

A proof holds for ever, so nothing here grows old; what was used longest ago goes first.
"""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import replace
from threading import Lock
from typing import Generic, TypeVar

from solver.documents import Request
from solver.measure import attachment
from solver.position import Position
from solver.result import Result
from solver.rules import Game
from solver.sets import in_deck_order
from solver.turn import RACK, Turn

Value = TypeVar("Value")


class Lru(Generic[Value]):
    """A bounded mapping that forgets what was not used for the longest time. For any number of threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable) -> Value | None:
        """What is kept under a key."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key]

    def put(self, key: Hashable, value: Value) -> None:
        """Keep a value."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)


def canonical(asked: Request) -> Request:
    """The question that is put to the solver in place of the given one.

    Where each player has own sets, the order in which they are given is kept.
    """
    if asked.rules.game != Game.SABRA:
        return asked
    return replace(asked, position=asked.position.canonical())


def solve_key(asked: Request) -> Hashable:
    """What the proven answer to a canonical question depends on: neither the limits nor what the rules are called."""
    return "solve", asked.position, _nameless(asked), asked.objective


def openings_key(asked: Request) -> Hashable:
    """The same for `openings`."""
    return "openings", asked.position, _nameless(asked), asked.order, asked.first


def _nameless(asked: Request) -> Hashable:
    return replace(asked.rules, name="", source="")


def as_given(result: Result, asked: Request) -> Result:
    """A result of the canonical question as the result of the given one: old sets and rack in the order given."""
    given = asked.position
    if result.turn is None or asked.rules.game != Game.SABRA:
        turn = None if result.turn is None else replace(result.turn, position=given)
        return replace(result, position=given, rules=asked.rules, turn=turn)
    place = _places(given)
    origin = tuple(tuple(RACK if old == RACK else place[old] for old in places) for places in result.turn.origin)
    turn = _ordered(replace(result.turn, position=given, origin=origin))
    return replace(result, position=given, rules=asked.rules, turn=turn)


def _places(given: Position) -> Sequence[int]:
    """For each set of the canonical table its place in the given one."""
    return sorted(range(len(given.table)), key=lambda i: in_deck_order(given.table[i]).key())


def _ordered(turn: Turn) -> Turn:
    """The same turn, each new set at the place of the first old set that lives on in it, others last."""
    places: dict[int, int] = {}
    for old, new in enumerate(attachment(turn.position.table, turn.after)):
        if new is not None:
            places.setdefault(new, old)
    last = len(turn.position.table)
    order = sorted(range(len(turn.after)), key=lambda i: (places.get(i, last), turn.after[i].key()))
    return replace(turn, after=tuple(turn.after[i] for i in order), origin=tuple(turn.origin[i] for i in order))
