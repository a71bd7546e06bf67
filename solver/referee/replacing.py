"""The tiles that took the place of released jokers: which are needed, which copies may serve (RULES.md section 3.2).

Where a copy lies now is only decided where a condition could ask for it; that keeps the search of `jokers` small.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solver.deck import JOKER, Tile
from solver.referee.board import Board
from solver.referee.conditions import OPEN, Outcome, PutIn
from solver.referee.copies import Demand
from solver.referee.fates import missing_values, together_only
from solver.rules import JokerPin, JokerReuse, JokerSet, ReplacementSource
from solver.turn import RACK


class Need(NamedTuple):
    """One of `tiles` has to be put in for joker number `joker`, of the old set `old`.

    `exact`: the place where it lies now may matter. `twin`: the need before is for a joker that is just the same.
    """

    joker: int
    old: int
    tiles: tuple[Tile, ...]
    exact: bool
    twin: bool = False


def needs(board: Board, outcome: Outcome) -> list[Need]:
    """What has to be put in for the jokers that are released by replacement, exact needs first."""
    found: list[Need] = []
    asked: dict[int, int] = {}
    for index, (joker, fate) in enumerate(zip(outcome.jokers, outcome.fates, strict=True)):
        if not fate.replaced:
            continue
        tiles = missing_values(joker, board)
        before = asked.setdefault(joker.old, index)
        exact = _place_matters(joker.old, board, outcome)
        if not together_only(joker.old, board):
            found.append(Need(index, joker.old, tiles, exact, before < index and not joker.value))
        elif before == index:
            found += [Need(index, joker.old, (tile,), exact) for tile in tiles]
    return sorted(found, key=lambda need: not need.exact)


def _place_matters(old: int, board: Board, outcome: Outcome) -> bool:
    """Can it matter where the tiles lie that replaced jokers of this old set?

    It can for a kept joker beside them, and where a released joker lies in a new set that could hold all of S*.
    """
    kept = outcome.kept_places(old)
    if kept and board.rules.joker_pin == JokerPin.COMPANION:
        return True
    if board.rules.joker_reuse == JokerReuse.ANYWHERE:
        return False
    arrived = {fate.place for fate in outcome.fates if not fate.kept}
    return any(board.old[old] <= board.new[place] and all(other == place for other in kept) for place in arrived)


def copies_for(need: Need, put_in: Sequence[PutIn], board: Board) -> Iterator[tuple[PutIn, list[Demand]]]:
    """Every way to meet a need beside the tiles put in before, with what it asks of the copies."""
    for tile in need.tiles:
        if need.twin and put_in and put_in[-1].old == need.old and put_in[-1].tile >= tile:
            continue
        alike = [other for other in put_in if other.tile == tile]
        taken = {other.place for other in alike}
        places = [place for place in board.copies.places.get(tile, ()) if place not in taken] if need.exact else [OPEN]
        for source, barred in _sources(tile, alike, board):
            for place in places:
                demands: list[Demand] = []
                if place != OPEN and source == OPEN:
                    demands = [Demand(tile, other, place, False) for other in barred]
                elif place != OPEN:
                    demands = [Demand(tile, source, place)]
                yield PutIn(need.joker, need.old, tile, source, place), demands


def _sources(tile: Tile, alike: Sequence[PutIn], board: Board) -> Iterator[tuple[int, list[int]]]:
    """Sources not yet used up: OPEN for any that may always serve, with those it is not; then each of the others."""
    sources = board.copies.sources.get(tile, [])
    late: list[int] = []
    barred = [source for source in sources if source != RACK]
    if board.rules.replacement_source == ReplacementSource.ANY:
        if board.rules.joker_set == JokerSet.LOCKED:
            late = [source for source in barred if JOKER in board.before[source].tiles]
        barred = late
    if sum(other.source == OPEN for other in alike) < len(sources) - len(barred):
        yield OPEN, barred
    for source in late:
        if all(other.source != source for other in alike):
            yield source, []


def in_order(new: PutIn, put_in: Sequence[PutIn], outcome: Outcome, excused: set[int]) -> bool:
    """Could the giving set have been free of jokers in time, given the other replacements (but for excused jokers)?"""
    if new.source == OPEN or new.joker in excused:
        return True
    if outcome.kept_places(new.source):
        return False
    reached, found = [new.source], {new.source}
    while reached:
        taker = reached.pop()
        if taker == new.old:
            return False
        for other in put_in:
            if other.old == taker and other.source not in (OPEN, *found) and other.joker not in excused:
                found.add(other.source)
                reached.append(other.source)
    return True
