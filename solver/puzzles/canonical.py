"""When two puzzles are the same position in another dress: recoloured, its numbers reflected, in another order."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

from solver.deck import Deck, Tile, colour_of, make_tile, number_of
from solver.notation import canonical_line
from solver.position import Position
from solver.rules import Rules
from solver.sets import Group, Ones, Run, TileSet

_ID = 10


def key(position: Position, editions: Sequence[Rules]) -> str:
    """The same text for all positions that are the same puzzle.

    Colours may always change places. Numbers may be reflected (1 for 13, 2 for 12) unless points count, as in an
    initial meld, or a 1 may be high.
    """
    mirror = position.to_open is None and all(rules.ones == Ones.LOW for rules in editions)
    deck = position.deck
    return (
        min(
            canonical_line(dressed(position, colours, reflected=reflected))
            for colours in _recolourings(position)
            for reflected in ((False, True) if mirror else (False,))
        )
        + f" {deck.colours}x{deck.numbers}x{deck.copies}+{deck.jokers}"
    )


def puzzle_id(text: str) -> str:
    """A short name that follows from a key."""
    return hashlib.sha256(text.encode()).hexdigest()[:_ID]


def dressed(position: Position, colours: Sequence[int], *, reflected: bool) -> Position:
    """The position with each colour exchanged for that at its place in `colours`, and perhaps its numbers reflected."""
    deck = position.deck
    return replace(
        position,
        table=tuple(_set(tile_set, colours, deck, reflected) for tile_set in position.table),
        rack=tuple(_tile(tile, colours, deck, reflected) for tile in position.rack),
    )


def _recolourings(position: Position) -> list[tuple[int, ...]]:
    """All ways to exchange the colours of the deck; those that are not there keep to the end, in their order."""
    there = {colour_of(tile) for tile in (*position.rack, *_shown(position)) if tile}
    colours = position.deck.colours
    absent = [colour for colour in range(colours) if colour not in there]
    found: list[tuple[int, ...]] = []
    for order in permutations(range(len(there))):
        places = iter(order)
        ends = iter(range(len(there), colours))
        found.append(tuple(next(ends) if colour in absent else next(places) for colour in range(colours)))
    return found


def _shown(position: Position) -> list[Tile]:
    """What the table shows: its tiles, and what the jokers of runs stand for."""
    shown: list[Tile] = []
    for tile_set in position.table:
        shown += tile_set.stands if isinstance(tile_set, Run) else tile_set.tiles
    return shown


def _tile(tile: Tile, colours: Sequence[int], deck: Deck, reflected: bool) -> Tile:
    if not tile:
        return tile
    number = deck.numbers + 1 - number_of(tile) if reflected else number_of(tile)
    return make_tile(colours[colour_of(tile)], number)


def _set(tile_set: TileSet, colours: Sequence[int], deck: Deck, reflected: bool) -> TileSet:
    tiles = tuple(_tile(tile, colours, deck, reflected) for tile in tile_set.tiles)
    if isinstance(tile_set, Group):
        return Group(tiles, deck.numbers + 1 - tile_set.number if reflected else tile_set.number)
    stands = tuple(_tile(tile, colours, deck, reflected) for tile in tile_set.stands)
    return Run(tiles[::-1], stands[::-1]) if reflected else Run(tiles, stands)
