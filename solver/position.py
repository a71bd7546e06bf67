"""A position: the table, the rack, the deck, and whether the player has opened; and the faults that it can have.

In American and International games it also tells the sets of the other players and the tiles that lie open.
"""

from collections import Counter
from dataclasses import dataclass, replace

from solver.deck import JOKER, Deck, Tile, tile_words
from solver.errors import PositionError
from solver.rules import Game, Rules
from solver.sets import TileSet, in_deck_order, is_set, jokers, naturals, written


@dataclass(frozen=True, slots=True)
class Position:
    """What the player to move sees.

    `to_open` is None for a player who has opened, else the points that the initial meld still needs.
    `keep` are rack tiles that must stay on the rack, `must_play` rack tiles that must be played.

    American and International: `table` holds the player's own sets, `others` those of all other players, which may
    only be added to; the rack holds the tile drawn. `discard` is what the player before discarded last, `bonus` the
    tile that lies face up, `others_melded` tells that somebody else has melded even where no set of theirs is given.
    """

    table: tuple[TileSet, ...]
    rack: tuple[Tile, ...]
    deck: Deck
    to_open: int | None = None
    keep: tuple[Tile, ...] = ()
    must_play: tuple[Tile, ...] = ()
    others: tuple[TileSet, ...] = ()
    discard: Tile | None = None
    bonus: Tile | None = None
    others_melded: bool = False

    @property
    def somebody_melded(self) -> bool:
        """Has anybody else melded, as `others` or `others_melded` tells?"""
        return self.others_melded or bool(self.others)

    def table_tiles(self) -> list[Tile]:
        """Every tile of the table, jokers as JOKER."""
        return [tile for tile_set in self.table for tile in tile_set.tiles]

    def canonical(self) -> "Position":
        """The same position with sets and rack in canonical order (see docs/notation.md)."""
        return replace(
            self,
            table=_ordered(self.table),
            others=_ordered(self.others),
            rack=_sorted(self.rack),
            keep=_sorted(self.keep),
            must_play=_sorted(self.must_play),
        )


def _ordered(sets: tuple[TileSet, ...]) -> tuple[TileSet, ...]:
    """Runs, then groups, each in its own order."""
    return tuple(sorted(map(in_deck_order, sets), key=lambda tile_set: tile_set.key()))


def _sorted(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """By colour, then number, jokers last."""
    return tuple(sorted(tiles, key=lambda tile: tile or 1 << 30))


def validate(position: Position, rules: Rules) -> None:
    """Refuse a position that cannot occur under these rules.

    Raises:
        PositionError: the first fault, with its place.
        DeckError: a deck that the rules cannot use.
    """
    rules.check_deck(position.deck)
    _check_game(position, rules)
    _check_tiles(position)
    _check_sets(position, rules)
    if position.to_open is not None and not 1 <= position.to_open <= 10_000:
        raise PositionError(f"{position.to_open} points to open are impossible, give 1 to 10000")
    _check_wishes(position)


def _check_game(position: Position, rules: Rules) -> None:
    """What only games with sets of one's own have, and what they cannot have."""
    if rules.game == Game.SABRA:
        for there, what in (
            (position.others, "sets of other players"),
            (position.discard is not None, "a last discard"),
            (position.bonus is not None, "a bonus tile"),
            (position.others_melded, "a mark that others have melded"),
        ):
            if there:
                raise PositionError(
                    f"{what} cannot be in a Sabra game, but {rules.name} is one: the table belongs to all"
                )
    elif position.to_open is not None and position.table:
        raise PositionError(
            f"{position.to_open} points to open are given, but under {rules.name} table set 1 "
            f"({written(position.table[0])}) is the player's own, and so the player has opened"
        )


def _check_tiles(position: Position) -> None:
    deck, places = position.deck, _places(position)
    for place, tiles in places:
        for tile in tiles:
            if tile not in deck and tile != JOKER:
                raise PositionError(f"{place}: there is no {tile_words(tile)} in a deck of {deck}")
    counts = Counter(tile for _, tiles in places for tile in tiles)
    open_tiles = position.discard is not None or position.bonus is not None
    where = "table, rack and open tiles" if open_tiles else "table and rack"
    if counts[JOKER] > deck.jokers:
        raise PositionError(f"{where} hold {counts[JOKER]} jokers together, but the deck of {deck} has {deck.jokers}")
    for place, tiles in places:
        for tile in tiles:
            if tile and counts[tile] > deck.copies:
                raise PositionError(
                    f"{place}: {counts[tile]} tiles {tile_words(tile)} on {where} together, "
                    f"but the deck of {deck} has {deck.copies} of each"
                )


def _named_sets(position: Position) -> list[tuple[str, TileSet]]:
    """Every set with the name that errors give it."""
    own = [(f"table set {i + 1}", tile_set) for i, tile_set in enumerate(position.table)]
    return own + [(f"others' set {i + 1}", tile_set) for i, tile_set in enumerate(position.others)]


def _places(position: Position) -> list[tuple[str, tuple[Tile, ...]]]:
    """Every part of the position with the name that errors give it."""
    places = [(name, tile_set.tiles) for name, tile_set in _named_sets(position)]
    places.append(("rack", position.rack))
    for name, tile in (("discard", position.discard), ("bonus tile", position.bonus)):
        if tile is not None:
            places.append((name, (tile,)))
    return places


def _check_sets(position: Position, rules: Rules) -> None:
    for name, tile_set in _named_sets(position):
        if not is_set(tile_set, position.deck, rules.ones):
            raise PositionError(f"{name} ({written(tile_set)}) is neither a group nor a run under {rules.name}")
        if rules.jokers_per_set is not None and jokers(tile_set.tiles) > rules.jokers_per_set:
            raise PositionError(
                f"{name} ({written(tile_set)}) holds {jokers(tile_set.tiles)} jokers, "
                f"but {rules.name} allows {rules.jokers_per_set} in a set"
            )


def _check_wishes(position: Position) -> None:
    rack = Counter(position.rack)
    for name, wish in (("keep", position.keep), ("must_play", position.must_play)):
        for tile, count in Counter(wish).items():
            if count > rack[tile]:
                raise PositionError(f"{name}: {count} x {tile_words(tile)} asked for, but the rack holds {rack[tile]}")
    for tile, count in (Counter(position.keep) + Counter(position.must_play)).items():
        if count > rack[tile]:
            raise PositionError(
                f"keep and must_play together ask for {count} x {tile_words(tile)}, but the rack holds {rack[tile]}"
            )


def rack_points(tiles: tuple[Tile, ...], joker: int) -> int:
    """Face sum of tiles, a joker counting as `joker`."""
    return sum(tile % 64 for tile in naturals(tiles)) + joker * jokers(tiles)
