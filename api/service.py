"""What the service answers: questions put to the workers or answered from the cache, as documents.

It knows nothing of HTTP but the refusals' statuses.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from api import cache
from api.crew import Answered, Crew
from api.errors import Error, Refusal
from api.intake import MODELS, batch, question
from api.logs import Log
from api.metrics import Metrics
from api.settings import Settings
from api.tasks import Call, Task
from solver.documents import Document, Request, Verb, openings_document, result_document
from solver.notation import canonical_line, parse_line
from solver.openings import Openings
from solver.referee import check
from solver.result import VERSION, Result, Status
from solver.rules import rules

_READY_EDITION = "book-1978"
_READY_POSITION = "r4-5jr6.b3-6 r6b9k9o1"
_READY_TILES = 3
_READY_SECONDS = 2.0


@dataclass(slots=True)
class Asking:
    """A request on its way: when all of it had come, and what the log will say of it."""

    received: float = field(default_factory=time.monotonic)
    notes: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Outcome:
    """An answer, and the tag of a proven one."""

    document: Document
    etag: str | None = None


class Service:
    """Answers questions. For any number of threads."""

    def __init__(self, settings: Settings, crew: Crew, metrics: Metrics, log: Log) -> None:
        self.settings, self.crew, self.metrics, self.log = settings, crew, metrics, log
        self._cache: cache.Lru[Result | Openings] = cache.Lru(settings.cache)

    def answer(self, verb: Verb, fields: Mapping[str, Any], asking: Asking, most: float | None = None) -> Outcome:
        """The answer to the question that fields make; it may take `most` seconds where the question says nothing.

        Raises:
            Refusal: the question is not valid, or no worker can answer it now.
        """
        asked = question(fields, verb, self.settings.limit if most is None else most)
        if self.settings.log_positions:
            asking.notes["position"] = canonical_line(asked.position)
        deadline = asking.received + (asked.limit if verb != "check" else self.settings.limit)
        if verb == "solve":
            return self._solve(asked, deadline, asking)
        if verb == "openings":
            return self._openings(asked, deadline, asking)
        return Outcome(self._ask("check", asked, deadline, asking))

    def _solve(self, asked: Request, deadline: float, asking: Asking) -> Outcome:
        put = cache.canonical(asked)
        key = cache.solve_key(put)
        result = cast("Result | None", self._kept(key, asking))
        if result is None:
            result = cast("Result", self._ask("solve", put, deadline, asking))
        proven = result.status in (Status.OPTIMAL, Status.NO_PLAY)
        if proven:
            self._cache.put(key, result)
        self._note(asking, "solve", str(result.status))
        document = result_document(cache.as_given(result, asked), asked.id)
        return Outcome(document, cache.etag(asked) if proven else None)

    def _openings(self, asked: Request, deadline: float, asking: Asking) -> Outcome:
        put = cache.canonical(asked)
        key = cache.openings_key(put)
        found = cast("Openings | None", self._kept(key, asking))
        if found is None:
            found = cast("Openings", self._ask("openings", put, deadline, asking))
        if found.complete:
            self._cache.put(key, found)
        self._note(asking, "openings", "complete" if found.complete else "incomplete")
        return Outcome(openings_document(found, asked.id))

    def _kept(self, key: Any, asking: Asking) -> Result | Openings | None:
        found = self._cache.get(key)
        outcome = "miss" if found is None else "hit"
        self.metrics.cache.labels(outcome).inc()
        asking.notes["cache"] = outcome
        return found

    def _note(self, asking: Asking, call: Call, status: str) -> None:
        asking.notes["solver"] = status
        self.metrics.answers.labels(call, status).inc()

    def _ask(self, call: Call, asked: Request, deadline: float, asking: Asking) -> Any:
        """The value that a worker replies."""
        try:
            answered = self.crew.ask(Task(call, asked, deadline))
        except Refusal as refusal:
            refusal.id = asked.id
            raise
        self._time(call, answered, asking)
        reply = answered.reply
        if reply.fault is not None:
            raise Refusal(Error.INVALID, reply.fault, "", asked.id)
        if reply.failure is not None:
            raise RuntimeError(f"the worker failed:\n{reply.failure}")
        return reply.value

    def _time(self, call: Call, answered: Answered, asking: Asking) -> None:
        self.metrics.waited.observe(answered.waited)
        self.metrics.worked.labels(call).observe(answered.took)
        for name, seconds in (("wait_ms", answered.waited), ("work_ms", answered.took)):
            asking.notes[name] = round(asking.notes.get(name, 0.0) + 1000 * seconds, 3)

    def batch(self, fields: Mapping[str, Any], asking: Asking) -> Document:
        """Answers in the order of the items, each with the status that it would have had alone."""
        given = batch(fields)
        limit = self.settings.limit if given.limit is None else given.limit
        end = asking.received + limit
        return {"version": VERSION, "answers": [self._item(item, end, asking) for item in given.items]}

    def _item(self, item: dict[str, Any], end: float, asking: Asking) -> Document:
        left = max(0.0, end - time.monotonic())
        part = Asking(notes=asking.notes)
        try:
            fields = dict(item)
            call = fields.pop("call", "solve")
            if not isinstance(call, str) or call not in MODELS:
                raise Refusal(Error.INVALID, f"call must be one of {', '.join(MODELS)}", "/call")
            if isinstance(limit := fields.get("limit"), int | float) and not isinstance(limit, bool) and limit > left:
                question(fields, call, left)
                fields["limit"] = left
            return {"status": 200, "body": self.answer(call, fields, part, left).document}
        except Refusal as refusal:
            return {"status": refusal.error.status, "body": refusal.document()}

    def ready(self) -> bool:
        """Does a worker solve a fixed position, and does the referee pass the answer?"""
        edition = rules(_READY_EDITION)
        asked = question({"position": _READY_POSITION, "rules": _READY_EDITION}, "solve", _READY_SECONDS)
        try:
            reply = self.crew.ask(Task("solve", asked, time.monotonic() + _READY_SECONDS)).reply
        except Refusal:
            return False
        result: Result | None = reply.value
        if result is None or result.turn is None or result.values.get("tiles") != _READY_TILES:
            return False
        position = parse_line(_READY_POSITION, asked.position.deck, edition.ones)
        return check(position, result.turn.after, edition).legal
