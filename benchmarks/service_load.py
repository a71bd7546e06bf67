"""Load for the service: a server of one's own, wrk from Debian against it, and what both tell. Loopback only."""

import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.positions import load

ROOT = Path(__file__).parent.parent
_SERVER = """
import sys
from api.server import serve
from api.settings import from_environment
sys.exit(serve(from_environment(), lambda app: app.add_url_rule("/trivial", "trivial", lambda: {"status": "ok"})))
"""
_LUA = """
local bodies = {}
for line in io.lines("BODIES") do bodies[#bodies + 1] = line end
local next_body = 0
request = function()
  next_body = next_body % #bodies + 1
  return wrk.format("POST", "/v1/solve", {["Content-Type"] = "application/json"}, bodies[next_body])
end
"""
_UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0}


def bodies() -> list[dict[str, Any]]:
    """The positions of the benchmarks as questions."""
    return [{"table": [*entry.table], "rack": [*entry.rack]} for entry in load()]


@dataclass
class Service:
    """A running server and its log."""

    port: int = 0
    lines: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def solves(self) -> list[dict[str, Any]]:
        """The log lines of `solve`."""
        return [line for line in self.lines if line.get("path") == "/v1/solve"]


@contextmanager
def service(**settings: int) -> Generator[Service]:
    """A server on a free port, with a trivial Flask endpoint beside its own."""
    variables = {f"MELD_{name.upper()}": str(value) for name, value in {"port": 0, **settings}.items()}
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVER], cwd=ROOT, env={**os.environ, **variables}, stdout=subprocess.PIPE, text=True
    )
    running = Service()

    def read() -> None:
        assert process.stdout
        for line in process.stdout:
            running.lines.append(json.loads(line))

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        while not running.lines:
            if process.poll() is not None:
                raise RuntimeError("the server did not start")
            time.sleep(0.05)
        running.port = int(running.lines[0]["address"].rpartition(":")[2])
        yield running
    finally:
        process.terminate()
        process.wait(60)
        reader.join(10)


@dataclass(frozen=True, slots=True)
class Rate:
    """Requests a second, and milliseconds at the median and the 99th percentile, as wrk saw them."""

    rate: float
    median: float
    p99: float


def wrk(running: Service, path: str, connections: int, seconds: int) -> Rate:
    """Load on `solve` (every position in turn) or on another path (GET)."""
    program = shutil.which("wrk")
    if program is None:
        raise RuntimeError("wrk is missing: scripts/install-system-packages.sh installs it")
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "20s"]
        if path == "/v1/solve":
            questions, script = Path(folder, "bodies.jsonl"), Path(folder, "solve.lua")
            questions.write_text("".join(f"{json.dumps(body)}\n" for body in bodies()), encoding="utf-8")
            script.write_text(_LUA.replace("BODIES", str(questions)), encoding="utf-8")
            command += ["-s", str(script)]
        url = f"http://127.0.0.1:{running.port}{path}"
        said = subprocess.run([*command, url], capture_output=True, text=True, check=True).stdout
    return Rate(float(_found(r"Requests/sec:\s+([0-9.]+)", said)), _ms("50", said), _ms("99", said))


def _found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    if match is None:
        raise RuntimeError(f"wrk did not say what was looked for: {text}")
    return match[1]


def _ms(percent: str, text: str) -> float:
    value = _found(rf"{percent}%\s+([0-9.]+(?:us|ms|s))", text)
    number, unit = value.rstrip("ums"), value.lstrip("0123456789.")
    return float(number) * _UNITS[unit]


def overhead(running: Service, passes: int) -> list[float]:
    """For each solve by one client: milliseconds that the client waited beyond those of the solver."""
    connection, more = http.client.HTTPConnection("127.0.0.1", running.port), list[float]()
    for body in [json.dumps(body) for body in bodies()] * passes:
        start = time.perf_counter()
        connection.request("POST", "/v1/solve", body, {"Content-Type": "application/json"})
        answer = json.loads(connection.getresponse().read())
        more.append(1000 * (time.perf_counter() - start) - answer["ms"])
    connection.close()
    return more


def health(running: Service, seconds: float) -> list[float]:
    """How long `/healthz` took, in milliseconds, asked a hundred times a second."""
    connection, times = http.client.HTTPConnection("127.0.0.1", running.port), list[float]()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.perf_counter()
        connection.request("GET", "/healthz")
        response = connection.getresponse()
        response.read()
        if response.status != 200:
            raise RuntimeError(f"/healthz answered {response.status}")
        times.append(1000 * (time.perf_counter() - start))
        time.sleep(0.01)
    connection.close()
    return times
