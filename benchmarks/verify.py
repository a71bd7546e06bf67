"""Recomputes every optimum of the corpus: `python -m benchmarks.verify`, or `make verify-corpus`.

Each position is solved anew, and where the file tells how many tables are best they are counted. A second method that
shares no formulation with the solver answers wherever it can do the rules and the size: the dynamic programme (tiles),
and for small positions the exhaustive search of the tests (tiles, unbroken and tables). Ends with 1 on any difference,
on a fault in a file, and where a checksum of the manifest is not that of its file.
"""

import hashlib
import sys
import tomllib
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType

import click

from benchmarks import dynamic
from benchmarks.corpus import FOLDER, GROUPS, CorpusError, Item, load
from solver.alternatives import MOST, alternatives
from solver.cli.options import cluster_options
from solver.deck import tile_name
from solver.executors import ExecutorError, Workers, workers
from solver.notation import parse_set
from solver.result import Status
from solver.rules import Game
from solver.sets import Group, Run, written
from solver.solve import solve

OBJECTIVE = ("tiles", "unbroken")
MOST_TABLE, MOST_RACK = 14, 6
"""The largest position, in tiles, that the exhaustive search is asked about."""
_LIMIT = 3600.0
_NOT_TOLD = ("deck", "game", "rearrange_own", "draw_after_play")
"""Knobs that a single Sabra turn does not depend on."""
_TESTS = Path(__file__).parent.parent / "tests"


@dataclass(slots=True)
class Report:
    """What is wrong, in sentences, and how many positions each second method answered; `alone` have none."""

    wrong: list[str] = field(default_factory=list)
    methods: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Report") -> None:
        """Take over another report."""
        self.wrong += other.wrong
        self.methods += other.methods


def verify(item: Item) -> Report:
    """Compare the line with the product and with every second method that can do it."""
    report = Report()
    result = solve(item.position, item.rules, OBJECTIVE, _LIMIT)
    found = result.values.get("tiles", 0), result.values.get("unbroken")
    if result.status not in (Status.OPTIMAL, Status.NO_PLAY):
        report.wrong.append(f"{item.id}: the solver ends with {result.status}")
    elif found != (item.tiles, item.unbroken):
        report.wrong.append(f"{item.id}: {_told(item.tiles, item.unbroken)} told, {_told(*found)} found by the solver")
    elif item.tables is not None:
        best = alternatives(item.position, item.rules, OBJECTIVE, first=1, cap=MOST, limit=_LIMIT)
        if (best.count, best.complete) != (item.tables, True):
            report.wrong.append(f"{item.id}: {item.tables} best tables told, {best.count} found by the solver")
    seconds = 0
    if (tiles := by_dynamic(item)) is not None:
        seconds += 1
        report.methods["dynamic programme"] += 1
        if tiles != item.tiles:
            report.wrong.append(f"{item.id}: tiles {item.tiles} told, {tiles} found by the dynamic programme")
    if (best := by_exhaustion(item)) is not None:
        seconds += 1
        report.methods["exhaustive search"] += 1
        told = _told(item.tiles, item.unbroken)
        if (best.tiles, best.unbroken) != (item.tiles, item.unbroken):
            report.wrong.append(f"{item.id}: {told} told, {_told(best.tiles, best.unbroken)} found by exhaustion")
        elif item.tables not in (None, best.tables):
            report.wrong.append(f"{item.id}: {item.tables} best tables told, {best.tables} found by exhaustion")
    report.methods["solver alone"] += not seconds
    return report


def _told(tiles: int, unbroken: int | None) -> str:
    return f"tiles {tiles}" if unbroken is None else f"tiles {tiles}, unbroken {unbroken}"


def by_dynamic(item: Item) -> int | None:
    """The most tiles (0: no play) by the dynamic programme; None where it cannot do the position."""
    try:
        return dynamic.most(item.position, item.rules) or 0
    except dynamic.UnableError:
        return None


@dataclass(frozen=True, slots=True)
class Exhausted:
    """What the exhaustive search says: as in an item, `tables` is 0 where nothing can be played."""

    tiles: int
    unbroken: int | None
    tables: int


def by_exhaustion(item: Item) -> Exhausted | None:
    """Everything by the exhaustive search of the tests; None where it cannot do the position, or not soon."""
    place = item.position
    if item.rules.game != Game.SABRA or len(place.table_tiles()) > MOST_TABLE or len(place.rack) > MOST_RACK:
        return None
    brute = _brute()
    if brute is None:
        return None
    told = [f"{knob}={value}" for knob, value in item.rules.knobs().items() if knob not in _NOT_TOLD]
    best = brute.best(
        brute.Deck(place.deck.colours, place.deck.numbers, place.deck.copies, place.deck.jokers),
        brute.knobs(",".join(["lemada-2014", *told])),
        [written(tile_set) for tile_set in place.table],
        [tile_name(tile) for tile in place.rack],
        OBJECTIVE,
        place.to_open,
    )
    if best is None:
        return Exhausted(0, None, 0)
    (tiles, unbroken), tables = best
    return Exhausted(tiles, unbroken, len({_same(table, item) for table in tables}))


def _same(table: Sequence[str], item: Item) -> Hashable:
    """Equal for tables that are the same (RULES.md section 8): groups, and what lies in runs for each tile."""
    sets = [parse_set(text, item.position.deck, item.rules.ones) for text in table]
    groups = Counter(tuple(sorted(each.tiles)) for each in sets if isinstance(each, Group))
    runs = (zip(each.stands, map(bool, each.tiles), strict=True) for each in sets if isinstance(each, Run))
    in_runs = Counter(place for run in runs for place in run)
    return frozenset(groups.items()), frozenset(in_runs.items())


def _brute() -> ModuleType | None:
    """The exhaustive search, which lies with the tests and is no package; None where there are no tests."""
    if not (_TESTS / "brute.py").is_file():
        return None
    if str(_TESTS) not in sys.path:
        sys.path.append(str(_TESTS))
    return import_module("brute")


def checksums(folder: Path = FOLDER) -> Iterator[str]:
    """What is wrong between the manifest and the files, in sentences."""
    entries = tomllib.loads((folder / "MANIFEST.toml").read_text(encoding="utf-8"))
    for group in sorted({path.stem for path in folder.glob("*.txt")} ^ set(entries)):
        yield f"{group}: in the manifest or among the files, but not in both"
    for group, entry in entries.items():
        path = folder / f"{group}.txt"
        if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() != entry["sha256"]:
            yield f"{path.name}: the checksum in the manifest is another one"


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(GROUPS))
@cluster_options
def main(names: Sequence[str], jobs: int | None, cluster: str | None) -> None:
    """Recompute the optima of some groups of the corpus, or of all."""
    wrong = list(checksums())
    try:
        with workers(jobs or 1, cluster) as found:
            for name in names or GROUPS:
                wrong += _verify_group(name, found)
    except ExecutorError as error:
        raise click.UsageError(str(error)) from None
    for sentence in wrong:
        click.echo(f"  wrong: {sentence}", err=True)
    sys.exit(1 if wrong else 0)


def _verify_group(name: str, found: Workers) -> list[str]:
    """What is wrong in a group, in sentences; a line on standard output says how many positions it has."""
    report = Report()
    try:
        items = load(name)
    except CorpusError as error:
        return [str(error)]
    for one in found.ordered(verify, items):
        report.add(one)
    methods = ", ".join(f"{method} {count}" for method, count in sorted(report.methods.items()) if count)
    click.echo(f"{name}: {len(items)} positions, {len(report.wrong)} differences ({methods})")
    return report.wrong


if __name__ == "__main__":
    main()
