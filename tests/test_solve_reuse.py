"""Where the best turn takes a released joker, and the other knobs: RULES.md sections 3.3 and 3.4, in order."""

import pytest

from solver.deck import DECKS, Deck
from support import best, most_tiles, tables_of

LOCKED = "book-1978"
"""Locked, so that a joker that stays where it is cannot stand in for one that is released."""
REUSES = ("anywhere", "new_set", "new_set_1_rack", "new_set_2_rack", "new_set_all_rack")


def by_reuse(table: str, rack: str, base: str = LOCKED) -> list[int]:
    """The most tiles under every value of `joker_reuse`, in the order of RULES.md."""
    return [most_tiles(f"{base},joker_reuse={reuse}", table, rack) for reuse in REUSES]


@pytest.mark.parametrize(
    ("table", "rack", "tiles"),
    [
        # Back into the old set at another place.
        ("r5 r6 J=r7", "r7", [1, 0, 0, 0, 0]),
        ("r7 b7 J=?7", "k7", [1, 1, 1, 1, 1]),
        # Into another old set, extended.
        ("r5 r6 J=r7 / b4 b5 b6", "r7", [1, 0, 0, 0, 0]),
        # A set that was split off an old one is new, with table tiles alone.
        ("r3 r4 r5 J=r6 r7 r8", "r6", [1, 1, 1, 0, 0]),
        ("r5 r6 J=r7 / b1 b2 b3 b4 b5", "r7", [1, 1, 0, 0, 0]),
        # One rack tile with it.
        ("r5 r6 J=r7 / b1 b2 b3 b4", "r7 o4", [2, 2, 2, 0, 0]),
        # Two rack tiles with it, all from the rack.
        ("r5 r6 J=r7", "r7 b9 k9", [3, 3, 3, 3, 3]),
        ("r5 r6 J=r7 / b1 b2 b3 b4", "r7 k4 o4", [3, 3, 3, 3, 3]),
    ],
)
def test_where_a_released_joker_may_go(table: str, rack: str, tiles: list[int]) -> None:
    """Each value allows less than the one before it: any set, a new set, a new set with one or two rack tiles."""
    assert by_reuse(table, rack) == tiles


def test_a_replacing_tile_that_ends_in_the_new_set_counts() -> None:
    """r6 takes the joker's place and goes on into the joker's new set r6 J r8: it counts as one from the rack."""
    assert by_reuse("r3 r4 r5 J=r6 r7 r8", "r6")[1:4] == [1, 1, 0]


def test_a_joker_from_the_rack_counts() -> None:
    """A joker from the rack and k9 are two rack tiles beside the released joker."""
    assert by_reuse("r4 r5 J=r6", "r6 J k9") == [3, 3, 3, 3, 3]


def test_a_released_joker_does_not_count() -> None:
    """Two released jokers and k3 make a set with one rack tile."""
    assert by_reuse("r4 r5 J=r6 / b4 b5 J=b6", "r6 b6 k3") == [3, 3, 3, 0, 3]


def test_the_rest_of_an_old_set_is_new_material() -> None:
    """When the replacing tile goes elsewhere, the joker may go on in the rest of its old set."""
    table, rack = "J=r4 r5 r6", "r4 b4 k4 r8"
    assert by_reuse(table, rack) == [4, 4, 4, 3, 3]
    assert "r5 r6 J=r7 r8" in tables_of(best(f"{LOCKED},joker_reuse=new_set", table, rack))


def test_a_set_that_shows_an_old_one_is_new_when_a_copy_is_another() -> None:
    """r5 r6 r7 J r9 shows all of the old run, which lies beside it: the joker's set is made of other copies."""
    assert by_reuse("r5 r6 J=r7", "r5 r6 r7 r7 r9") == [5, 5, 5, 5, 5]
    assert by_reuse("r5 r6 J=r7", "r7 r9") == [2, 0, 0, 0, 0]


def test_a_released_joker_beside_a_kept_one() -> None:
    """r6 and its kept joker, split off their run, are a new set for the joker that b3 released."""
    table = "b1 b2 J=b3 / r3 r4 r5 r6 J=r7"
    assert most_tiles("lemada-1999", table, "b3") == 1
    assert most_tiles("lemada-1999,joker_reuse=new_set_1_rack", table, "b3") == 0
    assert most_tiles("book-1978", table, "b3") == 0


def test_going_back_is_not_new() -> None:
    """The old run with its replacing tile, extended by its own joker, is no new set."""
    assert by_reuse("r5 r6 J=r7", "r7 r8") == [2, 1, 1, 1, 1]
    assert by_reuse("r5 r6 J=r7", "r4") == [1, 1, 1, 1, 1]


def test_a_released_joker_never_goes_to_the_rack() -> None:
    """A replacement that leaves the joker without a place is no turn."""
    assert by_reuse("r4 b4 k4 J=?4", "o4") == [0, 0, 0, 0, 0]


@pytest.mark.parametrize("table", ["r3 J=r4 J=r5", "J=r4 r5 r6 / b3 J=b4 b5"])
def test_two_released_jokers_in_one_set(table: str) -> None:
    """k9 and two released jokers: under new_set_all_rack every tile but those comes from the rack."""
    edition = f"{LOCKED},joker_reuse=new_set_all_rack"
    rack = "r4 r5 k9" if "/" not in table else "r4 b4 k9"
    result = best(edition, table, rack)
    assert result.values["tiles"] == 3
    assert any(text.count("J") == 2 and "k9" in text for text in tables_of(result))


