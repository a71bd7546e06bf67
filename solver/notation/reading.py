"""What both notations share: tiles by their letters, and the one reading of a set or why there is none."""

from collections import Counter
from collections.abc import Callable, Sequence

from solver.deck import COLOUR_NAMES, COLOURS, JOKER, Deck, Tile, colour_of, make_tile, number_of, tile_words
from solver.errors import NotationError
from solver.sets import Group, JokerAs, Ones, Slot, TileSet, naturals, readings

# The largest deck written out tile by tile needs about 13,000 characters.
LONGEST = 20_000
# `y` (yellow) is read as orange, and upper case as lower case; one character stays one character.
LOWER = str.maketrans("RBKOGMWCJYy", "rbkogmwcjoo")


def check_length(text: str, place: str) -> None:
    """Refuse text that is longer than any position, before any work is done on it."""
    if len(text) > LONGEST:
        raise NotationError(f"{place}: {len(text)} characters are too many, the longest text read is {LONGEST}")


def colour_fault(letter: str, deck: Deck) -> str | None:
    """Why this character is no colour of the deck, or None."""
    known = " ".join(COLOURS[: deck.colours])
    index = COLOURS.find(letter)
    if index < 0:
        return f"{letter!r} is no colour letter, the colours of this deck are {known}"
    if index >= deck.colours:
        return f"there is no {COLOUR_NAMES[index]} in this deck, its colours are {known}"
    return None


def number_fault(digits: str, deck: Deck, colour: str = "") -> str | None:
    """Why these digits are no number of the deck, or None. `colour` is the letter before them, if there is one."""
    if digits.startswith("0"):
        return f"numbers begin at 1 and have no leading zero, {digits[:4]!r} is none"
    if len(digits) > 2:
        return f"the numbers of this deck are 1 to {deck.numbers}"
    if int(digits) > deck.numbers:
        name = f"{COLOUR_NAMES[COLOURS.index(colour)]} {digits}" if colour else f"number {digits}"
        return f"there is no {name}, the numbers of this deck are 1 to {deck.numbers}"
    return None


def tile_at(letter: str, digits: str) -> Tile:
    """The tile of a colour letter and a number, both known to be good."""
    return make_tile(COLOURS.index(letter), int(digits))


def one_reading(
    slots: Sequence[Slot],
    deck: Deck,
    ones: Ones,
    where: str,
    write: Callable[[TileSet], str],
    *,
    any_sets: bool = False,
) -> TileSet:
    """The only set that the slots can be.

    `where` names the set in errors and `write` writes a reading in the notation at hand. With `any_sets`, tiles that
    are no set come back as a group that no referee accepts, so that a wrong table can be judged.

    Raises:
        NotationError: no reading, and why; or several, and how to write each.
    """
    found = readings(slots, deck, ones)
    if len(found) == 1:
        return found[0]
    if found:
        ways = [write(tile_set) for tile_set in found]
        raise NotationError(f"{where} can be read in {len(ways)} ways, write {', '.join(ways[:-1])} or {ways[-1]}")
    if any_sets:
        tiles = tuple(JOKER if isinstance(slot, JokerAs) else slot for slot in slots)
        return Group(tiles, number_of(next(iter(naturals(tiles)), JOKER)))
    raise NotationError(f"{where} is neither a group nor a run: {_why_no_set(slots, deck, ones)}")


def _why_no_set(slots: Sequence[Slot], deck: Deck, ones: Ones) -> str:
    natural = [slot for slot in slots if not isinstance(slot, JokerAs)]
    named = natural + [slot.tile for slot in slots if isinstance(slot, JokerAs) and slot.tile is not None]
    if len(slots) < 3:
        return "a set has at least 3 tiles"
    if not natural:
        return "it has only jokers, a set needs a tile that is no joker"
    numbers = {number_of(tile) for tile in named} | {
        slot.number for slot in slots if isinstance(slot, JokerAs) and slot.number is not None
    }
    colours = {colour_of(tile) for tile in named}
    if len(numbers) > 1 and len(colours) > 1:
        return "its tiles have neither one number nor one colour"
    tile, count = Counter(named).most_common(1)[0]
    if count > 1:
        return f"{tile_words(tile)} is in it {count} times"
    if len(colours) > 1:
        return f"a group has at most {deck.colours} tiles, one of each colour"
    return _why_no_run(slots, deck, ones)


def _why_no_run(slots: Sequence[Slot], deck: Deck, ones: Ones) -> str:
    if any(isinstance(slot, JokerAs) and slot.number is not None for slot in slots):
        return "a joker told as ?number belongs in a group"
    if len(slots) > deck.numbers:
        return f"a run has at most {deck.numbers} tiles"
    if any(isinstance(slot, JokerAs) for slot in slots):
        return "its numbers do not follow one another, also with the jokers as told"
    high = "" if ones == Ones.LOW else " (a 1 may follow the highest)"
    return f"its numbers do not follow one another{high}"
