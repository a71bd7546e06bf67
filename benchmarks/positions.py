"""The positions that are measured, as data/positions.jsonl has them. Answers in it come from exhaustive searches."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeVar

from solver.documents import request
from solver.position import Position

DATA = Path(__file__).parent / "data" / "positions.jsonl"
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Entry:
    """A position by its name, and the most rack tiles that a turn can play when jokers are free (goliath-2014)."""

    id: str
    table: tuple[str, ...]
    rack: tuple[str, ...]
    max_tiles: int

    def position(self, edition: str) -> Position:
        """The position of a player who has opened, on the deck of that edition."""
        return request({"table": [*self.table], "rack": [*self.rack], "rules": edition}).position


def load(path: Path = DATA) -> list[Entry]:
    """Every entry of a file, in its order."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [Entry(row["id"], tuple(row["table"]), tuple(row["rack"]), row["max_tiles"]) for row in rows]


def spread(items: Sequence[Item], count: int) -> list[Item]:
    """So many of the items, evenly from first to last; all of them where there are no more."""
    if count >= len(items):
        return list(items)
    return [items[(2 * i + 1) * len(items) // (2 * count)] for i in range(count)]


def sample(items: Sequence[Item], count: int) -> list[Item]:
    """So many of the items by lot, always the same ones, in their order; all of them where there are no more.

    Unlike `spread` it does not keep step with files in which presets or decks take turns.
    """
    if count >= len(items):
        return list(items)
    return [items[i] for i in sorted(Random(count).sample(range(len(items)), count))]
