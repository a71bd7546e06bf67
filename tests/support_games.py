"""What the tests of whole games share: games that are cheap to play, and a bookkeeping of their own."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from solver.deck import JOKER, Deck, Tile
from solver.games.draw import Source
from solver.games.hand import Move
from solver.games.play import play
from solver.games.record import Record
from solver.games.scoring import Way
from solver.games.setting import shuffled
from solver.position import rack_points
from solver.referee import check
from solver.rules import Game, rules
from solver.sets import TileSet

STRATEGIES = ("tiles", "jokers", "hold=3")
SMALL = {"xp": Deck(numbers=8, jokers=4), "raeuber": Deck(numbers=8, jokers=4)}
"""Decks on which a game is short; each has tiles enough for three players."""


def game(edition: str, seed: int, *, small: bool = False, **options: Any) -> Record:
    """A game of two players or three with different strategies; Closed hands pay 400."""
    players = 2 + seed % 2
    if small:
        options.setdefault("chosen", SMALL.get(edition, Deck(numbers=8)))
    if rules(edition).game == Game.INTERNATIONAL:
        options.setdefault("closed_score", 400)
    return play(edition, players, seed, options.pop("strategies", STRATEGIES[:players]), **options)


def tiles_of(table: Iterable[TileSet]) -> Counter[Tile]:
    """The tiles of some sets."""
    return Counter(chain.from_iterable(tile_set.tiles for tile_set in table))


def assert_legal(record: Record) -> None:
    """The referee passes every turn; a Sabra player who plays nothing draws while there is a pool."""
    edition = record.setting.rules
    for move in record.moves:
        turn = move.turn
        if turn is None:
            assert edition.game == Game.SABRA
            assert (move.drawn is not None) != bool(move.penalty)
        elif edition.game == Game.SABRA:
            assert check(move.position, turn.after, edition).legal
        else:
            claimed = None if move.way is None else move.way.value
            assert check(move.position, turn.after, edition, turn.others, turn.discard, claimed).legal


class Bookkeeping:
    """Where every tile of a game is, kept from its moves alone."""

    def __init__(self, record: Record) -> None:
        setting = record.setting
        self.own = setting.rules.game != Game.SABRA
        self.unseen = Counter(shuffled(setting.deck, setting.seed))
        self.whole = self.unseen.copy()
        copies = dict.fromkeys(setting.deck.tiles(), setting.deck.copies)
        assert self.whole == +Counter(copies | {JOKER: setting.deck.jokers})
        self.racks: dict[int, Counter[Tile]] = {}
        self.tables: dict[int, Counter[Tile]] = {player: Counter() for player in range(setting.players)}
        self.open: Counter[Tile] = Counter()
        self.discards: list[Tile] = []
        self.taken = False
        first = record.moves[0].position
        if first.bonus is not None:
            self.open[first.bonus] += 1
            self.unseen.subtract([first.bonus])

    def follow(self, move: Move) -> None:
        """One move: what was drawn came from where it is said, what was played is on the table, no more."""
        player, drawn, turn = move.player, move.drawn, move.turn
        if player not in self.racks:
            self.racks[player] = Counter(move.position.rack)
            self.racks[player].subtract([drawn.tile] if self.own and drawn else [])
            self.unseen.subtract(self.racks[player])
        self.taken = False
        if self.own and drawn:
            self._draw(player, drawn.source, drawn.tile)
        lying = self.discards[-1] if self.discards and not self.taken else None
        assert move.position.discard == lying
        assert +self.racks[player] == Counter(move.position.rack)
        if turn is not None:
            self.racks[player].subtract(turn.played)
            self._check_tables(move)
            if turn.discard is not None:
                self.racks[player].subtract([turn.discard])
                self.discards.append(turn.discard)
        if not self.own and drawn:
            self._draw(player, drawn.source, drawn.tile)
        for tile in move.penalty:
            assert turn is None
            assert drawn is None
            self._draw(player, Source.POOL, tile)
        assert +self.racks[player] == Counter(move.rack)
        assert min(self.unseen.values()) >= 0
        assert self.total() == self.whole

    def _draw(self, player: int, source: Source, tile: Tile) -> None:
        if source == Source.POOL:
            self.unseen.subtract([tile])
        elif source == Source.BONUS:
            self.open.subtract([tile])
        else:
            assert self.discards.pop() == tile
            self.taken = True
        self.racks[player].update([tile])

    def _check_tables(self, move: Move) -> None:
        turn = move.turn
        assert turn is not None
        before = tiles_of((*move.position.table, *move.position.others))
        after = tiles_of((*turn.after, *turn.others))
        assert after - before == Counter(turn.played)
        assert not before - after
        assert before == sum(self.tables.values(), Counter())
        self.tables = {0: after}

    def total(self) -> Counter[Tile]:
        """All tiles, wherever they are."""
        held = chain(self.racks.values(), self.tables.values(), (self.unseen, self.open, Counter(self.discards)))
        return +sum(held, Counter[Tile]())


def assert_conserved(record: Record) -> None:
    """After every move each tile of the deck is somewhere, and moved as the record says."""
    books = Bookkeeping(record)
    for move in record.moves:
        books.follow(move)
    for player, rack in enumerate(record.racks):
        assert Counter(rack) == +books.racks.get(player, Counter(rack))


def assert_ending(record: Record) -> None:
    """Somebody went out, or the pool was empty; the scores are those of the rules."""
    ending, racks, edition = record.ending, record.racks, record.setting.rules
    assert (ending.winner is not None) == (() in racks)
    if ending.winner is None:
        drawn = sum(move.drawn is not None and move.drawn.source == Source.POOL for move in record.moves)
        drawn += sum(len(move.penalty) for move in record.moves)
        assert record.setting.needed + drawn == record.setting.deck.size
    else:
        assert racks[ending.winner] == ()
    if edition.game == Game.INTERNATIONAL:
        assert record.scores == tuple(_international(record))
        return
    sums = [rack_points(rack, edition.joker_penalty) for rack in racks]
    assert sum(record.scores) == 0
    low = min(sums)
    if sums.count(low) == 1:
        assert record.scores == tuple(sum(sums) - len(sums) * low if own == low else low - own for own in sums)


def _international(record: Record) -> Iterator[int]:
    ending, opened = record.ending, _melded(record)
    paid = 0
    if ending.winner is not None:
        alone = not any(opened[: ending.winner] + opened[ending.winner + 1 :])
        paid = {Way.OPEN: 200 if alone else 100, Way.FINISH: 200, Way.CLOSED: ending.points or 0, None: 0}[ending.way]
        paid *= 2 if ending.discard == JOKER else 1
    for player, rack in enumerate(record.racks):
        if player == ending.winner:
            yield paid
        elif opened[player]:
            yield -sum(30 if not tile else tile % 64 if 2 <= tile % 64 <= 9 else 10 for tile in rack)
        else:
            yield -paid if ending.way == Way.CLOSED else -100


def _melded(record: Record) -> list[bool]:
    return [
        any(move.turn is not None and bool(move.turn.played) for move in record.moves if move.player == player)
        for player in range(record.setting.players)
    ]


def plays(record: Record, player: int) -> Sequence[Move]:
    """The moves of one player."""
    return [move for move in record.moves if move.player == player]
