"""The settings of the service, read from environment variables. Nothing else in the service reads the environment."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from solver.errors import InputError

PREFIX = "MELD_"
# The most seconds that a question may ask for.
CAP = 10.0
# The largest answer that the service keeps as it was sent; and that a worker keeps as objects, which take more room.
KEPT_BYTES = 1 << 15
WORKER_KEPT_BYTES = 1 << 13


class SettingsError(InputError):
    """An environment variable whose value cannot be used."""


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set; a field `body_bytes` is the variable MELD_BODY_BYTES. `None` workers: one for each core."""

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int | None = None
    waiting: int = 4
    limit: float = 2.0
    grace: float = 2.0
    recycle: int = 10_000
    cache: int = 2_000
    body_bytes: int = 1 << 20
    read_seconds: float = 10.0
    cors: str = ""
    log_positions: bool = False

    @property
    def crew(self) -> int:
        """How many workers there are."""
        return self.workers or _cores()

    @property
    def places(self) -> int:
        """How many questions may be inside at once: one at each worker and a few that wait."""
        return self.crew * (1 + self.waiting)

    @property
    def origins(self) -> tuple[str, ...]:
        """The web origins that may read answers (CORS); `*` stands for all."""
        return tuple(self.cors.replace(",", " ").split())


# What each setting says, for README.md, and the least and most that a number may be.
MEANINGS = {
    "host": "address to listen on; anything but loopback is for whoever can reach it",
    "port": "port to listen on, 0 for any free one",
    "workers": "worker processes that solve, each one question at a time",
    "waiting": "questions that may wait for each worker; further ones get 503 at once",
    "limit": "seconds for a question that names no `limit`, at most 10",
    "grace": "seconds beyond its limit after which a worker that does not answer is ended",
    "recycle": "questions after which a worker is replaced by a fresh one",
    "cache": "proven answers that are kept, by the service and by each worker, 0 for none",
    "body_bytes": "the largest body that is read",
    "read_seconds": "the longest that a request may take to arrive",
    "cors": "web origins that may read the answers, with blanks between; `*` for all, empty for none",
    "log_positions": "`1` writes the position of each question to the log",
}
_BOUNDS: dict[str, tuple[float, float]] = {
    "port": (0, 65535),
    "workers": (1, 256),
    "waiting": (0, 1000),
    "limit": (0, CAP),
    "grace": (0.1, 3600),
    "recycle": (1, 10**9),
    "cache": (0, 10**6),
    "body_bytes": (1024, 1 << 30),
    "read_seconds": (0.1, 3600),
}


def from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """The settings that the environment gives, defaults where it says nothing or the empty text.

    Raises:
        SettingsError: a value that is not of its kind, or out of range.
    """
    given = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    for field in fields(Settings):
        text = given.get(PREFIX + field.name.upper(), "").strip()
        if text:
            values[field.name] = _value(field.name, field.default, text)
    return Settings(**values)


def _value(name: str, default: object, text: str) -> Any:
    if isinstance(default, bool):
        if text not in ("0", "1"):
            raise SettingsError(f"{PREFIX}{name.upper()} must be 0 or 1, not {text[:40]!r}")
        return text == "1"
    if isinstance(default, str):
        return text
    low, high = _BOUNDS[name]
    read: Callable[[str], float] = float if isinstance(default, float) else int
    try:
        value = read(text)
    except ValueError:
        value = None
    if value is None or not low <= value <= high:
        kind = "a number" if read is float else "a whole number"
        raise SettingsError(f"{PREFIX}{name.upper()} must be {kind} from {low:g} to {high:g}, not {text[:40]!r}")
    return value
