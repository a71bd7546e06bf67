"""How many legal sets a deck has, by formula: figures that any other program for the game can be held against.

A set counts as the tiles that it is made of; what its jokers stand for, and the copies of the deck, make no other set.
"""

from math import comb

from benchmarks.report import table
from solver.deck import DECKS, Deck
from solver.sets import Ones

MOST_JOKERS = 4
_OTHER = {
    "small": Deck(2, 3, 1, 0),
    "six colours": Deck(6, 9, 1, 2),
    "no groups": Deck(2, 20, 2, 2),
    "long": Deck(3, 40, 2, 2),
}
_OTHER |= {"eight colours": Deck(8, 13, 8, 0)}


def legal_sets(deck: Deck, jokers: int, ones: Ones = Ones.LOW, longest: int | None = None) -> int:
    """The distinct legal sets with at most so many jokers and at most `longest` tiles.

    Two naturals or more are of one number or of one colour, so they tell a group from a run; one natural may be either.
    """
    found = 0
    for wild in range(jokers + 1):
        for natural in range(1, max(deck.colours, deck.numbers) + 1):
            size = natural + wild
            if size < 3 or (longest is not None and size > longest):
                continue
            group, run = size <= deck.colours, size <= deck.numbers
            if natural == 1:
                found += deck.colours * deck.numbers * (group or run)
                continue
            found += deck.numbers * comb(deck.colours, natural) * group
            found += deck.colours * _in_a_run(deck.numbers, natural, size, ones) * run
    return found


def _in_a_run(numbers: int, natural: int, size: int, ones: Ones) -> int:
    """The choices of two numbers or more that a run of that size, at most `numbers`, can hold together."""
    if ones == Ones.WRAP:
        # On a circle they fit if one gap to the next number is at least so wide; inclusion and exclusion over the gaps.
        wide = numbers - size + 1
        rounds = sum(
            (-1) ** (i + 1) * comb(natural, i) * _choices(numbers - i * (wide - 1) - 1, natural - 1)
            for i in range(1, natural + 1)
        )
        return numbers * rounds // natural
    low = sum((numbers - span + 1) * comb(span - 2, natural - 2) for span in range(natural, size + 1))
    if ones == Ones.LOW:
        return low
    # With a 1 and so near the top that it is a high one, less those that fit at both ends.
    return low + comb(size - 1, natural - 1) - _choices(2 * size - numbers - 1, natural - 1)


def _choices(places: int, of: int) -> int:
    return comb(places, of) if places >= 0 else 0


def printed() -> str:
    """The table of docs/benchmarks.md: the named decks and some odd ones, any length and up to five tiles."""
    heads = [
        "deck",
        "ones",
        "no joker",
        "1 joker",
        *(f"{jokers} jokers" for jokers in range(2, MOST_JOKERS + 1)),
        "up to 5 tiles, 2 jokers",
    ]
    rows: list[list[str]] = []
    for name, deck in (DECKS | _OTHER).items():
        for ones in Ones:
            counts = [legal_sets(deck, jokers, ones) for jokers in range(MOST_JOKERS + 1)]
            counts.append(legal_sets(deck, 2, ones, longest=5))
            label = f"`{name}`" if name in DECKS else name
            rows.append([f"{label}, {deck.colours} x {deck.numbers}", f"`{ones}`", *(f"{each:,}" for each in counts)])
    return table(heads, rows) + "\n"
