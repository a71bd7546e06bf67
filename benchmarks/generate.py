"""Makes the groups of the corpus anew from their seeds: `python -m benchmarks.generate GROUP...`.

Every search has a limit of deterministic time and none of seconds, so the same seed and the same versions give the
same file on every machine. A position whose optimum is not proven within the limit is left out. With other versions the
files may come out otherwise; they are the truth, the seeds are not.
"""

import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import click

from benchmarks import groups
from benchmarks.corpus import FOLDER, GROUPS, Item, load
from benchmarks.groups import Candidate
from benchmarks.verify import by_exhaustion
from solver.notation import canonical_line
from solver.result import Result, Status
from solver.rules import rules
from solver.solve import solve

OBJECTIVE = ("tiles", "unbroken")
WORK = 4.0
_LIMIT = 3600.0
_MANIFEST = "MANIFEST.toml"
_HEAD = "# The groups of the corpus. Written by `python -m benchmarks.generate`, checked by `make verify-corpus`.\n"
PREFIXES = {
    "smoke": "smo", "opening": "ope", "jokers": "jok", "midgame": "mid", "endgame": "end",
    "hard": "har", "blocked": "blo", "large": "lar", "paper": "pap",
}  # fmt: skip


def answer(candidate: Candidate) -> Result | None:
    """The proven answer to a candidate; None where the work limit was too small."""
    result = solve(candidate.position, candidate.rules, OBJECTIVE, _LIMIT, WORK)
    return result if result.status in (Status.OPTIMAL, Status.NO_PLAY) else None


def harvest(group: str, seed: int, count: int) -> list[Item]:
    """At most `count` positions of a group, and after them those that were added to it later."""
    items = _first(group, groups.MAKERS[group](Random(f"{group} {seed}")), count, 1)
    for place, (make, more) in enumerate(groups.ADDED.get(group, ()), start=1):
        items += _first(group, make(Random(f"{group} {seed} {place}")), more, len(items) + 1)
    return items


def _first(group: str, candidates: Iterator[Candidate], count: int, number: int) -> list[Item]:
    """The first candidates that are proven and differ in canonical form, at most so many, with ids from number on."""
    found: list[Item] = []
    seen: set[str] = set()
    for candidate in candidates:
        key = canonical_line(candidate.position) + (candidate.rules if group == "paper" else "")
        result = None if key in seen else answer(candidate)
        if result is None or not candidate.fits(result):
            continue
        seen.add(key)
        tiles, unbroken = result.values.get("tiles", 0), result.values.get("unbroken")
        id = f"{PREFIXES[group]}-{number + len(found):03}"
        item = Item(id, candidate.position, rules(candidate.rules), tiles, unbroken, candidate.source)
        if group == "smoke" and (best := by_exhaustion(item)) is not None:
            item = replace(item, tables=best.tables)
        found.append(item)
        if len(found) == count:
            break
    return found


def write(group: str, seed: int, items: list[Item], folder: Path = FOLDER) -> Path:
    """Write the file of a group."""
    path = folder / f"{group}.txt"
    about = groups.ABOUT[group]
    head = [f"# {group}: {about}", f"# python -m benchmarks.generate {group} --seed {seed}"]
    path.write_text("\n".join([*head, *(item.line() for item in items)]) + "\n", encoding="utf-8")
    load(group, folder)
    return path


def checksum(path: Path) -> str:
    """What the manifest holds of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def manifest(known: dict[str, int], folder: Path = FOLDER) -> str:
    """The manifest of the groups whose seeds are known."""
    parts = [_HEAD]
    for group in GROUPS:
        path = folder / f"{group}.txt"
        if group not in known:
            continue
        seed = known[group]
        parts.append(
            f"[{group}]\n"
            f'file = "{path.name}"\n'
            f'about = "{groups.ABOUT[group]}"\n'
            f'origin = "{groups.ORIGIN[group]}"\n'
            'licence = "CC0-1.0"\n'
            f"positions = {len(load(group, folder))}\n"
            f"seed = {seed}\n"
            f'regenerate = "python -m benchmarks.generate {group} --seed {seed}"\n'
            f'sha256 = "{checksum(path)}"\n'
        )
    return "\n".join(parts)


def seeds(folder: Path = FOLDER) -> dict[str, int]:
    """The seeds that the manifest tells."""
    path = folder / _MANIFEST
    if not path.is_file():
        return {}
    return {group: entry["seed"] for group, entry in tomllib.loads(path.read_text(encoding="utf-8")).items()}


@click.command()
@click.argument("names", nargs=-1, required=True, type=click.Choice(GROUPS))
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--count", type=click.IntRange(1), default=60, show_default=True, help="At most so many positions.")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), default=FOLDER, help="Where to write.")
def main(names: tuple[str, ...], seed: int, count: int, folder: Path) -> None:
    """Make groups of the corpus anew. The files and the manifest are written over."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        items = harvest(name, seed, count)
        path = write(name, seed, items, folder)
        (folder / _MANIFEST).write_text(manifest(seeds(folder) | {name: seed}, folder), encoding="utf-8")
        click.echo(f"{path}: {len(items)} positions")


if __name__ == "__main__":
    main()
