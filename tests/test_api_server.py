"""The service as a process, over real connections: bad bodies, slow clients, full workers, and how it ends."""

import json
import os
import signal
import socket
import threading
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import pytest

from api.errors import Error
from api_support import JSON, LINK, QUESTION, ROOT, Answer, Server, positions, server, stopped, until

HEAD = "POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def running() -> Generator[Server]:
    with server(cache=0, read_seconds=1, grace=5, body_bytes=100_000) as running:
        yield running


def told(answer: bytes) -> tuple[int, dict[str, Any]]:
    """Status and problem document of a raw answer, the last on its connection."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"content-type: application/problem+json" in head.lower()
    return int(head.split()[1]), json.loads(body)


def is_well(running: Server) -> None:
    """The service is there and solves."""
    assert running.ask("GET", "/healthz").status == 200
    assert running.ask("POST", "/v1/solve", {**QUESTION, "limit": 10}).document["objective"]["tiles"] == 3


BODIES = {
    "chunked": (f"{HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n".encode(), Error.NO_LENGTH),
    "chunked and large": (
        f"{HEAD}Transfer-Encoding: chunked\r\n\r\n".encode() + b"10000\r\n" + b" " * 65536 + b"\r\n",
        Error.NO_LENGTH,
    ),
    "length and chunked": (
        f"{HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n".encode(),
        Error.BAD_REQUEST,
    ),
    "two lengths": (f"{HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{{}}".encode(), Error.BAD_REQUEST),
    "no length": (f"{HEAD}Connection: close\r\n\r\n".encode(), Error.NO_LENGTH),
    "empty": (f"{HEAD}Connection: close\r\nContent-Length: 0\r\n\r\n".encode(), Error.BAD_JSON),
    "length without an end": (f"{HEAD}Content-Length: {10**15}\r\n\r\n".encode(), Error.TOO_LARGE),
    "huge": (f"{HEAD}Content-Length: 100001\r\n\r\n".encode() + b" " * 100_001, Error.TOO_LARGE),
    "negative length": (f"{HEAD}Content-Length: -1\r\n\r\n".encode(), Error.BAD_REQUEST),
    "deep": (
        f"{HEAD}Connection: close\r\nContent-Length: 90000\r\n\r\n".encode() + b"[" * 90_000,
        Error.BAD_JSON,
    ),
    "not UTF-8": (f"{HEAD}Connection: close\r\nContent-Length: 4\r\n\r\n".encode() + b'"\xff"\n', Error.BAD_JSON),
    "NaN": (f'{HEAD}Connection: close\r\nContent-Length: 13\r\n\r\n{{"limit":NaN}}'.encode(), Error.BAD_JSON),
    "twice": (f'{HEAD}Connection: close\r\nContent-Length: 15\r\n\r\n{{"id":1,"id":2}}'.encode(), Error.BAD_JSON),
    "not HTTP": (b"hello\r\n\r\n", Error.BAD_REQUEST),
    "a header too large": (b"GET /healthz HTTP/1.1\r\nX: " + b"x" * 400_000, Error.HEAD_TOO_LARGE),
    "many headers": (b"GET /healthz HTTP/1.1\r\n" + b"a: b\r\n" * 300 + b"\r\n", Error.HEAD_TOO_LARGE),
    "an address too long": (b"GET /" + b"x" * 400_000, Error.HEAD_TOO_LARGE),
}


@pytest.mark.parametrize("name", BODIES)
def test_bad_bodies(running: Server, name: str):
    """Each is refused with its status and a problem document, and the service goes on."""
    request, error = BODIES[name]
    status, document = told(running.raw(request))
    assert (status, document["code"]) == (error.status, error.code)
    is_well(running)


@pytest.mark.parametrize(
    "request_", [f'{HEAD}Content-Length: 100\r\n\r\n{{"rack":'.encode(), HEAD[:30].encode()], ids=["body", "head"]
)
def test_truncated(running: Server, request_: bytes):
    """A client that ends in the middle is told so."""
    status, document = told(running.raw(request_, end=True))
    assert (status, document["code"]) == (400, "cut_off")
    is_well(running)


def test_one_who_only_listens_on(running: Server):
    """A client that closes its side after a whole question still gets the answer."""
    body = json.dumps(QUESTION)
    answer = running.raw(f"{HEAD}Content-Length: {len(body)}\r\n\r\n{body}".encode(), end=True)
    assert answer.startswith(b"HTTP/1.1 200")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["objective"]["tiles"] == 3


def test_a_slow_body(running: Server):
    """A body that does not come in time is refused."""
    start = time.monotonic()
    status, document = told(running.raw(f"{HEAD}Content-Length: 100\r\n\r\n{{".encode()))
    assert (status, document["code"]) == (408, "too_slow")
    assert 0.9 < time.monotonic() - start < 5


def test_slow_clients_block_nobody(running: Server):
    """A hundred clients that dawdle in head or body keep no other waiting."""
    slow = [socket.create_connection(("127.0.0.1", running.port)) for _ in range(100)]
    try:
        for number, connection in enumerate(slow):
            connection.sendall(HEAD.encode() if number % 2 else f"{HEAD}Content-Length: 100\r\n\r\n{{".encode())
        start = time.monotonic()
        is_well(running)
        assert time.monotonic() - start < 1
    finally:
        for connection in slow:
            connection.close()


def test_pipelined_questions(running: Server):
    """Questions sent one behind the other are answered in order, refused ones too."""
    bodies = [json.dumps({**QUESTION, "id": number, "limit": 10}) for number in range(3)]
    request = "".join(f"{HEAD}Content-Length: {len(body)}\r\n\r\n{body}" for body in bodies)
    with socket.create_connection(("127.0.0.1", running.port), 30) as connection:
        connection.sendall(request.encode())
        text = b""
        while text.count(b'"ms"') < 3:
            text += connection.recv(1 << 16)
    assert [text.index(f'{{"id": {number},'.encode()) for number in range(3)] == sorted(
        text.index(f'{{"id": {number},'.encode()) for number in range(3)
    )


def test_nonsense_behind_a_question(running: Server):
    """It gets no answer, which would be taken for that of the question; the question gets its own, the last one."""
    body = json.dumps({**QUESTION, "id": "mine", "limit": 10})
    question = f"{HEAD}Content-Length: {len(body)}\r\n\r\n{body}".encode()
    for nonsense in (b"hello\r\n\r\n", b"GET /healthz HTTP/1.1\r\n" + b"a: b\r\n" * 300 + b"\r\n"):
        answer = running.raw(question + nonsense)
        assert answer.startswith(b"HTTP/1.1 200")
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["id"] == "mine"


@pytest.mark.parametrize("offer", ["h2c", "websocket"])
def test_an_offer_to_speak_otherwise(running: Server, offer: str):
    """As some clients make with every request: it is answered as if it had not been made, body and all."""
    body = json.dumps({**QUESTION, "limit": 10})
    upgrade = f"Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: {offer}\r\nHTTP2-Settings: AAQ\r\n"
    answer = running.raw(f"{HEAD}{upgrade}Content-Length: {len(body)}\r\n\r\n{body}".encode())
    assert answer.startswith(b"HTTP/1.1 200")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["objective"]["tiles"] == 3


def test_large_heads_keep_nobody_waiting(running: Server):
    """Headers and addresses at which a reader of them takes its time."""
    long = {"If-None-Match": '"x,' * 30_000, "Content-Type": "application/json" + ";a=b" * 20_000}
    with ThreadPoolExecutor(4) as pool:
        asked = [
            pool.submit(running.ask, "POST", "/v1/solve", {**QUESTION, "limit": 10}, {**JSON, name: value})
            for name, value in long.items()
        ]
        asked.append(pool.submit(running.ask, "GET", "/v1/solve?" + "a=&" * 15_000))
        assert [answer.result().status for answer in asked] == [200, 200, 400]
    is_well(running)


def together(running: Server, count: int, body: Any = QUESTION, path: str = "/v1/solve") -> list[Answer]:
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(lambda _: running.ask("POST", path, body), range(count)))


def test_a_full_house(running: Server):
    """One question at the worker, four that wait; others get 503 at once, and health does not wait."""
    with ThreadPoolExecutor(8) as pool:
        with stopped(running.workers()):
            first = [pool.submit(running.ask, "POST", "/v1/solve", {**QUESTION, "limit": 10}) for _ in range(5)]
            until(lambda: "meld_inside 5.0" in running.ask("GET", "/metrics").body.decode())
            start = time.monotonic()
            with_one = running.connection()
            for _ in range(2):
                with_one.request("POST", "/v1/solve", json.dumps(QUESTION), JSON)
                response = with_one.getresponse()
                refused = json.loads(response.read())
                assert (response.status, refused["code"], response.headers["Retry-After"]) == (503, "busy", "1")
                assert response.headers["Content-Type"] == "application/problem+json"
            with_one.close()
            assert running.ask("GET", LINK).status == 503
            head = running.ask("HEAD", LINK)
            assert (head.status, head.body) == (503, b"")
            assert running.ask("GET", "/healthz").status == 200
            assert running.ask("POST", "/v1/position", QUESTION).status == 200
            assert running.ask("POST", "/v1/solve", b"x" * 100_001).status == 413
            assert time.monotonic() - start < 2
        assert [answer.result().status for answer in first] == [200] * 5
    is_well(running)


def test_limits_hold_while_waiting(running: Server):
    """The limit counts from when the service has the question: who waits longer is refused, not solved late."""
    with ThreadPoolExecutor(2) as pool, stopped(running.workers()):
        blocking = pool.submit(running.ask, "POST", "/v1/solve", {**QUESTION, "limit": 10})
        until(lambda: "meld_inside 1.0" in running.ask("GET", "/metrics").body.decode())
        start = time.monotonic()
        answer = running.ask("POST", "/v1/solve", {**QUESTION, "id": 3, "limit": 0.4})
        assert (answer.status, answer.document["code"], answer.document["id"]) == (503, "late", 3)
        assert 0.35 < time.monotonic() - start < 2
        for pid in running.workers():
            os.kill(pid, signal.SIGCONT)
        assert blocking.result().status == 200


def test_a_killed_worker(running: Server):
    """Under load it loses at most the question that it had; it comes back, and all others are answered."""
    pids = running.workers()
    with ThreadPoolExecutor(4) as pool:
        answers = [pool.submit(running.ask, "POST", "/v1/solve", {**row, "limit": 10}) for row in positions()[-40:]]
        until(lambda: sum(answer.done() for answer in answers) >= 5)
        os.kill(pids[0], signal.SIGKILL)
        statuses = [answer.result().status for answer in answers]
    assert statuses.count(200) >= 39
    assert set(statuses) <= {200, 503}
    until(lambda: running.workers() and running.workers() != pids)
    is_well(running)


def test_a_hung_worker_is_ended():
    """A solve that does not come back is answered with 503 once limit and grace are over, and the worker replaced."""
    with server(grace=0.3) as running:
        pids = running.workers()
        with stopped(pids):
            start = time.monotonic()
            answer = running.ask("POST", "/v1/solve", {**QUESTION, "limit": 0.2})
            assert (answer.status, answer.document["code"]) == (503, "hung")
            assert 0.4 < time.monotonic() - start < 5
        until(lambda: running.workers() and running.workers() != pids)
        is_well(running)
        assert running.logged("worker_ended")[0]["reason"] == "hung"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_end(number: int):
    """A signal in the middle of a long question: it is answered in full, nobody else gets in, the exit code is 0."""
    batch = {"items": [{**row, "rules": "hong-kong"} for row in positions()[-40:]], "limit": 10}
    with server(workers=2) as running, ThreadPoolExecutor(1) as pool:
        pids = running.workers()
        answer = pool.submit(running.ask, "POST", "/v1/batch", batch)
        until(lambda: "meld_inside 1.0" in running.ask("GET", "/metrics").body.decode())
        for pid in (running.process.pid, *pids) if number == signal.SIGINT else (running.process.pid,):
            os.kill(pid, number)
        assert answer.result().status == 200
        assert [item["status"] for item in answer.result().document["answers"]] == [200] * 40
        assert running.process.wait(30) == 0
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))
        assert running.lines[-1]["event"] == "ended"


def test_workers_end_with_the_service():
    """When the service is killed, its workers see that and end."""
    with server() as running:
        pids = running.workers()
        running.process.kill()
        running.process.wait()
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))


def test_the_address_is_taken(running: Server, capfd: pytest.CaptureFixture[str]):
    """One sentence and exit code 2."""
    from solver.cli import main

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MELD_PORT", str(running.port))
        assert main(["serve"]) == 2
    assert f"cannot listen on 127.0.0.1 port {running.port}" in capfd.readouterr().err


def test_the_log(running: Server):
    """One line a request with id, path, status and times; the id is in the answer; no positions."""
    answer = running.ask("POST", "/v1/solve", QUESTION)
    request_id = answer.headers["X-Request-Id"]
    until(lambda: any(line.get("id") == request_id for line in running.lines))
    line = next(line for line in running.lines if line.get("id") == request_id)
    assert line["event"] == "request"
    assert (line["method"], line["path"], line["status"], line["solver"]) == ("POST", "/v1/solve", 200, "optimal")
    assert line["ms"] >= line["work_ms"] > 0
    assert {"time", "read_ms", "wait_ms", "cache"} <= set(line)
    assert "r6" not in json.dumps(line)


def test_addresses_in_the_log(running: Server):
    """Whatever is asked for is one line, escaped and cut."""
    running.ask("GET", "/a%0a%22event%22%1b" + "x" * 5000)
    until(lambda: any(line.get("path", "").startswith("/a\n") for line in running.lines))
    line = next(line for line in running.lines if line.get("path", "").startswith("/a\n"))
    assert line["status"] == 404
    assert len(line["path"]) < 300


def test_positions_in_the_log_and_cors_on_request():
    """Two settings that are off unless asked for."""
    origin = {"Origin": "https://a.example"}
    with server(log_positions=1, cors="https://a.example") as running:
        answer = running.ask("POST", "/v1/solve", QUESTION, {**JSON, **origin})
        assert answer.headers["Access-Control-Allow-Origin"] == "https://a.example"
        assert "ETag" in answer.headers["Access-Control-Expose-Headers"]
        preflight = running.ask("OPTIONS", "/v1/solve", None, {**origin, "Access-Control-Request-Method": "POST"})
        assert preflight.status == 204
        assert "Content-Type" in preflight.headers["Access-Control-Allow-Headers"]
        other = running.ask("POST", "/v1/solve", QUESTION, {**JSON, "Origin": "https://b.example"})
        assert "Access-Control-Allow-Origin" not in other.headers
        until(lambda: any("position" in line for line in running.lines))
        assert next(line for line in running.lines if "position" in line)["position"].startswith("r4-5jr6.b3-6_")


def test_no_cors_unless_asked(running: Server):
    """No header lets a page of another origin read an answer."""
    answer = running.ask("POST", "/v1/solve", QUESTION, {**JSON, "Origin": "https://a.example"})
    assert not [name for name in answer.headers if name.lower().startswith("access-control")]


def test_head_and_options(running: Server):
    """HEAD is GET without the body; OPTIONS says what there is."""
    head = running.ask("HEAD", "/healthz")
    assert (head.status, head.body) == (200, b"")
    assert "GET" in running.ask("OPTIONS", "/healthz").headers["Allow"]


def test_metrics_tell_of_requests(running: Server):
    """Counts by address and status; unknown addresses are together."""
    running.ask("GET", "/nowhere")
    running.ask("GET", "/nowhere/else")
    text = running.ask("GET", "/metrics").body.decode()
    assert 'meld_requests_total{path="other",status="404"}' in text
    assert "nowhere" not in text


def test_make_serve(running: Server):
    """`make serve` is `melds serve` in the environment that make makes."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "\nserve: install" in makefile
    assert '"$(bin)/melds" serve' in makefile


def test_workers_share_the_load():
    """With two workers two questions are solved at once, whichever connection they come by."""
    with server(workers=2, cache=0) as running:
        with ThreadPoolExecutor(1) as pool, stopped(running.workers()[:1]):
            # One of the first questions gets to the worker that hangs, and all others to the other one.
            blocked = pool.submit(running.ask, "POST", "/v1/solve", {**QUESTION, "limit": 10})
            while wait([blocked], 1).done:
                blocked = pool.submit(running.ask, "POST", "/v1/solve", {**QUESTION, "limit": 10})
            racks = [[f"b{number}"] for number in range(7, 13)]
            statuses = [
                running.ask("POST", "/v1/solve", {**QUESTION, "rack": rack, "limit": 10}).status for rack in racks
            ]
        assert statuses == [200] * 6
        assert blocked.result().status == 200


def test_many_threads_one_cache():
    """The same question by many clients at once: one and the same answer."""
    with server() as running:
        answers = {json.dumps(answer.document["table"]) for answer in together(running, 4)}
        assert len(answers) == 1
        assert threading.active_count() < 50
