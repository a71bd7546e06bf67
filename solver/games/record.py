"""A game that was played, as typed moves and as a log of JSON lines, which replays exactly.

The first line of a log is its setting, then each move has one, and the last one tells how the hand ended. Every line
ends with a check over all lines up to it, so that a log that was changed anywhere is found out. `replay` reads a log.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from solver.deck import Tile, tile_name
from solver.games.hand import Hand, Move
from solver.games.scoring import Ending
from solver.games.setting import Setting
from solver.games.sheets import Sheet
from solver.position import Position
from solver.result import VERSION
from solver.sets import TileSet, written

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Record:
    """A game from the deal to the scores. Players are counted from 0."""

    setting: Setting
    moves: tuple[Move, ...]
    racks: tuple[tuple[Tile, ...], ...]
    ending: Ending
    scores: tuple[int, ...]

    @classmethod
    def of(cls, hand: Hand, moves: Sequence[Move]) -> "Record":
        """The record of a hand that is over."""
        return cls(hand.setting, tuple(moves), hand.racks, hand.ending, hand.scores())

    def positions(self) -> Iterator[Position]:
        """What the player to move saw before each play."""
        return (move.position for move in self.moves)

    def lines(self) -> list[str]:
        """The log, a JSON text for each line."""
        moves = [move_line(number, move) for number, move in enumerate(self.moves, start=1)]
        return list(_sealed([header(self.setting), *moves, ending_line(self)]))


def _sealed(lines: Iterable[Line]) -> Iterator[str]:
    """The lines as text, each with its check."""
    check = ""
    for line in lines:
        check = seal(check, line)
        yield json.dumps({**line, "check": check})


def seal(before: str, line: Line) -> str:
    """The check of a line, which follows from the line and from the check before it."""
    return hashlib.sha256(f"{before}{json.dumps(line)}".encode()).hexdigest()[:12]


def header(setting: Setting, version: str = VERSION) -> Line:
    """What the game begins with, and the version of meld-solver that played it."""
    return {
        "game": str(setting.rules.game),
        "version": version,
        "rules": setting.rules.name,
        "deck": asdict(setting.deck),
        "players": setting.players,
        "seed": setting.seed,
        "strategies": list(map(str, setting.strategies)),
        "work_limit": setting.work_limit,
        "closed_score": setting.closed_score,
        "sheet": None if setting.sheet is None else _sheet(setting.sheet),
    }


def _sheet(sheet: Sheet) -> Line:
    """A score sheet as `read_sheet` reads it."""
    rows = [
        {"id": row.id, "name": row.name, "tests": list(map(str, row.tests)), "scores": list(row.scores)}
        for row in sheet.rows
    ]
    return {"name": sheet.name, "note": sheet.note, "rows": rows}


def move_line(number: int, move: Move) -> Line:
    """A move, counted from 1; `table` is null where nothing was played in a Sabra game, `penalty` is there if drawn."""
    turn, drawn = move.turn, move.drawn
    line: Line = {
        "move": number,
        "player": move.player,
        "draw": None if drawn is None else {"from": str(drawn.source), "tile": tile_name(drawn.tile)},
        "table": None if turn is None else _sets(turn.after),
    }
    if turn is not None and turn.discard is not None:
        line |= {"others": _sets(turn.others), "discard": tile_name(turn.discard)}
        line |= {} if move.way is None else {"way": str(move.way)}
    line |= {"penalty": list(map(tile_name, move.penalty))} if move.penalty else {}
    return line | {"rack": list(map(tile_name, move.rack))}


def ending_line(record: Record) -> Line:
    """How the hand ended: `out`, or `pool` where it was empty and the player to move could not or would not play."""
    ending = record.ending
    return {
        "end": "pool" if ending.winner is None else "out",
        "winner": ending.winner,
        "way": None if ending.way is None else str(ending.way),
        "points": ending.points,
        "scores": list(record.scores),
    }


def _sets(table: Sequence[TileSet]) -> list[str]:
    return [written(tile_set) for tile_set in table]
