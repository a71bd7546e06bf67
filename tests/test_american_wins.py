"""The referee on RULES.md section 7: the three ways to win at International Rummikub."""

import pytest

from solver.referee import Win
from test_american_referee import ids, judge, told, turn_of

INTERNATIONAL = "international-1978"
OTHERS = "r5 r6 r7 / b9 k9 J=?9"
OWN = "r1 r2 r3 r4 / b1 b2 b3 b4 / k1 k2 k3 k4"
"""Twelve tiles, worth 30."""


def finish(rack: str, after: str, win: Win | None = "finish", edition: str = INTERNATIONAL) -> list[str]:
    """What a player who has melded nothing breaks by laying the rack but o13."""
    return ids(judge(f"~ {OTHERS}", f"{rack} o13", after, "o13", 50, edition, win))


def test_a_finish() -> None:
    """Fourteen tiles at once, one of them laid off, worth 50 together, though the own sets alone would not open."""
    rack, own = "r2 r3 r4 b1 b2 b3 b4 k1 k2 k3 k4 r8 r9 o9", "r2 r3 r4 / b1 b2 b3 b4 / k1 k2 k3 k4"
    laid = f"{own} ~ r5 r6 r7 r8 r9 / b9 k9 J=?9 o9"
    assert finish(rack, laid) == []
    assert finish(rack, laid, "open") == ["initial_meld"]
    assert finish(rack, laid, None) == ["initial_meld"]


def test_what_a_finish_is_worth() -> None:
    """What is laid counts, a joker as its tile: 30 in own sets 8 and 9 make 47; 30, 9 and a joker for 12 make 51."""
    verdict = judge(
        f"~ {OTHERS}", f"{OWN.replace('/ ', '')} r8 o9 o13", f"{OWN} ~ r5 r6 r7 r8 / b9 k9 J=?9 o9", "o13", 50,
        INTERNATIONAL, "finish",
    )  # fmt: skip
    assert told(verdict) == "the tiles laid are worth 47 points, but a Finish needs 50"
    others = "r9 r10 r11"
    for jokers, broken in (("J=r12", []), ("J=r8", ["finish_points"])):
        run = f"{others} {jokers}" if jokers == "J=r12" else f"{jokers} {others}"
        found = judge(
            f"~ {others} / k6 k7 k8", f"{OWN.replace('/ ', '')} J k9 o13", f"{OWN} ~ {run} / k6 k7 k8 k9", "o13", 50,
            INTERNATIONAL, "finish",
        )  # fmt: skip
        assert ids(found) == broken


def test_a_finish_lays_off() -> None:
    """Fourteen tiles in own sets alone are no Finish, but they are Closed, and Open where they are worth 50."""
    rack, own = "r1 r2 r3 b1 b2 b3 k1 k2 k3 o1 o2 o3 o4 o5", "r1 r2 r3 / b1 b2 b3 / k1 k2 k3 / o1 o2 o3 o4 o5"
    assert finish(rack, own) == ["finish_lay_off", "finish_points"]
    assert finish(rack, own, "closed") == []
    assert finish(rack, own, "open") == ["initial_meld"]
    rich = rack.replace("r1 r2 r3", "r11 r12 r13")
    assert finish(rich, own.replace("r1 r2 r3", "r11 r12 r13"), "open") == []


def test_closed_is_all_in_own_sets() -> None:
    """Closed lays nothing off, all fourteen at once, whatever they are worth."""
    rack, own = "r1 r2 r3 b1 b2 b3 k1 k2 k3 o1 o2 o3 o4 r8", "r1 r2 r3 / b1 b2 b3 / k1 k2 k3 / o1 o2 o3 o4"
    assert finish(rack, f"{own} ~ r5 r6 r7 r8 / b9 k9 J=?9", "closed") == ["closed_laid_off"]
    verdict = judge("", "r1 r2 r3 b1 b2 b3 k5", "r1 r2 r3 / b1 b2 b3", "k5", 50, INTERNATIONAL, "closed")
    assert told(verdict) == "a Closed win lays 14 tiles at once, and this turn lays 6"


@pytest.mark.parametrize("win", ["finish", "closed"])
def test_only_for_who_has_melded_nothing(win: Win) -> None:
    """A player who has opened, with sets or without, wins neither with a Finish nor Closed."""
    verdict = judge("", "r1 r2 r3 k5", "r1 r2 r3", "k5", None, INTERNATIONAL, win)
    assert "win_melded_before" in ids(verdict)


def test_tiles_that_stay() -> None:
    """With sixteen tiles a win leaves one more than the discard, and so it is none."""
    rack, own = "r1 r2 r3 b1 b2 b3 k1 k2 k3 o1 o2 o3 o4 o5", "r1 r2 r3 / b1 b2 b3 / k1 k2 k3 / o1 o2 o3 o4 o5"
    assert finish(f"{rack} k13", own, "closed") == ["win_tiles_left"]


def test_the_initial_meld_of_50() -> None:
    """Without a claim a turn is as in the American game, with 50 to open."""
    assert ids(judge("", "r13 b13 k13 o1", "r13 b13 k13", "o1", 50, INTERNATIONAL)) == ["initial_meld"]
    rack, own = "r13 b13 k13 r4 b4 k4 o1", "r13 b13 k13 / r4 b4 k4"
    assert turn_of(judge("", rack, own, "o1", 50, INTERNATIONAL)).left == ()


def test_a_finish_can_be_lay_offs_alone() -> None:
    """Nothing asks for an own set in a Finish."""
    others = "r1 r2 r3 / b1 b2 b3"
    rack = " ".join(f"{colour}{number}" for colour in "rb" for number in range(4, 11))
    after = " / ".join(" ".join(f"{colour}{number}" for number in range(1, 11)) for colour in "rb")
    assert ids(judge(f"~ {others}", f"{rack} o1", f"~ {after}", "o1", 50, INTERNATIONAL, "finish")) == []
