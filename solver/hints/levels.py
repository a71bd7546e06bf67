"""Hints at six levels, each with all that the one before tells, and no more than its own.

1 is there a play, 2 how many tiles and what they are worth, 3 which rack tiles, 4 which sets of the table are touched,
5 the first step, 6 all of them.
"""

from dataclasses import dataclass

from solver.deck import Tile
from solver.hints.messages import DEFAULT, Catalogue, catalogue
from solver.hints.naming import Names
from solver.hints.steps import Explanation, explain, sentences
from solver.position import rack_points
from solver.result import Result, Status
from solver.rules import Game

LEVELS = range(1, 7)


@dataclass(frozen=True, slots=True)
class Hint:
    """What a player is told at a level. What belongs to higher levels is None, also where there is no play.

    `sets` and `others_sets` are indices of touched sets, from 0; `explanation` is there from level 5 on, of which level
    5 tells the first step alone.
    """

    level: int
    status: Status
    play: bool
    text: str
    tiles: int | None = None
    points: int | None = None
    rack_tiles: tuple[Tile, ...] | None = None
    sets: tuple[int, ...] | None = None
    others_sets: tuple[int, ...] | None = None
    explanation: Explanation | None = None


def hint(result: Result, level: int, language: str = DEFAULT) -> Hint:
    """The hint of a level, 1 to 6, for what was found in a position."""
    words, turn = catalogue(language), result.turn
    played = () if turn is None else turn.played
    explained = explain(turn, result.rules) if turn is not None and level > 3 else None
    return Hint(
        level,
        result.status,
        bool(played),
        _text(result, level, words, explained),
        len(played) if level > 1 else None,
        rack_points(played, 0) if level > 1 else None,
        played if level > 2 else None,
        None if level < 4 else () if explained is None else explained.touched,
        None if level < 4 else () if explained is None else explained.others_touched,
        explained if level > 4 else None,
    )


def _text(result: Result, level: int, words: Catalogue, explained: Explanation | None) -> str:
    """The sentence of a level."""
    turn = result.turn
    if level > 4 and explained is not None and explained.steps:
        if level == 5:
            return words.say("hints.first", step=sentences(explained, words.code)[0])
        return words.say("hints.all", steps=words.count("counts.steps", len(explained.steps)))
    if turn is None or not turn.played:
        return words.say(_none(result))
    if level == 1:
        return words.say("hints.play" if result.position.to_open is None else "hints.opening")
    if level == 2:
        key = "hints.best" if result.status == Status.OPTIMAL else "hints.found"
        tiles = words.count("counts.tiles", len(turn.played))
        return words.say(key, tiles=tiles, points=words.count("counts.points", rack_points(turn.played, 0)))
    if level == 3 or explained is None:
        return words.say("hints.tiles", tiles=Names(words).series(turn.played))
    return _sets(words, explained)


def _none(result: Result) -> str:
    """Why there is nothing to lay."""
    if result.status in (Status.UNKNOWN, Status.FEASIBLE):
        return "hints.unknown"
    if result.rules.game == Game.SABRA:
        return "hints.none"
    return "hints.none_at_all" if result.turn is None else "hints.none_discard"


def _sets(words: Catalogue, explained: Explanation) -> str:
    """Which sets are touched, numbered from 1 as on the table that is shown."""
    names = [str(number + 1) for number in explained.touched]
    names += [f"~{number + 1}" for number in explained.others_touched]
    if not names:
        return words.say("hints.no_sets")
    return words.say("hints.others" if explained.others_touched else "hints.sets", sets=words.series(names))
