"""When two puzzles are the same: colours exchanged, numbers reflected, sets and tiles in another order."""

from dataclasses import replace
from itertools import permutations

import pytest

from solver.deck import Deck
from solver.notation import parse_line
from solver.position import Position
from solver.puzzles.canonical import dressed, key, puzzle_id
from solver.rules import rules
from solver.sets import Ones

LEMADA, RAEUBER = rules("lemada-2014"), rules("raeuber")
TABLE = "r3-5jr6.bko7.k1-4.rb13j r9b9k2j"


def position(text: str, deck: Deck | None = None) -> Position:
    return parse_line(text, deck or Deck(), Ones.LOW)


def test_no_recolouring_or_reflection_makes_another_puzzle():
    """All 48 dresses of a position have one key."""
    place = position(TABLE)
    dresses = [dressed(place, colours, reflected=back) for colours in permutations(range(4)) for back in (False, True)]
    assert len({dress.canonical() for dress in dresses}) == 48
    assert len({key(dress, [LEMADA]) for dress in dresses}) == 1


def test_no_order_makes_another_puzzle():
    """The order of sets, of a group's tiles and of the rack does not matter."""
    assert key(position(TABLE), [LEMADA]) == key(position("rb13j.kob7.k1-4.r3-5jr6 jk2r9b9"), [LEMADA])


def test_a_recoloured_group_with_a_joker():
    """Colours that are not there, which a joker may stand for, change places as well."""
    assert key(position("rb7j.rb9j r8"), [LEMADA]) == key(position("ko7j.ko9j o8"), [LEMADA])


@pytest.mark.parametrize(
    "other",
    [
        "r3-5jr6.bko7.k1-4.rb13j r9b9k2",
        "r3-5jr6.bko7.k1-4.rb13j r9b9k3j",
        "jr2r3-5.bko7.k1-4.rb13j r9b9k2j",
        "r3-5jr6.bko7.k1-4.rk13j r9b9k2j",
        "r3-5jr6.bko7.k1-4 r9b9k2j",
    ],
)
def test_what_makes_another_puzzle(other: str):
    """Another tile, a joker that stands for another tile, colours exchanged in one set alone, a set less."""
    assert key(position(TABLE), [LEMADA]) != key(position(other), [LEMADA])


def test_where_numbers_may_not_be_reflected():
    """Not where points count, nor where a 1 may be high; colours may always be exchanged."""
    opening = replace(position("- r9-11b9k9o1"), to_open=30)
    mirror = dressed(opening, range(4), reflected=True)
    assert key(opening, [LEMADA]) != key(mirror, [LEMADA])
    assert key(opening, [LEMADA]) == key(dressed(opening, (3, 2, 1, 0), reflected=False), [LEMADA])
    ten = Deck(4, 10, 2, 4)
    high = position("r8-10.bko7 r1", ten)
    low = dressed(high, range(4), reflected=True)
    assert key(high, [LEMADA]) == key(low, [LEMADA])
    assert key(high, [RAEUBER]) != key(low, [RAEUBER])
    assert key(high, [LEMADA, RAEUBER]) != key(low, [LEMADA, RAEUBER])


def test_the_deck_belongs_to_the_puzzle():
    """The same tiles of another deck are another puzzle, with another id."""
    keys = [key(position("r4-6 r7", deck), [LEMADA]) for deck in (Deck(), Deck(4, 13, 3, 4))]
    assert len({*map(puzzle_id, keys)}) == 2
    assert all(len(puzzle_id(text)) == 10 for text in keys)
