"""The referee on the initial meld, RULES.md section 2."""

from collections import Counter

import pytest

from solver.deck import Deck
from solver.notation import parse_tiles
from solver.referee.own_sets import OwnSets
from solver.rules import rules
from test_referee import STANDARD, ids, judge, told

JOINT, ALONE = "book-1978", "dutch-1985"
"""An edition where the first play may go on after the meld, and one where it may not."""


def worth(tiles: str, edition: str, deck: Deck = STANDARD) -> int:
    """What the own sets in these tiles are worth at best."""
    own = OwnSets(Counter(parse_tiles(tiles, deck)), deck, rules(edition))
    return next(points for points in range(1000, -1, -1) if own.reach(points))


# Both kinds of editions


@pytest.mark.parametrize("edition", [JOINT, ALONE])
def test_points_needed(edition: str) -> None:
    """Own sets must be worth the points that are needed, each tile at face value."""
    assert ids(judge(edition, "", "r9 r10 r11", "r9 r10 r11", to_open=30)) == []
    assert ids(judge(edition, "", "r9 r10 r11", "r9 r10 r11", to_open=31)) == ["initial_meld"]


@pytest.mark.parametrize("edition", [JOINT, ALONE])
def test_any_number_of_sets(edition: str) -> None:
    """Several sets may form the meld."""
    rack = "r1 r2 r3 b4 k4 o4 k3 k4 k5"
    assert ids(judge(edition, "", rack, "r1 r2 r3 / b4 k4 o4 / k3 k4 k5", to_open=30)) == []


def test_table_tiles_never_count() -> None:
    """A long set on the table with one tile added is no meld, nor do old sets count that stay."""
    assert ids(judge(JOINT, "r9 r10 r11 r12", "r13", "r9 r10 r11 r12 r13", to_open=13)) == ["initial_meld"]
    verdict = judge(ALONE, "r9 r10 r11 r12", "b1 k1 o1", "r9 r10 r11 r12 / b1 k1 o1", to_open=30)
    assert told(verdict) == "the new sets are worth 3 points, but the initial meld needs 30"


@pytest.mark.parametrize("edition", [JOINT, ALONE])
def test_an_opened_player_needs_no_points(edition: str) -> None:
    """Without points to open any legal turn will do."""
    assert ids(judge(edition, "r9 r10 r11 r12", "r13", "r9 r10 r11 r12 r13")) == []


@pytest.mark.parametrize("edition", [JOINT, ALONE])
@pytest.mark.parametrize(("jokers", "points"), [("represented", 30), ("zero", 19)])
def test_what_a_joker_counts(edition: str, jokers: str, points: int) -> None:
    """`represented`: the tile that it stands for; `zero`: nothing."""
    chosen = f"{edition},initial_meld_jokers={jokers}"
    for to_open in (points, points + 1):
        verdict = judge(chosen, "", "r9 r10 J", "r9 r10 J=r11", to_open=to_open)
        assert verdict.legal == (to_open == points)


@pytest.mark.parametrize("edition", [JOINT, ALONE])
def test_a_high_one_counts_one(edition: str) -> None:
    """Where a 1 may be high it counts 1, also a joker that stands for it."""
    chosen = f"{edition},ones=low_or_high"
    for rack, after in (("r12 r13 r1", "r12 r13 r1"), ("k12 k13 J", "k12 k13 J=k1")):
        best = 26 if "J" not in rack or edition == ALONE else 36
        assert ids(judge(chosen, "", rack, after, to_open=best)) == []
        assert ids(judge(chosen, "", rack, after, to_open=best + 1)) == ["initial_meld"]


# same_turn_manipulation = yes


def test_opening_sets_need_not_survive() -> None:
    """The tiles played contain own sets worth enough, wherever they lie in the end: one joint problem."""
    table, rack, after = "b10 k10 o10 / r7 r8 r9", "r10 r11 r12 r13", "r10 b10 k10 o10 / r7 r8 r9 / r11 r12 r13"
    assert ids(judge(JOINT, table, rack, after, to_open=46)) == []
    assert told(judge(JOINT, table, rack, after, to_open=47)) == (
        "the tiles played hold no own sets worth 47 points for the initial meld"
    )


def test_the_rest_is_an_ordinary_turn() -> None:
    """The joker conditions hold from T to T' with the meld in it; opening sets are new material."""
    after = "r4 r5 r6 / b9 k9 o9 J=?9"
    assert ids(judge(JOINT, "r4 r5 J=r6", "b9 k9 o9 r6", after, to_open=27)) == []
    assert ids(judge(JOINT, "r4 r5 J=r6", "b9 k9 o9 r6", after, to_open=28)) == ["initial_meld"]
    assert ids(judge(JOINT, "r4 r5 r6 J=r7", "b9 k9 o9", after, to_open=27)) == ["joker_not_replaced"]


def test_a_joker_that_may_not_open_may_be_played_elsewhere() -> None:
    """`forbidden`: no joker in the sets that open, but in the rest of the turn."""
    assert ids(judge("hong-kong", "r4 r5 r6", "b9 k9 o9 J", "r4 r5 r6 J=r7 / b9 k9 o9", to_open=27)) == []
    assert ids(judge("hong-kong", "r4 r5 r6", "b9 k9 J", "r4 r5 r6 / b9 k9 J=?9", to_open=18)) == ["initial_meld"]


