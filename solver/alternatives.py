"""The best turns that differ: as many as are asked for, how many are as good, whether the best is the only one.

Two turns are the same when the tables after them are the same in the sense of RULES.md section 8.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from solver.errors import InputError
from solver.measure import attachment, measure
from solver.model.build import Model, build
from solver.model.classes import Classes, add_classes
from solver.model.cpsat import Proof
from solver.model.layoff import filled
from solver.model.read import all_tables, others_after, played, refused, undecodable
from solver.model.stages import Stage, claim, combine, stages, weighted
from solver.position import Position
from solver.result import Result, Status
from solver.rules import DEFAULT, Game, Rules
from solver.same import Likeness, likeness
from solver.sets import TileSet
from solver.solve import DEFAULT_LIMIT, DEFAULT_OBJECTIVE, InternalError, in_order, refusal, solve
from solver.turn import Turn
from solver.umpire import Umpire

MOST = 10_000
"""The most turns that can be counted or listed."""
_MOST_TABLES = 5000
"""How many ways to read one solution are tried."""


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Different turns, best first.

    `count` turns at least are as good as the best, exactly so many if `complete`; `unique` says whether the best is the
    only one of its value, None that it is not known. `turns` and `values` are the first of the list that was asked for;
    `listed` says that there are no others, or that so many were found as were asked for.
    """

    result: Result
    turns: tuple[Turn, ...]
    values: tuple[Mapping[str, int], ...]
    count: int
    complete: bool
    unique: bool | None
    listed: bool
    seconds: float
    work: float


def alternatives(
    position: Position,
    edition: Rules | str = DEFAULT,
    objective: Sequence[str] = DEFAULT_OBJECTIVE,
    first: int = 5,
    cap: int = 100,
    limit: float = DEFAULT_LIMIT,
    work_limit: float | None = None,
) -> Alternatives:
    """The `first` best turns that differ, and how many are as good as the best, counted up to `cap`.

    Args:
        limit, work_limit: as in `solve`, for everything together.

    Raises:
        InputError: as `solve`; also numbers that are not from 1 to 10,000, or a deck with too many types of groups.
    """
    start = time.monotonic()
    for name, number in (("first", first), ("cap", cap)):
        if not 1 <= number <= MOST:
            raise InputError(f"{name} must be from 1 to {MOST}, not {number}")
    best = solve(position, edition, objective, limit, work_limit)
    listing = _Listing(best, start + limit, work_limit)
    count, complete, listed = 0, best.status == Status.NO_PLAY, best.status == Status.NO_PLAY
    unique: bool | None = None
    if best.status == Status.OPTIMAL:
        all_best = listing.all_best(max(first, cap + 1))
        count, complete = min(len(listing.turns), cap), all_best and len(listing.turns) <= cap
        unique = False if len(listing.turns) > 1 else True if all_best else None
        listed = len(listing.turns) >= first or (all_best and listing.others(first))
    elif best.turn is not None:
        count = 1
    return Alternatives(
        result=best,
        turns=tuple(listing.turns[:first]),
        values=tuple(listing.values[:first]),
        count=count,
        complete=complete,
        unique=unique,
        listed=listed,
        seconds=time.monotonic() - start,
        work=listing.work,
    )


class _TooFreeError(Exception):
    """A model that lets released jokers go anywhere found a table that is not legal."""


class _OutOfTimeError(Exception):
    """Time or work is used up."""


