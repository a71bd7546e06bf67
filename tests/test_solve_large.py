"""Decks of every size are solved, up to the largest."""

from itertools import product

import pytest

from solver.deck import Deck
from solver.result import Status
from solver.solve import solve
from support import assert_sound, best, position, tables_of

LARGEST = Deck(8, 40, 8, 8)


def test_largest_deck() -> None:
    """Eight colours, forty numbers, eight copies and eight jokers with a full table: a proven best turn."""
    runs = [
        f"{colour}{first} {colour}{first + 1} {colour}{first + 2}" for colour in "rbkogmwc" for first in (1, 9, 20, 37)
    ]
    groups = [" ".join(f"{colour}{number}" for colour in "rbkogmwc") for number in (5, 15, 30)]
    jokers = ["r7 J=r8 J=r9 r10", "b33 k33 J=?33", "J=w38 w39 w40"]
    place = position(
        " / ".join(runs + groups + jokers), "r40 b36 k4 o12 g23 m5 w5 c5 J J J r11 r12", "goliath-2014", LARGEST
    )
    result = solve(place, "goliath-2014", limit=60)
    assert result.status == Status.OPTIMAL
    assert_sound(result)
    assert result.values["tiles"] == 13
    assert result.values["unbroken"] == len(place.table)


@pytest.mark.parametrize("edition", ["book-1978", "lemada-2014", "pressman-1998"])
def test_largest_deck_under_joker_rules(edition: str) -> None:
    """The same colours and numbers with four jokers under rules that bind them."""
    deck = Deck(8, 40, 8, 4)
    place = position("r7 J=r8 r9 / b33 k33 J=?33 / c38 c39 c40", "r8 b20 k20 o33 g33 c37", edition, deck)
    result = solve(place, edition, limit=60)
    assert result.status == Status.OPTIMAL
    assert_sound(result)
    assert result.values["tiles"] == 6


@pytest.mark.parametrize(("colours", "numbers", "copies"), [*product((2, 3, 8), (3, 13, 40), (1, 8))])
def test_every_size(colours: int, numbers: int, copies: int) -> None:
    """Small and large in each direction: three tiles open, and one more extends a set where there is room."""
    deck = Deck(colours, numbers, copies, 1)
    assert best("lemada-2014", "", "r1 r2 r3", to_open=6, deck=deck).values["tiles"] == 3
    top = numbers - 2
    table = f"b{top} b{top + 1} J=b{top + 2}"
    result = best("lemada-2014", table, f"b{top + 2} r1 r3", deck=deck)
    assert result.values["tiles"] == 3
    assert "r1 J=r2 r3" in tables_of(result)


def test_smallest_deck() -> None:
    """Two colours of three numbers have runs and no groups."""
    deck = Deck(2, 3, 1, 0)
    assert best("lemada-2014", "r1 r2 r3", "b1 b2 b3", deck=deck).values["tiles"] == 3
    assert best("lemada-2014", "r1 r2 r3", "b1 b2", deck=deck).status == Status.NO_PLAY


def test_many_copies() -> None:
    """Eight copies of a group lie in eight groups or in runs, as is best."""
    deck = Deck(4, 13, 8, 0)
    assert best("lemada-2014", "", " ".join(["r5 b5 k5 o5"] * 8), deck=deck).values["tiles"] == 32
    assert best("lemada-2014", "", " ".join(["r5 r6 r7"] * 8 + ["b5"]), deck=deck).values["tiles"] == 24