# same_turn_manipulation = no


@pytest.mark.parametrize("after", ["r4 r5 r6 r7 / b9 k9 o9", "r5 r6 r7 / r4 b4 k4 / b9 k9 o9"])
def test_nothing_on_the_table_is_touched(after: str) -> None:
    """Every old set is still there; the sentence names the one that is not."""
    verdict = judge(ALONE, "r4 r5 r6", "r7 b4 k4 b9 k9 o9", after, to_open=27)
    assert told(verdict) == "before the initial meld no set of the table may be touched, but r4 r5 r6 has changed"


def test_untouched_means_the_same_set() -> None:
    """A joker of a run stands for the same tile; those of a group are undecided, and its order means nothing."""
    after = "k9 o9 b9 / "
    rack = "b9 k9 o9"
    assert ids(judge(ALONE, "J=r4 r5 r6", rack, after + "r5 r6 J=r7", to_open=27)) == ["initial_untouched"]
    assert ids(judge(ALONE, "r7 b7 J=?7", rack, after + "J=?7 b7 r7", to_open=27)) == []


def test_a_full_circle_has_no_beginning() -> None:
    """Cut at another place it is the same set."""
    deck = Deck(colours=4, numbers=4)
    verdict = judge(
        f"{ALONE},ones=wrap", "J=r1 r2 r3 r4", "b4 k4 o4", "r3 r4 J=r1 r2 / b4 k4 o4", to_open=12, deck=deck
    )
    assert ids(verdict) == []


def test_equal_sets_are_told_apart_by_count() -> None:
    """A rack set equal to an old one is a new set, and each old set needs its own."""
    rack, both = "r10 r11 r12", "r10 r11 r12 / r10 r11 r12"
    verdict = judge(ALONE, "r10 r11 r12", rack, both, to_open=33)
    assert ids(verdict) == []
    assert verdict.turn is not None
    assert sorted(verdict.turn.origin) == [(-1, -1, -1), (0, 0, 0)]
    merged = judge(ALONE, "r10 r11 r12 / r10 r11 r12", "r13", "r10 r11 r12 / r10 r11 r12 r13", to_open=1)
    assert ids(merged) == ["initial_untouched"]


def test_no_joker_is_released_before_the_meld() -> None:
    """Also where the joker would be free."""
    verdict = judge("goliath-2014", "r4 r5 r6 J=r7", "b9 k9 o9", "r4 r5 r6 / b9 k9 o9 J=?9", to_open=27)
    assert ids(verdict) == ["initial_untouched"]


def test_all_new_sets_belong_to_the_meld() -> None:
    """So with `forbidden` no new set holds a joker, although the others would be worth enough."""
    chosen = f"{ALONE},initial_meld_jokers=forbidden"
    verdict = judge(chosen, "", "r10 r11 r12 b1 k1 J", "r10 r11 r12 / b1 k1 J=?1", to_open=30)
    assert ids(verdict) == ["initial_all_meld"]
    assert "J=?1" in told(verdict)


# What own sets are worth at best


@pytest.mark.parametrize(
    ("tiles", "edition", "points"),
    [
        ("r10 b10 k10", JOINT, 30),
        ("r10 r10 b10 b10 k10 k10", JOINT, 60),
        ("r9 r10 J", JOINT, 30),
        ("r12 r13 J", JOINT, 36),
        ("r13 b13 J", JOINT, 39),
        ("k3 J J", JOINT, 12),
        ("r12 r13 r1", JOINT, 0),
        ("r12 r13 r1", f"{JOINT},ones=low_or_high", 26),
        ("r13 r1 r2", f"{JOINT},ones=wrap", 16),
        ("r1 r2 r3 r4 r5 r6 r7 r8", JOINT, 36),
        ("r5 b5 k5 r6 r7", JOINT, 18),
        ("r5 r5 b5 k5 r6 r7", JOINT, 33),
        ("r5 r6 J b9 k9", JOINT, 27),
        ("r5 r6 J b9 k9 J", JOINT, 45),
        ("r5 r6 J b9 k9 J", f"{JOINT},initial_meld_jokers=zero", 29),
        ("r5 r6 J b9 k9 J", f"{JOINT},initial_meld_jokers=forbidden", 0),
        ("k3 J J", f"{JOINT},jokers_per_set=1", 0),
        ("r4 J r6 J r8", f"{JOINT},jokers_per_set=1", 21),
        ("", JOINT, 0),
        ("J J", JOINT, 0),
    ],
)
def test_what_own_sets_are_worth(tiles: str, edition: str, points: int) -> None:
    """The best choice of disjoint sets, jokers at their best places."""
    assert worth(tiles, edition) == points


def test_long_runs_of_jokers() -> None:
    """A run that cannot be cut into shorter ones, since one part would hold jokers only, is found, too."""
    deck = Deck(colours=2, numbers=6, jokers=5)
    assert worth("r4 J J J J J", "popular", deck) == 21
    assert worth("r1 r2 r3 J J J", "popular", deck) == 21


def test_large_racks_are_judged_at_once() -> None:
    """A hundred tiles hold thirty points in many ways; one is enough."""
    tiles = Counter(dict.fromkeys(STANDARD.tiles(), 2))
    assert OwnSets(tiles, STANDARD, rules(JOINT)).reach(30)
    assert not OwnSets(tiles, STANDARD, rules(JOINT)).reach(729)
