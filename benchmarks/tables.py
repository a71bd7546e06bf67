"""Measurements as a CSV: what they were made on, each line after a #, and then a line for each."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any


def write(path: Path, about: Mapping[str, str], rows: Iterable[Any]) -> None:
    """Write rows that are dataclasses of one kind, at least one."""
    found = list(rows)
    heads = [field.name for field in fields(found[0])]
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(f"# {name}: {text}\n" for name, text in about.items())
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(heads)
        writer.writerows([getattr(row, head) for head in heads] for row in found)


def read(path: Path) -> tuple[dict[str, str], list[dict[str, str]]]:
    """The circumstances, and each line by the names of its columns.

    Raises:
        ValueError: a file without lines of that kind.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    about = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))
    rows = list(csv.DictReader(line for line in lines if not line.startswith("# ")))
    if not rows or any(None in row or None in row.values() for row in rows):
        raise ValueError(f"{path.name}: these are no measurements")
    return about, rows
