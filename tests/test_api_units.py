"""Parts of the service by themselves: settings, cache, log, workers and their keepers."""

import io
import json
import os
import signal
import threading
import time
from collections.abc import Generator

import pytest

from api.cache import Lru
from api.crew import Crew
from api.errors import Error, Refusal
from api.logs import Log
from api.settings import MEANINGS, Settings, SettingsError, from_environment
from api.tasks import Reply, Task
from api_support import LINE, Loop, crew_of, stopped, until


def test_settings_have_defaults():
    """Loopback, and everything bounded."""
    settings = from_environment({})
    assert settings == Settings()
    assert settings.host == "127.0.0.1"
    assert settings.crew >= 1
    assert settings.places == settings.crew * 5
    assert set(MEANINGS) == set(Settings.__dataclass_fields__)


def test_settings_are_read():
    """By their names in capitals; blanks around and empty values are nothing; others' variables are let be."""
    given = {"MELD_PORT": " 0 ", "MELD_CORS": "https://a.example, https://b.example", "MELD_LOG_POSITIONS": "1"}
    settings = from_environment({**given, "MELD_LIMIT": "", "MELD_EXAMPLES": "7", "MELD_GRACE": "0.5"})
    assert (settings.port, settings.limit, settings.grace, settings.log_positions) == (0, 2.0, 0.5, True)
    assert settings.origins == ("https://a.example", "https://b.example")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "x"),
        ("PORT", "70000"),
        ("WORKERS", "0"),
        ("WORKERS", "1.5"),
        ("LIMIT", "11"),
        ("LIMIT", "nan"),
        ("LOG_POSITIONS", "yes"),
    ],
)
def test_bad_settings(name: str, value: str):
    """One sentence that names the variable."""
    with pytest.raises(SettingsError, match=f"MELD_{name} must be "):
        from_environment({f"MELD_{name}": value})


def test_the_cache_is_bounded():
    """What was not used for the longest time goes; size 0 keeps nothing."""
    cache: Lru[int] = Lru(2)
    for key in (1, 2, 1, 3):
        if cache.get(key) is None:
            cache.put(key, 10 * key)
    assert (cache.get(1), cache.get(2), cache.get(3), len(cache)) == (10, None, 30, 2)
    nothing: Lru[int] = Lru(0)
    nothing.put(1, 1)
    assert nothing.get(1) is None


def test_no_request_forges_a_line():
    """Line breaks and control characters stay inside JSON strings."""
    stream = io.StringIO()
    Log(stream).request(path='/a\n{"event": "request"}\r\x1b[31m\u2028"')
    lines = stream.getvalue().splitlines()
    assert len(lines) == 1
    assert json.loads(lines[0])["path"].startswith("/a\n{")
    assert lines[0].isascii()
    assert lines[0].isprintable()


def test_a_log_that_nobody_reads():
    """A closed stream stops nothing."""
    stream = io.StringIO()
    stream.close()
    Log(stream).event("x")


def task(limit: float = 5.0) -> Task:
    """The question of the README."""
    body = json.dumps({"position": LINE, "rules": "book-1978"}).encode()
    return Task("solve", body, time.monotonic() + limit)


class Asked:
    """Workers as one thread sees them."""

    def __init__(self, crew: Crew, loop: Loop) -> None:
        self.crew, self.loop = crew, loop

    def ask(self, task: Task) -> Reply:
        return self.loop.run(self.crew.ask(task)).reply

    def tiles(self, limit: float = 5.0) -> int:
        """How many tiles the answer plays."""
        return json.loads(self.ask(task(limit)).body)["objective"]["tiles"]


@pytest.fixture
def log() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def asked(log: io.StringIO) -> Generator[Asked]:
    with crew_of(Settings(workers=1, grace=0.3, recycle=1000), Log(log)) as (crew, loop):
        yield Asked(crew, loop)


def test_a_worker_answers(asked: Asked):
    """A question gets its result, and a hopeless limit the answer of no search."""
    assert asked.tiles() == 3
    assert asked.ask(task(0)).body
    assert asked.ask(task(-1)).body


def test_a_hung_worker_is_ended(asked: Asked, log: io.StringIO):
    """Who does not answer within limit and grace is ended and replaced; the log says so."""
    pids = asked.crew.pids()
    with stopped(pids):
        start = time.monotonic()
        with pytest.raises(Refusal) as refused:
            asked.ask(task(0.2))
        assert refused.value.error == Error.HUNG
        assert 0.4 < time.monotonic() - start < 5
    until(lambda: asked.crew.pids() and asked.crew.pids() != pids)
    assert asked.tiles() == 3
    assert asked.crew.replaced() == 1
    assert json.loads(log.getvalue())["event"] == "worker_ended"


def test_a_killed_worker_loses_its_question_only(asked: Asked):
    """The question it had is refused at once, the one that waits is answered by its successor."""
    outcomes: list[object] = []

    def ask() -> None:
        try:
            outcomes.append(asked.tiles(20))
        except Refusal as refusal:
            outcomes.append(refusal.error)

    pids = asked.crew.pids()
    with stopped(pids):
        threads = [threading.Thread(target=ask) for _ in range(2)]
        for thread in threads:
            thread.start()
        time.sleep(0.3)
        os.kill(pids[0], signal.SIGKILL)
        for thread in threads:
            thread.join(20)
    assert sorted(map(str, outcomes)) == ["3", str(Error.LOST)]


def test_an_idle_worker_that_dies_is_replaced(asked: Asked):
    """Without anybody asking."""
    pids = asked.crew.pids()
    os.kill(pids[0], signal.SIGKILL)
    until(lambda: asked.crew.pids() and asked.crew.pids() != pids)
    assert asked.tiles() == 3


def test_too_long_a_wait_is_refused(asked: Asked):
    """A question that waited as long as its limit is not solved late."""
    with stopped(asked.crew.pids()):
        first = threading.Thread(target=lambda: asked.ask(task(20)))
        first.start()
        time.sleep(0.1)
        start = time.monotonic()
        with pytest.raises(Refusal) as refused:
            asked.ask(task(0.3))
        assert refused.value.error == Error.LATE
        assert time.monotonic() - start < 2
    first.join(20)
    assert not first.is_alive()


def test_workers_are_replaced_in_time():
    """After about so many answers, and every question is answered meanwhile."""
    settings = Settings(workers=1, grace=1.0, recycle=5)
    with crew_of(settings, Log(io.StringIO())) as (crew, loop):
        asked = Asked(crew, loop)
        pids = set(crew.pids())
        deadline = time.monotonic() + 30
        while crew.replaced() == 0 and time.monotonic() < deadline:
            assert asked.tiles() == 3
        assert crew.replaced() >= 1
        assert set(crew.pids()) != pids
    assert crew.pids() == []
