"""Logs of games, read and played again: the same deal, each move through the referee, the scores computed anew.

Each line is made again from what was replayed, and must be the line that the log has, to the letter.
"""

import json
from collections.abc import Iterable
from typing import Any, NoReturn, TypeVar, cast

from solver.deck import Deck, Tile
from solver.errors import InputError
from solver.games.draw import Source
from solver.games.hand import Hand, Move
from solver.games.record import Line, Record, ending_line, header, move_line, seal
from solver.games.scoring import Way
from solver.games.setting import Setting
from solver.games.sheets import Sheet, read_sheet
from solver.games.strategies import strategy
from solver.notation import parse_set, parse_tiles
from solver.rules import rules
from solver.sets import TileSet

LONGEST_LINE, MOST_LINES = 1 << 20, 100_000


class RecordError(InputError):
    """A log that is no record of a game: the line, and what is wrong with it."""


def replay(lines: Iterable[str]) -> Record:
    """The game that a log records, played again.

    Raises:
        RecordError: the first line that is not what it must be.
    """
    return _Replay(lines).run()


class _Replay:
    """Goes through the lines one by one."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = list(lines)
        self._number = 0
        self._check = ""

    def run(self) -> Record:
        given = self._next("the log is empty")
        try:
            hand = Hand(_setting(given))
            self._compare(given, header(hand.setting, _text(given, "version")))
            moves: list[Move] = []
            while "end" not in (given := self._next("the log ends before the hand")):
                moves.append(_move(hand, given))
                self._compare(given, move_line(len(moves), moves[-1]))
            if not hand.over:
                hand.stop()
            record = Record.of(hand, moves)
            self._compare(given, ending_line(record))
        except RecordError:
            raise
        except InputError as error:
            self._fail(str(error))
        if self._number < len(self._lines):
            self._number += 1
            self._fail("the hand is over, but the log goes on")
        return record

    def _fail(self, why: str) -> NoReturn:
        raise RecordError(f"line {self._number}: {why}") from None

    def _next(self, missing: str) -> Line:
        """The next line, a JSON object."""
        self._number += 1
        if self._number > min(len(self._lines), MOST_LINES):
            self._fail(missing)
        try:
            line = json.loads(self._lines[self._number - 1][:LONGEST_LINE])
        except (ValueError, RecursionError):
            self._fail("the line is not JSON")
        if not isinstance(line, dict):
            self._fail("the line is no JSON object")
        return cast(Line, line)

    def _compare(self, given: Line, right: Line) -> None:
        """The line of the log must be the one that follows from the replay, its check included."""
        for name, value in right.items():
            if name not in given:
                self._fail(f"{name} is missing")
            if json.dumps(given[name]) != json.dumps(value):
                self._fail(f"{name} is {_short(given[name])}, but it must be {_short(value)}")
        self._check = seal(self._check, right)
        if given.get("check") != self._check:
            self._fail("its check does not fit the lines up to it: something was changed")
        if self._lines[self._number - 1].rstrip("\r\n") != json.dumps({**right, "check": self._check}):
            self._fail("it holds more than a record has, or in another form")


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:60] + "…"


def _setting(line: Line) -> Setting:
    """The setting that a header tells."""
    edition = rules(_text(line, "rules"))
    score = line.get("closed_score")
    return Setting(
        edition,
        _deck(line),
        _whole(line, "players"),
        _whole(line, "seed"),
        tuple(map(strategy, _texts(line, "strategies"))),
        _number(line, "work_limit"),
        _sheet(line),
        None if score is None else _whole(line, "closed_score"),
    )


def _deck(line: Line) -> Deck:
    given = line.get("deck")
    if not isinstance(given, dict):
        raise InputError("deck must be an object with colours, numbers, copies and jokers")
    numbers = cast(Line, given)
    return Deck(*(_whole(numbers, name) for name in ("colours", "numbers", "copies", "jokers")))


def _sheet(line: Line) -> Sheet | None:
    return None if line.get("sheet") is None else read_sheet(json.dumps(line["sheet"]))


def _move(hand: Hand, line: Line) -> Move:
    """Play the move of a line; what the line says of its outcome is compared afterwards."""
    if line.get("table") is None:
        return hand.pass_turn(penalty="penalty" in line)
    draw = line.get("draw")
    if hand.draws_first:
        if not isinstance(draw, dict):
            raise InputError("a tile must be drawn before the play")
        hand.draw(_one_of(Source, _text(cast(Line, draw), "from"), "from"))
    way = _one_of(Way, _text(line, "way"), "way") if "way" in line else None
    others = _sets(hand, line, "others") if "others" in line else None
    return hand.play(_sets(hand, line, "table"), others, _discard(hand, line), way)


def _discard(hand: Hand, line: Line) -> Tile | None:
    return parse_tiles([_text(line, "discard")], hand.setting.deck, "discard")[0] if "discard" in line else None


def _sets(hand: Hand, line: Line, name: str) -> tuple[TileSet, ...]:
    deck, ones = hand.setting.deck, hand.setting.rules.ones
    return tuple(
        parse_set(text, deck, ones, f"{name} set {i}", any_sets=True)
        for i, text in enumerate(_texts(line, name), start=1)
    )


_Name = TypeVar("_Name", Source, Way)


def _one_of(known: type[_Name], value: str, name: str) -> _Name:
    if value not in list(known):
        raise InputError(f"{name} must be one of {', '.join(known)}")
    return known(value)


def _text(line: Line, name: str) -> str:
    value = line.get(name)
    if not isinstance(value, str):
        raise InputError(f"{name} must be text")
    return value


def _texts(line: Line, name: str) -> list[str]:
    value = line.get(name)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in cast(list[Any], value)):
        raise InputError(f"{name} must be a list of texts")
    return cast(list[str], value)


def _whole(line: Line, name: str) -> int:
    value = line.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise InputError(f"{name} must be a whole number")
    return value


def _number(line: Line, name: str) -> float:
    value = line.get(name)
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise InputError(f"{name} must be a number")
    return value
