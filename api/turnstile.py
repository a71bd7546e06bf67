"""How many questions are inside, and the refusal of those for which there is no room.

When many clients ask at once, refusals are most of the work, so one costs as little as it can.
"""

import json
import secrets

from api.errors import PROBLEM, Error, Refusal
from api.logs import Log
from api.metrics import Metrics


def _busy() -> tuple[bytes, bytes]:
    """The whole refusal, cut where the request's id goes."""
    refusal = Refusal(Error.BUSY)
    body = json.dumps(refusal.document()) + "\n"
    headers = {"content-type": PROBLEM, "content-length": str(len(body)), **refusal.all_headers()}
    head = "".join(f"{name.lower()}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 503 Service Unavailable\r\n{head}x-request-id: ".encode(), f"\r\n\r\n{body}".encode()


class Turnstile:
    """Counts the questions inside. Used in the event loop only."""

    def __init__(self, places: int, metrics: Metrics, log: Log) -> None:
        self._places, self._metrics, self._log = places, metrics, log
        self._inside = 0
        self._start, self._end = _busy()

    @property
    def full(self) -> bool:
        """Is there no room for one more?"""
        return self._inside >= self._places

    def enter(self) -> None:
        """One more inside.

        Raises:
            Refusal: there is no room.
        """
        if self.full:
            raise Refusal(Error.BUSY)
        self._inside += 1
        self._metrics.inside.set(self._inside)

    def leave(self) -> None:
        """One less inside."""
        self._inside -= 1
        self._metrics.inside.set(self._inside)

    def refusal(self, method: str, path: str) -> bytes:
        """A whole refusal, counted and logged."""
        request_id = secrets.token_hex(8)
        self._metrics.requests.labels(path, "503").inc()
        self._log.request(id=request_id, method=method, path=path, status=503, ms=0.0)
        return self._start + request_id.encode() + self._end
