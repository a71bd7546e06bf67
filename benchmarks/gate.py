"""The regression gate: does the solver need more deterministic time than was recorded? Seconds have no say in it.

`python -m benchmarks.gate` compares, `--write` records. It solves all of `smoke` and 20 positions of every other group;
the figure of a group is the sum of its deterministic times, the same on every machine for one version of OR-Tools.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from benchmarks.corpus import GROUPS, Item, load
from benchmarks.positions import sample
from solver.solve import solve

RECORDED = Path(__file__).parent / "data" / "work.json"
MOST = 1.5
_PART = 20
_OBJECTIVE = ("tiles", "unbroken")
_LIMIT = 3600.0


def part(group: str) -> list[Item]:
    """The positions of a group that are measured."""
    items = load(group)
    return items if group == "smoke" else sample(items, _PART)


def work(group: str) -> float:
    """The deterministic time of a group."""
    return sum(solve(item.position, item.rules, _OBJECTIVE, _LIMIT).work for item in part(group))


def recorded(path: Path = RECORDED) -> dict[str, float]:
    """The figure of each group."""
    return json.loads(path.read_text(encoding="utf-8"))


def slower(now: Mapping[str, float], before: Mapping[str, float]) -> list[str]:
    """The groups that reach 1.5 times their figure, or have none, in sentences."""
    found: list[str] = []
    for group, figure in now.items():
        if group not in before:
            found.append(f"{group}: no figure is recorded")
        elif figure >= MOST * before[group]:
            found.append(f"{group}: {figure:.4f}, that is {figure / before[group]:.2f} times {before[group]:.4f}")
    return found


@click.command()
@click.option("--write", is_flag=True, help="Record the figures instead.")
def main(write: bool) -> None:
    """Compare the deterministic time of every group with what was recorded; 1 where a group needs too much more."""
    now = {group: round(work(group), 6) for group in GROUPS}
    if write:
        RECORDED.write_text(json.dumps(now, indent=2) + "\n", encoding="utf-8")
        return
    before = recorded()
    for group, figure in now.items():
        click.echo(f"{group}: {figure:.4f}, recorded {before.get(group, 0):.4f}")
    faults = slower(now, before)
    for sentence in faults:
        click.echo(f"  too slow: {sentence}", err=True)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
