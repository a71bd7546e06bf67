"""Who is measured on the corpus. A rival gets a position and says how many rack tiles can be played, and if proven.

The solver is asked for `tiles, unbroken`, the others for tiles alone, which is less work. What a rival cannot do is
told by `unable` and not run. Nothing that a rival does stops the run: its faults are answers, too.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Protocol
from unittest.mock import patch

from ortools.sat.python import cp_model_helper as cmh

from benchmarks import dynamic
from benchmarks.corpus import Item
from benchmarks.textbook import Answer, Textbook
from benchmarks.textbook_highs import HighsTextbook
from solver.deck import Deck
from solver.model import cpsat
from solver.position import Position
from solver.result import Status
from solver.solve import solve

OBJECTIVE = ("tiles", "unbroken")


@dataclass(frozen=True, slots=True)
class Reply:
    """The tiles found (0: nothing can be played, None: nothing found), if that is proven, seconds, and what failed."""

    tiles: int | None
    proven: bool
    seconds: float
    fault: str = ""


class Rival(Protocol):
    """A solver that takes part."""

    name: str

    def unable(self, item: Item) -> str | None:
        """Why the position cannot be given to it; None if it can."""
        ...

    def solve(self, item: Item, limit: float) -> Reply:
        """Its answer within so many seconds."""
        ...


class Product:
    """The solver itself, referee included."""

    name = "meld-solver"

    def unable(self, item: Item) -> str | None:
        """It does every rule."""
        del item

    def solve(self, item: Item, limit: float) -> Reply:
        """One solve as a caller sees it."""
        start = time.perf_counter()
        result = solve(item.position, item.rules, OBJECTIVE, limit)
        seconds = time.perf_counter() - start
        proven = result.status in (Status.OPTIMAL, Status.NO_PLAY)
        tiles = 0 if result.status == Status.NO_PLAY else result.values.get("tiles")
        return Reply(tiles, proven, seconds)


class Compact(Product):
    """The solver's model with the default parameters of CP-SAT, on one worker."""

    name = "compact model, default parameters"

    def solve(self, item: Item, limit: float) -> Reply:
        """As the solver, with other parameters in every search."""
        with patch.object(cpsat, "_parameters", _defaults):
            return super().solve(item, limit)


def _defaults() -> cmh.SatParameters:
    parameters = cmh.SatParameters()
    parameters.num_workers = 1
    parameters.catch_sigint_signal = False  # no matter of search: Control-C is for Python to hear
    return parameters


class TextbookModel(Protocol):
    """The textbook model of a deck on some solver."""

    def solve(self, position: Position, limit: float) -> Answer:
        """The most tiles within so many seconds."""
        ...


class TextbookRival:
    """A variable for each set of up to five tiles, on a solver with default parameters."""

    def __init__(self, name: str, build: Callable[[Deck], TextbookModel]) -> None:
        self.name = name
        self._model = cache(build)

    def unable(self, item: Item) -> str | None:
        """It has no points to open; otherwise it can do what the dynamic programme can."""
        if item.position.to_open is not None:
            return "points to open"
        return dynamic.unable(item.position, item.rules)

    def solve(self, item: Item, limit: float) -> Reply:
        """The model of a deck is built once, before the clock starts."""
        answer = self._model(item.position.deck).solve(item.position, limit)
        return Reply(answer.tiles, answer.proven, answer.seconds)


class Dynamic:
    """The dynamic programme over numbers; it has no limit of time."""

    name = "dynamic programme"

    def unable(self, item: Item) -> str | None:
        """See `dynamic.unable`."""
        return dynamic.unable(item.position, item.rules)

    def solve(self, item: Item, limit: float) -> Reply:
        """Always proven, however long it takes."""
        del limit
        start = time.perf_counter()
        try:
            tiles = dynamic.most(item.position, item.rules) or 0
        except dynamic.UnableError:
            return Reply(None, False, time.perf_counter() - start, "unsupported")
        return Reply(tiles, True, time.perf_counter() - start)


def everybody() -> Mapping[str, Rival]:
    """Those that are always there, the solver first."""
    rivals: list[Rival] = [
        Product(),
        Compact(),
        TextbookRival("textbook model, CP-SAT", Textbook),
        TextbookRival("textbook model, HiGHS", HighsTextbook),
        Dynamic(),
    ]
    return {rival.name: rival for rival in rivals}
