"""The calls: what can be asked of the workers, each at `/v1/` and its name.

To add one, write a module like `editions`, which is the shortest, and name its `Call` in the table. Nothing else has to
know of it: the addresses, the OpenAPI, the batch, the workers and the tests go through the table.
"""

from typing import Any

from api.calls.advice import OUTS, WHY_NOT
from api.calls.alternatives import ALTERNATIVES
from api.calls.board import BOARD
from api.calls.call import Call, Example
from api.calls.editions import EDITIONS
from api.calls.games import DRAW, SCORE, WINS
from api.calls.hints import EXPLAIN, HINT
from api.calls.puzzles import COUNTS, DAILY, PUZZLE_CHECK, PUZZLES
from api.calls.rescue import RESCUE
from api.calls.turns import CHECK, OPENINGS, SOLVE

__all__ = ["CALLS", "Call", "Example"]

_ALL: tuple[Call[Any, Any], ...] = (
    SOLVE,
    HINT,
    EXPLAIN,
    ALTERNATIVES,
    OUTS,
    WHY_NOT,
    RESCUE,
    OPENINGS,
    CHECK,
    EDITIONS,
    DRAW,
    WINS,
    SCORE,
    BOARD,
    PUZZLES,
    COUNTS,
    DAILY,
    PUZZLE_CHECK,
)
CALLS: dict[str, Call[Any, Any]] = {call.name: call for call in _ALL}
