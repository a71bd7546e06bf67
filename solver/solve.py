"""The one verb: from a position and an edition to a proven best turn.

Joins the model and the referee, which know nothing of each other.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.errors import InputError
from solver.measure import attachment, check_objective, measure
from solver.model.build import Model, build
from solver.model.cores import add_cores, tighten
from solver.model.cpsat import Outcome, Proof
from solver.model.read import others_after, played, refused, tables, undecodable
from solver.model.stages import Stage, claim, combine, split, stages, weighted
from solver.nearby import Nearby
from solver.position import Position, validate
from solver.quick import quick_sets
from solver.referee import Verdict
from solver.result import Result, Status
from solver.rules import DEFAULT, Game, Rules, rules
from solver.turn import Turn
from solver.umpire import Umpire

DEFAULT_OBJECTIVE = ("tiles", "unbroken")
DEFAULT_LIMIT = 10.0


class InternalError(RuntimeError):
    """The model and the referee contradict each other. Never the caller's fault."""


def solve(
    position: Position,
    edition: Rules | str = DEFAULT,
    objective: Sequence[str] = DEFAULT_OBJECTIVE,
    limit: float = DEFAULT_LIMIT,
    work_limit: float | None = None,
) -> Result:
    """The best legal turn by the objective's terms in their order.

    Args:
        limit: seconds of wall clock for everything.
        work_limit: deterministic time of the solver; what is found under it does not depend on the machine.

    Raises:
        InputError: a position that cannot occur, an unknown objective term, a negative limit.
    """
    start = time.monotonic()
    chosen = rules(edition) if isinstance(edition, str) else edition
    terms = check_objective(objective)
    if not 0 <= limit < math.inf or (work_limit is not None and not 0 <= work_limit < math.inf):
        raise InputError("limit and work_limit must be finite and not negative")
    validate(position, chosen)
    search = Search(position, chosen, terms, start + limit, work_limit)
    status, turn, bounds = search.run()
    return Result(
        status=status,
        position=position,
        rules=chosen,
        objective=terms,
        values={term: search.values[term] for term in terms if term in search.values},
        bounds={term: bounds[term] for term in terms if term in bounds},
        turn=turn,
        seconds=time.monotonic() - start,
        work=search.work,
        limit=limit,
        work_limit=work_limit,
    )


Answer = tuple[Status, Turn | None, dict[str, int]]


@dataclass(slots=True)
class _Best:
    """The best legal turn so far."""

    turn: Turn
    values: dict[str, int]
    attached: list[int | None]


