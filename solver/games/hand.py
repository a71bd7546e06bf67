"""A hand being played: who holds what, whose turn it is, and what may be done. The referee judges every turn.

Both a game between solvers and the replay of a record are played on it, so neither can do what the other cannot.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from solver.deck import JOKER, Tile, tile_words
from solver.games.closed import HAND
from solver.games.draw import Source
from solver.games.international import closed_points
from solver.games.scoring import Ending, Way, score
from solver.games.setting import GameError, Setting, shuffled
from solver.position import Position
from solver.referee import Verdict, check
from solver.rules import Game
from solver.sets import TileSet
from solver.turn import Turn


@dataclass(frozen=True, slots=True)
class Drawn:
    """A tile drawn, and where from."""

    source: Source
    tile: Tile


@dataclass(frozen=True, slots=True)
class Move:
    """What a player did. `position` is what the player saw when playing, with a tile drawn before that on the rack.

    `turn` is None where nothing was played in a Sabra game. `drawn` is the tile drawn in the move, in a Sabra game after
    the play, in the others before it. `rack` is what the player holds at the end of the move.
    """

    player: int
    position: Position
    turn: Turn | None
    drawn: Drawn | None
    rack: tuple[Tile, ...]
    way: Way | None = None


class Hand:
    """The state of a hand. Players and turns are counted from 0; a player has taken `turns[player]` turns."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._own = setting.rules.game != Game.SABRA
        self._pool = shuffled(setting.deck, setting.seed)
        self._racks = [[self._pool.pop() for _ in range(HAND)] for _ in range(setting.players)]
        # In a Sabra game the first place holds the table of all.
        self._tables: list[tuple[TileSet, ...]] = [() for _ in range(setting.players)]
        self._opened = [False] * setting.players
        self._discards: list[Tile] = []
        self._bonus = self._pool.pop() if self._own else None
        self._drawn: Drawn | None = None
        self.turns = [0] * setting.players
        self.player = 0
        self.over = False
        self._ending = Ending()
        if setting.rules.game == Game.INTERNATIONAL:
            self._racks[0].append(self._pool.pop())

    @property
    def pool_left(self) -> int:
        """How many tiles are in the pool."""
        return len(self._pool)

    @property
    def racks(self) -> tuple[tuple[Tile, ...], ...]:
        """Every player's tiles, in deck order, jokers last."""
        return tuple(map(_in_order, self._racks))

    @property
    def draws_first(self) -> bool:
        """Must the player to move draw before playing? Not in a Sabra game, and the starter of International holds 15."""
        starter = self.setting.rules.game == Game.INTERNATIONAL and not any(self.turns)
        return self._own and self._drawn is None and not starter

    @property
    def position(self) -> Position:
        """What the player to move sees."""
        me, rules = self.player, self.setting.rules
        to_open = None if self._opened[me] else rules.initial_meld_points
        rack = _in_order(self._racks[me])
        if not self._own:
            return Position(self._tables[0], rack, self.setting.deck, to_open)
        others = tuple(chain.from_iterable(self._tables[player] for player in self._others()))
        discard = self._discards[-1] if self._discards else None
        return Position(
            self._tables[me], rack, self.setting.deck, to_open, others=others, discard=discard, bonus=self._bonus
        )

    def _others(self) -> list[int]:
        """The other players, from the next one on."""
        return [(self.player + k) % self.setting.players for k in range(1, self.setting.players)]

    def draw(self, source: Source) -> Drawn:
        """Draw before the play, in an American or International game.

        Raises:
            GameError: no draw is due, there is no such tile, or it may not be taken.
        """
        if not self.draws_first:
            raise GameError("no tile is drawn before this play")
        tile = self._taken(source)
        self._racks[self.player].append(tile)
        self._drawn = Drawn(source, tile)
        return self._drawn

    def _taken(self, source: Source) -> Tile:
        if source == Source.POOL and self._pool:
            return self._pool.pop()
        if source == Source.DISCARD and self._discards:
            if self.setting.rules.game == Game.AMERICAN and not self._opened[self.player]:
                raise GameError("the previous discard may be taken only by a player who has opened")
            return self._discards.pop()
        if source == Source.BONUS and self._bonus is not None:
            tile, self._bonus = self._bonus, None
            return tile
        raise GameError(f"there is no tile to draw from the {source}")

    def play(
        self,
        after: Sequence[TileSet],
        others: Sequence[TileSet] | None = None,
        discard: Tile | None = None,
        way: Way | None = None,
    ) -> Move:
        """Play a turn: `after` is the new table, of American and International games the player's own sets.

        Raises:
            GameError: a draw is due first, the referee refuses the turn, or a win is not told as it is.
        """
        if self.draws_first:
            raise GameError("a tile must be drawn before the play")
        position, me = self.position, self.player
        turn = self._judged(position, after, others, discard, way)
        self._racks[me] = list(turn.left)
        self._tables[me if self._own else 0] = turn.after
        for player in self._others() if self._own else []:
            size = len(self._tables[player])
            self._tables[player], rest = turn.others[:size], turn.others[size:]
            turn = replace(turn, others=rest)
        self._opened[me] = self._opened[me] or bool(turn.after if self._own else turn.played)
        if discard is not None:
            self._discards.append(discard)
        return Move(me, position, turn, None, ())

    def _judged(
        self,
        position: Position,
        after: Sequence[TileSet],
        others: Sequence[TileSet] | None,
        discard: Tile | None,
        way: Way | None,
    ) -> Turn:
        raise NotImplementedError
