"""The way out of a torn-up table step by step, in sentences of a language."""

from collections.abc import Iterator
from dataclasses import dataclass

from solver.hints.messages import DEFAULT, Catalogue, catalogue
from solver.hints.naming import Names
from solver.hints.rescue import Lying, Mend, Piece, Rescue, Tiles
from solver.result import Status
from solver.sets import Run


@dataclass(frozen=True, slots=True)
class MendingStep:
    """A sentence, the tiles that are moved, and what lies where after it."""

    text: str
    moved: Tiles
    after: Lying


def rescue_text(found: Rescue, language: str = DEFAULT) -> str:
    """Where the way leads."""
    words = catalogue(language)
    way = "unknown" if found.status == Status.UNKNOWN else found.way
    if not found.movements:
        return words.say(f"rescue.{way}_at_once")
    return words.say(f"rescue.{way}", movements=words.count("counts.movements", found.movements))


def rescue_steps(found: Rescue, language: str = DEFAULT) -> Iterator[MendingStep]:
    """First what goes back to the rack, then one set after another."""
    words = catalogue(language)
    names = Names(words)
    if found.returned:
        yield MendingStep(
            words.say("rescue.take_back", tiles=names.series(found.returned)), found.returned, found.cleared
        )
    for mend in found.mends:
        moved = tuple(tile for piece in mend.pieces for tile in piece.tiles)
        yield MendingStep(_sentence(mend, words, names), moved, mend.after)


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
