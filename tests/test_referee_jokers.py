"""The referee on the jokers of the table, RULES.md sections 3.1 to 3.3, in the order in which the rules stand there."""

import pytest

from solver.deck import Deck
from test_referee import ids, judge, told

LOCKED, SPLIT, VALUE = "book-1978", "lemada-1999", "lemada-1999,joker_pin=value"
"""Replacement from the rack, a new set for the joker."""
ANYWHERE = "lemada-2014"
"""Split sets, replacement from anywhere, the joker goes anywhere."""
FOUR_JOKERS = Deck(copies=3, jokers=4)


# What a joker stands for


@pytest.mark.parametrize("edition", [LOCKED, SPLIT, VALUE])
def test_a_run_joker_stands_for_its_place(edition: str) -> None:
    """The value of a run's joker is part of the state: sliding it to the other end is a change of value."""
    assert ids(judge(edition, "r5 r6 J=r7", "r4", "r4 r5 r6 J=r7")) == []
    verdict = judge(edition, "r5 r6 J=r7", "r7", "r5 r6 r7 J=r8")
    assert told(verdict) == (
        "the joker in r5 r6 J=r7 is not released and stands for red 7, but in r5 r6 r7 J=r8 it stands for another tile"
    )


@pytest.mark.parametrize("colour", "ko")
def test_a_group_joker_stands_for_whichever_colour_helps(colour: str) -> None:
    """With several colours missing nothing is declared: black 7 or orange 7 frees it."""
    turn = (f"{colour}7 b9 k9", f"r7 b7 {colour}7 / b9 k9 J=?9")
    assert ids(judge(LOCKED, "r7 b7 J=?7", *turn)) == []
    assert ids(judge(LOCKED, "r7 b7 J=k7", *turn)) == []


def test_no_natural_tile_of_the_group_shows_the_colour() -> None:
    """A second black 7 does not free the joker of a group that has one."""
    verdict = judge(LOCKED, "r7 b7 k7 J=?7", "k7 k8 k9 b9 r9", "r7 b7 k7 / k7 k8 k9 / r9 b9 J=?9")
    assert ids(verdict) == ["joker_not_replaced"]


def test_jokers_of_one_set_stand_for_different_tiles() -> None:
    """Two black 7s cannot free both jokers of a group; black 7 and orange 7 can, or one of them and a joker stays."""
    table, rest = "r7 b7 J=?7 J=?7", "b9 k9 J=?9 / b10 k10 J=?10"
    twice = "r7 b7 k7 / k6 k7 k8"
    assert ids(judge(LOCKED, table, "k7 k7 k6 k8 b9 k9 b10 k10", f"{twice} / {rest}")) == ["joker_not_replaced"]
    assert ids(judge(LOCKED, table, "k7 o7 b9 k9 b10 k10", f"r7 b7 k7 o7 / {rest}")) == []
    assert ids(judge(LOCKED, table, "k7 b9 k9", "r7 b7 k7 J=?7 / b9 k9 J=?9")) == []


def test_kept_jokers_of_one_set_stand_for_different_tiles() -> None:
    """Either joker could be orange 5 beside a black 5, but not both, wherever they lie."""
    after = "r5 k5 J=?5 / b5 k5 J=?5"
    assert ids(judge("pressman-1998", "r5 b5 J=?5 J=?5", "k5 k5", after)) == ["joker_value"]
    assert ids(judge("goliath-1994", "r5 b5 J=?5 J=?5", "k5 k5", after)) == []


# 3.1 Kept


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("r5 r6 J=r7", "r4 r8", "r4 r5 r6 J=r7 r8"),
        ("r5 b5 J=?5", "k5", "r5 b5 k5 J=?5"),
        ("r5 r6 J=r7 / r8 r9 r10", "r4", "r4 r5 r6 J=r7 r8 r9 r10"),
        ("r5 r6 J=r7 / r8 J=r9 r10", "r4", "r4 r5 r6 J=r7 r8 J=r9 r10"),
        ("r5 r6 J=r7 / r8 r9 r10 r11", "r12", "r5 r6 J=r7 r8 / r9 r10 r11 r12"),
    ],
)
def test_locked_what_may_be_added(table: str, rack: str, after: str) -> None:
    """Adding at the ends of a run, adding a colour, joining free tiles or another locked set on: yes."""
    assert ids(judge(LOCKED, table, rack, after)) == []


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("r5 r6 J=r7 r8", "b5 k5", "r6 J=r7 r8 / r5 b5 k5"),
        ("r5 b5 k5 J=?5", "r6 r7", "b5 k5 J=?5 / r5 r6 r7"),
        ("r4 r5 r6 J=r7 r8 r9", "r3", "r3 r4 r5 r6 / J=r7 r8 r9"),
    ],
)
def test_locked_nothing_is_taken_out(table: str, rack: str, after: str) -> None:
    """Taking tiles out and splitting: no, while split sets allow it."""
    verdict = judge(LOCKED, table, rack, after)
    assert told(verdict) == (
        f"the joker in {table} is not released, so under book-1978 {table} stays together in one set: "
        "tiles may be added, none taken out"
    )
    assert ids(judge(SPLIT, table, rack, after)) == []


