"""The three figures that sum up many times, and the machine that they were measured on."""

import math
import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

_CPU_INFO = Path("/proc/cpuinfo")
_PACKAGES = ("meld-solver", "ortools", "highspy", "numpy")


@dataclass(frozen=True, slots=True)
class Figures:
    """Median, 95th percentile (nearest rank: the smallest time that 95 in 100 do not exceed) and maximum, in ms."""

    median: float
    p95: float
    most: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> "Figures":
        """The figures of one time or more, given in seconds."""
        times = sorted(1000 * each for each in seconds)
        return cls(median(times), times[math.ceil(0.95 * len(times)) - 1], times[-1])

    def within(self, other: "Figures") -> bool:
        """Is none of the three greater than the other's?"""
        return self.median <= other.median and self.p95 <= other.p95 and self.most <= other.most


def machine() -> str:
    """Processor, cores, system."""
    cores = os.cpu_count() or 1
    return f"{_processor()}, {cores} core{'' if cores == 1 else 's'}, {platform.system()} {platform.machine()}"


def _processor() -> str:
    if _CPU_INFO.is_file():
        for line in _CPU_INFO.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown processor"


def versions() -> str:
    """Python and the packages that have a say in the speed."""
    return ", ".join([f"Python {platform.python_version()}", *(f"{name} {_version(name)}" for name in _PACKAGES)])


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def load_average() -> float | None:
    """How many processes wanted a core in the last minute; None where the system does not tell."""
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):
        return None
