"""The one verb: from a position and an edition to a proven best turn. Joins model and referee, which know nothing of each
other."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.errors import InputError
from solver.measure import attachment, check_objective, measure
from solver.model.build import Goal, Model, build
from solver.model.cpsat import Outcome, Proof, Term
from solver.model.read import refused, tables, undecodable
from solver.quick import quick_sets
from solver.position import Position, validate
from solver.referee import check
from solver.result import Result, Status
from solver.rules import DEFAULT, Rules, rules
from solver.sets import TileSet
from solver.turn import Turn

DEFAULT_OBJECTIVE = ("tiles", "unbroken")
DEFAULT_LIMIT = 10.0
_LARGEST_WEIGHT = 1_000_000


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
    if limit < 0 or (work_limit is not None and work_limit < 0):
        raise InputError("a time limit cannot be negative")
    validate(position, chosen)
    search = Search(position, chosen, terms, start + limit, work_limit)
    status, turn, bounds = search.run()
    return Result(
        status=status,
        position=position,
        rules=chosen,
        objective=terms,
        values=search.values,
        bounds=bounds,
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
        self, position: Position, edition: Rules, objective: tuple[str, ...], deadline: float, work_limit: float | None
    ) -> None:
        self._position, self._rules, self._objective = position, edition, objective
        self._deadline, self._work_limit = deadline, work_limit
        self._best: _Best | None = None
        self._ceiling: int | None = None
        self.work = 0.0

    @property
    def values(self) -> dict[str, int]:
        """What the best turn found is worth, term by term."""
        return {} if self._best is None else self._best.values

    def run(self) -> Answer:
        """Status, turn, and the bound of each term.

        Most best turns are legal even if the model lets released jokers go anywhere, and that model is small. Only when
        its best turn is refused is the question put in full.
        """
        if time.monotonic() >= self._deadline:
            return self._out_of_time({})
        position = self._position.canonical()
        answer = self._climb(build(position, self._rules, self._objective, free=True))
        return answer or self._climb(build(position, self._rules, self._objective, free=False)) or _unreachable()

    def _climb(self, model: Model) -> Answer | None:
        """Maximise stage after stage, holding what was reached; None if a model that is not exact proves too free."""
        bounds: dict[str, int] = {}
        program = model.layout.program
        for stage in _stages(model.goals):
            terms, constant = _weighted(stage)
            program.maximise(terms)
            if self._ceiling is not None and not bounds:
                program.row(terms, high=self._ceiling - constant)
            outcome = self._stage(model, stage)
            if outcome is None:
                return None
            if outcome.proof == Proof.INFEASIBLE and self._best is None:
                return Status.NO_PLAY, None, {}
            if outcome.proof in (Proof.UNKNOWN, Proof.FEASIBLE):
                return self._out_of_time(bounds | _split(stage, min(outcome.bound, self._most(stage))))
            assert self._best is not None
            bounds |= {goal.name: self._best.values[goal.name] for goal in stage}
            program.row(terms, _combine(stage, bounds) - constant)
        return Status.OPTIMAL, self._turn(), bounds

    def _stage(self, model: Model, stage: list[Goal]) -> Outcome | None:
        """Maximise the terms of one stage. INFEASIBLE means that no turn is better than the best one found."""
        terms, constant = _weighted(stage)
        program = model.layout.program
        while True:
            left = None if self._work_limit is None else max(0.0, self._work_limit - self.work)
            outcome = program.solve(self._deadline, left)
            self.work += outcome.work
            outcome = replace(outcome, bound=outcome.bound + constant)
            if outcome.proof in (Proof.INFEASIBLE, Proof.UNKNOWN):
                return outcome
            self._ceiling = outcome.bound if self._ceiling is None else self._ceiling
            claimed = constant + sum(outcome.values[var] * coefficient for var, coefficient in terms)
            reached, cut = self._judge(model, outcome.values, stage, claimed)
            if outcome.proof == Proof.FEASIBLE or reached == claimed:
                return outcome
            if not model.exact:
                return None
            program.differs(cut)
            if reached is not None:
                program.row(terms, reached + 1 - constant)
            if time.monotonic() >= self._deadline:
                return replace(outcome, proof=Proof.FEASIBLE)

    def _judge(
        self, model: Model, values: Sequence[int], stage: list[Goal], claimed: int
    ) -> tuple[int | None, dict[int, int]]:
        """The best legal table of a solution, in this stage's value, and what to cut off if it is less than claimed."""
        reached: int | None = None
        cut: dict[int, int] | None = None
        for table in tables(model, values):
            verdict = check(self._position, table, self._rules)
            if verdict.turn is not None:
                reached = max(self._keep(verdict.turn, stage), reached or 0)
                if reached > claimed:
                    raise InternalError("a legal turn is worth more than the model's bound")
                if reached == claimed:
                    return reached, {}
            opening = any(broken.rule == "initial_meld" for broken in verdict.broken)
            cut = {var: values[var] for var in model.layout.played.values()} if opening else refused(model, values)
        if reached is not None:
            return reached, dict(enumerate(values))
        return None, undecodable(model, values) if cut is None else cut

    def _keep(self, turn: Turn, stage: list[Goal]) -> int:
        """Note a legal turn if it is the best so far; its value in this stage."""
        attached = attachment(turn.position.table, turn.after)
        values = measure(turn, self._rules, self._objective, attached)
        if self._best is None or [*values.values()] > [*self._best.values.values()]:
            self._best = _Best(turn, values, attached)
        return _combine(stage, values)

    def _turn(self) -> Turn | None:
        return None if self._best is None else _in_order(self._best.turn, self._best.attached)

    def _most(self, stage: list[Goal]) -> int:
        """What no turn exceeds in a stage, whatever a search that was broken off says."""
        return sum(goal.most * weight for goal, weight in zip(stage, _weights(stage), strict=True))

    def _out_of_time(self, bounds: dict[str, int]) -> Answer:
        """The best turn so far, or a turn of own sets that needs no search."""
        if self._best is None and (own := quick_sets(self._position, self._rules)):
            verdict = check(self._position, (*self._position.table, *own), self._rules)
            if verdict.turn is not None:
                self._keep(verdict.turn, [])
        turn = self._turn()
        return (Status.UNKNOWN if turn is None else Status.FEASIBLE), turn, bounds


