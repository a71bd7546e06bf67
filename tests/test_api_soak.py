"""Thousands of mixed requests, good, bad and slow: no status but those that are meant, and no growth."""

import json
import random
import socket
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from api_support import JSON, LINK, QUESTION, Server, positions, server

Call = tuple[str, str, bytes | None]
MEANT = {200, 304, 400, 404, 405, 413, 415, 422, 503}
_CLIENTS = 10
POSITIONS = positions()
BODIES_THAT_ARE_BAD = (b"", b"{", b'{"a": 1, "a": 2}', b"[" * 5000, b'{"limit": NaN}', b"\xff", b" " * 40_000)


def body(document: Any) -> bytes:
    return json.dumps(document).encode()


def random_call(rng: random.Random) -> Call:
    """A request: six in ten are good."""
    row = rng.choice(POSITIONS)
    rack = rng.sample(row["rack"], rng.randint(0, len(row["rack"])))
    question = {**row, "rack": rack, "limit": rng.choice((0, 0.01, 1, 5))}
    good: list[Call] = [
        ("POST", "/v1/solve", body(question)),
        ("POST", "/v1/solve", body(row)),
        ("POST", "/v1/check", body({**row, "after": row["table"]})),
        ("POST", "/v1/openings", body({"table": [], "rack": rack, "first": 3, "limit": 1})),
        ("POST", "/v1/batch", body({"items": [question, {}, {**QUESTION, "call": "solve"}]})),
        ("GET", LINK, None),
    ]
    bad: list[Call] = [
        ("POST", "/v1/solve", rng.choice(BODIES_THAT_ARE_BAD)),
        ("POST", "/v1/solve", body({**row, "rack": ["r1"] * 9})),
        ("POST", "/v1/position", body({"position": "".join(rng.choices("rbko123.-_j ", k=40))})),
        ("DELETE", "/v1/solve", None),
        ("GET", f"/{rng.random()}", None),
    ]
    return rng.choice(good if rng.random() < 0.6 else bad)


def some(running: Server, seed: int, count: int) -> Counter[int]:
    """So many requests by one client, which now and then goes away in the middle of one."""
    rng, statuses = random.Random(seed), Counter[int]()
    connection = HTTPConnection("127.0.0.1", running.port, timeout=60)
    for _ in range(count):
        if rng.random() < 0.02:
            with socket.create_connection(("127.0.0.1", running.port)) as slow:
                slow.sendall(b"POST /v1/solve HTTP/1.1\r\nContent-Length: 99\r\n\r\n{"[: rng.randint(1, 50)])
        method, path, content = random_call(rng)
        headers = JSON if rng.random() < 0.97 else {"Content-Type": "text/plain"}
        connection.request(method, path, content, headers)
        response = connection.getresponse()
        response.read()
        statuses[response.status] += 1
    connection.close()
    return statuses


def memory(pid: int) -> int:
    """Kilobytes that a process has in memory."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0])


@pytest.mark.parametrize("count", [800, pytest.param(10_000, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])])
def test_soak(count: int, record_property: Callable[[str, object], None]):
    """No 5xx but 503, each request answered, the same processes at the end, and as much memory as after a quarter."""
    with (
        server(workers=2, cache=200, body_bytes=30_000, read_seconds=2) as running,
        ThreadPoolExecutor(_CLIENTS) as pool,
    ):
        pids = [running.process.pid, *running.workers()]

        def all_of(requests: int, seed: int) -> Counter[int]:
            clients = [pool.submit(some, running, seed + client, requests // _CLIENTS) for client in range(_CLIENTS)]
            return sum((client.result() for client in clients), Counter[int]())

        statuses = all_of(count // 4, 0)
        before = [memory(pid) for pid in pids]
        statuses += all_of(3 * count // 4, 100)
        after = [memory(pid) for pid in pids]
        assert statuses.total() == count
        assert set(statuses) <= MEANT
        assert statuses[200] > count // 3
        assert [running.process.pid, *running.workers()] == pids
        assert all(new < 1.1 * old + 20_000 for old, new in zip(before, after, strict=True)), (before, after)
        assert not [line for line in running.lines if line["event"] == "error"]
        record_property("soak", f"statuses {dict(statuses)}, kilobytes before {before}, after {after}")
