"""The door of the service, an ASGI application in front of the Flask application.

It reads each request whole, within bounds of size and time, so that a slow client costs nothing but memory. It lets in
as many questions as the workers and their queues hold and refuses others at once. The application does little with a
question before a worker has it and is run in the event loop; what needs no worker, and what is large, has threads.
"""

import asyncio
import json
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any

from flask import Response

from api import bridge
from api.app import too_large
from api.bridge import Headers, Whole, Wsgi
from api.errors import PROBLEM, Error, Refusal
from api.later import WORK
from api.logs import Log, cut
from api.metrics import Metrics
from api.routes import FIXED, HEAVY, LIGHT, address
from api.service import Asking
from api.settings import Settings
from api.turnstile import Turnstile

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
_THREADS = 8
# A request larger than that is read in a thread, one after another: reading holds the interpreter's lock.
_LARGE_BYTES = 1 << 15
_LINGER_SECONDS = 1.0
_LINGER_BYTES = 8 << 20


class _LeftError(Exception):
    """The client went away before its request was there."""


class Front:
    """The ASGI application."""

    def __init__(self, settings: Settings, application: Wsgi, metrics: Metrics, log: Log) -> None:
        self._settings, self._application, self._metrics, self._log = settings, application, metrics, log
        self._threads = ThreadPoolExecutor(_THREADS, "light")
        self._one_thread = ThreadPoolExecutor(1, "large")
        self._kept: dict[str, Whole] = {}
        self.turnstile = Turnstile(settings.places, metrics, log)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request_id = secrets.token_hex(8)
        start, asking = time.monotonic(), Asking()
        drained = True
        try:
            whole = await self._answer(scope, receive, request_id, asking)
        except Refusal as refusal:
            whole = _refused(refusal)
            drained = refusal.error not in (Error.NO_LENGTH, Error.TOO_LARGE, Error.TOO_SLOW)
        except _LeftError:
            return
        except Exception as error:
            self._log.event("error", id=request_id, path=cut(scope["path"]), trace=repr(error))
            whole = _refused(Refusal(Error.INTERNAL, more={"log_id": request_id}))
        whole.headers += [(b"x-request-id", request_id.encode()), *self._cors(scope)]
        await _send(send, None if drained else receive, whole)
        self._note(scope, whole.status, request_id, start, asking)

    async def _answer(self, scope: Message, receive: Receive, request_id: str, asking: Asking) -> Whole:
        if scope["method"] == "OPTIONS" and self._cors(scope):
            return Whole(204, b"", [(b"access-control-allow-methods", b"GET, POST"), *_PREFLIGHT])
        length = _length(scope, self._settings.body_bytes)
        body = await self._body(receive, length) if length else b""
        asking.received = time.monotonic()
        environment = bridge.environ(scope, body, request_id, asking)
        if not heavy(scope):
            return await self._light_answer(scope, environment)
        self.turnstile.enter()
        try:
            large = length + _head_bytes(scope) > _LARGE_BYTES
            return await self._run(environment, self._one_thread if large else None)
        finally:
            self.turnstile.leave()

    async def _light_answer(self, scope: Message, environment: Message) -> Whole:
        """An answer that needs no worker; one that is always the same is asked for once."""
        fixed = scope["path"] in FIXED and scope["method"] == "GET"
        if fixed and (kept := self._kept.get(scope["path"])):
            return replace(kept, headers=list(kept.headers))
        whole = await self._run(environment, self._threads)
        if fixed and whole.status == 200:
            self._kept[scope["path"]] = replace(whole, headers=list(whole.headers))
        return whole

    def refuses(self, scope: Message) -> bool:
        """Is this a question for which there is no room, and whose body can be read over?"""
        if not (self.turnstile.full and heavy(scope)) or scope["method"] == "HEAD":
            return False
        try:
            _length(scope, self._settings.body_bytes)
        except Refusal:
            return False
        return True

    async def _run(self, environment: Message, threads: ThreadPoolExecutor | None) -> Whole:
        """The application's answer; what it left to be done for that is done here."""
        works = environment[WORK] = list[Coroutine[Any, Any, Response]]()
        if threads is not None:
            loop = asyncio.get_running_loop()
            whole = await loop.run_in_executor(threads, bridge.run, self._application, environment)
        else:
            whole = bridge.run(self._application, environment)
        return bridge.whole(await works[0]) if works else whole

    async def _body(self, receive: Receive, length: int) -> bytes:
        """The body, which is as long as was said or the request does not get here."""
        parts: list[bytes] = []
        try:
            async with asyncio.timeout(self._settings.read_seconds):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        raise _LeftError
                    parts.append(message["body"])
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            raise Refusal(Error.TOO_SLOW) from None
        body = b"".join(parts)
        if len(body) != length:
            raise Refusal(Error.CUT_OFF)
        return body

    def _cors(self, scope: Message) -> Headers:
        """The headers that let a page of another origin read the answer, where the settings allow it."""
        origins = self._settings.origins
        given = next((value for name, value in scope["headers"] if name == b"origin"), None)
        if not origins or given is None:
            return []
        if "*" in origins:
            return [(b"access-control-allow-origin", b"*"), _EXPOSED]
        if given.decode("latin-1") in origins:
            return [(b"access-control-allow-origin", given), (b"vary", b"Origin"), _EXPOSED]
        return [(b"vary", b"Origin")]

    def _note(self, scope: Message, status: int, request_id: str, start: float, asking: Asking) -> None:
        """Count and log an answered request."""
        now = time.monotonic()
        path = address(scope["path"])
        path = path if path in HEAVY or path in LIGHT else "other"
        self._metrics.requests.labels(path, str(status)).inc()
        self._metrics.seconds.labels(path).observe(now - asking.received)
        self._log.request(
            id=request_id,
            method=cut(scope["method"]),
            path=cut(scope["path"]),
            status=status,
            ms=round(1000 * (now - start), 3),
            read_ms=round(1000 * max(0.0, asking.received - start), 3),
            **asking.notes,
        )


