"""The sets that are laid first by a player who makes the initial meld and goes on in the same turn."""

from collections import defaultdict
from collections.abc import Sequence

from solver.deck import JOKER, Tile
from solver.hints.steps.labels import Labels
from solver.hints.steps.rows import Numbered, Row
from solver.openings import openings
from solver.position import Position
from solver.referee.opening import points
from solver.rules import MeldJokers, Rules
from solver.sets import TileSet
from solver.turn import Turn


def opening_rows(turn: Turn, rules: Rules, tiles: Numbered, labelled: Labels) -> tuple[tuple[Row, ...], frozenset[int]]:
    """Opening sets that do not last, as rows of rack tiles; and the sets after the turn that open.

    The sets from the rack that last come first; only where they are not worth enough others have to be found.
    """
    need = turn.position.to_open
    if need is None:
        return (), frozenset()
    seats = labelled.seats
    busy = {one.tile for one in labelled.exchanges}
    rack = set(tiles.rack)
    lasting = [
        target
        for target, row in enumerate(seats)
        if (rack - busy).issuperset(row)
        and not (rules.initial_meld_jokers == MeldJokers.FORBIDDEN and _has_joker(turn, target))
    ]
    if sum(points(turn.after[target], rules.initial_meld_jokers) for target in lasting) >= need:
        return (), frozenset(lasting)
    played = sorted((tile for row in seats for tile in row if tile in rack), key=busy.__contains__)
    held = Position((), tuple(tiles.tiles[tile] for tile in played), turn.position.deck, need)
    found = openings(held, rules, "fewest_tiles", 1, 2.0).openings
    return tuple(_rows(found[0] if found else (), played, tiles)), frozenset()


def _has_joker(turn: Turn, target: int) -> bool:
    return JOKER in turn.after[target].tiles


def _rows(sets: tuple[TileSet, ...], played: Sequence[int], tiles: Numbered) -> list[Row]:
    """The opening sets as physical tiles."""
    left: defaultdict[Tile, list[int]] = defaultdict(list)
    for tile in played:
        left[tiles.tiles[tile]].append(tile)
    return [Row(tuple(left[kind].pop(0) for kind in tile_set.tiles), tile_set) for tile_set in sets]
