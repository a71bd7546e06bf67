"""The best turn around kept and released table jokers: RULES.md sections 3, 3.1 and 3.2, in their order.

Most checks come in pairs: a turn that a rule allows, and the same turn where the rule forbids it.
"""

import pytest

from solver.deck import Deck
from solver.errors import PositionError
from solver.solve import solve
from support import best, most_tiles, position, tables_of

LOCKED = "book-1978,joker_reuse=anywhere"
SPLIT = "goliath-1994"
VALUE = f"{SPLIT},joker_pin=value"
ANY = f"{SPLIT},replacement_source=any"


def test_a_run_joker_is_part_of_the_state() -> None:
    """r5 r6 J=r7 and J=r4 r5 r6 are different tables: each joker is replaced by its own tile."""
    for edition in (LOCKED, SPLIT):
        assert most_tiles(edition, "r5 r6 J=r7", "r7 b9 k9") == 3
        assert most_tiles(edition, "r5 r6 J=r7", "r4 b9 k9") == 1
        assert most_tiles(edition, "J=r4 r5 r6", "r4 b9 k9") == 3


@pytest.mark.parametrize("freed", ["k7", "o7"])
def test_a_group_joker_is_undecided(freed: str) -> None:
    """With two colours missing the player takes whichever value helps."""
    assert most_tiles(LOCKED, "r7 b7 J=?7", f"{freed} b9 k9") == 3


def test_jokers_of_one_group_stand_for_different_tiles() -> None:
    """Two black 7 cannot release both jokers of a group; black and orange can."""
    assert most_tiles(SPLIT, "r7 b7 J=?7 J=?7", "k7 k7 b9 r4 r5") == 3
    assert most_tiles(SPLIT, "r7 b7 J=?7 J=?7", "k7 o7 b9 r4 r5") == 5


@pytest.mark.parametrize(
    ("table", "rack", "locked", "split"),
    [
        ("r4 r5 J=r6", "r3 r7", 2, 2),
        ("r7 b7 J=?7", "k7", 1, 1),
        ("r4 J=r5 r6 / r8 r9 r10", "r7", 1, 1),
        ("r4 J=r5 r6 / r8 J=r9 r10", "r7", 1, 1),
        ("r3 r4 r5 J=r6", "b3 k3", 0, 2),
        ("r1 r2 r3 J=r4 r5 r6", "b1 k1", 0, 2),
        ("r1 r2 r3 r4 J=r5 r6", "r3 r4", 0, 2),
        ("r11 r12 J=r13", "r10", 1, 1),
        ("r7 b7 k7 J=?7", "r6 r5", 0, 2),
    ],
)
def test_what_may_be_done_with_a_kept_joker(table: str, rack: str, locked: int, split: int) -> None:
    """A locked set may be added to and joined, not taken apart; a split set keeps one tile beside the joker."""
    assert most_tiles(LOCKED, table, rack) == locked
    assert most_tiles(SPLIT, table, rack) == split


def test_a_kept_joker_does_not_slide() -> None:
    """r10 goes before r11 r12 J=r13: the joker does not become the 10."""
    assert tables_of(best(LOCKED, "r11 r12 J=r13", "r10")) == ["r10 r11 r12 J=r13"]
    assert most_tiles(SPLIT, "J=r4 r5 r6", "b4 k4 b6 k6") == 0


def test_a_locked_set_may_grow_into_another_locked_set() -> None:
    """Two locked runs are joined by the tile between them."""
    result = best(LOCKED, "r2 J=r3 r4 / r6 J=r7 r8", "r5")
    assert result.values == {"tiles": 1, "unbroken": 2}


def test_the_companion() -> None:
    """r5 stays with the joker that goes on to r7 r8; pinned by its value alone the joker needs no tile of its set."""
    assert most_tiles(SPLIT, "r4 r5 J=r6", "r7 r8 b4 k4 b5 k5") == 4
    assert most_tiles(VALUE, "r4 r5 J=r6", "r7 r8 b4 k4 b5 k5") == 6


def test_the_companion_is_the_tile_of_the_old_set_itself() -> None:
    """Another red 5 is no companion; either copy may lie with the joker, and the other is free."""
    assert most_tiles(SPLIT, "r4 r5 J=r6 / r5 b5 k5 o5", "b4 k4 r7") == 3


