"""What the service and its workers say to each other, and how it is pickled: dataclasses as calls of their class.

As pickle does it of itself, for each of a position's many sets it would look up what fields a dataclass has.
"""

import copyreg
from collections.abc import Callable
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, Literal

from solver.deck import Deck
from solver.documents import Request
from solver.position import Position
from solver.result import Result
from solver.rules import Rules
from solver.sets import Group, Run
from solver.turn import Turn

Call = Literal["solve", "openings", "check"]


@dataclass(frozen=True, slots=True)
class Task:
    """A question, and when on the machine's monotonic clock its time is over."""

    call: Call
    asked: Request
    deadline: float


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of it: a value; or a sentence where the question was at fault; or a traceback."""

    value: Any = None
    fault: str | None = None
    failure: str | None = None


def _pickled(kind: type[Any]) -> Callable[[Any], tuple[type[Any], tuple[Any, ...]]]:
    values = attrgetter(*(field.name for field in fields(kind)))
    return lambda value: (kind, values(value))


for _kind in (Deck, Group, Position, Reply, Request, Result, Rules, Run, Task, Turn):
    copyreg.pickle(_kind, _pickled(_kind))
