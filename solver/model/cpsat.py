"""An integer linear program with rows that grow, and its solution by CP-SAT. The only module that touches OR-Tools.

It works on OR-Tools' own proto wrappers: `ortools.sat.python.cp_model` imports pandas and builds ten times slower.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportMissingTypeStubs=false
# The extension module ships stubs in which most members have no type.

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from ortools.sat.python import cp_model_helper as cmh

Term = tuple[int, int]
"""A variable's index and its coefficient."""
UNBOUNDED = 1 << 40


class Proof(Enum):
    """What the search showed."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of one search: a value for each variable (empty without a solution) and the bound on the objective."""

    proof: Proof
    values: Sequence[int]
    bound: int
    work: float


def _parameters() -> cmh.SatParameters:
    """What made these models fast: no presolve, the whole relaxation as one small linear programme, no cuts."""
    parameters = cmh.SatParameters()
    parameters.num_workers = 1
    parameters.random_seed = 0
    parameters.cp_model_presolve = False
    parameters.linearization_level = 2
    parameters.cut_level = 0
    parameters.add_lp_constraints_lazily = False
    parameters.symmetry_level = 0
    parameters.cp_model_probing_level = 0
    parameters.use_sat_inprocessing = False
    parameters.polish_lp_solution = True
    # Otherwise the first search takes Ctrl-C away from Python for good.
    parameters.catch_sigint_signal = False
    return parameters


class Program:
    """Variables, rows `low <= sum <= high`, an objective to be maximised. Rows of a clone can be given more terms."""

    def __init__(self) -> None:
        self._proto = cmh.CpModelProto()
        self._more: defaultdict[int, list[Term]] = defaultdict(list)
        self._domains: list[tuple[int, int]] = []
        self._away: dict[tuple[int, int], int] = {}
        self._rows = 0

    def clone(self) -> "Program":
        """A copy that may be changed without changing this one."""
        self.flush()
        twin = Program()
        twin._proto.copy_from(self._proto)
        twin._domains = self._domains.copy()
        twin._rows = self._rows
        return twin

    def var(self, low: int, high: int) -> int:
        """A new variable with its bounds; its index."""
        self._proto.variables.add().domain.extend((low, high))
        self._domains.append((low, high))
        return len(self._domains) - 1

    def domain(self, var: int) -> tuple[int, int]:
        """Bounds of a variable."""
        return self._domains[var]

    def bound(self, var: int, low: int, high: int) -> None:
        """Replace the bounds of a variable."""
        domain = self._proto.variables[var].domain
        domain[0], domain[1] = low, high
        self._domains[var] = (low, high)

    def row(self, terms: Iterable[Term], low: int = -UNBOUNDED, high: int = UNBOUNDED) -> int:
        """A new row; its index. Terms may be added to it later."""
        linear = self._proto.constraints.add().linear
        linear.domain.extend((low, high))
        self._rows += 1
        self._more[self._rows - 1].extend(terms)
        return self._rows - 1

    def extend(self, row: int, var: int, coefficient: int) -> None:
        """Add a term to a row."""
        assert row >= 0, "OR-Tools does not check indices"
        self._more[row].append((var, coefficient))

    def variables(self, row: int) -> list[int]:
        """The variables of a row."""
        self.flush()
        return list(self._proto.constraints[row].linear.vars)

    def bound_row(self, row: int, low: int, high: int) -> None:
        """Replace the bounds of a row."""
        domain = self._proto.constraints[row].linear.domain
        domain[0], domain[1] = low, high

    def differs(self, values: Mapping[int, int]) -> None:
        """Demand that not all of these variables have these values."""
        literals: list[int] = []
        for var, value in values.items():
            low, high = self._domains[var]
            if low == high:
                continue
            if (low, high) == (0, 1):
                literals.append(-var - 1 if value else var)
                continue
            if (var, value) not in self._away:
                self._away[var, value] = self._differs(var, value)
            literals.append(self._away[var, value])
        self._proto.constraints.add().bool_or.literals.extend(literals)
        self._rows += 1

    def _differs(self, var: int, value: int) -> int:
        """A variable that is one only if another does not have this value."""
        away = self.var(0, 1)
        constraint = self._proto.constraints.add()
        self._rows += 1
        constraint.enforcement_literal.append(away)
        constraint.linear.vars.append(var)
        constraint.linear.coeffs.append(1)
        low, high = self._domains[var]
        for part_low, part_high in ((low, value - 1), (value + 1, high)):
            if part_low <= part_high:
                constraint.linear.domain.extend((part_low, part_high))
        return away

    def maximise(self, terms: Iterable[Term]) -> None:
        """Set the objective."""
        total: defaultdict[int, int] = defaultdict(int)
        for var, coefficient in terms:
            total[var] += coefficient
        self._proto.clear_objective()
        self._proto.objective.vars.extend(list(total))
        self._proto.objective.coeffs.extend([-coefficient for coefficient in total.values()])

    def solve(self, deadline: float, work_limit: float | None, tight: bool = False, guided: bool = False) -> Outcome:
        """Search until proven, until the monotonic clock reads `deadline`, or for so much deterministic time.

        `tight` says that few solutions are left, which more clauses and a smaller relaxation find sooner; `guided` that
        the relaxation is nearly a solution, so that it is best to branch on it.
        """
        self.flush()
        parameters = _parameters()
        if tight:
            parameters.linearization_level = 1
        if guided:
            parameters.search_branching = cmh.SatParameters.SearchBranching.LP_SEARCH
        parameters.max_time_in_seconds = max(0.0, deadline - time.monotonic())
        if work_limit is not None:
            parameters.max_deterministic_time = max(0.0, work_limit)
        wrapper = cmh.SolveWrapper()
        wrapper.set_parameters(parameters)
        response = wrapper.solve(self._proto)
        proof = _PROOF.get(response.status)
        if proof is None:
            raise RuntimeError(f"CP-SAT refused the model: {cmh.CpSatHelper.validate_model(self._proto)}")
        # Without a solution the response may hold a bound that was never computed.
        bound = UNBOUNDED if proof == Proof.UNKNOWN else -round(response.best_objective_bound)
        return Outcome(proof, list(response.solution), bound, response.deterministic_time)

    def flush(self) -> None:
        """Hand pending terms to the proto, each row in one go. To be done before a program is shared by threads."""
        constraints = self._proto.constraints
        for row, terms in self._more.items():
            linear = constraints[row].linear
            linear.vars.extend([var for var, _ in terms])
            linear.coeffs.extend([coefficient for _, coefficient in terms])
        self._more.clear()


_PROOF = {
    cmh.CpSolverStatus.OPTIMAL: Proof.OPTIMAL,
    cmh.CpSolverStatus.FEASIBLE: Proof.FEASIBLE,
    cmh.CpSolverStatus.INFEASIBLE: Proof.INFEASIBLE,
    cmh.CpSolverStatus.UNKNOWN: Proof.UNKNOWN,
}
