"""The log: one JSON object a line on standard output, one line for each request and for each event.

Whatever came from outside is inside JSON strings and cut, so that no request can forge a line.
"""

import json
import sys
import time
from threading import Lock
from typing import Any, TextIO

_LONGEST = 200


class Log:
    """Writes lines, whole ones, from any thread."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stdout if stream is None else stream
        self._lock = Lock()

    def request(self, **facts: Any) -> None:
        """A request that was answered."""
        self._line("request", facts)

    def event(self, event: str, **facts: Any) -> None:
        """Anything else that happened."""
        self._line(event, facts)

    def _line(self, event: str, facts: dict[str, Any]) -> None:
        line = json.dumps({"time": round(time.time(), 3), "event": event, **facts})
        with self._lock:
            try:
                self._stream.write(line + "\n")
                self._stream.flush()
            except (OSError, ValueError):
                return  # nobody reads the log: that is no reason to answer nobody


def cut(text: str) -> str:
    """Text from outside at a bearable length."""
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
