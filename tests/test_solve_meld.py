"""The best first play: RULES.md section 2, in its order."""

import pytest

from solver.deck import Deck
from solver.result import Status
from support import best, most_tiles, tables_of

DEFAULT = "lemada-2014"
GOES_ON = "goliath-1994"
"""An edition in which the first turn may go on."""


@pytest.mark.parametrize(
    ("rack", "to_open", "tiles"),
    [
        ("r10 b10 k10", 30, 3),
        ("r10 b10 k10", 31, 0),
        ("r9 b9 k9", 30, 0),
        ("r9 b9 k9 o9", 30, 4),
        ("r1 r2 r3 b8 b9 b10", 30, 6),
        ("r1 r2 r3 b2 k2 o2 b5 b6 b7", 30, 9),
        ("r9 b9 k9 r1", 28, 0),
        ("r9 b9 k9 r1 r2 r3", 28, 6),
    ],
)
def test_own_sets_are_worth_enough_together(rack: str, to_open: int, tiles: int) -> None:
    """Any number of own sets may open, each tile at face value; loose tiles count nothing."""
    assert most_tiles(DEFAULT, "", rack, to_open) == tiles


@pytest.mark.parametrize("edition", [DEFAULT, GOES_ON])
def test_table_tiles_never_count(edition: str) -> None:
    """Thirteens on the table do not help a player who holds one of them, nor does the set that it would join."""
    assert most_tiles(edition, "b13 k13 o13", "r13 r1 r2 r3", 19) == 0
    assert most_tiles(edition, "r11 r12 r13", "r10 r9 r8", 27) == 3
    assert most_tiles(edition, "r11 r12 r13", "r10 r9 b8", 19) == 0


@pytest.mark.parametrize(
    ("jokers", "rack", "points"),
    [
        ("represented", "r9 r10 J", 30),
        ("zero", "r9 r10 J", 19),
        ("represented", "r12 r13 J", 36),
        ("zero", "r12 r13 J", 25),
        ("represented", "r5 J J", 18),
        ("zero", "r5 J J", 5),
        ("represented", "r8 J r10 k1", 27),
        ("represented", "b7 k7 J", 21),
        ("zero", "b7 k7 J r1 r2 r3", 20),
        ("represented", "b7 k7 J r1 r2 r3", 27),
        ("represented", "r11 b11 k11 J", 44),
        ("forbidden", "r11 b11 k11 J", 33),
    ],
)
def test_what_jokers_count(jokers: str, rack: str, points: int) -> None:
    """A joker counts as the tile that it stands for, at its best place; or nothing; or it may not open."""
    edition = f"{DEFAULT},initial_meld_jokers={jokers}"
    assert most_tiles(edition, "", rack, points) > 0
    assert best(edition, "", rack, points + 1).status == Status.NO_PLAY


def test_joker_may_count_at_one_place_and_the_most_tiles_need_another() -> None:
    """The points decide where the joker lies: as red 11 it opens, as red 8 it would not."""
    assert tables_of(best(DEFAULT, "", "r9 r10 J", 30)) == ["r9 r10 J=r11"]


def test_forbidden_joker_may_be_played_elsewhere_in_the_turn() -> None:
    """No joker in the sets that open; where the turn may go on it may join another set."""
    rack, table = "r10 b10 k10 J", "o1 o2 o3"
    assert most_tiles("hong-kong", table, rack, 30) == 4
    assert most_tiles("hong-kong,same_turn_manipulation=no", table, rack, 30) == 3


def test_nothing_on_the_table_is_touched_before_the_meld() -> None:
    """Where the turn may not go on, the first play only adds own sets, although an opened player could do more."""
    table, rack = "r1 r2 r3 / b5 b6 J=b7", "r10 b10 k10 r4 b7 k7 o7"
    result = best(DEFAULT, table, rack, 30)
    assert tables_of(result) == ["r1 r2 r3", "b5 b6 J=b7", "r10 b10 k10", "b7 k7 o7"]
    assert dict(result.values) == {"tiles": 6, "unbroken": 2}
    assert most_tiles(DEFAULT, table, rack) == 7


def test_no_joker_is_released_before_the_meld() -> None:
    """The joker of the table may not help to open."""
    assert most_tiles(DEFAULT, "r4 r5 J=r6", "r6 b13 k13", 30) == 0
    assert most_tiles(GOES_ON, "r4 r5 J=r6", "r6 b13 k13", 30) == 0
    assert most_tiles(GOES_ON, "r4 r5 J=r6", "r6 b13 k13") == 3


