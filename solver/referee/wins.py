"""The wins that a player can claim (RULES.md sections 6 and 7): Open, and the Finish and Closed of International."""

from collections.abc import Sequence
from typing import Literal

from solver.deck import Tile
from solver.position import Position
from solver.referee.opening import points
from solver.referee.verdict import Broken
from solver.rules import Game, MeldJokers, Rules
from solver.sets import TileSet

Win = Literal["open", "finish", "closed"]

TILES_AT_ONCE = 14
_NAMES: dict[Win, str] = {"open": "an Open win", "finish": "a Finish", "closed": "a Closed win"}


def replaces_meld(win: Win | None, rules: Rules) -> bool:
    """Does this win stand in place of the initial meld?"""
    return win in ("finish", "closed") and rules.game == Game.INTERNATIONAL


def win_faults(
    position: Position,
    after: Sequence[TileSet],
    others: Sequence[TileSet],
    gained: tuple[dict[Tile, int], dict[Tile, int]],
    win: Win | None,
    rules: Rules,
) -> list[Broken]:
    """What the claimed win lacks; `gained` are the tiles laid in own sets and on those of others."""
    if win is None:
        return []
    name = _NAMES[win]
    if win != "open" and rules.game != Game.INTERNATIONAL:
        return [Broken("win_unknown", f"{name} is not a win under {rules.name}, only in International Rummikub")]
    own, laid_off = (sum(counts.values()) for counts in gained)
    faults: list[Broken] = []
    if win != "open":
        faults += _special(position, own + laid_off, name)
    if win == "finish":
        faults += _finish(position, after, others, laid_off)
    elif win == "closed" and laid_off:
        text = f"{name} lays all tiles in own sets, but {laid_off} of them lie on the sets of others"
        faults.append(Broken("closed_laid_off", text))
    left = len(position.rack) - own - laid_off - 1
    if left > 0:
        text = f"{name} leaves nothing but the discard, but {left} more {'tile stays' if left == 1 else 'tiles stay'}"
        faults.append(Broken("win_tiles_left", text))
    return faults


def _special(position: Position, laid: int, name: str) -> list[Broken]:
    """Nothing melded before, 14 tiles at once."""
    faults: list[Broken] = []
    if position.to_open is None or position.table:
        faults.append(Broken("win_melded_before", f"{name} is only for a player who has melded nothing before"))
    if laid != TILES_AT_ONCE:
        faults.append(Broken("win_tiles", f"{name} lays {TILES_AT_ONCE} tiles at once, and this turn lays {laid}"))
    return faults


def _finish(position: Position, after: Sequence[TileSet], others: Sequence[TileSet], laid_off: int) -> list[Broken]:
    """At least one tile laid off; all of them worth as much as the initial meld, a joker as its tile."""
    faults: list[Broken] = []
    if not laid_off:
        faults.append(Broken("finish_lay_off", "a Finish lays at least one tile off on a set of another player"))
    worth = _worth((*after, *others)) - _worth((*position.table, *position.others))
    if position.to_open is not None and worth < position.to_open:
        text = f"the tiles laid are worth {worth} points, but a Finish needs {position.to_open}"
        faults.append(Broken("finish_points", text))
    return faults


def _worth(sets: Sequence[TileSet]) -> int:
    return sum(points(tile_set, MeldJokers.REPRESENTED) for tile_set in sets)
