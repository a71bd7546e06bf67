"""A whole game between solvers: deal, draw, play, discard and score, every turn judged by the referee."""

from collections.abc import Sequence
from dataclasses import replace

from solver.deck import JOKER, Deck
from solver.discard import choose_discard
from solver.games.draw import Source, draw_advice
from solver.games.hand import Hand, Move
from solver.games.international import best_wins
from solver.games.reach import stuck
from solver.games.record import Record
from solver.games.scoring import Way
from solver.games.setting import DEFAULT_WORK, Setting, setting
from solver.games.sheets import Sheet
from solver.games.strategies import Strategy, strategy
from solver.result import Result, Status
from solver.rules import Game, Rules
from solver.solve import DEFAULT_OBJECTIVE, solve
from solver.turn import Turn

HOLDING = ("jokers_held", "tiles", "unbroken")
# Only work limits a search, so that a game is the same on every machine; no game comes near this many seconds.
_LIMIT = 3600.0


def play(
    edition: Rules | str,
    players: int,
    seed: int,
    strategies: Sequence[Strategy | str] = (Strategy(),),
    *,
    chosen: Deck | None = None,
    work_limit: float = DEFAULT_WORK,
    sheet: Sheet | None = None,
    closed_score: int | None = None,
) -> Record:
    """Play a hand to its end. The same arguments give the same game on every machine.

    Args:
        strategies: one for each player, or one for all.
        chosen: the deck, when it is not the edition's own.
        work_limit: of each search, in the solver's own measure of work.
        sheet, closed_score: what Closed hands of an International game pay; with neither nobody wins Closed.

    Raises:
        InputError: an unknown edition or strategy, or a game that cannot be dealt.
    """
    known = [strategy(each) if isinstance(each, str) else each for each in strategies]
    return played(setting(edition, players, seed, known, chosen, work_limit, sheet, closed_score))


def played(begun: Setting) -> Record:
    """The game that a setting leads to."""
    hand = Hand(begun)
    take_turn = _sabra_turn if begun.rules.game == Game.SABRA else _own_turn
    moves: list[Move] = []
    while not hand.over:
        move = take_turn(hand)
        if move is not None:
            moves.append(move)
    return Record.of(hand, moves)


def _held_back(hand: Hand) -> bool:
    """Does the player to move hold the opening back?"""
    turns = hand.turns[hand.player]
    return hand.position.to_open is not None and turns < hand.setting.strategies[hand.player].hold_opening


def _search(hand: Hand, objective: Sequence[str] = DEFAULT_OBJECTIVE) -> Result:
    return solve(hand.position, hand.setting.rules, objective, _LIMIT, hand.setting.work_limit)


def _sabra_turn(hand: Hand) -> Move | None:
    """Play, or draw, as a penalty where the search ran out without a turn; None when the hand is over."""
    result = _search(hand)
    turn = _sabra_choice(hand, result.turn)
    if turn is not None:
        return hand.play(turn.after)
    if hand.pool_left:
        return hand.pass_turn(penalty=result.status == Status.UNKNOWN)
    hand.stop()
    return None


def _sabra_choice(hand: Hand, turn: Turn | None) -> Turn | None:
    """What the strategy makes of the best turn."""
    if turn is None or not turn.left or not hand.pool_left:
        return turn
    if _held_back(hand):
        return None
    if hand.setting.strategies[hand.player].hold_jokers and JOKER in turn.played:
        turn = _search(hand, HOLDING).turn
        return None if turn is None or JOKER in turn.played else turn
    return turn


def _own_turn(hand: Hand) -> Move | None:
    """Draw, meld what the strategy wants, and discard; None when the hand is over."""
    bonus = False
    if hand.draws_first:
        source = _source(hand)
        if source == Source.POOL and not hand.pool_left:
            hand.stop()
            return None
        hand.draw(source)
        bonus = source == Source.BONUS
    turn, way = _own_choice(hand, bonus)
    return hand.play(turn.after, turn.others, turn.discard, way)


def _source(hand: Hand) -> Source:
    """Where to draw: what `draw_advice` says, but a player who holds the opening back takes only a tile that wins.

    A discard that fits nowhere is as good as any tile of the pool, and is not asked about while there is a pool.
    """
    begun, position = hand.setting, hand.position
    if position.discard is not None and hand.pool_left:
        with_it = replace(position, rack=(*position.rack, position.discard))
        position = replace(position, discard=None) if stuck(with_it, [position.discard], begun.rules) else position
    advice = draw_advice(
        position, begun.rules, begun.sheet, begun.closed_score, limit=_LIMIT, work_limit=begun.work_limit
    )
    best = advice.best
    return Source.POOL if best is None or (_held_back(hand) and not best.wins) else best.source


def _own_choice(hand: Hand, bonus: bool) -> tuple[Turn, Way | None]:
    """A win if there is one, else the turn that the strategy wants."""
    begun, position = hand.setting, hand.position
    way: Way | None = None
    if begun.rules.game == Game.INTERNATIONAL:
        found = best_wins(
            position,
            begun.rules,
            begun.sheet,
            begun.closed_score,
            limit=_LIMIT,
            work_limit=begun.work_limit,
            from_bonus=bonus,
        ).best
        turn = found.turn if found else None
        way = found.way if found and found.wins else None
    else:
        turn = _search(hand).turn
    if turn is None or (turn.left and _held_back(hand)):
        turn = _only_discard(hand)
    elif turn.left and begun.strategies[hand.player].hold_jokers and JOKER in turn.played:
        turn = _search(hand, HOLDING).turn or turn
    return turn, way


def _only_discard(hand: Hand) -> Turn:
    """Meld nothing, and discard as after a play."""
    position, rules = hand.position, hand.setting.rules
    discard = choose_discard(position.rack, (*position.table, *position.others), rules, position.deck)
    origin = tuple((i,) * len(tile_set.tiles) for i, tile_set in enumerate(position.table))
    others = tuple((i,) * len(tile_set.tiles) for i, tile_set in enumerate(position.others))
    return Turn(position, position.table, origin, position.others, others, discard)
