"""Outs: what each tile that could still be drawn would do for the player's next turn, if nothing else changes."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver.deck import JOKER, Tile
from solver.games.reach import stuck
from solver.position import Position, validate
from solver.result import Result, Status
from solver.rules import Game, Rules
from solver.solve import DEFAULT_LIMIT, solve

_MOST_TILES = ("tiles",)


@dataclass(frozen=True, slots=True)
class Out:
    """A tile that could be drawn: how many are unseen, how many rack tiles could then be played at most, and whether
    that would end the game. Where `proven` is false it is at least so many."""

    tile: Tile
    copies: int
    tiles: int
    ends: bool
    proven: bool


@dataclass(frozen=True, slots=True)
class Outs:
    """Every tile that could be drawn, in deck order, jokers last; and `now`, the best turn without one."""

    now: Result
    draws: tuple[Out, ...]
    seconds: float

    @property
    def unseen(self) -> int:
        """How many tiles the player has not seen."""
        return sum(draw.copies for draw in self.draws)

    @property
    def winning(self) -> int:
        """How many of them let the player go out."""
        return sum(draw.copies for draw in self.draws if draw.ends)

    @property
    def playable(self) -> int:
        """How many of them let the player play anything."""
        return sum(draw.copies for draw in self.draws if draw.tiles)

    @property
    def proven(self) -> bool:
        """Is all of this proven?"""
        return _is_proven(self.now) and all(draw.proven for draw in self.draws)


def outs(position: Position, rules: Rules, limit: float = DEFAULT_LIMIT) -> Outs:
    """What could be played after drawing each tile that is neither on the table, nor open, nor on the rack.

    Args:
        limit: seconds for everything together.

    Raises:
        InputError: a position that cannot occur.
    """
    start = time.monotonic()
    validate(position, rules)
    unseen = list(_unseen(position))

    def left(searches: int) -> float:
        return max(0.0, start + limit - time.monotonic()) / searches

    now = solve(position, rules, _MOST_TILES, left(len(unseen) + 1))
    found: list[Out] = []
    for i, (tile, copies) in enumerate(unseen):
        share = left(len(unseen) - i)
        # To begin a search takes time too: when it is over, what could be played before is all that is known.
        found.append(
            _after(position, rules, tile, copies, now, share) if share else Out(tile, copies, _tiles(now), False, False)
        )
    return Outs(now, tuple(found), time.monotonic() - start)


def _unseen(position: Position) -> Iterator[tuple[Tile, int]]:
    """Each tile that the player has not seen, and how many there are of it."""
    deck = position.deck
    seen = Counter(position.rack)
    for tile_set in (*position.table, *position.others):
        seen.update(tile_set.tiles)
    seen.update(tile for tile in (position.discard, position.bonus) if tile is not None)
    for tile in (*deck.tiles(), JOKER):
        copies = (deck.copies if tile else deck.jokers) - seen[tile]
        if copies > 0:
            yield tile, copies


def _after(position: Position, rules: Rules, tile: Tile, copies: int, now: Result, limit: float) -> Out:
    """What could be played with one tile more."""
    drawn = replace(position, rack=(*position.rack, tile))
    if rules.game != Game.SABRA:
        # The tile may also be the discard that the turn needs.
        result = solve(drawn, rules, _MOST_TILES, limit)
        return Out(tile, copies, _tiles(result), _wins(result), _is_proven(result))
    if stuck(drawn, [tile], rules):
        return Out(tile, copies, _tiles(now), False, _is_proven(now))
    # It is played, which one that has its like on the rack is only when all of them are; or all is as it was.
    like = drawn.rack.count(tile) - position.keep.count(tile)
    must_play = (*(wish for wish in position.must_play if wish != tile), *[tile] * like)
    result = solve(replace(drawn, must_play=must_play), rules, _MOST_TILES, limit)
    proven = _is_proven(now) and _is_proven(result)
    return Out(tile, copies, max(_tiles(now), _tiles(result)), _wins(result), proven)


def _tiles(result: Result) -> int:
    return 0 if result.turn is None else len(result.turn.played)


def _wins(result: Result) -> bool:
    return result.turn is not None and not result.turn.left


def _is_proven(result: Result) -> bool:
    return result.status in (Status.OPTIMAL, Status.NO_PLAY)