def test_all_new_sets_belong_to_the_meld() -> None:
    """Where the turn may not go on, no set of the meld may hold a joker when jokers are forbidden in it."""
    edition = f"{DEFAULT},initial_meld_jokers=forbidden"
    assert most_tiles(edition, "", "r10 b10 k10 o1 o2 J", 30) == 3
    assert most_tiles(f"{edition},same_turn_manipulation=yes", "", "r10 b10 k10 o1 o2 J", 30) == 6


def test_the_turn_goes_on_after_the_meld() -> None:
    """Opened with own sets, the player extends and rearranges the table in the same turn."""
    table, rack = "k10 k11 k12", "r10 b10 o10 k13 k9"
    assert most_tiles(DEFAULT, table, rack, 30) == 3
    assert tables_of(best(GOES_ON, table, rack, 30)) == ["k9 k10 k11 k12 k13", "r10 b10 o10"]


def test_the_sets_that_open_need_not_survive() -> None:
    """The meld r10 b10 k10 opens; then the tens lie at runs of the table, and no group of tens is left."""
    table, rack = "r11 r12 r13 / b11 b12 b13 / k11 k12 k13", "r10 b10 k10 r9 b9"
    result = best(GOES_ON, table, rack, 30)
    assert result.values["tiles"] == 5
    assert tables_of(result) == ["r9 r10 r11 r12 r13", "b9 b10 b11 b12 b13", "k10 k11 k12 k13"]


def test_meld_and_rest_are_one_problem() -> None:
    """The most valuable meld b13 k13 o13 would leave two tiles; the run opens too, and b13 goes to the table."""
    result = best(GOES_ON, "b10 b11 b12", "o11 o12 o13 b13 k13", 30)
    assert tables_of(result) == ["b10 b11 b12 b13", "o11 o12 o13"]


def test_opening_sets_are_new_material() -> None:
    """A joker released after the meld joins a set that opened: that set is no set of the start of the turn."""
    table, rack = "r4 r5 J=r6", "r6 b10 k10 o10"
    result = best("book-1978", table, rack, 30)
    assert result.values["tiles"] == 4
    assert tables_of(result)[0] == "r4 r5 r6"


def test_joker_rules_hold_in_the_first_turn() -> None:
    """After the meld a table joker is released by the edition's rules, not otherwise."""
    rack = "r10 b10 k10 b9 k9"
    assert most_tiles("book-1978", "r4 r5 r6 J=r7", rack, 30) == 3
    assert most_tiles("popular", "r4 r5 r6 J=r7", rack, 30) == 5


@pytest.mark.parametrize(
    ("ones", "rack", "to_open", "tiles"),
    [
        ("low_or_high", "r12 r13 r1", 26, 3),
        ("low_or_high", "r12 r13 r1", 27, 0),
        ("low_or_high", "r12 r13 J", 36, 3),
        ("low_or_high", "r13 J J", 36, 3),
        ("wrap", "r13 r1 r2", 16, 3),
        ("wrap", "r13 r1 r2", 17, 0),
        ("low", "r12 r13 r1", 1, 0),
        ("low_or_high", "r12 J r1", 26, 3),
        ("low_or_high", "r12 J r1", 27, 0),
    ],
)
@pytest.mark.parametrize("same_turn", ["yes", "no"])
def test_high_one_counts_one(ones: str, rack: str, to_open: int, tiles: int, same_turn: str) -> None:
    """Where a 1 may be high it counts 1 all the same."""
    edition = f"{DEFAULT},ones={ones},same_turn_manipulation={same_turn}"
    assert most_tiles(edition, "", rack, to_open) == tiles


def test_high_joker_counts_one() -> None:
    """A joker that stands for a high 1 counts 1: with both other places taken it cannot be worth more."""
    edition = f"{DEFAULT},ones=low_or_high,jokers_per_set=1"
    deck = Deck(colours=2, numbers=3, copies=1, jokers=1)
    assert most_tiles(edition, "", "r2 r3 J", 6, deck) == 3
    assert most_tiles(edition, "", "r2 r3 J", 7, deck) == 0


def test_wishes_in_the_first_play() -> None:
    """Tiles to keep and tiles that must be played bind the first play too."""
    rack = "r10 b10 k10 o10 r1 r2 r3"
    assert best(DEFAULT, "", rack, 30, keep="o10").values["tiles"] == 6
    assert best(DEFAULT, "", rack, 31, keep="o10").values["tiles"] == 6
    assert best(DEFAULT, "", rack, 37, keep="o10").status == Status.NO_PLAY
    assert best(DEFAULT, "", rack, 30, objective=("jokers_held", "unbroken"), must_play="r2").values["jokers_held"] == 0