def test_locked_asks_for_the_same_copies() -> None:
    """All of S* lies in S', the same tiles; but with a second copy some assignment of the copies is enough."""
    two_places = "r5 r6 r7 / r5 r6 J=r7 / b5 k5 o5"
    assert ids(judge(LOCKED, "r5 r6 J=r7 / r5 b5 k5 o5", "r6 r7", two_places)) == []
    both_locked = "r5 r6 J=r7 / r5 b5 k5 J=?5"
    assert ids(judge(LOCKED, both_locked, "r6 r7", "r5 r6 r7 / r5 r6 J=r7 / b5 k5 J=?5")) == ["joker_locked"]


@pytest.mark.parametrize("edition", [LOCKED, SPLIT])
def test_a_kept_joker_keeps_its_kind(edition: str) -> None:
    """A joker that stands for red 7 in a run does not become a red 7 in a group; only joker_pin=value allows it."""
    turn = ("r5 r6 J=r7", "r4 b7 k7", "r4 r5 r6 / b7 k7 J=?7")
    assert ids(judge(edition, *turn)) == ["joker_not_replaced"]
    assert ids(judge(VALUE, *turn)) == []
    back = ("r7 b7 k7 J=?7", "o5 o6", "r7 b7 k7 / o5 o6 J=o7")
    assert ids(judge(edition, *back)) == ["joker_not_replaced"]
    assert ids(judge(VALUE, *back)) == []


def test_split_a_companion_is_needed() -> None:
    """S' holds at least one other tile of S*: one is enough, none is not."""
    table = "r4 r5 r6 J=r7"
    assert ids(judge(SPLIT, table, "r8 b5 k5 b4 k4", "r6 J=r7 r8 / r5 b5 k5 / r4 b4 k4")) == []
    verdict = judge(SPLIT, table, "r8 r9", "r4 r5 r6 / J=r7 r8 r9")
    assert told(verdict) == (
        "the joker in r4 r5 r6 J=r7 is not released, so under lemada-1999 another tile of that set stays with it, "
        "but J=r7 r8 r9 holds none"
    )
    assert ids(judge(VALUE, table, "r8 r9", "r4 r5 r6 / J=r7 r8 r9")) == []


def test_split_a_companion_is_one_physical_tile() -> None:
    """An equal tile of another set is no companion, but some assignment of the copies is enough."""
    assert ids(judge(SPLIT, "r4 r5 r6 J=r7", "r6 r8", "r4 r5 r6 / r6 J=r7 r8")) == []
    table = "r4 r5 J=r6 / r4 b4 k4 J=?4"
    loose = "J=r6 r7 r8 / r3 r4 r5 / r4 b4 k4 J=?4"
    assert ids(judge(SPLIT, table, "r3 r7 r8", loose)) == ["joker_companion"]


def test_split_a_companion_may_be_another_kept_joker() -> None:
    """Two kept jokers of one set keep each other company, in one new set."""
    assert ids(judge(SPLIT, "r4 r5 J=r6 J=r7", "r8 b4 k4 b5 k5", "J=r6 J=r7 r8 / r4 b4 k4 / r5 b5 k5")) == []
    apart = "J=r7 r8 r9 / r4 r5 J=r6"
    assert ids(judge(SPLIT, "r4 r5 J=r6 J=r7", "r8 r9", apart)) == ["joker_companion"]


