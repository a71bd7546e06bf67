"""Tile lists, read: a set as `r5 r6 J=r7` or `b7 k7 J=?7`, a rack as `b9 J`.

`sets.written` and `deck.tile_name` write them.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from solver.deck import COLOURS, JOKER, Deck, Tile, make_tile, tile_name
from solver.errors import NotationError
from solver.notation.reading import LONGEST, LOWER, check_length, colour_fault, number_fault, one_reading, tile_at
from solver.sets import JokerAs, Ones, Slot, TileSet, written

_TILE = re.compile(r"([a-z])([0-9]+)")
_SHOWN = 20
_LONGEST_PLAIN, _LONGEST_KNOWN = 3, 64


def parse_set(text: str, deck: Deck, ones: Ones, place: str = "set", *, any_sets: bool = False) -> TileSet:
    """The set that a list of tiles stands for; `place` names it in errors, `any_sets` is told in `one_reading`.

    Raises:
        NotationError: a word that is no tile of the deck, tiles that are no set, or jokers with several readings.
    """
    known = _known(text, deck, ones) if len(text) <= _LONGEST_KNOWN else None
    return _set(text, deck, ones, place, any_sets=any_sets) if known is None else known


@lru_cache(4096)
def _known(text: str, deck: Deck, ones: Ones) -> TileSet | None:
    """The set of a text that is one, else None. There are not many sets in a deck, and tables are made of them."""
    try:
        return _set(text, deck, ones, "set", any_sets=False)
    except NotationError:
        return None


def _set(text: str, deck: Deck, ones: Ones, place: str, *, any_sets: bool) -> TileSet:
    check_length(text, place)
    slots = [_slot(word, deck, place) for word in text.split()]
    if not slots:
        raise NotationError(f"{place} is empty, a set has at least 3 tiles")
    return one_reading(slots, deck, ones, f"{place} ({_shown(slots)})", written, any_sets=any_sets)


def parse_tiles(tiles: str | Sequence[str], deck: Deck, place: str = "rack") -> tuple[Tile, ...]:
    """Rack tiles from one text (`r5 J`) or from a list with one tile in each text.

    Raises:
        NotationError: a word that is no tile of the deck.
    """
    if isinstance(tiles, str):
        check_length(tiles, place)
        tiles = tiles.split()
    elif len(tiles) > LONGEST:
        raise NotationError(f"{place}: {len(tiles)} tiles are too many")
    return tuple(_rack_tile(word, deck, place) for word in tiles)


def _rack_tile(word: str, deck: Deck, place: str) -> Tile:
    slot = _slot(word, deck, place)
    if not isinstance(slot, JokerAs):
        return slot
    if slot != JokerAs():
        raise NotationError(f"{place}: {_quoted(word)} is told what it stands for, a joker on the rack is only J")
    return JOKER


@lru_cache(2048)
def _plain(word: str, colours: int, numbers: int) -> Tile | None:
    """The tile of a word that is one of such a deck as `tile_name` writes it. Most words are, and few differ."""
    match = _TILE.fullmatch(word)
    if match is None or match[2].startswith("0") or int(match[2]) > numbers:
        return None
    colour = COLOURS.find(match[1])
    return make_tile(colour, int(match[2])) if 0 <= colour < colours else None


def _slot(word: str, deck: Deck, place: str) -> Slot:
    tile = _plain(word, deck.colours, deck.numbers) if len(word) <= _LONGEST_PLAIN else None
    if tile is not None:
        return tile
    small = word.translate(LOWER)
    if small == "j":
        return JokerAs()
    if small.startswith("j=?"):
        digits = small[3:]
        if not (digits.isascii() and digits.isdigit()):
            raise NotationError(f"{place}: {_quoted(word)} is no joker of a group, write J=?7")
        if fault := number_fault(digits, deck):
            raise NotationError(f"{place}: {fault}")
        return JokerAs(number=int(digits))
    if small.startswith("j="):
        return JokerAs(tile=_tile(small[2:], word, deck, place))
    return _tile(small, word, deck, place)


def _tile(small: str, word: str, deck: Deck, place: str) -> Tile:
    match = _TILE.fullmatch(small)
    if match is None:
        raise NotationError(f"{place}: {_quoted(word)} is no tile, write a colour and a number (r5) or J")
    letter, digits = match.groups()
    if fault := colour_fault(letter, deck) or number_fault(digits, deck, letter):
        raise NotationError(f"{place}: {fault}")
    return tile_at(letter, digits)


def _quoted(word: str) -> str:
    return repr(word if len(word) <= _SHOWN else word[:_SHOWN] + "…")


def _shown(slots: Sequence[Slot]) -> str:
    """The slots as they were written, in lower case and cut where they are very many."""
    words = [_word(slot) for slot in slots[:_SHOWN]]
    return " ".join([*words, "…"] if len(slots) > _SHOWN else words)


def _word(slot: Slot) -> str:
    if not isinstance(slot, JokerAs):
        return tile_name(slot)
    if slot.tile is not None:
        return f"J={tile_name(slot.tile)}"
    return "J" if slot.number is None else f"J=?{slot.number}"