@pytest.mark.parametrize(
    ("table", "rack", "tiles"),
    [
        ("", "r1 r2 J J", {"none": 4, "2": 4, "1": 3}),
        ("", "r1 J J", {"none": 3, "2": 3, "1": 0}),
        ("", "r1 r2 J J b7 b9", {"none": 6, "2": 6, "1": 6}),
        ("r4 r5 J=r6", "J", {"none": 1, "2": 1, "1": 0}),
        ("r4 r5 J=r6", "r7 J", {"none": 2, "2": 2, "1": 1}),
        ("r4 r5 J=r6 / r8 r9 J=r10", "r7", {"none": 1, "2": 1, "1": 1}),
    ],
)
def test_jokers_per_set(table: str, rack: str, tiles: dict[str, int]) -> None:
    """No new set holds more jokers than allowed, however they came there."""
    for most, expected in tiles.items():
        for edition in ("goliath-2014", "book-1978"):
            assert most_tiles(f"{edition},jokers_per_set={most}", table, rack) == expected


@pytest.mark.parametrize(
    ("rack", "tiles"),
    [
        ("r1 r2 r3", [3, 3, 3]),
        ("r12 r13 r1", [0, 3, 3]),
        ("r13 r1 r2", [0, 0, 3]),
        ("r13 J r2", [0, 0, 3]),
        ("r12 r13 J", [3, 3, 3]),
        ("r1 r2 r13 r12 r3", [3, 3, 5]),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1", [13, 14, 14]),
        ("r1 r2 r3 r11 r12 r13 r1", [6, 7, 7]),
    ],
)
def test_ones(rack: str, tiles: list[int]) -> None:
    """A 1 is low; or also after the highest, but not with a 2 after it, nor twice in a run; or the numbers go round."""
    assert [most_tiles(f"goliath-2014,ones={ones}", "", rack) for ones in ("low", "low_or_high", "wrap")] == tiles


def test_a_high_joker_stands_for_the_one() -> None:
    """The joker after the highest number is replaced by a 1 of its colour."""
    edition = "book-1978,joker_reuse=anywhere,ones=low_or_high"
    assert most_tiles(edition, "r12 r13 J=r1", "r1 b9 k9") == 3
    assert most_tiles(edition, "r12 r13 J=r1", "r11 b9 k9") == 1
    assert tables_of(best(edition, "r12 r13 J=r1", "r1 b9 k9"))[0] == "r12 r13 r1"


def test_a_run_holds_no_number_twice() -> None:
    """Where numbers go round a run ends before it meets itself."""
    deck = Deck(colours=2, numbers=4, copies=2, jokers=1)
    edition = "goliath-2014,ones=wrap"
    assert most_tiles(edition, "r1 r2 r3 r4", "r1", deck=deck) == 0
    assert most_tiles(edition, "r1 r2 r3 r4", "r1 r2", deck=deck) == 2


@pytest.mark.parametrize(("penalty", "table"), [("30", "r10 J=r11 r12"), ("5", "r10 b10 k10"), ("0", "r10 b10 k10")])
def test_joker_penalty(penalty: str, table: str) -> None:
    """What a joker would cost on the rack decides whether it is better played than a tile."""
    edition = f"goliath-2014,joker_penalty={penalty}"
    result = best(edition, "", "r10 r12 b10 k10 J", objective=("penalty",), keep="b10 k10" if table[4] == "J" else "J")
    assert tables_of(result) == [table]
    assert result.values["penalty"] == (22 + int(penalty) if table[4] == "J" else 30)


@pytest.mark.parametrize("edition", ["goliath-2014", "raeuber"])
def test_penalty_ranks_turns(edition: str) -> None:
    """Where the joker costs 30 it is played with r1 r2 rather than kept for points; the penalty is the rules' own."""
    result = best(edition, "", "r1 r2 J", objective=("penalty", "tiles"), deck=DECKS["raeuber"])
    assert result.values["penalty"] == 3 + (50 if edition == "raeuber" else 30)


def test_jokers_held() -> None:
    """A joker stays on the rack where that is the first wish, and is played where tiles come first."""
    rack = "r4 r5 r6 J"
    assert best("goliath-2014", "", rack).values["tiles"] == 4
    held = best("goliath-2014", "", rack, objective=("jokers_held", "tiles"))
    assert dict(held.values) == {"jokers_held": 1, "tiles": 3}


def test_kept_and_unbroken() -> None:
    """An extended set is unbroken and not kept; one that only changes places with its own copies is both."""
    extended = best("goliath-2014", "r4 r5 r6 / b1 k1 o1", "r7", objective=("tiles", "unbroken", "kept"))
    assert dict(extended.values) == {"tiles": 1, "unbroken": 2, "kept": 1}
    moved = best("goliath-2014", "r1 r2 r3 J=r4", "r4", objective=("tiles", "unbroken", "kept"))
    assert dict(moved.values) == {"tiles": 1, "unbroken": 0, "kept": 0}