def test_split_a_companion_may_be_the_replacing_tile() -> None:
    """The tile that replaced a released joker of S belongs to S*."""
    table, rest = "r4 r5 J=r6 J=r7", "r4 b4 k4 / r5 b5 k5 / b9 k9 J=?9"
    assert ids(judge(SPLIT, table, "r6 r8 b4 k4 b5 k5 b9 k9", f"r6 J=r7 r8 / {rest}")) == []


def test_split_one_tile_replaces_one_joker_only() -> None:
    """Two sets with a joker for red 6: the red 6 beside both kept jokers is the replacing tile of one of them."""
    table = "J=r6 J=r7 r8 / r4 J=r5 J=r6"
    rack = "r6 r6 b6 k6 r9 r10 r2 r3 b9 k9 b11 k11"
    rest = "r6 b6 k6 / r8 r9 r10 / r2 r3 r4 / J=?9 b9 k9 / J=?11 b11 k11"
    verdict = judge("goliath-1994", table, rack, f"J=r5 r6 J=r7 / {rest}", deck=FOUR_JOKERS)
    assert ids(verdict) == ["joker_companion"]
    assert ids(judge("goliath-1994,joker_pin=value", table, rack, f"J=r5 r6 J=r7 / {rest}", deck=FOUR_JOKERS)) == []


def test_kept_jokers_of_one_new_group_stand_for_different_colours() -> None:
    """Two orange 5s cannot lie in one group, natural or not."""
    table = "r5 b5 k5 J=o5 / r5 b5 k5 J=o5"
    after = "r5 b5 J=?5 J=?5 / r5 b5 k5 / k5 k6 k7"
    assert ids(judge("pressman-1998", table, "k6 k7", after)) == ["joker_value"]
    other = "r5 b5 k5 J=o5 / r5 b5 o5 J=k5"
    assert ids(judge("pressman-1998", other, "o6 o7", "r5 b5 J=?5 J=?5 / r5 b5 k5 / o5 o6 o7")) == []
    natural = "r5 b5 o5 J=?5 / r5 k5 b5 / k5 k6 k7"
    assert "joker_value" in ids(judge("pressman-1998", "r5 b5 k5 J=o5 / r5 b5 k5", "o5 k6 k7", natural))


# 3.2 Released


def test_a_tile_of_its_value_releases_a_joker() -> None:
    """A natural tile equal to its value takes the place; a tile of another colour or number does not."""
    assert ids(judge(LOCKED, "r4 r5 J=r6", "r6 b9 k9", "r4 r5 r6 / b9 k9 J=?9")) == []
    verdict = judge(LOCKED, "r4 r5 J=r6", "r3 b9 k9", "r3 r4 r5 / b9 k9 J=?9")
    assert told(verdict) == (
        "the joker in r4 r5 J=r6 stands for red 6; under book-1978 only a red 6 from your rack frees it"
    )
    verdict = judge(LOCKED, "r7 b7 J=?7", "r8 r9 b8 b9 b5 k5", "r7 r8 r9 / b7 b8 b9 / b5 k5 J=?5")
    assert told(verdict).endswith("only a black 7 or an orange 7 from your rack frees it")


def test_each_joker_needs_its_own_tile() -> None:
    """One distinct physical tile for each released joker, also of two sets."""
    table, after = "r4 r5 J=r6 / J=r6 r7 r8", "r4 r5 r6 r7 r8 / b9 k9 J=?9 / b8 k8 J=?8"
    assert ids(judge(SPLIT, table, "r6 b9 k9 b8 k8", after)) == ["joker_not_replaced"]
    two = "r4 r5 r6 / r6 r7 r8 / b9 k9 J=?9 / b8 k8 J=?8"
    assert ids(judge(SPLIT, table, "r6 r6 b9 k9 b8 k8", two)) == []


def test_replacement_source_rack() -> None:
    """The tile is played from the rack this turn; some copy of it is enough."""
    table, after = "r4 r5 J=r6 / r6 b6 k6 o6", "r4 r5 r6 / b6 k6 o6 / b9 k9 J=?9"
    assert ids(judge(SPLIT, table, "b9 k9", after)) == ["joker_not_replaced"]
    assert ids(judge(SPLIT, table, "r6 b9 k9", "r4 r5 r6 / r6 b6 k6 o6 / b9 k9 J=?9")) == []


