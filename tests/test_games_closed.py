"""The best Closed hand: worked hands, ties, refusals, and how long the worst racks take."""

import time
from collections import Counter

import pytest

from solver.deck import JOKER, Deck, Tile, tile_name
from solver.errors import InputError
from solver.games.closed import ClosedHand, best_closed, own_partitions
from solver.games.sheets import Row, RowTest, Sheet, read_sheet, sample_sheet
from solver.notation import parse_set, parse_tiles
from solver.sets import Ones, is_set

FOUR_JOKERS = Deck(jokers=4)
# Racks with very many sets, or very many ways to lay them out.
HARD = [
    "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 J J",
    "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 J J J",
    "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 J J J J",
    "r1 r2 r3 r4 r5 r6 r7 r8 r9 b1 b5 J J J J",
    "r1 r2 r3 b1 b2 b3 k1 k2 k3 o1 o2 o3 J J J",
    "r5 r5 b5 b5 k5 k5 o5 o5 r6 r6 b6 b6 J J k6",
    "r3 r4 r5 r6 b3 b4 b5 b6 k3 k4 k5 k6 o4 J J",
    "r1 r1 r2 r2 r3 r3 r4 r4 r5 r5 r6 r6 J J J",
    "r1 r4 r7 r10 b1 b4 b7 b10 k1 k4 k7 k10 J J J",
]


def tiles(text: str, deck: Deck = FOUR_JOKERS) -> tuple[Tile, ...]:
    return parse_tiles(text, deck)


def sheet(*rows: tuple[str, str, list[int]]) -> Sheet:
    """Rows from their tests, written with commas, as `read_sheet` reads them."""
    tests = [
        (name, [RowTest(*_test(part)) for part in text.split(", ") if part], scores) for name, text, scores in rows
    ]
    return Sheet(tuple(Row(name, name, tuple(found), (a, b, c)) for name, found, (a, b, c) in tests))


def _test(text: str) -> tuple[str, int]:
    name, _, number = text.rpartition(" ")
    return (name, int(number)) if number.isdigit() else (text, 0)


def best(text: str, chosen: Sheet, hand: int = 14, deck: Deck = FOUR_JOKERS) -> ClosedHand | None:
    return best_closed(tiles(text, deck), deck, sheet=chosen, hand=hand)


def shown(found: ClosedHand | None) -> tuple[str, str, str, int] | None:
    """Sets, discard, row and value as text."""
    if found is None:
        return None
    return " | ".join(map(str, found.sets)), tile_name(found.discard), found.row.id if found.row else "", found.value


ANY = ("any", "", [100, 80, 60])


