"""What a solve answers. The values are those of the turn itself, measured apart from the model."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from solver.position import Position
from solver.rules import Rules
from solver.sets import written
from solver.turn import Turn

VERSION = "0.1.0"


class Status(StrEnum):
    """Four honest outcomes."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    NO_PLAY = "no_play"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to one position.

    `values` holds each objective term of the turn, `bounds` the proven upper bound of each term (a term's bound holds
    among turns that reach the bounds of the terms before it); both are empty where there is no turn and no bound.
    `seconds` counts everything from position to referee; `work` is the solver's deterministic time.
    """

    status: Status
    position: Position
    rules: Rules
    objective: tuple[str, ...]
    values: Mapping[str, int]
    bounds: Mapping[str, int]
    turn: Turn | None
    seconds: float
    work: float
    limit: float
    work_limit: float | None
    version: str = VERSION

    def __str__(self) -> str:
        """`optimal: tiles 7, unbroken 3; r4 r5 r6 | b7 k7 J=?7`, the new table after the values."""
        values = ", ".join(f"{term} {value}" for term, value in self.values.items())
        table = " | ".join(map(written, self.turn.after)) if self.turn is not None else ""
        return "; ".join(part for part in (f"{self.status}: {values}" if values else str(self.status), table) if part)