class _Listing:
    """Different turns found so far, best first, and the search for more."""

    def __init__(self, best: Result, deadline: float, work_limit: float | None) -> None:
        self._position, self._rules, self._terms = best.position, best.rules, best.objective
        self._objective = best.objective if best.rules.game == Game.SABRA else ("win", *best.objective)
        self._umpire = Umpire(best.position, best.rules)
        self._deadline, self._work_limit = deadline, work_limit
        self._free = True
        self._known: set[_Class] = set()
        self.work = best.work
        self.turns: list[Turn] = []
        self.values: list[dict[str, int]] = []
        if best.turn is not None:
            self._note(best.turn)

    def all_best(self, most: int) -> bool:
        """Find turns as good as the best until there are `most` in all; whether there are no more."""
        return self._complete(lambda: self._equals(self._measure(self.turns[0]), most))

    def others(self, most: int) -> bool:
        """Find the next best turns until there are `most` in all; whether so many were found, or there are no more."""

        def fill() -> bool:
            while len(self.turns) < most and (values := self._next_values()) is not None:
                self._equals(values, most)
            return True

        return self._complete(fill)

    def _complete(self, search: Callable[[], bool]) -> bool:
        """Run a search to its end, anew in the full model where the first one is too free; False when time is up."""
        try:
            return search()
        except _TooFreeError:
            self._free = False
            return self._complete(search)
        except _OutOfTimeError:
            return False

    def _note(self, turn: Turn) -> None:
        values = self._measure(turn)
        self.turns.append(turn)
        self.values.append({term: values[term] for term in self._terms})
        self._known.add(_class_of(turn))

    def _measure(self, turn: Turn) -> dict[str, int]:
        return measure(turn, self._rules, self._objective)

    def _equals(self, values: Mapping[str, int], most: int) -> bool:
        """Find turns of these values until there are `most` in all; whether there are no more of these values."""
        model, classes = self._model()
        for goal in model.goals:
            model.layout.program.row(goal.terms, *[values[goal.name] - goal.constant] * 2)
        while len(self.turns) < most:
            turn = self._legal(model, classes, model.goals)
            if turn is None:
                return True
            self._note(turn)
            model.layout.program.differs(_claim(model, classes, turn))
        return False

    def _next_values(self) -> dict[str, int] | None:
        """The best values of all turns not known yet."""
        model, classes = self._model()
        values: dict[str, int] = {}
        for stage in stages(model.goals):
            terms, constant = weighted(stage)
            model.layout.program.maximise(terms)
            turn = self._legal(model, classes, stage)
            if turn is None:
                return None
            measured = self._measure(turn)
            values |= {goal.name: measured[goal.name] for goal in stage}
            model.layout.program.row(terms, *[combine(stage, values) - constant] * 2)
        return values

    def _model(self) -> tuple[Model, Classes]:
        """A new model without the turns that are known."""
        model = build(self._position.canonical(), self._rules, self._objective, free=self._free)
        classes = add_classes(model)
        for turn in self.turns:
            model.layout.program.differs(_claim(model, classes, turn))
        return model, classes

    def _legal(self, model: Model, classes: Classes, stage: Stage) -> Turn | None:
        """A legal turn that is worth all that the model claims in a stage; None if there is no other turn."""
        program = model.layout.program
        while True:
            left = None if self._work_limit is None else max(0.0, self._work_limit - self.work)
            outcome = program.solve(self._deadline, left, tight=True)
            self.work += outcome.work
            if outcome.proof == Proof.INFEASIBLE:
                return None
            if outcome.proof != Proof.OPTIMAL:
                raise _OutOfTimeError
            turn, cut = self._judge(model, classes, outcome.values, stage)
            if turn is not None:
                return turn
            if not model.exact:
                raise _TooFreeError
            program.differs(cut)
            if time.monotonic() >= self._deadline:
                raise _OutOfTimeError

    def _judge(
        self, model: Model, classes: Classes, values: Sequence[int], stage: Stage
    ) -> tuple[Turn | None, dict[int, int]]:
        """A new legal turn of the value that a solution claims, or what to cut off."""
        others = others_after(model, values)
        claimed = claim(stage, values)
        cut: dict[int, int] | None = None
        legal = False
        for number, table in enumerate(all_tables(model, values)):
            if number >= _MOST_TABLES:
                raise _OutOfTimeError
            verdict = self._umpire.judge(table, others)
            if verdict.turn is None:
                cut = refusal(model, values, verdict) if cut is None else cut
                continue
            legal = True
            reached = combine(stage, self._measure(verdict.turn))
            if _class_of(verdict.turn) in self._known:
                continue
            if reached == claimed:
                return in_order(verdict.turn, attachment(verdict.turn.position.table, verdict.turn.after)), {}
            if reached > claimed:
                raise InternalError("a better turn than the best was found")
            cut = dict(enumerate(values))
        if not legal:
            return None, undecodable(model, values) if cut is None else cut
        if cut is not None and len(cut) == len(values):
            return None, cut
        return None, _variables(model, classes, values) | undecodable(model, values) | refused(model, values)


_Class = tuple[Likeness, tuple[tuple[int, ...], ...]]


def _class_of(turn: Turn) -> _Class:
    """Equal for turns that are the same."""
    return likeness(turn.after), tuple(tile_set.key() for tile_set in turn.others)


def _variables(model: Model, classes: Classes, values: Sequence[int]) -> dict[int, int]:
    """What says of which class a solution is."""
    cells = [cell for layoff in model.layoffs for cell in layoff.cells()]
    chosen = [*classes.groups.values(), *classes.wild.values(), *(cell.laid for cell in cells)]
    chosen += [cell.joker for cell in cells if cell.joker is not None]
    return {var: values[var] for var in chosen} | played(model, values)


def _claim(model: Model, classes: Classes, turn: Turn) -> dict[int, int]:
    """What a solution of a turn's class says."""
    fixed = Counter(tile_set.key() for tile_set in model.fixed)
    own: list[TileSet] = []
    for tile_set in turn.after:
        if fixed[tile_set.key()]:
            fixed[tile_set.key()] -= 1
        else:
            own.append(tile_set)
    told = classes.values(likeness(own))
    laid = Counter(turn.played)
    told |= {var: laid[tile] for tile, var in model.layout.played.items()}
    pairs = sorted(zip(turn.position.others, turn.others, strict=True), key=lambda pair: pair[0].key())
    for layoff, (_, after) in zip(model.layoffs, pairs, strict=True):
        told |= filled(layoff, after)
    return told
