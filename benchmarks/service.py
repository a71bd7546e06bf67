"""How fast is the service, and does it hold under load? Run as `python -m benchmarks.service`; `--write` records it.

Bounded load on servers of its own, on loopback, by wrk: one after another, so that each has the machine to itself.
"""

import shlex
import sys
import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

import click

from benchmarks.figures import load_average, machine, versions
from benchmarks.service_load import Rate, Service, health, overhead, service, wrk

RESULTS = Path(__file__).parent / "RESULTS.md"
MARK = "<!-- the service, newest first: python -m benchmarks.service --write -->\n"
CLIENTS = (1, 2, 4, 8)
_HAMMERS = 200
_LIMIT_MS, _LATE_MS = 2000, 100


@click.command()
@click.option("--seconds", type=click.IntRange(1, 60), default=10, show_default=True, help="Of load for each figure.")
@click.option("--write", "record", is_flag=True, help="Record the figures in RESULTS.md.")
def main(seconds: int, record: bool) -> None:
    """Measure the HTTP service with all positions of benchmarks/data/positions.jsonl."""
    when, before = datetime.now(UTC), load_average()
    parts = [*_speed(seconds), _cached(seconds), _hammered(seconds)]
    command = shlex.join(["python", "-m", "benchmarks.service", *sys.argv[1:]])
    facts = [
        f"- command: `{command}`",
        f"- machine: {machine()}; wrk ran on the same cores",
        f"- load average: {_load(before)} before, {_load(load_average())} after",
        f"- versions: {versions()}",
    ]
    section = "\n\n".join([f"## Service, {when:%Y-%m-%d %H:%M %Z}".rstrip(), "\n".join(facts), *parts]) + "\n"
    click.echo(section, nl=False)
    if record:
        text = RESULTS.read_text(encoding="utf-8")
        if MARK not in text:
            text += f"\n{MARK}"
        RESULTS.write_text(text.replace(MARK, f"{MARK}\n{section}", 1), encoding="utf-8")


def _load(load: float | None) -> str:
    return "unknown" if load is None else f"{load:.2f}"


def _percentile(times: Sequence[float], percent: int) -> float:
    return sorted(times)[min(len(times) - 1, len(times) * percent // 100)]


def _speed(seconds: int) -> list[str]:
    """Rates for some clients with one worker and with two, the cache off; next to a trivial endpoint."""
    rates: dict[str, list[Rate]] = {}
    more: list[float] = []
    for workers in (1, 2):
        with service(cache=0, workers=workers, waiting=10) as running:
            wrk(running, "/v1/solve", 2, 2)
            more = more or overhead(running, 3)
            rates[f"{workers} at work"] = [wrk(running, "/v1/solve", count, seconds) for count in CLIENTS]
            rates["trivial"] = [wrk(running, "/trivial", count, seconds) for count in CLIENTS]
    heads = " | ".join(f"{name}: req/s | median | p99" for name in rates)
    lines = [f"| clients | {heads} |", "| ---: |" + " ---: |" * 3 * len(rates)]
    for place, count in enumerate(CLIENTS):
        cells = [rates[name][place] for name in rates]
        figures = " | ".join(f"{cell.rate:.0f} | {cell.median:.1f} | {cell.p99:.1f}" for cell in cells)
        lines.append(f"| {count} | {figures} |")
    one, two = rates["1 at work"], rates["2 at work"]
    return [
        "`POST /v1/solve` without the cache by one worker and by two, and a trivial Flask endpoint of the same server. "
        "Milliseconds.",
        "\n".join(lines),
        f"Two workers do {two[-1].rate / one[-1].rate:.2f} times what one does for {CLIENTS[-1]} clients (goal: 1.7). "
        f"HTTP adds {median(more):.2f} ms at the median (goal: at most 2), {_percentile(more, 99):.2f} at the 99th "
        f"percentile. With one client the 99th percentile is {two[0].p99:.1f} ms (goal: at most 40).",
    ]


def _cached(seconds: int) -> str:
    with service(workers=2) as running:
        wrk(running, "/v1/solve", 2, 5)
        rate = wrk(running, "/v1/solve", 2, seconds)
    return (
        f"All answers from the cache, 2 connections: {rate.rate:.0f} requests a second, median {rate.median:.1f} ms, "
        f"99th percentile {rate.p99:.1f} ms."
    )


def _hammered(seconds: int) -> str:
    """Many clients that ask again at once whatever they are told, and `/healthz` beside them."""
    with service(cache=0, workers=2) as running:
        hammer = threading.Thread(target=wrk, args=(running, "/v1/solve", _HAMMERS, seconds + 2))
        hammer.start()
        times = _beside(running, seconds)
        hammer.join()
    solves = running.solves()
    accepted = [line for line in solves if line["status"] == 200]
    late = [line for line in accepted if line["ms"] > _LIMIT_MS + _LATE_MS]
    refused = sum(line["status"] == 503 for line in solves)
    return (
        f"{_HAMMERS} clients hammer `solve` (limit 2 s, 2 workers, 8 may wait): {len(accepted)} answered, median "
        f"{median(line['ms'] for line in accepted):.0f} ms, slowest {max(line['ms'] for line in accepted):.0f} ms, "
        f"{len(late)} more than {_LATE_MS} ms after their limit; {refused} refused; other statuses: "
        f"{len(solves) - len(accepted) - refused}. `/healthz` meanwhile, {len(times)} times: median "
        f"{median(times):.1f} ms, 99th percentile {_percentile(times, 99):.1f} ms (goal: under 50), slowest "
        f"{max(times):.1f} ms."
    )


def _beside(running: Service, seconds: int) -> list[float]:
    threading.Event().wait(1)
    return health(running, seconds)


if __name__ == "__main__":
    main()