@pytest.mark.parametrize(
    ("rack", "rows", "answer"),
    [
        # The discard that makes the dearest row, not the first hand.
        (
            "r7 r8 r9 r10 b7 b8 b9",
            [("high", "min_number >= 8", [90, 0, 0]), ("great", "sum >= 51", [70, 0, 0]), ("any", "", [60, 0, 0])],
            ("r8 r9 r10 | b7 b8 b9", "r7", "great", 70),
        ),
        # A joker that could fill the hand is worth more as the discard: 60 with it, twice 50 as discard.
        (
            "r1 r2 r3 b4 b5 b6 J",
            [("all", "", [50, 60, 0])],
            ("r1 r2 r3 | b4 b5 b6", "J", "all", 100),
        ),
        # ... but not when it makes a dearer type.
        (
            "r1 r2 r3 b5 k5 o5 J",
            [("three", "colours == 3", [0, 200, 0]), ("all", "", [50, 50, 0])],
            ("r1 r2 r3 | b5 k5 J=r5", "o5", "three", 200),
        ),
        # A joker may stand for a tile that is elsewhere in the hand.
        (
            "r5 k5 o5 k6 k7 k4 J",
            [("high", "min_number >= 5", [10, 300, 0]), ("all", "", [50, 50, 0])],
            ("J=k5 k6 k7 | r5 k5 o5", "k4", "high", 300),
        ),
        # The colour of a joker in a group is chosen, for the number of colours too.
        ("r5 b5 J r8 b8 J k1", [("three", "colours == 3", [0, 0, 90])], ("r5 b5 J=k5 | r8 b8 J=k8", "k1", "three", 90)),
        (
            "r5 b5 J r8 b8 J k1",
            [("four", "colours == 4", [0, 0, 90])],
            ("r5 b5 J=k5 | r8 b8 J=o8", "k1", "four", 90),
        ),
        # Ones: high and low in one hand; `ones_high` ranks both above the top, sums count them 1.
        (
            "r12 r13 r1 b1 k1 o1 o9",
            [("high", "ones_high, min_number >= 12", [5, 0, 0])],
            ("r12 r13 r1 | b1 k1 o1", "o9", "high", 5),
        ),
        ("r12 r13 r1 b1 k1 o1 o9", [("high", "min_number >= 12", [5, 0, 0])], None),
        (
            "r12 r13 r1 b1 k1 o1 o9",
            [("small", "sum <= 29, max_number <= 13", [5, 0, 0])],
            ("r12 r13 r1 | b1 k1 o1", "o9", "small", 5),
        ),
        ("r12 r13 r1 b1 k1 o1 o9", [("top", "ones_high, max_number <= 13", [5, 0, 0])], None),
        # One run of six or two of three: as the row wants.
        ("r1 r2 r3 r4 r5 r6 b9", [("one", "sets == 1", [5, 0, 0])], ("r1 r2 r3 r4 r5 r6", "b9", "one", 5)),
        ("r1 r2 r3 r4 r5 r6 b9", [("two", "sets == 2", [5, 0, 0])], ("r1 r2 r3 | r4 r5 r6", "b9", "two", 5)),
        ("r1 r2 r3 r4 r5 r6 b9", [("apart", "sets == 2, runs_of_different_colours", [5, 0, 0])], None),
        # No closed hand at all.
        ("r1 r2 r4 r5 r7 r8 b9", [ANY], None),
    ],
)
def test_small_hands(rack: str, rows: list[tuple[str, str, list[int]]], answer: tuple[str, str, str, int] | None):
    """Row, discard, sets and jokers are chosen together, for the greatest value."""
    assert shown(best(rack, sheet(*rows), hand=6)) == answer


def test_ties_go_to_the_earliest_row_then_to_the_first_hand():
    """Of rows of one value the earliest wins; of hands, that whose sets in canonical order come first."""
    rows = [("late", "all_groups", [80, 80, 80]), ("early", "all_runs", [80, 80, 80])]
    rack = "r1 r2 r3 b1 b2 b3 k1 k2 k3 o9"
    assert shown(best(rack, sheet(*rows), hand=9)) == ("r1 b1 k1 | r2 b2 k2 | r3 b3 k3", "o9", "late", 80)
    assert shown(best(rack, sheet(*rows[::-1]), hand=9)) == ("r1 r2 r3 | b1 b2 b3 | k1 k2 k3", "o9", "early", 80)
    assert shown(best(rack, sheet(ANY), hand=9)) == ("r1 r2 r3 | b1 b2 b3 | k1 k2 k3", "o9", "any", 100)


def test_a_tie_between_the_discards():
    """Where a doubled hand is worth what one with the joker is, the sets decide, not the discard."""
    rows = sheet(("any", "", [50, 100, 0]))
    assert shown(best("r1 r2 r3 b4 b5 b6 J", rows, hand=6)) == ("J=r1 r2 r3 | b4 b5 b6", "r1", "any", 100)


def test_three_jokers_have_no_score_in_a_sheet():
    """A row pays for no, one and two jokers: a third one must be the discard, a fourth leaves no hand."""
    found = best("r1 r2 r3 r5 J J J", sheet(ANY), hand=6)
    assert found is not None
    assert (found.discard, found.value, found.doubled) == (JOKER, 120, True)
    assert best("r1 r2 r3 J J J J", sheet(ANY), hand=6) is None


