"""What a whole game begins with, and the deal that follows from it."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from solver.deck import JOKER, Deck, Tile, deck
from solver.errors import InputError
from solver.games.closed import HAND
from solver.games.scoring import check_paid
from solver.games.sheets import Sheet
from solver.games.strategies import Strategy
from solver.rules import Game, Rules, rules

MOST_PLAYERS, MOST_SEED = 8, 10**18
DEFAULT_WORK = 1.0


class GameError(InputError):
    """A game that cannot be dealt, or something done in it that its rules do not allow."""


@dataclass(frozen=True, slots=True)
class Setting:
    """All that decides a game between solvers: the same setting is the same game on every machine.

    `work_limit` is that of each search. `sheet` or `closed_score` say what a Closed hand of an International game pays;
    with neither nobody wins Closed.

    Raises:
        GameError: a number out of range, a deck too small for the players, rules that their name does not tell.
        ScoreError: a sheet or a score of Closed hands in another game, or both.
    """

    rules: Rules
    deck: Deck
    players: int
    seed: int
    strategies: tuple[Strategy, ...]
    work_limit: float = DEFAULT_WORK
    sheet: Sheet | None = None
    closed_score: int | None = None

    def __post_init__(self) -> None:
        if rules(self.rules.name) != self.rules:
            raise GameError(f"the rules are not those of their name {self.rules.name[:40]!r}, which a record tells")
        self.rules.check_deck(self.deck)
        if not 2 <= self.players <= MOST_PLAYERS:
            raise GameError(f"a game has 2 to {MOST_PLAYERS} players, not {self.players}")
        if not 0 <= self.seed < MOST_SEED:
            raise GameError(f"the seed must be from 0 to {MOST_SEED - 1}")
        if len(self.strategies) != self.players:
            raise GameError(f"{len(self.strategies)} strategies are given for {self.players} players, each has one")
        if not 0 < self.work_limit <= 3600:
            raise GameError(f"work_limit={self.work_limit} is out of range, it must be above 0, at most 3600")
        if self.needed > self.deck.size:
            raise GameError(
                f"a deck of {self.deck} has {self.deck.size} tiles, "
                f"but {self.players} players of {self.rules.name} need {self.needed}"
            )
        check_paid(self.rules, self.sheet, self.closed_score)

    @property
    def needed(self) -> int:
        """Tiles that are dealt: 14 to each player, in an International game one more to the starter, and the bonus."""
        return HAND * self.players + (self.rules.game != Game.SABRA) + (self.rules.game == Game.INTERNATIONAL)


def setting(
    edition: Rules | str,
    players: int,
    seed: int,
    strategies: Sequence[Strategy] = (Strategy(),),
    chosen: Deck | None = None,
    work_limit: float = DEFAULT_WORK,
    sheet: Sheet | None = None,
    closed_score: int | None = None,
) -> Setting:
    """A setting; a single strategy is that of all players, and the deck is the edition's unless one is chosen."""
    known = rules(edition) if isinstance(edition, str) else edition
    each = tuple(strategies) * players if len(strategies) == 1 else tuple(strategies)
    return Setting(known, chosen or deck(known.deck), players, seed, each, work_limit, sheet, closed_score)


def shuffled(chosen: Deck, seed: int) -> list[Tile]:
    """All tiles of a deck in the order that the seed gives: the last one is the first to be dealt.

    Only `Random.random` is used, which is promised to stay the same from one Python to the next.
    """
    tiles = [tile for tile in chosen.tiles() for _ in range(chosen.copies)] + [JOKER] * chosen.jokers
    chance = random.Random(seed)
    for last in range(len(tiles) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return tiles
