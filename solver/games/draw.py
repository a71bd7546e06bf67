"""Which draw to choose in American and International games, of those in sight (RULES.md sections 6 and 7)."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from solver.deck import Tile
from solver.errors import InputError, PositionError
from solver.games.closed import HAND
from solver.games.international import best_wins
from solver.games.reach import cannot_win
from solver.games.scoring import Way, check_paid
from solver.games.sheets import Sheet
from solver.position import Position, validate
from solver.result import Status
from solver.rules import Game, Rules
from solver.solve import DEFAULT_LIMIT, DEFAULT_OBJECTIVE, solve
from solver.turn import Turn


class Source(StrEnum):
    """Where a tile is drawn from."""

    POOL = "pool"
    DISCARD = "discard"
    BONUS = "bonus"


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw of a tile in sight, and the best turn after it.

    `refused` says why the draw is not allowed; it is empty where it is. `status` tells how sure turn and gain are.
    `way` and `score` are those of a win of an International game. `gain` is how many tiles fewer stay on the rack than
    if the best turn were played without the tile, the tile itself not counted.
    """

    source: Source
    tile: Tile
    status: Status
    refused: str = ""
    turn: Turn | None = None
    way: Way | None = None
    score: int = 0
    gain: int = 0

    @property
    def lawful(self) -> bool:
        return not self.refused

    @property
    def wins(self) -> bool:
        """Does the best turn after it win?"""
        return self.turn is not None and not self.turn.left

    @property
    def opens(self) -> bool:
        """Is the best turn after it the player's initial meld?"""
        turn = self.turn
        return turn is not None and turn.position.to_open is not None and bool(turn.played)


@dataclass(frozen=True, slots=True)
class DrawAdvice:
    """The tiles in sight, of which one may be better than an unknown one."""

    position: Position
    rules: Rules
    draws: tuple[Draw, ...]

    @property
    def best(self) -> Draw | None:
        """The draw that wins, the higher score first; else a discard that gains; else the pool (None)."""
        lawful = [draw for draw in self.draws if draw.lawful]
        wins = [draw for draw in lawful if draw.wins]
        if wins:
            return max(wins, key=lambda draw: draw.score)
        return next((draw for draw in lawful if draw.gain > 0), None)

    @property
    def proven(self) -> bool:
        """Is every part of the answer proven?"""
        return all(draw.status in (Status.OPTIMAL, Status.NO_PLAY) for draw in self.draws)


def draw_advice(
    position: Position,
    rules: Rules,
    sheet: Sheet | None = None,
    closed_score: int | None = None,
    objective: Sequence[str] = DEFAULT_OBJECTIVE,
    limit: float = DEFAULT_LIMIT,
    work_limit: float | None = None,
) -> DrawAdvice:
    """What the previous discard and the bonus tile are good for, before the draw.

    The discard may be taken in an American game only by a player who has opened. The bonus tile may be taken only when
    that wins at once, in an International game not by an Open win.

    Args:
        sheet, closed_score: what Closed hands pay, as in `best_wins`.
        limit, work_limit: for all searches together and for each search, as in `solve`.

    Raises:
        InputError: a Sabra game, a position that cannot occur, or an unopened International rack of another size.
    """
    _check(position, rules)
    check_paid(rules, sheet, closed_score)
    search = _Draws(position, rules, sheet, closed_score, tuple(objective), time.monotonic() + limit, work_limit)
    draws = [search.discard(position.discard)] if position.discard is not None else []
    draws += [search.bonus(position.bonus)] if position.bonus is not None else []
    return DrawAdvice(position, rules, tuple(draws))


def _check(position: Position, rules: Rules) -> None:
    if rules.game == Game.SABRA:
        raise InputError(f"nobody chooses a draw in a Sabra game, and {rules.name} is one")
    validate(position, rules)
    if position.keep or position.must_play:
        raise PositionError("keep and must_play do not go with the choice of a draw")
    count = len(position.rack)
    if rules.game == Game.INTERNATIONAL and position.to_open is not None and count != HAND:
        raise PositionError(
            f"rack: a player who has melded nothing holds {HAND} tiles before the draw, "
            f"but there {'is 1' if count == 1 else f'are {count}'}"
        )
    if not count:
        raise PositionError("the rack is empty, and so the hand is over")


@dataclass(frozen=True, slots=True)
class _Draws:
    """Looks at one draw after the other."""

    position: Position
    rules: Rules
    sheet: Sheet | None
    closed_score: int | None
    objective: tuple[str, ...]
    deadline: float
    work: float | None

    def discard(self, tile: Tile) -> Draw:
        if self.rules.game == Game.AMERICAN and self.position.to_open is not None:
            why = "the previous discard may be taken only by a player who has opened"
            return Draw(Source.DISCARD, tile, Status.NO_PLAY, why)
        found = self._after(Source.DISCARD, tile)
        if found.turn is None or found.wins:
            return found
        without = solve(self.position, self.rules, self.objective, self._left(), self.work)
        gain = len(found.turn.played) - 1 - (0 if without.turn is None else len(without.turn.played))
        status = found.status if without.status == Status.OPTIMAL else Status.FEASIBLE
        return replace(found, gain=gain, status=status)

    def bonus(self, tile: Tile) -> Draw:
        if self.rules.game == Game.INTERNATIONAL and self.position.to_open is None:
            why = "after opening only an Open win is left, and that is never with the bonus tile"
            return Draw(Source.BONUS, tile, Status.NO_PLAY, why)
        why = "the bonus tile may be taken only when that wins at once"
        if cannot_win(self._with(Source.BONUS, tile), self.rules):
            return Draw(Source.BONUS, tile, Status.NO_PLAY, why)
        found = self._after(Source.BONUS, tile)
        if found.wins:
            return found
        if found.status in (Status.FEASIBLE, Status.UNKNOWN):
            why += ", and no win was found in time"
        return Draw(Source.BONUS, tile, found.status, why)

    def _with(self, source: Source, tile: Tile) -> Position:
        gone = {"discard": None} if source == Source.DISCARD else {"bonus": None}
        return replace(self.position, rack=(*self.position.rack, tile), **gone)

    def _after(self, source: Source, tile: Tile) -> Draw:
        """The best turn after the draw."""
        position = self._with(source, tile)
        if self.rules.game == Game.AMERICAN:
            result = solve(position, self.rules, self.objective, self._left(), self.work)
            return Draw(source, tile, result.status, turn=result.turn)
        found = best_wins(
            position,
            self.rules,
            self.sheet,
            self.closed_score,
            self.objective,
            self._left(),
            self.work,
            from_bonus=source == Source.BONUS,
        )
        best = found.best
        status = Status.NO_PLAY if best is None else best.status
        if not found.proven:
            status = Status.UNKNOWN if best is None else Status.FEASIBLE
        if best is None:
            return Draw(source, tile, status)
        return Draw(source, tile, status, turn=best.turn, way=best.way if best.wins else None, score=best.score)

    def _left(self) -> float:
        return max(0.0, self.deadline - time.monotonic())
