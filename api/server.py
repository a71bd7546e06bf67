"""The service as a process: `serve` starts the workers, listens, and on SIGTERM answers what it has and ends."""

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from types import FrameType

import uvicorn
from flask import Flask

from api.app import create_app
from api.crew import Crew
from api.front import Front
from api.logs import Log
from api.metrics import Metrics
from api.protocol import Protocol
from api.service import Service
from api.settings import CAP, Settings, SettingsError

_BACKLOG = 1024
_LEAVE_SECONDS = 5
_KEEP_ALIVE_SECONDS = 30
# How long a thread that reads a question may keep the one that speaks with all clients waiting.
_SWITCH_SECONDS = 0.001


def serve(settings: Settings, extend: Callable[[Flask], None] = lambda _: None) -> int:
    """Serve until SIGTERM or Ctrl-C; the exit code.

    Args:
        extend: may add addresses of its own to the application, as the benchmark does.

    Raises:
        SettingsError: the address cannot be listened on.
    """
    log = Log()
    listener = _listen(settings)
    crew = Crew(settings, log)
    # While uvicorn runs it heeds these itself and raises them again when it is done, which shall be the ordinary end.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _nothing)
    asyncio.run(_served(settings, extend, listener, crew, log))
    log.event("ended")
    return 0


async def _served(
    settings: Settings, extend: Callable[[Flask], None], listener: socket.socket, crew: Crew, log: Log
) -> None:
    """Start the workers, answer until a signal comes, and let them end."""
    metrics = Metrics()
    await crew.start()
    app = create_app(settings, Service(settings, crew, metrics, log))
    extend(app)
    front = Front(settings, app.wsgi_app, metrics, log)
    sys.setswitchinterval(_SWITCH_SECONDS)
    # What is there now stays: the collector need not look at it again and again.
    gc.collect()
    gc.freeze()
    host, port = listener.getsockname()[:2]
    log.event("serving", address=f"http://{f'[{host}]' if ':' in host else host}:{port}", workers=settings.crew)
    try:
        await uvicorn.Server(_config(front, settings)).serve([listener])
    finally:
        await crew.close()


def _config(front: Front, settings: Settings) -> uvicorn.Config:
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    return uvicorn.Config(
        front,
        http=Protocol,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=int(CAP + settings.grace + _LEAVE_SECONDS),
        backlog=_BACKLOG,
    )


def _nothing(_number: int, _frame: FrameType | None) -> None:
    """What is left to do on a signal when all is done."""


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # With the protocol named, asyncio switches off Nagle's delay on each connection, else not.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise SettingsError(f"cannot listen on {settings.host} port {settings.port}: {error.strerror}") from None
    return listener
