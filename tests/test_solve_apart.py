"""Jokers that come to share a set: the model knows what the referee would say, so that few searches are needed.

Each position has its proven optimum in the corpus; before the rows for guests it took from seven to fourteen searches.
"""

from typing import Any

import pytest

from benchmarks.corpus import load
from solver.model.cpsat import Outcome, Program
from solver.solve import solve

ITEMS = {item.id: item for group in ("jokers", "hard") for item in load(group)}


@pytest.mark.parametrize(
    ("id", "most"),
    [
        ("jok-017", 3),
        ("jok-032", 3),
        ("jok-049", 3),
        ("jok-056", 5),
        ("har-002", 3),
    ],
    ids=[
        "a guest's set is new",
        "a guest's set has tiles from the rack",
        "a kept and a released joker of one set differ",
        "a kept joker's set is new without it",
        "jokers in one set differ",
    ],
)
def test_few_searches(id: str, most: int, monkeypatch: pytest.MonkeyPatch):
    """The answer is the proven one, found in at most so many searches."""
    searches: list[Outcome] = []
    search = Program.solve

    def counted(self: Program, *args: Any) -> Outcome:
        searches.append(search(self, *args))
        return searches[-1]

    monkeypatch.setattr(Program, "solve", counted)
    item = ITEMS[id]
    result = solve(item.position, item.rules, limit=60.0)
    assert result.status == "optimal"
    assert (result.values["tiles"], result.values["unbroken"]) == (item.tiles, item.unbroken)
    assert len(searches) <= most, len(searches)
