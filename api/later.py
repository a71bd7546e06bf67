"""A response that needs a worker and so is not there yet when its view returns.

The server in front, which runs the application in its event loop, takes the work over and awaits it. Under any other
WSGI server, and in tests, the thread that asks waits for it.
"""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any

from flask import Response

WORK = "meld.work"


class Later(Response):
    """Stands for the response that comes of some work in an event loop."""

    def __init__(self, work: Coroutine[Any, Any, Response], loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._work, self._loop = work, loop

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Leave the work in the list that the server gave, or wait for it."""
        works: list[Coroutine[Any, Any, Response]] | None = environ.get(WORK)
        if works is None:
            return asyncio.run_coroutine_threadsafe(self._work, self._loop).result()(environ, start_response)
        works.append(self._work)
        start_response("200 OK", [])
        return ()
