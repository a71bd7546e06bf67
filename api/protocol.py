"""HTTP on a connection: uvicorn's protocol with bounds on the head of a request, and our errors in place of its own."""

import asyncio
import json
import random
from http import HTTPStatus
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from api.errors import PROBLEM, Error, problem
from api.front import Front

_HEAD_BYTES = 32 << 10
HEAD_SECONDS = 10.0
_DEAF_SECONDS = (0.1, 0.3)


class Protocol(HttpToolsProtocol):
    """A connection. Its head must be there within 10 seconds and have at most 32 KiB (and what came with them)."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._front = cast("Front", self.config.app)
        self._head_bytes = 0
        self._head_timer: asyncio.TimerHandle | None = None
        self._in_head = False
        self._passed_over = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has come, who now must say something."""
        super().connection_made(transport)
        self._time_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._stop_timer()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        super().on_message_begin()
        self._in_head = True
        self._time_head()

    def on_headers_complete(self) -> None:
        """The head is there."""
        self._in_head = False
        self._head_bytes = 0
        idle = self.cycle is None or self.cycle.response_complete
        if idle and self.parser.should_keep_alive() and self._no_room():
            self._passed_over = True
            return
        self._stop_timer()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of the body."""
        if not self._passed_over:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is there; one for which there was no room is refused now that its body is out of the way."""
        if not self._passed_over:
            super().on_message_complete()
            return
        self._passed_over = False
        self._stop_timer()
        self.transport.write(self._front.turnstile.refusal(self.scope["method"], self.scope["path"]))
        # Who asks again at once, though told to wait, is heard a little later, and so takes no time from others.
        self.flow.pause_reading()
        self.loop.call_later(random.uniform(*_DEAF_SECONDS), self._listen_again)

    def _no_room(self) -> bool:
        """Is this a question that is refused without a further look?"""
        path, _, query = self.url.partition(b"?")
        self.scope.update(
            method=self.parser.get_method().decode("ascii"), path=path.decode("latin-1"), query_string=query
        )
        return self._front.refuses(cast("dict[str, Any]", self.scope))

    def _listen_again(self) -> None:
        if not self.transport.is_closing():
            self.flow.resume_reading()
            self._time_head()

    def data_received(self, data: bytes) -> None:
        """More of a request, or of several."""
        super().data_received(data)
        if self._in_head and not self.transport.is_closing():
            self._head_bytes += len(data)
            if self._head_bytes > _HEAD_BYTES:
                self._refuse(Error.HEAD_TOO_LARGE)

    def eof_received(self) -> bool | None:
        """The client says nothing more. It still gets its answer, or is told that its request is cut off."""
        waiting = self.cycle is not None and not self.cycle.response_complete
        if waiting and not self.cycle.more_body:
            self.cycle.keep_alive = False
            return True
        if (waiting and not self.cycle.response_started) or self._in_head:
            self._refuse(Error.CUT_OFF)
        return None

    def send_400_response(self, msg: str) -> None:
        """What is said to those who do not speak HTTP."""
        self._refuse(Error.BAD_REQUEST)

    def _time_head(self) -> None:
        self._stop_timer()
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self._refuse, Error.TOO_SLOW)

    def _stop_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _refuse(self, error: Error) -> None:
        """Answer a request that never was one, and close."""
        self._stop_timer()
        if self.transport.is_closing():
            return
        body = json.dumps(problem(error)).encode() + b"\n"
        head = (
            f"HTTP/1.1 {error.status} {HTTPStatus(error.status).phrase}\r\n"
            f"content-type: {PROBLEM}\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()
