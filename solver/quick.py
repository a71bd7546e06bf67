"""A turn found at once without a search: some sets of the player's own rack tiles. It is legal whatever the edition."""

from collections import Counter

from solver.deck import JOKER, Tile, make_tile, number_of
from solver.position import Position
from solver.rules import Game, Rules
from solver.sets import Group, TileSet, run_at, run_positions


def quick_sets(position: Position, rules: Rules) -> tuple[TileSet, ...]:
    """Own sets without jokers, greedily the longest first; empty if none, too few points, or `must_play` is not met."""
    rack = Counter(position.rack) - Counter(position.keep)
    del rack[JOKER]
    found: list[TileSet] = []
    while best := max(_candidates(rack, position, rules), key=lambda tile_set: len(tile_set.tiles), default=None):
        found.append(best)
        rack -= Counter(best.tiles)
    played = Counter(tile for tile_set in found for tile in tile_set.tiles)
    points = sum(number_of(tile) * count for tile, count in played.items())
    if Counter(position.must_play) - played or points < (position.to_open or 0):
        return ()
    if rules.game != Game.SABRA and played.total() == len(position.rack) - len(position.keep):
        return ()
    return tuple(found)


def _candidates(rack: Counter[Tile], position: Position, rules: Rules) -> list[TileSet]:
    deck = position.deck
    found: list[TileSet] = []
    for number in range(1, deck.numbers + 1):
        tiles = tuple(tile for c in range(deck.colours) if rack[tile := make_tile(c, number)] > 0)
        if len(tiles) >= 3:
            found.append(Group(tiles, number))
    track = run_positions(deck, rules.ones)
    for colour in range(deck.colours):
        for first in range(1, min(deck.numbers, track - 2) + 1):
            tiles: tuple[Tile, ...] = ()
            for p in range(first, min(track, first + deck.numbers - 1) + 1):
                tile = make_tile(colour, (p - 1) % deck.numbers + 1)
                if rack[tile] <= 0:
                    break
                tiles += (tile,)
            if len(tiles) >= 3:
                found.append(run_at(colour, first, tiles, deck))
    return found