def test_another_joker_of_the_set_is_a_companion() -> None:
    """Two jokers of one set leave together for a set of rack tiles."""
    assert most_tiles(f"{SPLIT},group_of_three=both", "r7 J=?7 J=?7", "r6 r8 k7") == 3
    assert most_tiles(f"{LOCKED},group_of_three=both", "r7 J=?7 J=?7", "r6 r8 k7") == 1
    assert most_tiles(SPLIT, "r4 J=r5 J=r6", "r7 b4 k4") == 3
    assert most_tiles(LOCKED, "r4 J=r5 J=r6", "r7 b4 k4") == 1


def test_pinned_by_value_a_joker_behaves_like_its_tile() -> None:
    """J=r6 leaves its run for a group of 6s, and a group joker leaves for a run."""
    assert most_tiles(VALUE, "r3 r4 r5 J=r6", "b6 k6") == 2
    assert most_tiles(SPLIT, "r3 r4 r5 J=r6", "b6 k6") == 0
    assert most_tiles(VALUE, "r7 b7 k7 J=?7", "o5 o6") == 2
    assert most_tiles(SPLIT, "r7 b7 k7 J=?7", "o5 o6") == 0
    assert most_tiles(VALUE, "r7 b7 k7 J=?7", "r5 r6") == 2


def test_kept_jokers_of_one_new_group_stand_for_different_colours() -> None:
    """o5 and both jokers make a group where the jokers are r5 and b5, not where both are r5."""
    rack = "k6 k7 k6 k7 o3 o4 b4 b6"
    assert most_tiles(VALUE, "b5 k5 o5 J=?5 / r5 k5 o5 J=?5", f"{rack} r3 r4") == 10
    assert most_tiles(VALUE, "b5 k5 o5 J=?5 / b5 k5 o5 J=?5", f"{rack} b4 b6") == 4
    assert most_tiles("goliath-2014", "b5 k5 o5 J=?5 / b5 k5 o5 J=?5", f"{rack} b4 b6") == 10


@pytest.mark.parametrize(
    ("edition", "tiles"), [(LOCKED, 0), (f"{LOCKED},replacement_source=any", 2), (SPLIT, 0), (ANY, 2)]
)
def test_where_the_replacing_tile_comes_from(edition: str, tiles: int) -> None:
    """A red 6 of another set replaces the joker only where the source is any."""
    assert most_tiles(edition, "r4 r5 J=r6 / r6 b6 k6 o6", "b9 k9") == tiles


@pytest.mark.parametrize(("racks", "tiles"), [("r5 b9 k9 b2 k2", 3), ("r5 r5 b9 k9 b2 k2", 6)])
def test_one_tile_for_each_released_joker(racks: str, tiles: int) -> None:
    """Two jokers that stand for red 5 need two red 5."""
    assert most_tiles(LOCKED, "r4 J=r5 r6 / r4 J=r5 r6", racks) == tiles


def test_the_tile_of_the_set_itself_replaces_nothing() -> None:
    """The replacing tile comes from elsewhere: the only red 7 of the group cannot free its joker."""
    assert most_tiles(ANY, "r7 b7 k7 J=?7", "b9 k9") == 0
    assert most_tiles(f"{ANY}", "r7 b7 k7 J=?7 / o7 o8 o9 o10", "b9 k9") == 2


def test_a_freed_set_is_an_ordinary_set() -> None:
    """Once its joker is replaced a locked set is taken apart in the same turn, the replacing tile too."""
    assert most_tiles(LOCKED, "r4 J=r5 r6 r7", "r5 b7 k7") == 3
    assert most_tiles(LOCKED, "r4 r5 r6 J=r7", "r7 b7 k7 o4") == 3
    assert most_tiles(SPLIT, "r4 r5 r6 J=r7", "r7 b7 k7") == 3


def test_with_another_joker_kept_a_locked_set_stays_together() -> None:
    """One joker of two is freed and goes; the set with the replacing tile stays whole under locked only."""
    table = "r4 J=r5 r6 J=r7"
    assert most_tiles(LOCKED, table, "r5 b9 k9") == 3
    assert most_tiles(LOCKED, table, "r5 b4 k4") == 3
    assert most_tiles(LOCKED, "r3 r4 J=r5 r6 J=r7", "r5 b3 k3 o9") == 3
    assert "b3 k3 J=?3" in tables_of(best(LOCKED, "r3 r4 J=r5 r6 J=r7", "r5 b3 k3 o9"))
    assert most_tiles(LOCKED, "o2 o3 o4 J=o5 J=o6", "b2 k2 r2") == 3
    assert most_tiles(LOCKED, "o2 o3 o4 J=o5 J=o6", "b2 k2") == 0
    assert most_tiles(SPLIT, "o2 o3 o4 J=o5 J=o6", "b2 k2") == 2


