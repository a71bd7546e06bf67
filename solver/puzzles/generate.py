"""The making of puzzles: one game at a time, each of which makes the same puzzles wherever it is played."""

from dataclasses import dataclass, replace

from solver.deck import Deck
from solver.position import Position
from solver.puzzles.grade import LEAST_BROKEN, Level, level_of
from solver.puzzles.prove import best, puzzle
from solver.puzzles.puzzle import LEAST_TILES, Kind, Puzzle
from solver.puzzles.sources import Chance, changed, fits, game_positions, trimmed, with_joker
from solver.result import Result
from solver.rules import Rules

MOST_OF_A_GAME = 2
"""So many puzzles at most are made of one game, so that they differ."""
_TRIES = 12
_SPARE = 5


@dataclass(frozen=True, slots=True)
class Order:
    """Which puzzles are wanted; `editions` are two for `edition` puzzles."""

    kind: Kind
    level: Level
    editions: tuple[Rules, ...]
    deck: Deck
    seed: int


def make(order: Order, number: int) -> tuple[Puzzle, ...]:
    """The puzzles that come of one game, counted from 0. It decides nothing but by the order and this number."""
    names = "/".join(rules.name for rules in order.editions)
    chance = Chance(f"{order.kind} {order.level:d} {names} {order.deck} {order.seed} {number}")
    game = f"{order.seed}:{number}"
    found: dict[str, Puzzle] = {}
    for position in game_positions(order.editions[0], order.deck, chance):
        if fits(position, order.kind):
            made = _open(order, position, game) if order.kind == Kind.OPEN else _climb(order, position, game, chance)
            if made is not None:
                found.setdefault(made.id, made)
        if len(found) == MOST_OF_A_GAME:
            break
    return tuple(found.values())


def _open(order: Order, position: Position, game: str) -> Puzzle | None:
    """The initial meld as a puzzle, without the table, which matters nothing."""
    result = best(replace(position, table=()), order.editions[0])
    return None if result is None else puzzle(order.kind, (result,), game)


def _climb(order: Order, position: Position, game: str, chance: Chance) -> Puzzle | None:
    """Change a position step by step until it is a puzzle of the wanted level, never further off than before."""
    nearest: tuple[int, Position, int] | None = None
    if order.kind in (Kind.JOKER, Kind.EDITION):
        position = with_joker(position, chance)
    for _ in range(_TRIES):
        results = _solved(order, position, chance)
        if results is not None:
            tried = results[0].position
            broken = max(len(tried.table) - result.values["unbroken"] for result in results)
            off = _off(order.level, broken)
            if off == 0 and (made := puzzle(order.kind, results, game)) is not None:
                return made
            if nearest is None or off <= nearest[0]:
                nearest = off, tried, broken
        if nearest is None:
            return None
        position = changed(nearest[1], order.kind, order.level, nearest[2], chance)
    return None


def _off(level: Level, broken: int) -> int:
    """How many broken sets too few or too many for a level."""
    if broken < LEAST_BROKEN[level]:
        return LEAST_BROKEN[level] - broken
    off = 0
    while level_of(broken - off) > level:
        off += 1
    return off


def _solved(order: Order, position: Position, chance: Chance) -> tuple[Result, ...] | None:
    """The best turns, under each edition, of the position with only the rack tiles that the kind has use for."""
    results = _results(order, position)
    if results is None:
        return None
    played = max((result.turn.played for result in results if result.turn is not None), key=len)
    if len(played) < LEAST_TILES:
        return None
    spare = {Kind.MOST: _SPARE, Kind.EDITION: 2}.get(order.kind, 0)
    if len(position.rack) - len(played) <= spare:
        return results
    return _results(order, trimmed(position, played, spare, chance))


def _results(order: Order, position: Position) -> tuple[Result, ...] | None:
    results: list[Result] = []
    for rules in order.editions:
        result = best(position, rules)
        if result is None:
            return None
        results.append(result)
    return tuple(results)
