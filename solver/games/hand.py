"""A hand being played: who holds what, whose turn it is, and what may be done. The referee judges every turn.

Both a game between solvers and the replay of a record are played on it, so neither can do what the other cannot.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from solver.deck import Tile
from solver.games.closed import HAND
from solver.games.draw import Source
from solver.games.international import closed_points
from solver.games.scoring import Ending, Way, score
from solver.games.setting import GameError, Setting, shuffled
from solver.position import Position
from solver.referee import check
from solver.rules import Game
from solver.sets import TileSet
from solver.solve import InternalError
from solver.turn import Turn

PENALTY = 3
"""Tiles that are drawn by who runs out of time or leaves a bad table (RULES.md section 5)."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A tile drawn, and where from."""

    source: Source
    tile: Tile


@dataclass(frozen=True, slots=True)
class Move:
    """What a player did. `position` is what the player saw when playing, with a tile drawn before that on the rack.

    `turn` is None where nothing was played in a Sabra game. `drawn` is the tile drawn in the move: in a Sabra game
    after the play, in the others before it; `penalty` are the tiles drawn in its place by who ran out of time.
    `rack` is what the player holds at the end of the move.
    """

    player: int
    position: Position
    turn: Turn | None
    drawn: Drawn | None
    rack: tuple[Tile, ...]
    way: Way | None = None
    penalty: tuple[Tile, ...] = ()


class Hand:
    """The state of a hand. Players and turns are counted from 0; a player has taken `turns[player]` turns."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._own = setting.rules.game != Game.SABRA
        self._pool = shuffled(setting.deck, setting.seed)
        self._all = Counter(self._pool)
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
        self.ending = Ending()
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
        """Must the player to move draw before playing? Not in a Sabra game, nor the starter of an International one."""
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
        # Once the last discard is taken, what lies below it is out of play all the same.
        taken = self._drawn is not None and self._drawn.source == Source.DISCARD
        discard = self._discards[-1] if self._discards and not taken else None
        return Position(
            self._tables[me], rack, self.setting.deck, to_open, others=others, discard=discard, bonus=self._bonus
        )

    def _others(self) -> list[int]:
        """The other players, from the next one on."""
        return [(self.player + k) % self.setting.players for k in range(1, self.setting.players)]

    def _check_goes_on(self) -> None:
        if self.over:
            raise GameError("the hand is over")

    def draw(self, source: Source) -> Drawn:
        """Draw before the play, in an American or International game.

        Raises:
            GameError: no draw is due, there is no such tile, or it may not be taken.
        """
        self._check_goes_on()
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
        self._check_goes_on()
        if self.draws_first:
            raise GameError("a tile must be drawn before the play")
        position = self.position
        turn = self._judged(position, after, others, discard, way)
        if not turn.left:
            self._won(turn, way)
        self._lay(turn)
        return self._end_move(position, turn, way)

    def _judged(
        self,
        position: Position,
        after: Sequence[TileSet],
        others: Sequence[TileSet] | None,
        discard: Tile | None,
        way: Way | None,
    ) -> Turn:
        """The turn with its labels, if the referee passes it and the way to win is told as it is."""
        rules = self.setting.rules
        if rules.game != Game.INTERNATIONAL and way is not None:
            raise GameError(f"no way to win is told under {rules.name}, only in an International game")
        verdict = check(position, after, rules, others, discard, None if way is None else way.value)
        if verdict.turn is None:
            raise GameError(f"the turn is not legal: {verdict.broken[0].text}")
        if rules.game == Game.INTERNATIONAL and not verdict.turn.left and way is None:
            raise GameError(f"nothing is left, but the way to win is not told, one of {', '.join(Way)}")
        if self._drawn is not None and self._drawn.source == Source.BONUS:
            if verdict.turn.left:
                raise GameError("the bonus tile may be taken only when that wins at once")
            if way == Way.OPEN:
                raise GameError("an Open win is never with the bonus tile")
        return verdict.turn

    def _won(self, turn: Turn, way: Way | None) -> None:
        points = None
        if way == Way.CLOSED:
            points = closed_points(turn.after, turn.position, self.setting.sheet, self.setting.closed_score)
            if points is None:
                raise GameError("nothing says what this Closed hand pays, it fits no row of the score sheet")
        self._end(self.player, turn.discard, way, points)

    def _lay(self, turn: Turn) -> None:
        """Put the tiles of a legal turn where they belong."""
        me, others = self.player, turn.others
        self._racks[me] = list(turn.left)
        self._tables[me if self._own else 0] = turn.after
        for player in self._others() if self._own else []:
            size = len(self._tables[player])
            self._tables[player], others = others[:size], others[size:]
        self._opened[me] = self._opened[me] or bool(turn.played)
        if turn.discard is not None:
            self._discards.append(turn.discard)

    def pass_turn(self, *, penalty: bool = False) -> Move:
        """Play nothing in a Sabra game, and draw a tile, or as a penalty three, or what the pool has.

        Raises:
            GameError: another game, where each turn ends with a discard, or an empty pool.
        """
        self._check_goes_on()
        if self._own:
            raise GameError("each turn ends with a discard, a player who melds nothing discards, too")
        if not self._pool:
            raise GameError("there is no tile to draw, and so the hand is over")
        position = self.position
        count = min(PENALTY, len(self._pool)) if penalty else 0
        tiles = tuple(self._pool.pop() for _ in range(count))
        self._racks[self.player] += tiles
        return self._end_move(position, None, None, tiles)

    def stop(self) -> None:
        """End the hand without a winner: the pool is empty and the player to move cannot or will not play.

        Raises:
            GameError: the pool is not empty.
        """
        if self._pool:
            raise GameError(f"the hand goes on: {len(self._pool)} tiles are in the pool")
        self._end(None, None, None, None)

    def _end(self, winner: int | None, discard: Tile | None, way: Way | None, points: int | None) -> None:
        self.over = True
        opened = tuple(self._opened) if self.setting.rules.game == Game.INTERNATIONAL else None
        self.ending = Ending(winner, discard, way, points, opened)

    def _end_move(self, position: Position, turn: Turn | None, way: Way | None, penalty: tuple[Tile, ...] = ()) -> Move:
        """Draw what a Sabra game draws after the play, and pass the turn on."""
        me, drawn, self._drawn = self.player, self._drawn, None
        draws = not self._own and not penalty and (turn is None or self.setting.rules.draw_after_play)
        if draws and self._pool and not self.over:
            drawn = Drawn(Source.POOL, self._pool.pop())
            self._racks[me].append(drawn.tile)
        self._check_tiles()
        self.turns[me] += 1
        self.player = (me + 1) % self.setting.players
        return Move(me, position, turn, drawn, self.racks[me], way, penalty)

    def _check_tiles(self) -> None:
        """Every tile of the deck is somewhere, and no other."""
        sets = chain.from_iterable(self._tables)
        tiles = Counter(chain(self._pool, self._discards, *self._racks, *(tile_set.tiles for tile_set in sets)))
        tiles.update([] if self._bonus is None else [self._bonus])
        if tiles != self._all:
            raise InternalError("tiles were lost or found in a game")

    def scores(self) -> tuple[int, ...]:
        """What every player scores once the hand is over."""
        return score(self.setting.rules, self.racks, self.ending, self.setting.deck)


def _in_order(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=lambda tile: tile or 1 << 30))
