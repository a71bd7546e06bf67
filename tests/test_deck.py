"""Tiles and decks: the sizes supported, the colours and numbers of each, and the names of tiles."""

import re
from itertools import product

import pytest

from solver.deck import COLOURS, DECKS, JOKER, Deck, colour_of, deck, make_tile, number_of, tile_name, tile_words
from solver.errors import DeckError, InputError

BOUNDS = {"colours": (2, 8), "numbers": (3, 40), "copies": (1, 8), "jokers": (0, 8)}


@pytest.mark.parametrize(("field", "bounds"), BOUNDS.items())
def test_bounds(field: str, bounds: tuple[int, int]) -> None:
    """Each size has a least and a greatest value; beyond them the deck is refused, and the error says which."""
    low, high = bounds
    assert getattr(Deck(**{field: low}), field) == low
    assert getattr(Deck(**{field: high}), field) == high
    for value in (low - 1, high + 1, -5, 1000):
        error = f"the deck has {value} {field}, but it must have {low} to {high}"
        with pytest.raises(DeckError, match=re.escape(error)):
            Deck(**{field: value})


def test_default_and_named_decks() -> None:
    """A deck is the standard one unless told; the named ones are found by name."""
    assert Deck() == deck("standard") == Deck(4, 13, 2, 2)
    assert {name: deck(name).size for name in DECKS} == {"standard": 106, "xp": 160, "raeuber": 84}


@pytest.mark.parametrize("name", ["", "Standard", "huge"])
def test_unknown_deck(name: str) -> None:
    """An unknown name is refused with the names there are."""
    with pytest.raises(DeckError, match=re.escape(f"unknown deck {name!r}, choose one of standard, xp, raeuber")):
        deck(name)
    assert issubclass(DeckError, InputError)


def test_size_is_the_number_of_tiles() -> None:
    """Colours times numbers times copies, plus jokers."""
    assert Deck(8, 40, 8, 8).size == 2568
    assert Deck(2, 3, 1, 0).size == 6


@pytest.mark.parametrize("sizes", [(2, 3, 1, 0), (4, 13, 2, 2), (8, 40, 8, 8)])
def test_every_tile_is_in_the_deck_once(sizes: tuple[int, int, int, int]) -> None:
    """The distinct tiles come by colour, then number, each with its own value."""
    chosen = Deck(*sizes)
    tiles = list(chosen.tiles())
    assert tiles == [make_tile(c, n) for c, n in product(range(sizes[0]), range(1, sizes[1] + 1))]
    assert len(set(tiles)) == len(tiles)
    assert all(tile in chosen for tile in tiles)
    assert [(colour_of(tile), number_of(tile)) for tile in tiles[:2]] == [(0, 1), (0, 2)]


def test_what_is_not_in_a_deck() -> None:
    """Colours and numbers beyond the deck, and jokers where there are none."""
    small = Deck(colours=3, numbers=5, jokers=0)
    assert make_tile(3, 1) not in small
    assert make_tile(0, 6) not in small
    assert make_tile(0, 0) not in small
    assert JOKER not in small
    assert JOKER in Deck()
    assert -1 not in small


def test_names() -> None:
    """A tile is a colour letter and its number, for sentences in words; a joker is a J."""
    assert [tile_name(make_tile(c, 7)) for c in range(8)] == [f"{letter}7" for letter in COLOURS]
    assert tile_name(JOKER) == "J"
    assert tile_words(make_tile(0, 13)) == "red 13"
    assert tile_words(make_tile(7, 40)) == "cyan 40"
    assert tile_words(JOKER) == "joker"
    assert number_of(JOKER) == 0
    assert str(Deck()) == "4 x 13 x 2 + 2"