class Search:
    """One solve: search, read, judge, cut, until the optimum of the model is a legal turn."""

    def __init__(
        self,
        position: Position,
        edition: Rules,
        objective: tuple[str, ...],
        deadline: float,
        work_limit: float | None,
        finish: bool = False,
        nearby: Nearby | None = None,
    ) -> None:
        self._position, self._rules, self._finish = position, edition, finish
        self._umpire, self._nearby = Umpire(position, edition, finish), nearby
        # Where each player has own sets, one tile must be left to discard, and to win comes before everything.
        self._own_game = edition.game != Game.SABRA
        self._objective = ("win", *objective) if self._own_game else objective
        self._deadline, self._work_limit = deadline, work_limit
        self._best: _Best | None = None
        self._ceiling: int | None = None
        self._refused: Sequence[int] = ()
        self.work = 0.0

    @property
    def values(self) -> dict[str, int]:
        """What the best turn found is worth, term by term."""
        return {} if self._best is None else self._best.values

    def run(self) -> Answer:
        """Status, turn, and the bound of each term.

        Most best turns are legal even if the model lets released jokers go anywhere, and that model is small. When its
        best turn is refused, the best turn that releases none is something to fall back on, and the model is told what
        has to lie beside a released joker, if the edition asks for that. Only when this is not enough is the question
        put in full, between the bound and the best turn so far.
        """
        if time.monotonic() >= self._deadline:
            return self._out_of_time({})
        position = self._position.canonical()
        model = self._model(position, free=True)
        answer = self._climb(model)
        if answer is None and time.monotonic() < self._deadline:
            self._hold(model)
        if answer is None and time.monotonic() < self._deadline:
            answer = self._accompany(model, position)
        if answer is None and time.monotonic() >= self._deadline:
            return self._out_of_time({})
        if answer is None:
            answer = self._climb(self._model(position, free=False))
        if answer is None:
            raise InternalError("an exact model was taken for one that is not")
        return answer

    def _model(self, position: Position, *, free: bool) -> Model:
        return build(position, self._rules, self._objective, free, self._finish, self._nearby)

    def _accompany(self, model: Model, position: Position) -> Answer | None:
        """Climb with rows for the tiles of the rack that a released joker needs beside it, more of them as needed."""
        model.cores = add_cores(model.layout, model.jokers, model.keeping.groups, position.table, self._rules)
        answer = None
        while answer is None and model.cores is not None and time.monotonic() < self._deadline:
            answer = self._climb(model)
            if answer is None and not tighten(model.cores, self._refused):
                break
        return answer

    def _hold(self, model: Model) -> None:
        """Look for a good turn that releases no joker."""
        free = [joker.kept for joker in model.jokers.jokers if not joker.fixed]
        for kept in free:
            model.layout.program.bound(kept, 1, 1)
        stage = stages(model.goals)[0]
        model.layout.program.maximise(weighted(stage)[0])
        outcome = self._solve(model, stage)
        for kept in free:
            model.layout.program.bound(kept, 0, 1)
        if outcome.proof in (Proof.OPTIMAL, Proof.FEASIBLE):
            self._judge(model, outcome.values, stage)

    def _solve(self, model: Model, stage: Stage) -> Outcome:
        """One search; the bound is that of the stage's weighted sum."""
        left = None if self._work_limit is None else max(0.0, self._work_limit - self.work)
        outcome = model.layout.program.solve(self._deadline, left, guided=model.cores is not None)
        self.work += outcome.work
        return replace(outcome, bound=outcome.bound + weighted(stage)[1])

    def _climb(self, model: Model) -> Answer | None:
        """Maximise stage after stage, holding what was reached; None if a model that is not exact proves too free."""
        bounds: dict[str, int] = {}
        program = model.layout.program
        for stage in stages(model.goals):
            terms, constant = weighted(stage)
            program.maximise(terms)
            if self._ceiling is not None and model.exact and not bounds:
                program.row(terms, high=self._ceiling - constant)
            outcome = self._stage(model, stage, not bounds)
            if outcome is None:
                return None
            if outcome.proof == Proof.INFEASIBLE and self._best is None:
                return Status.NO_PLAY, None, {}
            if outcome.proof in (Proof.UNKNOWN, Proof.FEASIBLE):
                return self._out_of_time(bounds | split(stage, outcome.bound))
            assert self._best is not None
            bounds |= {goal.name: self._best.values[goal.name] for goal in stage}
            program.row(terms, combine(stage, bounds) - constant)
        return Status.OPTIMAL, self._turn(), bounds

    def _stage(self, model: Model, stage: Stage, first: bool) -> Outcome | None:
        """Maximise the terms of one stage until the best turn found is worth all that the model can claim.

        INFEASIBLE means the same, or that there is no turn.
        """
        terms, constant = weighted(stage)
        program = model.layout.program
        floor: int | None = None
        while True:
            if self._best is not None and (floor is None or floor < combine(stage, self._best.values)):
                floor = combine(stage, self._best.values)
                if model.exact:
                    program.row(terms, floor - constant)
            outcome = self._solve(model, stage)
            if outcome.proof in (Proof.INFEASIBLE, Proof.UNKNOWN):
                return outcome
            if first:
                self._ceiling = outcome.bound
            claimed = claim(stage, outcome.values)
            if outcome.proof == Proof.OPTIMAL and floor is not None and claimed <= floor:
                return outcome
            reached, cut = self._judge(model, outcome.values, stage)
            if outcome.proof == Proof.FEASIBLE or reached == claimed:
                return outcome
            if not model.exact:
                self._refused = outcome.values
                return None
            if not cut or (reached is not None and reached > claimed):
                raise InternalError("the model and the referee contradict each other")
            program.differs(cut)
            if time.monotonic() >= self._deadline:
                return replace(outcome, proof=Proof.FEASIBLE)

    def _judge(self, model: Model, values: Sequence[int], stage: Stage) -> tuple[int | None, dict[int, int]]:
        """The best legal table of a solution, in this stage's value, and what to cut off if it is less than claimed."""
        reached: int | None = None
        cut: dict[int, int] | None = None
        claimed = claim(stage, values)
        others = others_after(model, values)
        for table in tables(model, values):
            verdict = self._umpire.judge(table, others)
            if verdict.turn is not None:
                reached = max(self._keep(verdict.turn, stage), reached or 0)
                if reached >= claimed:
                    return reached, {}
            cut = refusal(model, values, verdict)
        if reached is not None:
            return reached, dict(enumerate(values))
        return None, undecodable(model, values) if cut is None else cut

    def _keep(self, turn: Turn, stage: Stage) -> int:
        """Note a legal turn if it is the best so far; its value in this stage."""
        attached = attachment(turn.position.table, turn.after)
        near = self._nearby
        values = measure(turn, self._rules, self._objective, attached) if near is None else near.measure(turn)
        if self._best is None or [*values.values()] > [*self._best.values.values()]:
            self._best = _Best(turn, values, attached)
        return combine(stage, values)

    def _turn(self) -> Turn | None:
        return None if self._best is None else in_order(self._best.turn, self._best.attached)

    def _out_of_time(self, bounds: dict[str, int]) -> Answer:
        """The best turn so far, or a turn of own sets that needs no search."""
        own = quick_sets(self._position, self._rules)
        can_discard = self._own_game and len(self._position.rack) > len(self._position.keep)
        if self._best is None and (own or can_discard) and not self._finish:
            verdict = self._umpire.judge((*self._position.table, *own), None)
            if verdict.turn is not None:
                self._keep(verdict.turn, [])
        turn = self._turn()
        return (Status.UNKNOWN if turn is None else Status.FEASIBLE), turn, bounds


def refusal(model: Model, values: Sequence[int], verdict: Verdict) -> dict[int, int]:
    """What a solution owes to a verdict against all its tables: variables and their values."""
    opening = any(broken.rule == "initial_meld" for broken in verdict.broken)
    return played(model, values) if opening else refused(model, values)


def in_order(turn: Turn, attached: Sequence[int | None]) -> Turn:
    """The same turn with each new set at the place of the first old set attached to it, other sets last."""
    places: dict[int, int] = {}
    for old, new in enumerate(attached):
        if new is not None:
            places.setdefault(new, old)
    order = sorted(range(len(turn.after)), key=lambda i: (places.get(i, len(attached)), turn.after[i].key()))
    return replace(turn, after=tuple(turn.after[i] for i in order), origin=tuple(turn.origin[i] for i in order))
