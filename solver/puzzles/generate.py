"""The making of puzzles: one game at a time, each of which makes the same puzzles wherever it is played."""

from dataclasses import dataclass, replace

from solver.deck import JOKER, Deck
from solver.position import Position
from solver.puzzles.grade import LEAST_BROKEN, Level, level_of
from solver.puzzles.jokers import Laid, laid
from solver.puzzles.prove import best, only_turn, puzzle
from solver.puzzles.puzzle import LEAST_TILES, Kind, Puzzle
from solver.puzzles.sources import Chance, changed, fits, game_positions, trimmed, with_joker
from solver.referee import check
from solver.result import Result
from solver.rules import Rules

MOST_OF_A_GAME = 2
"""So many puzzles at most are made of one game, so that they differ."""
_TRIES = 12
_EARLY, _HOPELESS = 4, 3
"""After `_EARLY` tries a position that is more than `_HOPELESS` broken sets off is given up."""
_SPARE = 5
_NEAR = 1
"""A set whose joker goes is broken, so that a turn may be so many broken sets off before a joker is laid."""
_JUDGED, _SOLVED = 40, 6
"""For so many jokers laid the referee judges a turn, and for so many the best turns are found."""


@dataclass(frozen=True, slots=True)
class Order:
    """Which puzzles are wanted; `editions` are two for `edition` puzzles."""

    kind: Kind
    level: Level
    editions: tuple[Rules, ...]
    deck: Deck
    seed: int

    @property
    def joker_last(self) -> bool:
        """Is a joker laid in a turn that is known to be the only one, and not in a position before it is solved?

        Where it lies by chance two editions seldom differ, and seldom are many sets broken.
        """
        return self.kind == Kind.EDITION or (self.kind == Kind.JOKER and self.level >= Level.HARD)

    @property
    def differs_on_kept(self) -> bool:
        """Do the editions differ in how far a joker that is not released may leave its set?"""
        return len({(rules.joker_set, rules.joker_pin, rules.joker_clear) for rules in self.editions}) > 1


def make(order: Order, number: int) -> tuple[Puzzle, ...]:
    """The puzzles that come of one game, counted from 0. It decides nothing but by the order and this number."""
    names = "/".join(rules.name for rules in order.editions)
    chance = Chance(f"{order.kind} {order.level:d} {names} {order.deck} {order.seed} {number}")
    game = f"{order.seed}:{number}"
    found: dict[str, Puzzle] = {}
    for position in game_positions(order.editions[0], order.deck, chance):
        if fits(position, order.kind, order.level):
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
    kind = Kind.GO_OUT if order.joker_last else order.kind
    nearest: tuple[int, Position, int] | None = None
    if kind == Kind.JOKER:
        position = with_joker(position, chance)
    for tries in range(_TRIES):
        result = _solved(order.editions[0], kind, position, chance)
        if result is not None:
            tried, broken = result.position, _broken(result)
            off = _off(order.level, broken)
            if (made := _made(order, result, off, game, chance)) is not None:
                return made
            if nearest is None or off <= nearest[0]:
                nearest = off, tried, broken
        if nearest is None or (tries + 1 >= _EARLY and nearest[0] > _HOPELESS):
            return None
        position = changed(nearest[1], kind, order.level, nearest[2], chance)
    return None


def _made(order: Order, result: Result, off: int, game: str, chance: Chance) -> Puzzle | None:
    """The puzzle that a best turn makes which is so many broken sets off."""
    if order.joker_last:
        return _joker_last(order, result, game, chance) if off <= _NEAR else None
    return puzzle(order.kind, (result,), game) if off == 0 else None


def _broken(result: Result) -> int:
    return len(result.position.table) - result.values["unbroken"]


def _off(level: Level, broken: int) -> int:
    """How many broken sets too few or too many for a level."""
    if broken < LEAST_BROKEN[level]:
        return LEAST_BROKEN[level] - broken
    off = 0
    while level_of(broken - off) > level:
        off += 1
    return off


def _solved(rules: Rules, kind: Kind, position: Position, chance: Chance) -> Result | None:
    """The best turn of the position with only the rack tiles that the kind has use for."""
    result = best(position, rules)
    if result is None or result.turn is None or len(result.turn.played) < LEAST_TILES:
        return None
    spare = _SPARE if kind == Kind.MOST else 0
    if len(position.rack) - len(result.turn.played) <= spare:
        return result
    return best(trimmed(position, result.turn.played, spare, chance), rules)


def _joker_last(order: Order, result: Result, game: str, chance: Chance) -> Puzzle | None:
    """A puzzle of the position, or of one with a joker laid where the same turn is legal under just one edition."""
    turn = result.turn
    assert turn is not None
    as_it_is = [Laid(turn.position, turn.after)] if JOKER in turn.position.table_tiles() else []
    judged, solved = 0, 0
    for each in (*as_it_is, *chance.shuffled(laid(turn, stays=order.differs_on_kept))):
        if _off(order.level, each.broken):
            continue
        legal = [check(each.position, each.after, rules).legal for rules in order.editions]
        if legal.count(True) == 1:
            # A joker leaves the best turn seldom alone where it was not alone before.
            if solved == 0 and not only_turn(result, Kind.GO_OUT):
                return None
            results = _both(order, each.position, legal.index(True))
            fitting = results is not None and not _off(order.level, max(map(_broken, results)))
            if results is not None and fitting and (made := puzzle(order.kind, results, game)) is not None:
                return made
            solved += 1
        judged += 1
        if judged == _JUDGED or solved == _SOLVED:
            break
    return None


def _both(order: Order, position: Position, first: int) -> tuple[Result, ...] | None:
    """The best turn under each edition; None where that of the first one solved would do under the others too."""
    results: dict[int, Result] = {}
    for number in sorted(range(len(order.editions)), key=lambda number: number != first):
        rules = order.editions[number]
        known = results.get(first)
        if known is not None and known.turn is not None and check(position, known.turn.after, rules).legal:
            return None
        result = best(position, rules)
        if result is None or result.turn is None:
            return None
        results[number] = result
    return tuple(results[number] for number in sorted(results))
