"""The referee calls legal what an exhaustive judge calls legal, table by table, on small random positions."""

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute_judge import Judge, Table
from brute_rules import Layouts, canonical, tiles_of
from solver.notation import parse_set
from solver.referee import check
from support import judge_of
from support_random import EXAMPLES, PHASES, Case, cases

pytestmark = pytest.mark.timeout(300 + EXAMPLES)
MOST_TABLES = 15
"""For each choice of rack tiles."""


def assert_same_verdicts(case: Case, first: int) -> None:
    """Some choices of rack tiles, none of them among those, laid out with the table's tiles in every way.

    Of very many ways the first are judged; sets with too many jokers are among them.
    """
    judge = judge_of(case.place, case.edition)
    layouts = Layouts(judge.deck, replace(judge.rules, jokers_per_set=None))
    plays = [*judge.plays([], []), Counter[tuple[int, int]]()]
    step = max(1, len(plays) // 4)
    for played in islice(plays[first % step :: step], 4):
        for after in islice(layouts.all(tiles_of(judge.table) + played), MOST_TABLES):
            assert_same_verdict(case, judge, after)


def assert_same_verdict(case: Case, judge: Judge, after: Table) -> None:
    """Both call the table legal or both call it illegal, and an illegal one breaks a rule."""
    place = case.place
    texts = canonical(judge.deck, after)
    table = [parse_set(text, place.deck, case.edition.ones) for text in texts]
    verdict = check(place, table, case.edition)
    lying = Counter(tile for tile_set in table for tile in tile_set.tiles)
    assert verdict.legal == (judge.legal(after) and _wishes_kept(case, lying)), (case, texts)
    assert verdict.legal != bool(verdict.broken)


def _wishes_kept(case: Case, lying: Counter[int]) -> bool:
    """Whether `keep` stayed on the rack and `must_play` left it."""
    played = lying - Counter(case.place.table_tiles())
    left = Counter(case.place.rack) - played
    return not Counter(case.place.keep) - left and not Counter(case.place.must_play) - played


@settings(max_examples=EXAMPLES, phases=PHASES)
@given(cases(), st.integers(0, 63))
def test_opened_player(case: Case, first: int) -> None:
    """The joker rules are judged alike, whatever the copies of the tiles."""
    assert_same_verdicts(case, first)


@settings(max_examples=EXAMPLES, phases=PHASES)
@given(cases(opened=False, most_tiles=6), st.integers(0, 63))
def test_first_play(case: Case, first: int) -> None:
    """The initial meld is judged alike, alone and within a turn that goes on."""
    assert_same_verdicts(case, first)
