"""Where puzzles come from: positions of whole games between solvers, and small changes to them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from solver.deck import JOKER, Deck, Tile
from solver.games.play import play
from solver.position import Position
from solver.puzzles.grade import LEAST_BROKEN, Level
from solver.puzzles.puzzle import LEAST_SETS, Kind
from solver.rules import Rules
from solver.sets import Group

Item = TypeVar("Item")
MOST_RACK = 16
_GAME_WORK = 1.0
_STRATEGIES = (("tiles",), ("jokers+hold=4", "tiles"), ("hold=8",), ("jokers", "hold=5"))


class Chance:
    """Choices that follow from a text. Only `Random.random` is used, which stays the same from Python to Python."""

    def __init__(self, text: str) -> None:
        self._random = Random(text)

    def below(self, number: int) -> int:
        """A whole number from 0 on."""
        return int(self._random.random() * number)

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in another order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in items]


def game_positions(rules: Rules, deck: Deck, chance: Chance) -> list[Position]:
    """What the players of a game saw when they played, the moves in any order.

    Raises:
        GameError: a deck too small for the players.
    """
    players = 2 + chance.below(2 if deck.size >= 60 else 1)
    chosen = chance.pick(_STRATEGIES)
    each = tuple(chosen[player % len(chosen)] for player in range(players))
    record = play(rules, players, chance.below(10**9), each, chosen=deck, work_limit=_GAME_WORK)
    return chance.shuffled(list(record.positions()))


def fits(position: Position, kind: Kind, level: Level) -> bool:
    """Can a puzzle of this kind and level come of the position?"""
    if kind == Kind.OPEN:
        return position.to_open is not None
    return position.to_open is None and len(position.table) >= max(LEAST_SETS, LEAST_BROKEN[level])


def with_joker(position: Position, chance: Chance) -> Position:
    """The position with a joker in place of some tile of the table, as long as the deck has one."""
    if position.table_tiles().count(JOKER) + position.rack.count(JOKER) >= position.deck.jokers:
        return position
    table = list(position.table)
    which = chance.below(len(table))
    tiles = list(table[which].tiles)
    tiles[chance.below(len(tiles))] = JOKER
    if not any(tiles):
        return position
    table[which] = replace(table[which], tiles=tuple(tiles))
    return replace(position, table=tuple(table))


def changed(position: Position, kind: Kind, level: Level, broken: int, chance: Chance) -> Position:
    """The position a little different: a tile or two more or fewer on the rack, or a set less on the table.

    More tiles break more sets. At the wanted level the puzzle had other solutions, which fewer sets make fewer.
    """
    die = chance.below(10)
    bound = LEAST_BROKEN.get(Level(level + 1)) if level < Level.EXPERT else None
    more, fewer = (6, 8) if broken < LEAST_BROKEN[level] else (1, 7) if bound and broken >= bound else (3, 6)
    if die < more and len(position.rack) < MOST_RACK:
        return _with_tiles(position, kind, chance)
    if die < fewer and len(position.rack) > 1:
        left = list(position.rack)
        left.pop(chance.below(len(left)))
        return replace(position, rack=tuple(left))
    if len(position.table) > LEAST_SETS:
        place = chance.below(len(position.table))
        return replace(position, table=position.table[:place] + position.table[place + 1 :])
    return _with_tiles(position, kind, chance)


def _with_tiles(position: Position, kind: Kind, chance: Chance) -> Position:
    """One to three tiles of the pool more on the rack; for `joker` puzzles perhaps one that sets a joker free."""
    deck = position.deck
    unseen = Counter(dict.fromkeys(deck.tiles(), deck.copies))
    unseen.subtract(tile for tile in (*position.rack, *position.table_tiles()) if tile)
    left = [tile for tile in deck.tiles() for _ in range(unseen[tile])]
    if not left:
        return position
    if kind == Kind.JOKER and chance.below(2):
        wanted = [tile for tile in _values(position) if unseen[tile] > 0]
        if wanted:
            return replace(position, rack=(*position.rack, chance.pick(wanted)))
    count = min(1 + chance.below(3), len(left), MOST_RACK - len(position.rack))
    return replace(position, rack=(*position.rack, *chance.shuffled(left)[:count]))


def _values(position: Position) -> list[Tile]:
    """What the jokers of the table may stand for."""
    found: list[Tile] = []
    for tile_set in position.table:
        if JOKER not in tile_set.tiles:
            continue
        if isinstance(tile_set, Group):
            found += tile_set.missing(position.deck.colours)
        else:
            found += [stand for tile, stand in zip(tile_set.tiles, tile_set.stands, strict=True) if not tile]
    return found


def trimmed(position: Position, played: Sequence[Tile], spare: int, chance: Chance) -> Position:
    """The position with the tiles played on the rack and at most so many of the others."""
    left = list((Counter(position.rack) - Counter(played)).elements())
    rack = (*played, *chance.shuffled(left)[:spare])
    return replace(position, rack=tuple(sorted(rack, key=lambda tile: tile or 1 << 30)))
