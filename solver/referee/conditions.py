"""The joker rules that depend on the copies of tiles and on several jokers at once (RULES.md section 3).

Given the fate of every joker and the replacing tiles, each rule becomes a condition: a list of ways to meet it, each
way a few demands on the copies. A rule that is met in any case makes no condition, one that cannot be met has no way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from solver.deck import Tile
from solver.referee.board import Board
from solver.referee.copies import Demand
from solver.referee.fates import RACK_TILES, Fate, TableJoker
from solver.rules import JokerPin, JokerReuse, JokerSet
from solver.turn import RACK

OPEN = -2


class PutIn(NamedTuple):
    """`tile` replaced joker number `joker`, of the old set `old`.

    `source` is the set of table jokers that gave it where that matters, `place` the new set that it lies in where that
    matters; else they are OPEN.
    """

    joker: int
    old: int
    tile: Tile
    source: int = OPEN
    place: int = OPEN


class Condition(NamedTuple):
    """`rule`, for these jokers (indices), holds when one of the ways does; `old` is the old set that it speaks of."""

    jokers: tuple[int, ...]
    rule: str
    old: int
    ways: Sequence[Sequence[Demand]]


@dataclass(slots=True)
class Outcome:
    """The fates of all table jokers and every tile that replaced one."""

    jokers: Sequence[TableJoker]
    fates: Sequence[Fate]
    put_in: Sequence[PutIn]

    def kept_places(self, old: int) -> list[int]:
        """Where the kept jokers of an old set lie now."""
        pairs = zip(self.jokers, self.fates, strict=True)
        return [fate.place for joker, fate in pairs if joker.old == old and fate.kept]

    def put_in_places(self, old: int) -> list[int]:
        """Where the tiles that replaced jokers of an old set lie now."""
        return [put_in.place for put_in in self.put_in if put_in.old == old]

    def together(self, old: int, place: int) -> bool:
        """Do all kept jokers and replacing tiles of an old set lie in one new set?"""
        return all(other == place for other in (*self.kept_places(old), *self.put_in_places(old)))


def conditions(board: Board, outcome: Outcome) -> list[Condition]:
    """Everything that is left to meet, the conditions with the fewest ways first."""
    found = [*_kept(board, outcome), *_released(board, outcome)]
    found.sort(key=lambda condition: len(condition.ways))
    return found


def _kept(board: Board, outcome: Outcome) -> Iterator[Condition]:
    rules = board.rules
    for index, (joker, fate) in enumerate(zip(outcome.jokers, outcome.fates, strict=True)):
        if not fate.kept or "joker_locked" in fate.broken or "joker_companion" in fate.broken:
            continue
        if rules.joker_set == JokerSet.LOCKED:
            yield from _locked(index, joker.old, fate.place, board, outcome)
        elif rules.joker_pin == JokerPin.COMPANION:
            yield from _companion(index, joker.old, fate.place, board, outcome)


def _locked(index: int, old: int, place: int, board: Board, outcome: Outcome) -> Iterator[Condition]:
    """S' contains all of S*."""
    whole = [Demand(tile, old, place) for tile in board.old[old]]
    yield Condition((index,), "joker_locked", old, [whole] if outcome.together(old, place) else [])


def _companion(index: int, old: int, place: int, board: Board, outcome: Outcome) -> Iterator[Condition]:
    """S' holds at least one other tile of S*."""
    if outcome.kept_places(old).count(place) == 1 and place not in outcome.put_in_places(old):
        ways = [[Demand(tile, old, place)] for tile in sorted(board.old[old] & board.new[place])]
        yield Condition((index,), "joker_companion", old, ways)


def _released(board: Board, outcome: Outcome) -> Iterator[Condition]:
    if board.rules.joker_reuse == JokerReuse.ANYWHERE:
        return
    arrived: dict[int, list[int]] = {}
    for index, fate in enumerate(outcome.fates):
        if not fate.kept:
            arrived.setdefault(fate.place, []).append(index)
    for place, indices in arrived.items():
        yield from _new_set(tuple(indices), place, board, outcome)
        if "joker_rack_tiles" not in outcome.fates[indices[0]].broken:
            yield from _rack_tiles(tuple(indices), place, board, outcome)


def _new_set(indices: tuple[int, ...], place: int, board: Board, outcome: Outcome) -> Iterator[Condition]:
    """N contains no S* entire: for each S that it could contain, one copy comes from elsewhere."""
    for old, tiles in enumerate(board.old):
        if tiles <= board.new[place] and outcome.together(old, place):
            ways = [[Demand(tile, old, place, False)] for tile in sorted(tiles)]
            yield Condition(indices, "joker_new_set", old, ways)


def _rack_tiles(indices: tuple[int, ...], place: int, board: Board, outcome: Outcome) -> Iterator[Condition]:
    """Enough of N was played from the rack this turn."""
    from_rack = [Demand(tile, RACK, place) for tile in sorted(board.new[place]) if board.from_rack(tile)]
    here = [fate for fate in outcome.fates if fate.place == place]
    if board.rules.joker_reuse == JokerReuse.NEW_SET_ALL_RACK:
        pure = len(from_rack) == len(board.new[place]) and not any(fate.kept for fate in here)
        yield Condition(indices, "joker_rack_tiles", -1, [from_rack] if pure else [])
        return
    rack_jokers = board.room[place] - len(here)
    needed = RACK_TILES.get(board.rules.joker_reuse, 0) - rack_jokers
    if needed > 0:
        yield Condition(indices, "joker_rack_tiles", -1, list(combinations(from_rack, needed)))
