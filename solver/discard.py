"""Which tile to discard when the play is settled (American and International; RULES.md sections 6 and 7).

The rule: a tile that no set on the table could take at once before one that could, among these the one that would cost
most on the rack, then canonical order. A joker only when nothing else is left.
"""

from collections.abc import Sequence

from solver.deck import JOKER, Deck, Tile, number_of
from solver.rules import Rules
from solver.sets import Group, JokerAs, TileSet, readings


def choose_discard(left: Sequence[Tile], sets: Sequence[TileSet], rules: Rules, deck: Deck) -> Tile:
    """The tile to discard out of those left; `sets` are all sets on the table after the play."""

    def rank(tile: Tile) -> tuple[bool, bool, int, Tile]:
        free = tile != JOKER and not any(could_take(tile_set, tile, rules, deck) for tile_set in sets)
        return tile == JOKER, not free, -number_of(tile), tile

    return min(left, key=rank)


def could_take(tile_set: TileSet, tile: Tile, rules: Rules, deck: Deck) -> bool:
    """Could a natural tile be laid on the set as it lies?"""
    if isinstance(tile_set, Group):
        return len(tile_set.tiles) < deck.colours and tile in tile_set.missing(deck.colours)
    shown = [natural or JokerAs(tile=stand) for natural, stand in zip(tile_set.tiles, tile_set.stands, strict=True)]
    longer = ([tile, *shown], [*shown, tile])
    return any(len(slots) <= deck.numbers and bool(readings(slots, deck, rules.ones)) for slots in longer)
