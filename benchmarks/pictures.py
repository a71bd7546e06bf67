"""The pictures of the benchmark: `python -m benchmarks.pictures`, or `make bench-figures`. Needs the extra `figures`.

`growth` and `split` are measured anew, `profile` is drawn from the CSV of a run. A picture is `pictures/NAME.png`, its
data `pictures/NAME-DATE.csv` beside it; with `--redraw` the newest data are drawn again.
"""

import shutil
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import click
from matplotlib.figure import Figure

from benchmarks import drawing, runs, tables
from benchmarks.bench import RUNS
from benchmarks.figures import load_average, machine, versions
from benchmarks.growth import POSITIONS, SWEEPS, grow
from benchmarks.speed import progress
from benchmarks.split import POSITIONS as SPLIT_POSITIONS
from benchmarks.split import shares

FOLDER = Path(__file__).parent / "pictures"
NAMES = ("profile", "growth", "split")


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(NAMES))
@click.option(
    "--run", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="CSV for `profile`; or newest."
)
@click.option("--redraw", is_flag=True, help="Measure nothing, draw the newest data again.")
@click.option("--count", type=click.IntRange(1), default=None, help="So many positions of each size, group or preset.")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), default=FOLDER, help="Where they go.")
def main(names: Sequence[str], run: Path | None, redraw: bool, count: int | None, folder: Path) -> None:
    """Measure and draw some pictures, or all."""
    folder.mkdir(parents=True, exist_ok=True)
    makers: dict[str, Callable[[Path], None]] = {
        "profile": lambda path: _copy(run, path),
        "growth": lambda path: _growth(path, count or POSITIONS),
        "split": lambda path: _split(path, count or SPLIT_POSITIONS),
    }
    for name in names or NAMES:
        try:
            if not redraw:
                makers[name](folder / f"{name}-{datetime.now(UTC):%Y-%m-%d}.csv")
            picture = drawn(name, newest(folder, f"{name}-*.csv"))
        except ValueError as error:
            raise click.ClickException(str(error)) from None
        picture.savefig(folder / f"{name}.png", dpi=90)
        click.echo(folder / f"{name}.png")


def newest(folder: Path, pattern: str) -> Path:
    """The last of the files by name.

    Raises:
        ValueError: there is none.
    """
    found = sorted(folder.glob(pattern))
    if not found:
        raise ValueError(f"there is no {pattern} in {folder}: run the benchmark first")
    return found[-1]


def drawn(name: str, path: Path) -> Figure:
    """The picture of that name from its data.

    Raises:
        ValueError: a file that is something else.
    """
    if name == "profile":
        return drawing.profile(runs.read(path))
    about, rows = tables.read(path)
    return drawing.growth(about, rows) if name == "growth" else drawing.split(about, rows)


def _copy(run: Path | None, path: Path) -> None:
    shutil.copyfile(run or newest(RUNS, "*.csv"), path)


def _about(path: Path, settings: str) -> dict[str, str]:
    load = load_average()
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "command": f"python -m benchmarks.pictures {path.stem.partition('-')[0]}",
        "machine": machine(),
        "versions": versions(),
        "load average": "unknown" if load is None else f"{load:.2f}",
        "settings": settings,
    }


def _growth(path: Path, count: int) -> None:
    about = _about(path, f"{count} random positions of each size, processor time")
    with progress() as bar:
        task = bar.add_task("", total=sum(map(len, SWEEPS.values())))
        points = list(
            grow(lambda name: bar.update(task, advance=1, description=f"{name:28}", refresh=True), count=count)
        )
    tables.write(path, about, points)


def _split(path: Path, count: int) -> None:
    about = _about(path, f"{count} positions of each group and preset, processor time")
    with progress() as bar:
        task = bar.add_task("", total=None)
        found = list(shares(lambda name: bar.update(task, description=f"{name:28}", refresh=True), count))
    tables.write(path, about, found)


if __name__ == "__main__":
    main()
