"""A run of the benchmark as a CSV: what it was made on, each line after a #, and then a line for each answer."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from pathlib import Path

ALONE = "one worker for everybody"
VERDICTS = ("proven", "late", "wrong", "fault", "unable")
"""Proven in time and right; not proven in time; more tiles than there are, or fewer and said to be proven; crashed or
answered rubbish; cannot do the rules, and was not asked."""


@dataclass(frozen=True, slots=True)
class Row:
    """One rival on one position."""

    group: str
    id: str
    rival: str
    verdict: str
    tiles: int | None
    best: int
    seconds: float
    note: str


@dataclass(frozen=True, slots=True)
class Run:
    """What a CSV holds: the circumstances, and every answer."""

    about: dict[str, str]
    rows: list[Row]

    @property
    def alone(self) -> bool:
        """Did one worker do it all? Several share the machine, or have different ones, and their times tell little."""
        return self.about.get("settings", ALONE).startswith(ALONE)


_HEADS = [field.name for field in fields(Row)]


def circumstances(machine: str, versions: str, limit: float, workers: str = ALONE) -> dict[str, str]:
    """What all answers of a run have in common; `workers` says how many positions are measured at a time."""
    settings = f"{workers}, {limit:g} s for an answer"
    return {"machine": machine, "versions": versions, "settings": settings}


def begin(folder: Path, when: datetime, load: float | None, command: str, same: Mapping[str, str]) -> Path:
    """A new file with the circumstances of the run in it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{when:%Y-%m-%d-%H%M%S}.csv"
    about = {
        "date": f"{when:%Y-%m-%d %H:%M} UTC",
        "command": command,
        **same,
        "load average": "unknown" if load is None else f"{load:.2f}",
    }
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(f"# {name}: {text}\n" for name, text in about.items())
        csv.writer(file, lineterminator="\n").writerow(_HEADS)
    return path


def resume(path: Path, same: Mapping[str, str]) -> Run:
    """A run that was interrupted, to go on with.

    Raises:
        ValueError: a line that is none of a run, or circumstances that are not those of the file.
    """
    run = read(path)
    for name, text in same.items():
        if run.about.get(name) != text:
            raise ValueError(f"{path.name} was begun with another {name}: {run.about.get(name)}, and now it is {text}")
    return run


def append(path: Path, rows: Sequence[Row]) -> None:
    """More answers, written at once."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    for row in rows:
        tiles = "" if row.tiles is None else row.tiles
        note = " ".join(row.note.split())
        seconds = f"{row.seconds:.6f}"
        writer.writerow([row.group, row.id, row.rival, row.verdict, tiles, row.best, seconds, note])
    with path.open("a", encoding="utf-8", newline="") as file:
        file.write(lines.getvalue())


def read(path: Path) -> Run:
    """What a file holds.

    Raises:
        ValueError: a line that is none of a run, with file and number.
    """
    about: dict[str, str] = {}
    rows: list[Row] = []
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        if line.startswith("# "):
            name, _, text = line[2:].partition(": ")
            about[name] = text
            continue
        cells = next(csv.reader([line]), [])
        if cells == _HEADS:
            continue
        try:
            group, id, rival, verdict, tiles, best, seconds, note = cells
            if verdict not in VERDICTS:
                raise ValueError(verdict)
            rows.append(Row(group, id, rival, verdict, int(tiles) if tiles else None, int(best), float(seconds), note))
        except ValueError:
            raise ValueError(f"{path.name}, line {number}: this is no line of a run: {line[:60]!r}") from None
    return Run(about, rows)