def test_without_a_sheet_every_hand_scores_the_same():
    """A score for all stands in for the sheet, with any number of jokers; a joker discard still doubles it."""
    rack = tiles("r1 r2 r3 J J J J")
    found = best_closed(rack, FOUR_JOKERS, default_score=150, hand=6)
    assert shown(found) == ("J=r1 J=r2 r3 | r1 r2 J=r3", "J", "", 300)
    assert found is not None
    assert (found.score, found.row) == (150, None)
    plain = best_closed(tiles("r1 r2 r3 r4"), FOUR_JOKERS, default_score=0, hand=3)
    assert shown(plain) == ("r1 r2 r3", "r4", "", 0)


def test_jokers_per_set_and_ones_limit_the_sets():
    """A limit of jokers in a set holds for every set; with low ones no run ends with a 1."""
    rack = tiles("r7 J J o2")
    assert best_closed(rack, FOUR_JOKERS, default_score=1, hand=3) is not None
    assert best_closed(rack, FOUR_JOKERS, default_score=1, hand=3, jokers_per_set=1) is None
    rack = tiles("r12 r13 r1 o2")
    assert best_closed(rack, FOUR_JOKERS, default_score=1, hand=3) is not None
    assert best_closed(rack, FOUR_JOKERS, Ones.LOW, default_score=1, hand=3) is None


@pytest.mark.parametrize(
    ("rack", "options", "error"),
    [
        ("r1 r2 r3", {"default_score": 1}, "a Closed hand needs 14 tiles and a discard, but the rack has 3 tiles"),
        ("r1 r2 r3", {"default_score": 1, "hand": 2}, "a hand of 2 tiles makes no set, it must have 3 or more"),
        ("r1 r2 r3", {}, "a Closed hand is paid by a score sheet or by one score for all, give one of the two"),
        ("r1 r2 r3 r4", {"default_score": -1, "hand": 3}, "-1 is no score of a Closed hand, give 0 to 1000000"),
        (
            "r1 r1 r1 r4",
            {"default_score": 1, "hand": 3},
            "rack: 3 tiles red 1 are more than a deck of 4 x 13 x 2 + 4 has",
        ),
    ],
)
def test_refusals(rack: str, options: dict[str, int], error: str):
    """A rack that is no rack of 15, and not exactly one way to be paid: a sentence each."""
    with pytest.raises(InputError) as raised:
        best_closed(tiles(rack), FOUR_JOKERS, **options)  # pyright: ignore[reportArgumentType]
    assert str(raised.value) == error


def test_a_sheet_and_a_score_for_all_exclude_each_other():
    """Both at once are refused, and a tile that the deck does not have."""
    with pytest.raises(InputError, match="give one of the two"):
        best_closed(tiles("r1 r2 r3 r4"), FOUR_JOKERS, sheet=sample_sheet(), default_score=1, hand=3)
    with pytest.raises(InputError, match="there is no red 11 in a deck of 4 x 10 x 2 \\+ 4"):
        best_closed(tiles("r1 r2 r3 r11"), Deck(numbers=10, jokers=4), default_score=1, hand=3)


def check_hand(found: ClosedHand, rack: tuple[Tile, ...], deck: Deck) -> None:
    """Sets of the deck that use up all but the discard, their text read back, in order, in the row's type."""
    used = Counter(tile for told in found.sets for tile in told.shape.tiles)
    used.update([found.discard])
    assert used == Counter(rack)
    for told in found.sets:
        assert is_set(told.shape, deck, Ones.LOW_OR_HIGH)
        assert len(set(told.stands)) == len(told.stands) == len(told.shape.tiles)
        assert parse_set(str(told), deck, Ones.LOW_OR_HIGH) == told.shape
    assert list(found.sets) == sorted(found.sets, key=lambda told: told.key())
    if found.row is not None:
        assert found.row.fits(found.sets, deck)
        assert found.row.score(sum(told.shape.tiles.count(JOKER) for told in found.sets)) == found.score


