"""What the service answers: questions put to the workers or answered from the cache, as documents.

It knows nothing of HTTP but the refusals' statuses.
"""

import hashlib
import json
import time
from dataclasses import dataclass, field
from typing import Any

from api.cache import Lru
from api.calls import CALLS, Call
from api.crew import PATIENCE, Answered, Crew
from api.errors import Error, Refusal
from api.intake import batch
from api.logs import Log
from api.metrics import Metrics
from api.settings import CAP, KEPT_BYTES, Settings
from api.tasks import Reply, Task
from solver.documents import Document, Id, request, request_id
from solver.errors import InputError
from solver.referee import check
from solver.result import VERSION

_READY_EDITION = "book-1978"
_READY_POSITION = "r4-5jr6.b3-6 r6b9k9o1"
_READY_TILES = 3
_READY_SECONDS = 2.0
_BATCHED = [name for name, call in CALLS.items() if call.batch]


@dataclass(slots=True)
class Asking:
    """A request on its way: when all of it had come, and what the log will say of it."""

    received: float = field(default_factory=time.monotonic)
    notes: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: the fields, and the same as JSON."""

    call: Call[Any, Any]
    body: bytes
    fields: Document

    @property
    def id(self) -> Id:
        """Its id, None where that is not valid."""
        try:
            return request_id(self.fields)
        except InputError:
            return None

    def limit(self, default: float) -> float:
        """The seconds that it may take. A limit that is not valid is left to the reader, which refuses it."""
        given = self.fields.get("limit")
        if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given <= CAP:
            return default
        return given

    def tag(self) -> str:
        """What the question and the version come to, the same for the same bytes."""
        return hashlib.sha256(f"{VERSION} {self.call.name} ".encode() + self.body).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Outcome:
    """An answer, and the tag of a proven one. `solver` tells what came of the search."""

    body: bytes
    solver: str
    tag: str | None = None


class Service:
    """Answers questions, in the event loop of the crew."""

    def __init__(self, settings: Settings, crew: Crew, metrics: Metrics, log: Log) -> None:
        self.settings, self.crew, self.metrics, self.log = settings, crew, metrics, log
        self._kept: Lru[Outcome] = Lru(settings.cache)

    async def answer(self, asked: Question, asking: Asking, most: float | None = None) -> Outcome:
        """The answer to a question; it may take `most` seconds, or else those that it or the settings name.

        Raises:
            Refusal: the question is not valid, or no worker can answer it now.
        """
        tag = None if asked.call.proven is None else asked.tag()
        outcome = None if tag is None else self._kept.get(tag)
        hit = outcome is not None
        if outcome is None:
            limit = asked.limit(self.settings.limit) if most is None else most
            task = Task(asked.call.name, asked.body, asking.received + limit, self.settings.log_positions)
            reply = await self._ask(asked, task, asking)
            outcome = Outcome(reply.body, reply.status, tag if reply.proven else None)
            hit = reply.hit
            if reply.proven and tag is not None and len(reply.body) <= KEPT_BYTES:
                self._kept.put(tag, outcome)
        if tag is not None:
            self._note(asked.call.name, outcome.solver, hit, asking)
        return outcome

    def _note(self, call: str, status: str, hit: bool, asking: Asking) -> None:
        asking.notes["cache"], asking.notes["solver"] = "hit" if hit else "miss", status
        self.metrics.cache.labels(asking.notes["cache"]).inc()
        self.metrics.answers.labels(call, status).inc()

    async def _ask(self, asked: Question, task: Task, asking: Asking) -> Reply:
        """The reply of a worker."""
        try:
            answered = await self.crew.ask(task)
        except Refusal as refusal:
            refusal.id = asked.id
            raise
        self._time(task.call, answered, asking)
        reply = answered.reply
        if reply.fault is not None:
            raise Refusal(Error.INVALID, reply.fault.sentence, reply.fault.place, asked.id)
        if reply.failure is not None:
            raise RuntimeError(f"the worker failed:\n{reply.failure}")
        if reply.position is not None:
            asking.notes["position"] = reply.position
        return reply

    def _time(self, call: str, answered: Answered, asking: Asking) -> None:
        self.metrics.waited.observe(answered.waited)
        self.metrics.worked.labels(call).observe(answered.took)
        for name, seconds in (("wait_ms", answered.waited), ("work_ms", answered.took)):
            asking.notes[name] = round(asking.notes.get(name, 0.0) + 1000 * seconds, 3)

    async def batch(self, fields: Document, asking: Asking) -> bytes:
        """Answers in the order of the items, each with the status that it would have had alone."""
        given = batch(fields)
        end = asking.received + (self.settings.limit if given.limit is None else given.limit)
        answers = [await self._item(item, end, asking) for item in given.items]
        written = ", ".join(f'{{"status": {status}, "body": {body.decode().rstrip()}}}' for status, body in answers)
        return f'{{"version": "{VERSION}", "answers": [{written}]}}\n'.encode()

    async def _item(self, item: Document, end: float, asking: Asking) -> tuple[int, bytes]:
        fields = dict(item)
        call = fields.pop("call", "solve")
        part = Asking(notes=asking.notes)
        try:
            if part.received > end + PATIENCE:
                raise Refusal(Error.LATE, id=Question(CALLS["solve"], b"", fields).id)
            if call not in _BATCHED:
                raise Refusal(Error.INVALID, f"call must be one of {', '.join(_BATCHED)}", "/call")
            asked = Question(CALLS[call], json.dumps(fields).encode(), fields)
            left = max(0.0, end - part.received)
            outcome = await self.answer(asked, part, min(left, asked.limit(left)))
            return 200, outcome.body
        except Refusal as refusal:
            return refusal.error.status, json.dumps(refusal.document()).encode()

    async def ready(self) -> bool:
        """Does a worker solve a fixed position, and does the referee pass the answer?"""
        fields = {"position": _READY_POSITION, "rules": _READY_EDITION}
        try:
            task = Task("solve", json.dumps(fields).encode(), time.monotonic() + _READY_SECONDS)
            answered = await self.crew.ask(task)
        except Refusal:
            return False
        answer: Document = json.loads(answered.reply.body or b"{}")
        if answer.get("objective", {}).get("tiles") != _READY_TILES:
            return False
        turn = request({**fields, "after": answer["table"]}, "check")
        return check(turn.position, turn.after, turn.rules).legal