def test_replacement_source_any() -> None:
    """A table tile of another set will do, too."""
    table, after = "r4 r5 J=r6 / r6 b6 k6 o6", "r4 r5 r6 / b6 k6 o6 / b9 k9 J=?9"
    assert ids(judge(ANYWHERE, table, "b9 k9", after)) == []
    verdict = judge("hong-kong", "r4 r5 J=r6", "b9 k9 r3", "r3 r4 r5 / b9 k9 J=?9")
    assert told(verdict).endswith("under hong-kong only a red 6 from your rack or from another set frees it")


@pytest.mark.parametrize("edition", [LOCKED, SPLIT])
def test_after_the_release_the_set_is_an_ordinary_one(edition: str) -> None:
    """Once all its jokers are released its tiles, the replacing tile too, move on in the same turn."""
    table, after = "r4 r5 J=r6", "r6 r7 r8 / r4 b4 k4 / r5 b5 k5 / b9 k9 J=?9"
    assert ids(judge(edition, table, "r6 r7 r8 b4 k4 b5 k5 b9 k9", after)) == []


def test_locked_a_set_with_another_joker_stays_together() -> None:
    """With another joker kept S* stays together, the replacing tile in it; the released joker is free all the same."""
    table = "r4 J=r5 J=r6 r7"
    assert ids(judge(LOCKED, table, "r5 b9 k9", "r4 r5 J=r6 r7 / b9 k9 J=?9")) == []
    away = judge(LOCKED, table, "r5 b9 k9 r8 b4 k4", "r5 J=r6 r7 r8 / b9 k9 J=?9 / r4 b4 k4")
    assert told(away) == (
        "the joker in r4 J=r5 J=r6 r7 is not released, so under book-1978 r4 J=r5 J=r6 r7 with red 5 stays together "
        "in one set: tiles may be added, none taken out"
    )
    assert ids(judge(SPLIT, table, "r5 b9 k9 r8 b4 k4", "r5 J=r6 r7 r8 / b9 k9 J=?9 / r4 b4 k4")) == []


LOCKED_ANY = f"{LOCKED},replacement_source=any"


def test_locked_any_a_chain_is_legal() -> None:
    """A table tile serves once every joker of its own set has been released."""
    table = "r7 b7 J=?7 / k6 J=k7 k8 k9"
    chain = "k6 k7 k8 k9 / b7 o7 r7 / b9 o9 J=?9 / b8 o8 J=?8"
    assert ids(judge(LOCKED_ANY, table, "k7 o7 b9 o9 b8 o8", chain)) == []
    table = "r4 r5 J=r6 / r6 r7 J=r8"
    after = "r4 r5 r6 / r7 r8 r9 / b9 k9 J=?9 / b10 k10 J=?10"
    assert ids(judge(LOCKED_ANY, table, "r8 r9 b9 k9 b10 k10", after)) == []
    assert "joker_not_replaced" in ids(judge(LOCKED, table, "r8 r9 b9 k9 b10 k10", after))


def test_locked_any_a_cycle_is_not_legal() -> None:
    """Two sets cannot free each other's jokers, since neither can be first; under `split` they can."""
    table, rest = "r4 r5 J=r6 / J=r5 r6 r7", "b9 k9 J=?9 / b10 k10 J=?10"
    cycle = ("b9 k9 b10 k10 b7 k7", f"r4 r5 r6 / r7 b7 k7 / {rest}")
    assert ids(judge("hong-kong", table, *cycle)) == []
    verdict = judge(LOCKED_ANY, table, *cycle)
    assert ids(verdict) == ["replacement_order"]
    assert "which under book-1978,replacement_source=any gives no tile before each of its own jokers" in told(verdict)
    assert ids(judge(LOCKED_ANY, table, "b9 k9 b10 k10 r5 r6", f"r4 r5 r6 / r5 r6 r7 / {rest}")) == []


def test_locked_any_a_set_with_a_kept_joker_gives_nothing() -> None:
    """Not even a tile that stays where it is: the red 6 would serve in thought only, but its own set is locked."""
    table, after = "r4 r5 J=r6 / r6 b6 k6 J=?6", "r3 r4 r5 / r6 b6 k6 J=?6 / b9 k9 J=?9"
    verdict = judge(LOCKED_ANY, table, "r3 b9 k9", after)
    assert told(verdict) == (
        "the joker in r4 r5 J=r6 was replaced by red 6 of r6 b6 k6 J=?6, which under "
        "book-1978,replacement_source=any gives no tile before each of its own jokers has been released"
    )
    assert ids(judge("hong-kong", table, "r3 b9 k9", after)) == []