@pytest.mark.parametrize("rack", HARD)
def test_the_hardest_racks_are_quick_and_right(rack: str):
    """Each takes well under a second, with the sample sheet, with rows that nothing fits, and without a sheet."""
    nothing = sheet(*((f"{n}", f"sum >= {n}, colours <= {1 + n % 4}, sets == 4", [n, n, n]) for n in range(300, 340)))
    started = time.process_time()
    free = best_closed(tiles(rack), FOUR_JOKERS, default_score=100)
    typed = best(rack, sample_sheet())
    assert best(rack, nothing) is None
    assert time.process_time() - started < 3
    for found in (free, typed):
        if found is not None:
            check_hand(found, tiles(rack), FOUR_JOKERS)
    if rack.count("J") <= 3:  # the sample's last row takes any hand with up to two jokers, the third is discarded
        assert free is not None
        assert typed is not None


@pytest.mark.parametrize(
    "rack",
    [
        "r1 r2 r3 r4 b1 b2 b3 b4 k1 k2 k3 k4 o2 o3 o9",
        "r5 b5 k5 o5 r6 b6 k6 o6 r7 b7 k7 o7 o8 k8 r1",
        "r1 r2 r3 r4 r5 b4 k4 o4 b5 k5 o5 J b6 k6 o9",
        "r10 r11 r12 r13 r1 b1 k1 b13 k13 b12 k12 J r9 r8 o3",
    ],
)
def test_a_whole_rack_against_every_partition(rack: str):
    """With 15 tiles the value is the greatest over every discard, every way to lay out the rest, and every row."""
    pool, values = tiles(rack), {0}
    for discard in set(pool):
        rest = list(pool)
        rest.remove(discard)
        for sets in own_partitions(rest, FOUR_JOKERS):
            row = sample_sheet().best_row(sets, FOUR_JOKERS)
            score = row.score(rest.count(JOKER)) if row else None
            values.add((score or 0) * (1 if discard else 2))
    found = best(rack, sample_sheet())
    assert (found.value if found else 0) == max(values)


def test_own_partitions_are_all_and_each_once():
    """Nine tiles in a square are three runs or three groups; a run of six is also two of three; nothing is one way."""
    square = [" | ".join(map(str, sets)) for sets in own_partitions(tiles("r1 r2 r3 b1 b2 b3 k1 k2 k3"), FOUR_JOKERS)]
    assert sorted(square) == ["r1 b1 k1 | r2 b2 k2 | r3 b3 k3", "r1 r2 r3 | b1 b2 b3 | k1 k2 k3"]
    six = [" | ".join(map(str, sets)) for sets in own_partitions(tiles("r1 r2 r3 r4 r5 r6"), FOUR_JOKERS)]
    assert sorted(six) == ["r1 r2 r3 r4 r5 r6", "r1 r2 r3 | r4 r5 r6"]
    joker = [str(sets[0]) for sets in own_partitions(tiles("r12 r13 J"), FOUR_JOKERS)]
    assert sorted(joker) == ["J=r11 r12 r13", "r12 r13 J=r1"]
    every = " ".join(f"r{n}" for n in range(1, 14))
    assert sum(len(sets) == 1 for sets in own_partitions(tiles(every), FOUR_JOKERS)) == 1
    assert list(own_partitions((), FOUR_JOKERS)) == [()]
    assert not list(own_partitions(tiles("r1 r2 b3"), FOUR_JOKERS))


def test_the_best_hand_does_not_hang_on_the_order_of_the_rack():
    """The rack is a bag: turned round it gives the same hand."""
    rack = tiles("r1 r2 r3 b1 b2 b3 k1 k2 k3 o1 o2 o3 J J J")
    assert best_closed(rack, FOUR_JOKERS, sheet=sample_sheet()) == best_closed(
        rack[::-1], FOUR_JOKERS, sheet=sample_sheet()
    )


def test_rows_from_a_sheet_are_those_of_the_helper_here():
    """`sheet` in this file builds what `read_sheet` reads."""
    text = '[{"id": "a", "name": "a", "tests": ["sets == 2", "all_runs"], "scores": [3, 2, 1]}]'
    assert read_sheet(text) == sheet(("a", "sets == 2, all_runs", [3, 2, 1]))
