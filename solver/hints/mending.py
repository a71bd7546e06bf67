"""The way out of a torn-up table step by step, in sentences of a language."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.deck import Tile
from solver.hints.messages import DEFAULT, Catalogue, catalogue
from solver.hints.naming import Names
from solver.hints.rescue import Mend, Piece, Rescue, Tiles
from solver.position import Position
from solver.result import Status
from solver.sets import Run, TileSet


@dataclass(frozen=True, slots=True)
class MendingStep:
    """A sentence, the tiles that are moved, and what lies where after it."""

    text: str
    moved: Tiles
    table: tuple[Tiles, ...]
    loose: Tiles
    rack: Tiles


def rescue_text(found: Rescue, language: str = DEFAULT) -> str:
    """Where the way leads."""
    words = catalogue(language)
    way = "unknown" if found.status == Status.UNKNOWN else found.way
    if not found.movements:
        return words.say(f"rescue.{way}_at_once")
    return words.say(f"rescue.{way}", movements=words.count("counts.movements", found.movements))


def rescue_steps(
    found: Rescue, position: Position, now: Sequence[TileSet], loose: Tiles, language: str = DEFAULT
) -> Iterator[MendingStep]:
    """First what goes back to the rack, then one set after another."""
    words = catalogue(language)
    names = Names(words)
    if found.returned:
        text = words.say("rescue.take_back", tiles=names.series(found.returned))
        yield MendingStep(text, found.returned, *_without_returned(found, position, now, loose))
    for mend in found.mends:
        moved = tuple(tile for piece in mend.pieces for tile in piece.tiles)
        yield MendingStep(_sentence(mend, words, names), moved, mend.table, mend.loose, mend.rack)


def _without_returned(
    found: Rescue, position: Position, now: Sequence[TileSet], loose: Tiles
) -> tuple[tuple[Tiles, ...], Tiles, Tiles]:
    """What lies where once the tiles that go back are back, loose ones first."""
    back = Counter(found.returned)

    def rest(tiles: Tiles) -> Tiles:
        kept: list[Tile] = []
        for tile in tiles:
            if back[tile]:
                back[tile] -= 1
            else:
                kept.append(tile)
        return tuple(kept)

    left = rest(loose)
    piles = tuple(pile for tile_set in now if (pile := rest(tile_set.tiles)))
    lying = Counter(left)
    for pile in piles:
        lying.update(pile)
    lying.subtract(position.table_tiles())
    rack: list[Tile] = []
    for tile in position.rack:
        if lying[tile] > 0:
            lying[tile] -= 1
        else:
            rack.append(tile)
    return piles, left, tuple(rack)


def _sentence(mend: Mend, words: Catalogue, names: Names) -> str:
    """Which set is made, from what."""
    stands = mend.made.stands if isinstance(mend.made, Run) else ()
    made = names.series(mend.made.tiles, stands)
    pieces = words.series([_piece(piece, words, names) for piece in mend.pieces])
    if mend.grows_from is None:
        return words.say("rescue.make", set=made, pieces=pieces)
    return words.say("rescue.grow", set=made, pieces=pieces, number=mend.grows_from + 1)


def _piece(piece: Piece, words: Catalogue, names: Names) -> str:
    tiles = names.series(piece.tiles)
    if piece.pile is not None:
        return words.say("rescue.of_pile", tiles=tiles, number=piece.pile + 1)
    return words.say("rescue.loose" if piece.loose else "rescue.of_rack", tiles=tiles)