def test_locked_any_a_tile_serves_once() -> None:
    """One red 6 of a set that has been freed replaces one of two jokers."""
    table = "r6 r7 J=r8 / r4 r5 J=r6 / J=r6 r7 r8"
    rack = "r8 r9 b9 k9 b11 k11 b12 k12"
    after = "r4 r5 r6 r7 r8 / r7 r8 r9 / b9 k9 J=?9 / b11 k11 J=?11 / b12 k12 J=?12"
    assert ids(judge(LOCKED_ANY, table, rack, after, deck=FOUR_JOKERS)) == ["joker_not_replaced"]


BOTH = "book-1978-both"


def test_group_of_three_either() -> None:
    """`either`: one of the missing colours frees the joker."""
    assert ids(judge(LOCKED, "r7 b7 J=?7", "k7 b9 k9", "r7 b7 k7 / b9 k9 J=?9")) == []


def test_group_of_three_both() -> None:
    """`both`: every colour that no natural tile shows is put in, one tile each; the tiles may move on at once."""
    verdict = judge(BOTH, "r7 b7 J=?7", "k7 b9 k9", "r7 b7 k7 / b9 k9 J=?9")
    assert told(verdict) == (
        "under book-1978-both a joker leaves the group of three r7 b7 J=?7 only together with all its jokers, "
        "when black 7 and orange 7 are put in"
    )
    assert ids(judge(BOTH, "r7 b7 J=?7", "k7 o7 b9 k9", "r7 b7 k7 o7 / b9 k9 J=?9")) == []
    away = "r7 b7 k7 / o7 o8 o9 / b9 k9 J=?9"
    assert ids(judge(BOTH, "r7 b7 J=?7", "k7 o7 o8 o9 b9 k9", away)) == []
    assert ids(judge(BOTH, "r7 b7 J=?7", "k7", "r7 b7 k7 J=?7")) == []


def test_group_of_three_both_with_two_jokers() -> None:
    """However many the jokers are: three tiles free both, and two free none."""
    table, places = "r5 J=?5 J=?5", "r9 b9 J=?9 / k7 k8 J=k9"
    assert ids(judge(BOTH, table, "b5 k5 o5 r9 b9 k8 k7", f"r5 b5 k5 o5 / {places}")) == []
    assert ids(judge(BOTH, table, "b5 k5 r9 b9 k8 k7", f"r5 b5 k5 / {places}")) == ["group_of_three"] * 2
    assert ids(judge(LOCKED, table, "b5 k5 r9 b9 k8 k7", f"r5 b5 k5 / {places}")) == []
    one = ("b5 k5 r9 b9", "r5 b5 k5 J=?5 / r9 b9 J=?9")
    assert ids(judge(BOTH, table, *one)) == ["group_of_three"]
    assert ids(judge(LOCKED, table, *one)) == []


def test_group_of_three_both_keeps_no_joker() -> None:
    """Not one of two jokers goes, although every colour is put in: only together."""
    turn = ("r5 J=?5 J=?5", "b5 b6 b7 o5 o6 o7 k5 b9 k9", "r5 k5 J=?5 / b5 b6 b7 / o5 o6 o7 / b9 k9 J=?9")
    assert ids(judge("pressman-1998", *turn)) == []
    assert ids(judge("pressman-1998,group_of_three=both", *turn)) == ["group_of_three"]


def test_group_of_three_both_in_three_colours() -> None:
    """With three colours one tile is every missing colour."""
    deck = Deck(colours=3)
    assert ids(judge(BOTH, "r7 b7 J=?7", "k7 b9 k9", "r7 b7 k7 / b9 k9 J=?9", deck=deck)) == []


def test_a_longer_group_is_released_as_ever() -> None:
    """In a group of four each joker is released by its own value under `both`, too."""
    assert ids(judge(BOTH, "r5 b5 J=?5 J=?5", "k5 r9 b9", "r5 b5 k5 J=?5 / r9 b9 J=?9")) == []
    assert ids(judge(BOTH, "r4 r5 J=r6", "r6 b9 k9", "r4 r5 r6 / b9 k9 J=?9")) == []


def test_joker_clear() -> None:
    """`joker_clear`: the joker is a plain wild tile, taken without replacement and put anywhere."""
    assert ids(judge("goliath-2014", "r4 r5 r6 J=r7", "b9 k9", "r4 r5 r6 / b9 k9 J=?9")) == []
    assert ids(judge("goliath-2014", "r5 r6 J=r7", "r7", "r5 r6 r7 J=r8")) == []


