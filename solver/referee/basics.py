"""The rules that need no thought about jokers: tiles are conserved, sets are sets, the player's wishes are kept.

Conservation fixes how many tiles of each kind the rack gave; which physical copy went where is the matter of `copies`.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from solver.deck import COLOURS, JOKER, Deck, Tile, make_tile, tile_words
from solver.position import Position
from solver.referee.verdict import Broken
from solver.rules import Rules
from solver.sets import Ones, Run, TileSet, jokers, written


def change(before: Sequence[TileSet], after: Sequence[TileSet]) -> dict[Tile, int]:
    """Tiles that these sets gained (negative: lost), kind by kind; zeros left out."""
    gained = Counter(chain.from_iterable([tile_set.tiles for tile_set in after]))
    gained.subtract(Counter(chain.from_iterable([tile_set.tiles for tile_set in before])))
    return {tile: count for tile, count in gained.items() if count}


def tile_faults(position: Position, gained: dict[Tile, int]) -> list[Broken]:
    """Every tile of the table stays there, and what is new there comes from the rack (RULES.md section 1)."""
    rack = Counter(position.rack)
    faults = [
        Broken("table_tile_missing", f"{times(tile, -count)} of the table is not on the new table")
        for tile, count in sorted(gained.items())
        if count < 0
    ]
    faults += [
        Broken(
            "tile_from_nowhere",
            f"the new table needs {times(tile, count)} from the rack, but the rack holds {rack[tile] or 'none'}",
        )
        for tile, count in sorted(gained.items())
        if count > rack[tile]
    ]
    return faults


def play_faults(gained: dict[Tile, int]) -> list[Broken]:
    """The rack gives at least one tile (RULES.md section 1)."""
    if any(count > 0 for count in gained.values()):
        return []
    return [Broken("nothing_played", "no tile was played from the rack: play at least one, or draw")]


def set_faults(position: Position, after: Sequence[TileSet], rules: Rules) -> list[Broken]:
    """Every new set is a group or a run of this deck."""
    return [
        Broken("not_a_set", f"{_written(tile_set)} is neither a group nor a run under {rules.name}")
        for tile_set in after
        if not is_legal_set(tile_set, position.deck, rules.ones)
    ]


def joker_count_faults(after: Sequence[TileSet], rules: Rules) -> list[Broken]:
    """No set holds more jokers than `jokers_per_set` (RULES.md section 3.4)."""
    limit = rules.jokers_per_set
    if limit is None:
        return []
    return [
        Broken(
            "jokers_per_set",
            f"{_written(tile_set)} holds {jokers(tile_set.tiles)} jokers, but {rules.name} allows {limit} in a set",
        )
        for tile_set in after
        if jokers(tile_set.tiles) > limit
    ]


def wish_faults(position: Position, gained: dict[Tile, int], discard: Tile | None = None) -> list[Broken]:
    """`keep` tiles stay on the rack and are not discarded, `must_play` tiles go to the table."""
    if not position.keep and not position.must_play:
        return []
    rack, faults = Counter(position.rack), list[Broken]()
    for tile, count in sorted(Counter(position.keep).items()):
        if rack[tile] - gained.get(tile, 0) - (tile == discard) < count:
            faults.append(Broken("keep", f"{times(tile, count)} must stay on the rack"))
    for tile, count in sorted(Counter(position.must_play).items()):
        if gained.get(tile, 0) < count:
            faults.append(Broken("must_play", f"{times(tile, count)} must be played"))
    return faults


def is_legal_set(candidate: TileSet, deck: Deck, ones: Ones) -> bool:
    """Is this value, however it was built, a group or a run of the deck? (Quick: it is asked for every set.)"""
    return (
        _is_run(candidate, deck, ones)
        if isinstance(candidate, Run)
        else _is_group(candidate.tiles, candidate.number, deck)
    )


def _is_run(run: Run, deck: Deck, ones: Ones) -> bool:
    tiles, stands = run.tiles, run.stands
    if not 3 <= len(stands) <= deck.numbers or len(tiles) != len(stands) or not any(tiles):
        return False
    if stands[0] == JOKER or stands[0] not in deck or stands != _places(stands[0], len(stands), deck, ones):
        return False
    return tiles == stands or all(tile in (JOKER, stand) for tile, stand in zip(tiles, stands, strict=True))


def _places(first: Tile, length: int, deck: Deck, ones: Ones) -> tuple[Tile, ...]:
    """The tiles of a run from its first one on; empty when it would pass the end of the numbers where it may not."""
    colour, number = divmod(first, make_tile(1, 0))
    beyond = number + length - 1 - deck.numbers
    if beyond <= 0:
        return tuple(range(first, first + length))
    if ones == Ones.LOW or (ones == Ones.LOW_OR_HIGH and beyond > 1):
        return ()
    low = make_tile(colour, 1)
    return (*range(first, first + length - beyond), *range(low, low + beyond))


def _is_group(tiles: Sequence[Tile], number: int, deck: Deck) -> bool:
    if not 3 <= len(tiles) <= deck.colours or not 1 <= number <= deck.numbers:
        return False
    natural = [tile for tile in tiles if tile]
    shown = set(natural)
    every = range(make_tile(0, number), make_tile(deck.colours, number), make_tile(1, 0))
    return 0 < len(natural) == len(shown) and shown.issubset(every)


def times(tile: Tile, count: int) -> str:
    """`one red 7`, `2 x joker`."""
    return f"one {_words(tile)}" if count == 1 else f"{count} x {_words(tile)}"


def _words(tile: Tile) -> str:
    known = 0 <= tile < make_tile(len(COLOURS), 0)
    return tile_words(tile) if known else "tile of no deck"


def _written(tile_set: TileSet) -> str:
    """The set for a message, whatever nonsense it holds."""
    try:
        return written(tile_set) or "an empty set"
    except (ValueError, IndexError):
        return "a list of tiles"
