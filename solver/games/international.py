"""The three ways to win an International game, each with its score, and which to choose (RULES.md section 7).

Open and Finish come from the solver, Closed from its own search. A joker as the last discard doubles the score, so each
way is tried with a joker kept for it, too. The referee judges every turn.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from solver.deck import JOKER
from solver.errors import InputError, PositionError
from solver.games.closed import HAND, ClosedHand, best_closed
from solver.games.reach import cannot_win
from solver.games.scoring import FINISH_POINTS, OPEN_ALONE_POINTS, OPEN_POINTS, Way, check_paid
from solver.games.sheets import Sheet, ToldSet
from solver.position import Position, validate
from solver.referee import check
from solver.result import Status
from solver.rules import Game, Rules
from solver.sets import Group, Run, TileSet
from solver.solve import DEFAULT_LIMIT, DEFAULT_OBJECTIVE, InternalError, Search, solve
from solver.turn import Turn


@dataclass(frozen=True, slots=True)
class Choice:
    """The best turn of one way, and what it pays.

    `status` tells how sure that is: `no_play` that there is none, proven, or that it is not allowed, as `refused` says.
    `turn` may be an Open turn that does not win, its score is 0. `score` has the doubling in it. `hand` is that of a
    Closed win.
    """

    way: Way
    status: Status
    turn: Turn | None = None
    score: int = 0
    refused: str = ""
    hand: ClosedHand | None = None

    @property
    def wins(self) -> bool:
        """Is nothing left but the discard?"""
        return self.turn is not None and not self.turn.left


@dataclass(frozen=True, slots=True)
class BestWins:
    """The best turn of each way, of which one is chosen."""

    position: Position
    rules: Rules
    closed: Choice
    finish: Choice
    open: Choice

    @property
    def choices(self) -> tuple[Choice, Choice, Choice]:
        """In the order that decides between equal scores: a Closed win costs the losers most."""
        return self.closed, self.finish, self.open

    @property
    def best(self) -> Choice | None:
        """The win of the highest score, else the best Open turn; None when there is no turn at all."""
        wins = [choice for choice in self.choices if choice.wins]
        if wins:
            return max(wins, key=lambda choice: choice.score)
        return self.open if self.open.turn is not None else None

    @property
    def proven(self) -> bool:
        """Is every part of the answer proven?"""
        return all(choice.status in (Status.OPTIMAL, Status.NO_PLAY) for choice in self.choices)


@dataclass(slots=True)
class _Effort:
    """What is left of the limits that the searches share."""

    deadline: float
    work: float | None
    objective: tuple[str, ...]

    def left(self) -> float:
        return max(0.0, self.deadline - time.monotonic())

    def spend(self, work: float) -> None:
        if self.work is not None:
            self.work = max(0.0, self.work - work)


def best_wins(
    position: Position,
    rules: Rules,
    sheet: Sheet | None = None,
    closed_score: int | None = None,
    objective: Sequence[str] = DEFAULT_OBJECTIVE,
    limit: float = DEFAULT_LIMIT,
    work_limit: float | None = None,
    *,
    from_bonus: bool = False,
) -> BestWins:
    """The best Closed win, the best Finish and the best Open turn of a position after the draw.

    Args:
        sheet: what Closed hands pay; a hand that fits no row is no Closed hand.
        closed_score: what each Closed hand pays instead. With neither, Closed is not looked for.
        objective: what an Open turn that does not win is chosen by.
        limit: seconds for all searches together; `work_limit` likewise, as in `solve`.
        from_bonus: the tile drawn is the bonus tile, with which an Open win is not allowed.

    Raises:
        InputError: another game, a position that cannot occur, wishes, or a tile missing on a rack without melds.
    """
    _check(position, rules, sheet, closed_score)
    effort = _Effort(time.monotonic() + limit, work_limit, tuple(objective))
    return BestWins(
        position,
        rules,
        closed=_closed(position, rules, sheet, closed_score),
        finish=_finish(position, rules, effort),
        open=_refused(Way.OPEN, "an Open win is never with the bonus tile")
        if from_bonus
        else _open(position, rules, effort),
    )


def _check(position: Position, rules: Rules, sheet: Sheet | None, closed_score: int | None) -> None:
    if rules.game != Game.INTERNATIONAL:
        raise InputError(
            f"Open, Closed and Finish are wins of International Rummikub, but {rules.name} is {rules.game}"
        )
    validate(position, rules)
    if position.keep or position.must_play:
        raise PositionError("keep and must_play do not go with the ways to win, which ask for their own tiles to stay")
    if position.to_open is not None and len(position.rack) != HAND + 1:
        missing = f": the {HAND + 1}th tile is missing" if len(position.rack) == HAND else ""
        raise PositionError(
            f"rack: a player who has melded nothing holds {HAND + 1} tiles, the one drawn included, "
            f"but there {'is 1' if len(position.rack) == 1 else f'are {len(position.rack)}'}{missing}"
        )
    check_paid(rules, sheet, closed_score)


def _refused(way: Way, why: str) -> Choice:
    return Choice(way, Status.NO_PLAY, refused=why)


def _melded_before(position: Position, way: Way) -> Choice | None:
    if position.to_open is not None:
        return None
    return _refused(way, f"a {way.capitalize()} win is only for a player who has melded nothing before")


def _closed(position: Position, rules: Rules, sheet: Sheet | None, closed_score: int | None) -> Choice:
    if refused := _melded_before(position, Way.CLOSED):
        return refused
    if sheet is None and closed_score is None:
        return _refused(Way.CLOSED, "nothing says what a Closed hand pays, give a score sheet or a score")
    if cannot_win(position, rules):
        return Choice(Way.CLOSED, Status.NO_PLAY)
    limit = rules.jokers_per_set
    hand = best_closed(position.rack, position.deck, rules.ones, sheet, closed_score, jokers_per_set=limit)
    if hand is None:
        return Choice(Way.CLOSED, Status.NO_PLAY)
    verdict = check(position, [told.shape for told in hand.sets], rules, discard=hand.discard, win="closed")
    if verdict.turn is None:
        raise InternalError("the search for Closed hands and the referee contradict each other")
    return Choice(Way.CLOSED, Status.OPTIMAL, verdict.turn, hand.value, hand=hand)


def _finish(position: Position, rules: Rules, effort: _Effort) -> Choice:
    if refused := _melded_before(position, Way.FINISH):
        return refused
    if not position.others:
        return _refused(Way.FINISH, "a Finish lays a tile off on a set of another player, and none is on the table")
    if cannot_win(position, rules):
        return Choice(Way.FINISH, Status.NO_PLAY)
    status = Status.NO_PLAY
    for place in _with_last_joker(position):
        search = Search(place, rules, ("tiles",), effort.deadline, effort.work, finish=True)
        found, turn, _ = search.run()
        effort.spend(search.work)
        if turn is not None:
            score = FINISH_POINTS * (2 if turn.discard == JOKER else 1)
            # Any Finish is worth the same, but one with another discard only if none with a joker was missed.
            sure = status == Status.NO_PLAY or turn.discard == JOKER
            return Choice(
                Way.FINISH, Status.OPTIMAL if sure else Status.FEASIBLE, replace(turn, position=position), score
            )
        status = status if found == Status.NO_PLAY else Status.UNKNOWN
    return Choice(Way.FINISH, status)


def _with_last_joker(position: Position) -> Iterator[Position]:
    """The position in which all tiles but one joker must be played, if there is one; then as it is."""
    if JOKER in position.rack:
        yield _all_but_a_joker(position)
    yield position


def _all_but_a_joker(position: Position) -> Position:
    others = list(position.rack)
    others.remove(JOKER)
    return replace(position, must_play=tuple(others))


def _open(position: Position, rules: Rules, effort: _Effort) -> Choice:
    """The best Open turn; one that wins, with a joker as the discard if that can be."""
    result = solve(position, rules, effort.objective, effort.left(), effort.work)
    effort.spend(result.work)
    turn, status = result.turn, result.status
    if turn is None or turn.left:
        return Choice(Way.OPEN, status, turn)
    if JOKER in position.rack and turn.discard != JOKER:
        doubled = solve(_all_but_a_joker(position), rules, effort.objective, effort.left(), effort.work)
        effort.spend(doubled.work)
        if doubled.turn is not None:
            turn, status = replace(doubled.turn, position=position), doubled.status
        elif doubled.status != Status.NO_PLAY:
            status = Status.FEASIBLE
    score = OPEN_POINTS if position.somebody_melded else OPEN_ALONE_POINTS
    return Choice(Way.OPEN, status, turn, score * (2 if turn.discard == JOKER else 1))


def closed_points(
    sets: Sequence[TileSet], position: Position, sheet: Sheet | None, closed_score: int | None
) -> int | None:
    """The most that these sets pay as a Closed hand, before doubling, over what their jokers may stand for.

    None when they are no Closed hand of the sheet, or nothing says what one pays.
    """
    if sheet is None:
        return closed_score
    held = sum(tile_set.tiles.count(JOKER) for tile_set in sets)
    rows = [sheet.best_row(hand, position.deck) for hand in product(*(_told(each, position) for each in sets))]
    return max((score for row in rows if row and (score := row.score(held)) is not None), default=None)


def _told(tile_set: TileSet, position: Position) -> Iterable[ToldSet]:
    """The set with each choice of tiles that its jokers may stand for."""
    if isinstance(tile_set, Run):
        return [ToldSet(tile_set, tile_set.stands)]
    missing = tile_set.missing(position.deck.colours)
    return [_seated(tile_set, stands) for stands in combinations(missing, tile_set.tiles.count(JOKER))]


def _seated(group: Group, stands: Sequence[int]) -> ToldSet:
    left = list(stands)
    return ToldSet(group, tuple(tile or left.pop(0) for tile in group.tiles))