# 3.3 Where a released joker may go


def test_anywhere() -> None:
    """The old set at another place included."""
    assert ids(judge("goliath-1994", "r4 r5 J=r6", "r6", "r4 r5 r6 J=r7")) == []
    assert ids(judge("goliath-1994", "r4 r5 J=r6 / b9 k9 o9", "r6", "r4 r5 r6 / b9 k9 o9 J=?9")) == []


@pytest.mark.parametrize(
    ("table", "rack", "after", "new", "star"),
    [
        ("r4 r5 J=r6 / b9 k9 o9", "r6", "r4 r5 r6 / b9 k9 o9 J=?9", "b9 k9 o9 J=?9", "b9 k9 o9"),
        ("r4 r5 J=r6 / b9 k9 J=?9", "r6", "r4 r5 r6 / b9 k9 J=?9 J=?9", "b9 k9 J=?9 J=?9", "b9 k9 J=?9"),
    ],
)
def test_an_extended_set_is_not_new(table: str, rack: str, after: str, new: str, star: str) -> None:
    """N contains no S* entire, for any start-of-turn set S, with jokers or without."""
    assert told(judge(SPLIT, table, rack, after)) == (
        f"the joker released from r4 r5 J=r6 goes to a new set under lemada-1999, but {new} contains all of {star}"
    )


def test_the_old_set_with_its_tile_is_not_new() -> None:
    """Going back into S* is not new, while parts of it are."""
    again = ("r3 r6", "J=r2 r3 r4 r5 r6")
    assert ids(judge("goliath-1994", "r4 r5 J=r6", *again)) == []
    assert ids(judge(SPLIT, "r4 r5 J=r6", *again)) == ["joker_value"]
    assert ids(judge(SPLIT, "r4 r5 J=r6", "r6 b6 k6 r3", "J=r2 r3 r4 r5 / r6 b6 k6")) == []


def test_split_off_tiles_are_new_material() -> None:
    """Tiles of an old set without all of it, also the rest of S when the replacing tile went elsewhere."""
    table = "r4 r5 J=r6 / b9 b10 b11 b12"
    assert ids(judge(SPLIT, table, "r6 b13", "r4 r5 r6 / b11 b12 b13 / b9 b10 J=b11")) == []
    assert ids(judge(LOCKED, "r3 r4 r5 J=r6 r7 r8", "r6", "r3 r4 r5 r6 / J=r6 r7 r8")) == []
    assert ids(judge(SPLIT, "r4 r5 J=r6", "r6 b6 k6", "r6 b6 k6 / r4 r5 J=r6")) == []


def test_new_asks_for_physical_tiles() -> None:
    """With a second copy the set of equal tiles need not be S*: some assignment makes it new."""
    table, rack = "r4 r5 J=r6 / b9 k9 o9", "r6 b9 b10 b11"
    assert ids(judge(SPLIT, table, rack, "r4 r5 r6 / b9 k9 o9 J=?9 / b9 b10 b11")) == []


def test_new_when_the_copies_are_bound() -> None:
    """The only red 6 that can lie in N is the one that freed the joker, since the other lies in a locked set."""
    table = "r4 r5 J=r6 / r6 k6 J=?6 / r6 k6 o6 J=?6"
    rest = "k6 k7 k8 / o6 o7 o8 / r6 k6 o6 J=?6 / b11 k11 J=?11"
    turn = (table, "o6 o7 o8 k7 k8 b11 k11", f"r4 r5 r6 J=r7 / {rest}")
    assert ids(judge(LOCKED_ANY, *turn, deck=FOUR_JOKERS)) == ["joker_locked"]
    assert ids(judge(f"{LOCKED_ANY},joker_reuse=anywhere", *turn, deck=FOUR_JOKERS)) == []