def _unreachable() -> Answer:
    raise InternalError("an exact model was taken for one that is not")


def _stages(goals: list[Goal]) -> list[list[Goal]]:
    """Neighbouring terms that one weighted sum can rank, so that few searches do for all terms."""
    stages: list[list[Goal]] = []
    for goal in goals:
        if stages and _weights([*stages[-1], goal])[0] * stages[-1][0].most <= _LARGEST_WEIGHT:
            stages[-1].append(goal)
        else:
            stages.append([goal])
    return stages


def _weights(stage: list[Goal]) -> list[int]:
    """Weights by which a sum ranks the terms lexicographically."""
    weights: list[int] = []
    weight = 1
    for goal in reversed(stage):
        weights.insert(0, weight)
        weight *= goal.most + 1
    return weights


def _weighted(stage: list[Goal]) -> tuple[list[Term], int]:
    """Terms and constant of the weighted sum."""
    pairs = list(zip(stage, _weights(stage), strict=True))
    terms = [(var, coefficient * weight) for goal, weight in pairs for var, coefficient in goal.terms]
    return terms, sum(goal.constant * weight for goal, weight in pairs)


def _combine(stage: list[Goal], values: dict[str, int]) -> int:
    return sum(values[goal.name] * weight for goal, weight in zip(stage, _weights(stage), strict=True))


def _split(stage: list[Goal], bound: int) -> dict[str, int]:
    """The bound of each term from that of the weighted sum."""
    bounds: dict[str, int] = {}
    for goal, weight in zip(stage, _weights(stage), strict=True):
        bounds[goal.name] = min(goal.most, bound // weight)
        bound -= bounds[goal.name] * weight
    return bounds


def _in_order(turn: Turn, attached: list[int | None]) -> Turn:
    """The same turn with each new set at the place of the first old set attached to it, other sets last."""
    places: dict[int, int] = {}
    for old, new in enumerate(attached):
        if new is not None:
            places.setdefault(new, old)
    order = sorted(range(len(turn.after)), key=lambda i: (places.get(i, len(attached)), turn.after[i].key()))
    after: tuple[TileSet, ...] = tuple(turn.after[i] for i in order)
    return Turn(turn.position, after, tuple(turn.origin[i] for i in order))