_EXPOSED = (b"access-control-expose-headers", b"ETag, Retry-After, X-Request-Id")
_PREFLIGHT = ((b"access-control-allow-headers", b"Content-Type, If-None-Match"), (b"access-control-max-age", b"86400"))


def heavy(scope: Message) -> bool:
    """Does this request take a worker?"""
    return address(scope["path"]) in HEAVY and scope["method"] in ("GET", "HEAD", "POST")


def _head_bytes(scope: Message) -> int:
    """About how long the address and the headers are."""
    return len(scope["query_string"]) + sum(len(name) + len(value) for name, value in scope["headers"])


def _length(scope: Message, most: int) -> int:
    """How long the body is, from the headers alone.

    Raises:
        Refusal: 411 for a body in pieces, 413 for too long a one.
    """
    length: int | None = None
    for name, value in scope["headers"]:
        if name == b"transfer-encoding":
            raise Refusal(Error.NO_LENGTH)
        if name == b"content-length":
            length = int(value)
    if length is not None and length > most:
        raise too_large(most)
    if length is None and scope["method"] in ("POST", "PUT", "PATCH"):
        raise Refusal(Error.NO_LENGTH)
    return length or 0


def _refused(refusal: Refusal) -> Whole:
    body = json.dumps(refusal.document()).encode() + b"\n"
    headers = [(name.lower().encode(), value.encode()) for name, value in refusal.all_headers().items()]
    return Whole(refusal.error.status, body, [(b"content-type", PROBLEM.encode()), *headers])


async def _send(send: Send, receive: Receive | None, whole: Whole) -> None:
    """Send an answer. What is still to be received of a refused body is thrown away, so that the answer arrives."""
    headers = [pair for pair in whole.headers if pair[0] != b"content-length"]
    if whole.status not in (204, 304):
        headers.append((b"content-length", str(len(whole.body)).encode()))
    if receive is not None:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": whole.status, "headers": headers})
    if receive is not None:
        await send({"type": "http.response.body", "body": whole.body, "more_body": True})
        with suppress(TimeoutError):
            await asyncio.wait_for(_throw_away(receive), _LINGER_SECONDS)
        whole.body = b""
    await send({"type": "http.response.body", "body": whole.body})


async def _throw_away(receive: Receive) -> None:
    left = _LINGER_BYTES
    while left > 0:
        message = await receive()
        if message["type"] != "http.request" or not message.get("more_body"):
            return
        left -= len(message["body"])
