"""Which tiles of a rack could lie in a set at all: a quick look that spares searches for wins that cannot be.

It errs on one side only: a tile that it calls stuck is in no legal table after this turn.
"""

from collections.abc import Iterable

from solver.deck import JOKER, Tile, colour_of, make_tile, number_of
from solver.position import Position
from solver.rules import Rules
from solver.sets import number_at, run_positions


def cannot_win(position: Position, rules: Rules) -> bool:
    """Must two tiles or more stay on the rack, whatever is played? Then the turn cannot win."""
    return len(stuck(position, position.rack, rules)) > 1


def stuck(position: Position, tiles: Iterable[Tile], rules: Rules) -> list[Tile]:
    """Those of the tiles that no set made of all tiles in sight could hold."""
    sets = (*position.table, *position.others)
    seen = {*position.rack, *(tile for tile_set in sets for tile in tile_set.tiles)}
    jokers = position.rack.count(JOKER) + sum(tile_set.tiles.count(JOKER) for tile_set in sets)
    return [tile for tile in tiles if tile and not _fits(tile, seen, jokers, position, rules)]


def _fits(tile: Tile, seen: set[Tile], jokers: int, position: Position, rules: Rules) -> bool:
    """Are there two companions for the tile, jokers among them: every longer set has a stretch of three with it."""
    deck = position.deck
    colour, number = colour_of(tile), number_of(tile)
    group = sum(make_tile(other, number) in seen for other in range(deck.colours) if other != colour)
    if group + jokers >= 2 and deck.colours >= 3:
        return True
    track = run_positions(deck, rules.ones)
    for first in range(1, track - 1):
        stretch = [make_tile(colour, number_at(place, deck)) for place in range(first, first + 3)]
        if tile in stretch and sum(each in seen for each in stretch) + jokers >= 3:
            return True
    return False
