"""What the service and its workers say to each other. Questions and answers go as the JSON that clients see."""

from typing import NamedTuple


class Task(NamedTuple):
    """A question: which call, its body, when on the machine's monotonic clock its time is over.

    `tell`: the log wants the position.
    """

    call: str
    body: bytes
    deadline: float
    tell: bool = False


class Fault(NamedTuple):
    """What is wrong with a question, and where."""

    sentence: str
    place: str | None


class Reply(NamedTuple):
    """What came of it: an answer's body; or what is wrong with the question; or a traceback.

    `status` is what came of the search, `hit` that the worker had kept the answer.
    """

    body: bytes = b""
    status: str = ""
    proven: bool = False
    hit: bool = False
    position: str | None = None
    fault: Fault | None = None
    failure: str | None = None
