"""HTTP on a connection: uvicorn's protocol with bounds on the head of a request, and our errors in place of its own."""

import asyncio
import json
import random
import re
from http import HTTPStatus
from typing import Any, cast

from httptools import HttpRequestParser
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from api.errors import PROBLEM, Error, problem
from api.front import Front

_HEAD_BYTES = 128 << 10
_MOST_HEADERS = 256
_UPGRADE = re.compile(rb"\r\nupgrade:", re.IGNORECASE)
HEAD_SECONDS = 10.0
_LINGER_SECONDS = 1.0
_DEAF_SECONDS = (0.1, 0.3)


class Protocol(HttpToolsProtocol):
    """A connection.

    The head of a request must be there within 10 seconds and have at most 128 KiB (and what came with them) and 256
    headers. An offer to speak another protocol is passed over.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._front = cast("Front", self.config.app)
        self._head_bytes = 0
        self._head_timer: asyncio.TimerHandle | None = None
        self._in_head = False
        self._in_body = False
        self._passed_over = False
        self._done = False

    def connection_made(self, transport: asyncio.Transport) -> None:
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

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header, of not too many."""
        super().on_header(name, value)
        if len(self.headers) > _MOST_HEADERS:
            self._refuse(Error.HEAD_TOO_LARGE)

    def on_headers_complete(self) -> None:
        """The head is there."""
        if self._done:
            return
        self._in_head, self._in_body = False, True
        self._head_bytes = 0
        cycle = self._current()
        idle = cycle is None or cycle.response_complete
        if idle and _parser(self).should_keep_alive() and self._no_room():
            self._passed_over = True
            return
        self._stop_timer()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of the body."""
        if not (self._passed_over or self._done):
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is there; one for which there was no room is refused now that its body is out of the way."""
        self._in_body = False
        if self._done:
            return
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
            method=_parser(self).get_method().decode("ascii"), path=path.decode("latin-1"), query_string=query
        )
        return self._front.refuses(cast("dict[str, Any]", self.scope))

    def _listen_again(self) -> None:
        if not self.transport.is_closing():
            self.flow.resume_reading()
            self._time_head()

    def data_received(self, data: bytes) -> None:
        """More of a request, or of several."""
        if self._done:
            return
        super().data_received(data if self._in_body else _without_upgrade(data))
        if self._in_head and not self.transport.is_closing():
            self._head_bytes += len(data)
            if self._head_bytes > _HEAD_BYTES:
                self._refuse(Error.HEAD_TOO_LARGE)

    def eof_received(self) -> bool | None:  # pyright: ignore[reportIncompatibleMethodOverride] (asyncio's own type)
        """The client says nothing more. It still gets its answer, or is told that its request is cut off."""
        cycle = self._current()
        if cycle is not None and cycle.response_complete:
            cycle = None
        if cycle is not None and not cycle.more_body:
            cycle.keep_alive = False
            return True
        if (cycle is not None and not cycle.response_started) or self._in_head:
            self._refuse(Error.CUT_OFF)
        return None

    def _current(self) -> RequestResponseCycle | None:
        """The newest request, None before the first."""
        return self.cycle

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (its text is not ours)
        """What is said to those who do not speak HTTP."""
        self._refuse(Error.BAD_REQUEST)

    def _time_head(self) -> None:
        self._stop_timer()
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self._late)

    def _late(self) -> None:
        """Nothing came in time: whoever had begun is told so."""
        if self._in_head or self._passed_over:
            self._refuse(Error.TOO_SLOW)
        else:
            self.transport.close()

    def _stop_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _refuse(self, error: Error) -> None:
        """Answer a request that never was one, and close once the client has had time to read that.

        Behind one that is still being answered it gets no answer, which would be taken for that one's: that one's is
        the last on the connection.
        """
        self._stop_timer()
        if self.transport.is_closing() or self._done:
            return
        self._done = True
        cycle = self._current()
        if cycle is not None and not (cycle.response_complete or cycle.more_body):
            cycle.keep_alive = False
            return
        body = json.dumps(problem(error)).encode() + b"\n"
        head = (
            f"HTTP/1.1 {error.status} {HTTPStatus(error.status).phrase}\r\n"
            f"content-type: {PROBLEM}\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        if self.transport.can_write_eof():
            self.transport.write_eof()
        # Closed at once, with something still to be read, the connection would be reset and the answer be lost.
        self.loop.call_later(_LINGER_SECONDS, self.transport.close)


def _without_upgrade(data: bytes) -> bytes:
    """A head whose offer to speak another protocol, at which the parser would stop, has another name."""
    if b"pgrade" not in data.lower():
        return data
    head, end, rest = data.partition(b"\r\n\r\n")
    return _UPGRADE.sub(b"\r\nx-grade:", head) + end + rest


def _parser(protocol: HttpToolsProtocol) -> HttpRequestParser:
    """The parser, which is there while the connection is."""
    assert protocol.parser is not None
    return protocol.parser
