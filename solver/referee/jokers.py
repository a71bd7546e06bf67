"""Is there a choice that makes the turn legal for every table joker, and if not, which choice breaks fewest rules?

A depth-first search in three stages: the fate of each joker, the copies that replaced the released ones, the conditions
on the other copies. It is run for 0, 1, 2, ... broken rules until something is found, so the answer is exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solver.deck import Tile
from solver.referee.board import Board
from solver.referee.conditions import Condition, Outcome, PutIn, conditions
from solver.referee.copies import Demand
from solver.referee.fates import JOKER_RULES, Fate, fates, table_jokers, together_only
from solver.referee.replacing import Need, copies_for, in_order, needs
from solver.sets import Group

_RANK = {rule: rank for rank, rule in enumerate(JOKER_RULES)}


class Fault(NamedTuple):
    """A joker (index) breaks a rule; `old` is another old set that this is about, or -1."""

    joker: int
    rule: str
    old: int = -1


@dataclass(slots=True)
class Choice:
    """A choice of everything, the demands on the copies that it makes, and what it breaks."""

    outcome: Outcome
    demands: list[Demand]
    faults: list[Fault]

    def told(self) -> list[Fault]:
        """The faults joker by joker, those of one joker in the order of RULES.md."""
        return sorted(self.faults, key=lambda fault: (fault.joker, _RANK[fault.rule]))


def best_choice(board: Board) -> Choice:
    """The choice that breaks fewest rules; among those the one that breaks rules standing earlier in RULES.md."""
    return _Search(board).run()


class _Search:
    """The state of the search: what is chosen so far, what that breaks, and the best choice found."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.jokers = table_jokers(board)
        by_kind = {joker: fates(joker, board) for joker in dict.fromkeys(self.jokers)}
        self.options = [by_kind[joker] for joker in self.jokers]
        # least[i]: rules that jokers i, i + 1, ... break at least.
        self.least = [sum(len(options[0].broken) for options in self.options[i:]) for i in range(len(self.jokers) + 1)]
        self.room = dict(board.room)
        self.fates: list[Fate] = []
        self.put_in: list[PutIn] = []
        self.clean_ends = 0
        self.faults: list[Fault] = []
        self.budget = self.least[0]
        self.best: Choice | None = None
        self.best_ranks: list[int] = []

    def run(self) -> Choice:
        """Search with room for more and more broken rules."""
        while self.best is None:
            self._fate(0, 0)
            self.budget += 1
        return self.best

    def _may_break(self, rules: Sequence[str], least: int = 0) -> bool:
        """Is there room for these rules too, and is the result better than the best so far?"""
        spare = self.budget - len(self.faults) - len(rules)
        if spare < least:
            return False
        if self.best is None:
            return True
        ranks = [*(_RANK[fault.rule] for fault in self.faults), *(_RANK[rule] for rule in rules)]
        return [0] * spare + sorted(ranks) < self.best_ranks

    def _fate(self, index: int, first: int) -> bool:
        """Stage one. Alike jokers of one group take their fates in order, as only the collection matters."""
        if index == len(self.jokers):
            outcome = Outcome(self.jokers, self.fates, ())
            return self._agree() and self._put_in(needs(self.board, outcome), 0)
        joker = self.jokers[index]
        for number in range(first, len(self.options[index])):
            fate = self.options[index][number]
            if not self.room[fate.place] or not self._may_break(fate.broken, self.least[index + 1]):
                continue
            self.room[fate.place] -= 1
            self.fates.append(fate)
            self.faults += [Fault(index, rule) for rule in fate.broken]
            alike = index + 1 < len(self.jokers) and self.jokers[index + 1] == joker
            if self._fate(index + 1, number if alike else 0):
                return True
            del self.faults[len(self.faults) - len(fate.broken) :]
            self.fates.pop()
            self.room[fate.place] += 1
        return False

    def _agree(self) -> bool:
        """Different values in one old set and for kept jokers of one new set; groups of three filled up together."""
        pairs = list(zip(self.jokers, self.fates, strict=True))
        whole = {joker.old for joker, fate in pairs if fate.replaced and together_only(joker.old, self.board)}
        if not all(fate.replaced for joker, fate in pairs if joker.old in whole):
            return False
        standing = [(joker.old, fate) for joker, fate in pairs if fate.kept and "joker_value" not in fate.broken]
        taken = [("old", old, fate.value) for old, fate in standing if fate.value]
        taken += [("new", fate.place, fate.value) for _, fate in standing if fate.value]
        taken += [("old", put_in.old, put_in.tile) for put_in in self.put_in]
        return len(set(taken)) == len(taken) and self._colours(
            [pair for pair in standing if not pair[1].value], set(taken)
        )

    def _colours(self, open_: Sequence[tuple[int, Fate]], taken: set[tuple[str, int, Tile]]) -> bool:
        """Is there a colour for each kept joker of a group that still needs one?"""
        if not open_:
            return True
        (old, fate), *rest = open_
        before, after = self.board.before[old], self.board.after[fate.place]
        if not isinstance(before, Group):
            return False
        for tile in before.missing(self.board.position.deck.colours):
            names = {("old", old, tile), ("new", fate.place, tile)}
            if tile not in after.tiles and not names & taken and self._colours(rest, taken | names):
                return True
        return False

    def _put_in(self, left: Sequence[Need], number: int) -> bool:
        """Stage two: choose a copy for each need.

        Where copies lie does not matter for the last needs, the inexact ones: once those are met without a fault, other
        ways to meet them change nothing.
        """
        outcome = Outcome(self.jokers, self.fates, self.put_in)
        if number == len(left):
            if not self._agree():
                return False
            self.clean_ends += not self._late()
            return self._condition(conditions(self.board, outcome), 0)
        clean_ends = self.clean_ends
        for put_in, demands in copies_for(left[number], self.put_in, self.board):
            timely = in_order(put_in, self.put_in, outcome, self._late())
            late = [] if timely else [Fault(put_in.joker, "replacement_order", put_in.source)]
            if self._may_break([fault.rule for fault in late]) and self.board.copies.demand(demands):
                self.put_in.append(put_in)
                self.faults += late
                if self._put_in(left, number + 1):
                    return True
                del self.faults[len(self.faults) - len(late) :]
                self.put_in.pop()
                self.board.copies.withdraw(demands)
                if not left[number].exact and self.clean_ends > clean_ends:
                    break
        return False

    def _late(self) -> set[int]:
        """The jokers already counted as replaced too early."""
        return {fault.joker for fault in self.faults if fault.rule == "replacement_order"}

    def _condition(self, left: Sequence[Condition], number: int) -> bool:
        """Stage three: meet each condition in one of its ways, or break it."""
        if number == len(left):
            return self._found()
        condition = left[number]
        broken = {(fault.joker, fault.rule) for fault in self.faults}
        fresh = [joker for joker in condition.jokers if (joker, condition.rule) not in broken]
        if not fresh:
            return self._condition(left, number + 1)
        for way in condition.ways:
            if self.board.copies.demand(way):
                if self._condition(left, number + 1):
                    return True
                self.board.copies.withdraw(way)
        if self._may_break([condition.rule] * len(fresh)):
            self.faults += [Fault(joker, condition.rule, condition.old) for joker in fresh]
            if self._condition(left, number + 1):
                return True
            del self.faults[len(self.faults) - len(fresh) :]
        return False

    def _found(self) -> bool:
        """Note the choice if it is the best; nothing can be better than no fault."""
        ranks = sorted(_RANK[fault.rule] for fault in self.faults)
        if len(ranks) == self.budget and (self.best is None or ranks < self.best_ranks):
            outcome = Outcome(self.jokers, list(self.fates), list(self.put_in))
            self.best = Choice(outcome, self.board.copies.demands(), list(self.faults))
            self.best_ranks = ranks
        return not self.faults