@pytest.mark.parametrize(
    ("reuse", "needed"), [("new_set", 0), ("new_set_1_rack", 1), ("new_set_2_rack", 2), ("new_set_all_rack", 3)]
)
@pytest.mark.parametrize(("played", "new"), [(0, "b9 k9 J=?9"), (1, "b9 k9 o9 J=?9"), (2, "b9 J=b10 b11")])
def test_rack_tiles_beside_a_released_joker(reuse: str, needed: int, played: int, new: str) -> None:
    """At least one, two tiles of N, or all but released jokers, were played from the rack this turn."""
    table = {0: "b9 k9 o9 r9", 1: "b9 k9 r9 / k7 k8 k9", 2: "k7 k8 k9"}[played]
    rack = {0: "o10 o11 r10 r11", 1: "o9 r10 r11", 2: "b9 b11"}[played]
    rest = {0: "o9 o10 o11 / r9 r10 r11", 1: "r9 r10 r11 / k7 k8 k9", 2: "k7 k8 k9"}[played]
    verdict = judge(f"{SPLIT},joker_reuse={reuse}", f"r4 r5 J=r6 / {table}", f"r6 {rack}", f"r4 r5 r6 / {rest} / {new}")
    all_from_rack = played == 2
    legal = all_from_rack if needed == 3 else played >= needed
    assert ids(verdict) == ([] if legal else ["joker_rack_tiles"])


def test_rack_tiles_in_words() -> None:
    """The sentence names the set and what it lacks."""
    turn = ("r4 r5 J=r6 / b9 k9 o9", "r6 o10 o11", "r4 r5 r6 / o9 o10 o11 / b9 k9 J=?9")
    assert told(judge("pressman-1998", *turn)) == (
        "the joker released from r4 r5 J=r6 goes to a set with at least 2 tiles from your rack under pressman-1998, "
        "and b9 k9 J=?9 is none"
    )
    assert "at least 1 tile from your rack" in told(judge("spear-1988", *turn))
    verdict = judge(f"{SPLIT},joker_reuse=new_set_all_rack", *turn)
    assert "a set with tiles from your rack and released jokers only under" in told(verdict)


def test_what_counts_as_a_rack_tile() -> None:
    """A joker from the rack counts, a replacing tile that ends in N counts, a released joker does not."""
    two = f"{SPLIT},joker_reuse=new_set_2_rack"
    assert ids(judge(two, "r4 r5 J=r6 / b9 b10 b11 b12", "r6 J k9", "r4 r5 r6 / b10 b11 b12 / b9 k9 J=?9 J=?9")) == []
    assert ids(judge(two, "r4 r5 J=r6", "r6 r7 b4 k4 b5 k5", "r6 r7 J=r8 / r4 b4 k4 / r5 b5 k5")) == []
    jokers = "r4 r5 J=r6 J=r7"
    assert ids(judge(two, jokers, "r6 r7 k3", "r4 r5 r6 r7 / k3 J=?3 J=?3")) == ["joker_rack_tiles"] * 2
    assert ids(judge(f"{SPLIT},joker_reuse=new_set_all_rack", jokers, "r6 r7 k3", "r4 r5 r6 r7 / k3 J=?3 J=?3")) == []


def test_all_rack_allows_no_kept_joker() -> None:
    """A kept joker is a table tile: N with it is not made of rack tiles and released jokers."""
    edition = f"{VALUE},joker_reuse=new_set_all_rack"
    turn = ("r4 J=r5 r6 / b4 b5 J=b6", "r5 b3 k6", "r4 r5 r6 / b3 b4 b5 / k6 J=?6 J=?6")
    assert not judge(edition, *turn).legal
    assert ids(judge(f"{VALUE},joker_reuse=new_set_1_rack", *turn)) == []


# The report


def test_the_choice_that_breaks_fewest_rules_is_told() -> None:
    """One legal joker is not blamed for the other, and the best reading of the turn is taken."""
    verdict = judge(
        LOCKED, "r4 r5 J=r6 / k4 k5 J=k6", "r6 b9 o9 b10 o10 k3", "r4 r5 r6 / b9 o9 J=?9 / k3 k4 k5 / b10 o10 J=?10"
    )
    assert told(verdict).startswith("the joker in k4 k5 J=k6 stands for black 6;")


def test_each_condition_of_each_joker_is_told_once() -> None:
    """Two jokers without replacement are two faults."""
    verdict = judge(
        LOCKED, "r4 r5 r6 J=r7 / k4 k5 k6 J=k7", "b9 o9 b10 o10", "r4 r5 r6 / b9 o9 J=?9 / k4 k5 k6 / b10 o10 J=?10"
    )
    assert ids(verdict) == ["joker_not_replaced"] * 2
    assert len({broken.text for broken in verdict.broken}) == 2
