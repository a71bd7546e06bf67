"""What a solve answers. The values are those of the turn itself, measured apart from the model."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from solver.position import Position
from solver.rules import Rules
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
