"""What the tests of the service share: an application with a worker, and servers as processes of their own."""

import asyncio
import http.client
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Coroutine, Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from flask import Flask

from api.app import create_app
from api.crew import Crew
from api.logs import Log
from api.metrics import Metrics
from api.service import Service
from api.settings import Settings

Value = TypeVar("Value")
ROOT = Path(__file__).parent.parent
JSON = {"Content-Type": "application/json"}
LINE = "r4-5jr6.b3-6 r6b9k9o1"
LINK = "/v1/solve?position=r4-5jr6.b3-6_r6b9k9o1&rules=book-1978"
QUESTION: dict[str, Any] = {
    "table": ["r4 r5 J=r6", "b3 b4 b5 b6"],
    "rack": ["r6", "b9", "k9", "o1"],
    "rules": "book-1978",
}
_SERVE = "import sys; from solver.cli import main; sys.exit(main(['serve']))"


def positions() -> list[dict[str, Any]]:
    """Questions of all sizes, as the benchmarks have them."""
    path = ROOT / "benchmarks" / "data" / "positions.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [{"table": row["table"], "rack": row["rack"]} for row in rows]


class Loop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, Value]) -> Value:
        """What comes of some work."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    def close(self) -> None:
        self.run(self.loop.shutdown_default_executor())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


@contextmanager
def crew_of(settings: Settings, log: Log) -> Generator[tuple[Crew, Loop]]:
    """Workers, and the loop that they are in."""
    loop = Loop()
    crew = Crew(settings, log)
    try:
        loop.run(crew.start())
        yield crew, loop
        loop.run(crew.close())
    finally:
        loop.close()


@contextmanager
def application(**settings: Any) -> Generator[Flask]:
    """The Flask application with one worker."""
    chosen, log = Settings(workers=1, **settings), Log(io.StringIO())
    with crew_of(chosen, log) as (crew, _):
        app = create_app(chosen, Service(chosen, crew, Metrics(), log))
        app.config["CREW"] = crew
        yield app


class CaseFold(dict[str, str]):
    """Headers, found however they are written."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        super().__init__({name.lower(): value for name, value in pairs})

    def __getitem__(self, name: str) -> str:
        return super().__getitem__(name.lower())

    def __contains__(self, name: object) -> bool:
        return super().__contains__(str(name).lower())


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.body)


@dataclass
class Server:
    """A server that runs as `melds serve`."""

    process: subprocess.Popen[str]
    port: int = 0
    lines: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def connection(self, timeout: float = 30) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def ask(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] = JSON) -> Answer:
        """One request on a connection of its own."""
        connection = self.connection()
        try:
            content = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
            connection.request(method, path, content, dict(headers))
            response = connection.getresponse()
            return Answer(response.status, CaseFold(response.getheaders()), response.read())
        finally:
            connection.close()

    def raw(self, request: bytes, timeout: float = 30, *, end: bool = False) -> bytes:
        """What comes back until the server closes; with `end` the client says at once that it is done."""
        with socket.create_connection(("127.0.0.1", self.port), timeout) as connection:
            connection.sendall(request)
            if end:
                connection.shutdown(socket.SHUT_WR)
            parts: list[bytes] = []
            while part := connection.recv(1 << 16):
                parts.append(part)
            return b"".join(parts)

    def workers(self) -> list[int]:
        """The processes that solve."""
        return _children(self.process.pid)

    def logged(self, event: str, count: int = 1, seconds: float = 10) -> list[dict[str, Any]]:
        """The log lines of an event, once there are so many."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            found = [line for line in self.lines if line["event"] == event]
            if len(found) >= count:
                return found
            time.sleep(0.01)
        raise AssertionError(f"no {count} lines of {event} in the log")

    def stop(self) -> int:
        """SIGTERM, and the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(json.loads(line))


def _children(pid: int) -> list[int]:
    """The workers of a server. A child belongs to the thread that started it, so all threads are asked."""
    found: list[int] = []
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            with suppress(FileNotFoundError):
                if b"api.worker" in Path(f"/proc/{child}/cmdline").read_bytes():
                    found.append(int(child))
    return sorted(found)


@contextmanager
def server(**settings: Any) -> Generator[Server]:
    """A server on a free port, with settings by their names."""
    chosen = {"port": 0, "workers": 1, **settings}
    variables = {f"MELD_{name.upper()}": str(value) for name, value in chosen.items()}
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE],
        cwd=ROOT,
        env={**{name: value for name, value in os.environ.items() if not name.startswith("MELD_")}, **variables},
        stdout=subprocess.PIPE,
        text=True,
    )
    running = Server(process)
    reader = threading.Thread(target=running._read, daemon=True)
    reader.start()
    try:
        address = running.logged("serving", seconds=60)[0]["address"]
        match = re.search(r":(\d+)$", address)
        assert match
        running.port = int(match[1])
        yield running
    finally:
        if process.poll() is None:
            for pid in _children(process.pid):
                os.kill(pid, signal.SIGCONT)
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        reader.join(10)
        assert process.stdout
        process.stdout.close()


@contextmanager
def stopped(pids: list[int]) -> Generator[None]:
    """Workers that hang for a while."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def until(condition: Any, seconds: float = 20) -> None:
    """Wait for something to become so."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.01)


def timeless(document: Any) -> Any:
    """A document without the times in it."""
    if isinstance(document, dict):
        return {name: timeless(value) for name, value in document.items() if name != "ms"}
    return [timeless(item) for item in document] if isinstance(document, list) else document
