"""Tiles and decks. A tile is an int so that tables of a hundred of them stay cheap to count and compare.

What groups and runs are lives in `sets`; how tiles are written in a line lives in `notation`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from solver.errors import DeckError

Tile = int
JOKER: Tile = 0
COLOURS = "rbkogmwc"
COLOUR_NAMES = ("red", "blue", "black", "orange", "green", "magenta", "white", "cyan")
_STRIDE = 64


def make_tile(colour: int, number: int) -> Tile:
    """The tile of a colour index (0 = red) and a number (from 1)."""
    return colour * _STRIDE + number


def colour_of(tile: Tile) -> int:
    """Colour index of a natural tile."""
    return tile // _STRIDE


def number_of(tile: Tile) -> int:
    """Number of a natural tile; 0 for a joker."""
    return tile % _STRIDE


def tile_name(tile: Tile) -> str:
    """`r5` for red 5, `J` for a joker."""
    return f"{COLOURS[tile // _STRIDE]}{tile % _STRIDE}" if tile else "J"


def tile_words(tile: Tile) -> str:
    """`red 5`, `joker`: for sentences."""
    return f"{COLOUR_NAMES[tile // _STRIDE]} {tile % _STRIDE}" if tile else "joker"


@dataclass(frozen=True, slots=True)
class Deck:
    """How many colours, numbers, copies of each tile, and jokers there are (RULES.md section 1).

    Raises:
        DeckError: outside 2-8 colours, 3-40 numbers, 1-8 copies, 0-8 jokers.
    """

    colours: int = 4
    numbers: int = 13
    copies: int = 2
    jokers: int = 2

    def __post_init__(self) -> None:
        for field, low, high in (("colours", 2, 8), ("numbers", 3, 40), ("copies", 1, 8), ("jokers", 0, 8)):
            value = getattr(self, field)
            if not low <= value <= high:
                raise DeckError(f"the deck has {value} {field}, but it must have {low} to {high}")

    @property
    def size(self) -> int:
        """Number of tiles, jokers included."""
        return self.colours * self.numbers * self.copies + self.jokers

    def tiles(self) -> Iterator[Tile]:
        """Every distinct natural tile, by colour, then number."""
        return (make_tile(c, n) for c in range(self.colours) for n in range(1, self.numbers + 1))

    def __contains__(self, tile: Tile) -> bool:
        if tile == JOKER:
            return self.jokers > 0
        return 0 <= colour_of(tile) < self.colours and 1 <= number_of(tile) <= self.numbers

    def __str__(self) -> str:
        return f"{self.colours} x {self.numbers} x {self.copies} + {self.jokers}"


DECKS = {"standard": Deck(), "xp": Deck(copies=3, jokers=4), "raeuber": Deck(numbers=10, jokers=4)}


def deck(name: str) -> Deck:
    """The deck of a preset name.

    Raises:
        DeckError: no such deck.
    """
    try:
        return DECKS[name]
    except KeyError:
        raise DeckError(f"unknown deck {name!r}, choose one of {', '.join(DECKS)}") from None
