"""What the service and its workers say to each other."""

from dataclasses import dataclass
from typing import Any, Literal

from solver.documents import Request

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