def test_a_chain_of_replacements() -> None:
    """Under locked a set serves once its own joker was replaced: chains are legal, cycles are only under split."""
    chain = "r4 r5 J=r6 / r6 J=?6 k6 o6"
    locked_any = f"{LOCKED},replacement_source=any"
    assert most_tiles(locked_any, chain, "b6 b9 k9 o11 o12") == 5
    assert most_tiles(locked_any, chain, "b9 k9") == 0
    cycle = "r5 r6 J=r7 r8 / r4 J=r5 r6 r7"
    assert most_tiles(locked_any, cycle, "b9 k9") == 0
    assert most_tiles(ANY, cycle, "b9 k9") == 2


def test_a_chain_of_three() -> None:
    """o10 frees a run, whose o6 frees a group, whose r6 frees another run: three jokers for three new sets."""
    table, deck = "r4 r5 J=r6 / r6 b6 k6 J=?6 / o6 o7 o8 o9 J=o10", Deck(jokers=3)
    edition = f"{LOCKED},replacement_source=any"
    assert most_tiles(edition, table, "o10 k1 k3 b8 b10 r11 r13", deck=deck) == 7
    assert most_tiles(edition, table, "k1 k3 b8 b10 r11 r13", deck=deck) == 0
    assert most_tiles(LOCKED, table, "o10 k1 k3 b8 b10 r11 r13", deck=deck) == 3


@pytest.mark.parametrize(
    ("table", "rack", "either", "both"),
    [
        ("r7 b7 J=?7", "k7 b9 k9", 3, 1),
        ("r7 b7 J=?7", "k7 o7 b9 k9", 4, 4),
        ("r7 b7 k7 J=?7", "o7 b9 k9", 3, 3),
        ("r5 J=?5 J=?5", "b5 r9 b9", 3, 1),
        ("r5 J=?5 J=?5", "b5 k5 o5 r9 b9 k8 k7", 7, 7),
        ("r4 r5 J=r6", "r6 b9 k9", 3, 3),
    ],
)
def test_group_of_three(table: str, rack: str, either: int, both: int) -> None:
    """Under both the jokers of a group of three go together, when every missing colour is put in."""
    assert most_tiles("book-1978", table, rack) == either
    assert most_tiles("book-1978-both", table, rack) == both


def test_group_of_three_in_more_colours() -> None:
    """The colours to be put in are those of the deck."""
    deck = Deck(colours=5)
    assert most_tiles("book-1978-both", "r7 b7 J=?7", "k7 o7 b9 k9", deck=deck) == 2
    assert most_tiles("book-1978-both", "r7 b7 J=?7", "k7 o7 g7 b9 k9", deck=deck) == 5


def test_jokers_of_one_group_tied_to_their_values() -> None:
    """Two kept jokers stand for black 1 and green 1, one each; so the black ones need three groups."""
    rules, deck = f"{VALUE},replacement_source=rack,joker_reuse=new_set_2_rack", Deck(colours=6, numbers=4)
    assert most_tiles(rules, "r1 b1 o1 m1 J=?1 J=?1 / r1 b1 o1", "k1 k1", deck=deck) == 2


def test_clear() -> None:
    """A joker is taken without replacement, from the middle of a set or from a group of four, if the sets stay sets."""
    free = "goliath-2014"
    assert most_tiles(free, "r4 r5 r6 J=r7", "b9 k9") == 2
    assert most_tiles(free, "r1 r2 r3 J=r4 r5 r6 r7", "b9 k9") == 2
    assert most_tiles(free, "r7 b7 k7 J=?7", "b9 k9") == 2
    assert most_tiles(free, "r4 r5 J=r6", "b9 k9") == 0


@pytest.mark.parametrize("edition", ["book-1978,jokers_per_set=1", "goliath-2014,jokers_per_set=1"])
def test_a_start_table_beyond_jokers_per_set_is_refused(edition: str) -> None:
    """A table set with two jokers cannot be where one is allowed."""
    with pytest.raises(PositionError, match="holds 2 jokers, but"):
        solve(position("r4 J=r5 J=r6", "r7"), edition)
