"""The referee calls legal what an exhaustive judge calls legal, table by table, on small random positions."""

from collections import Counter
from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from brute_rules import canonical, tiles_of
from solver.notation import parse_set
from solver.referee import check
from support import judge_of
from support_random import Case, cases
from test_brute_solver import EXAMPLES, PHASES

MOST_TABLES = 40


def assert_same_verdicts(case: Case, choice: int) -> None:
    """Every way to lay out the table's tiles and some of the rack is judged alike (of very many ways the first)."""
    judge = judge_of(case.place, case.edition)
    plays = judge.plays([], [])
    played = plays[choice % len(plays)]
    place, ones = case.place, case.edition.ones
    for after in islice(judge.layouts.all(tiles_of(judge.table) + played), MOST_TABLES):
        table = [parse_set(text, place.deck, ones) for text in canonical(judge.deck, after)]
        verdict = check(place, table, case.edition)
        wishes_kept = _wishes_kept(case, Counter(tile for tile_set in table for tile in tile_set.tiles))
        assert verdict.legal == (judge.legal(after) and wishes_kept), (case, canonical(judge.deck, after))
        assert verdict.legal != bool(verdict.broken)


def _wishes_kept(case: Case, lying: Counter[int]) -> bool:
    """Whether `keep` stayed on the rack and `must_play` left it."""
    played = lying - Counter(case.place.table_tiles())
    left = Counter(case.place.rack) - played
    return not Counter(case.place.keep) - left and not Counter(case.place.must_play) - played


@settings(max_examples=EXAMPLES, phases=PHASES)
@given(cases(), st.integers(0, 63))
def test_opened_player(case: Case, choice: int) -> None:
    """The joker rules are judged alike, whatever the copies of the tiles."""
    assert_same_verdicts(case, choice)


@settings(max_examples=EXAMPLES, phases=PHASES)
@given(cases(opened=False, most_tiles=6), st.integers(0, 63))
def test_first_play(case: Case, choice: int) -> None:
    """The initial meld is judged alike, alone and within a turn that goes on."""
    assert_same_verdicts(case, choice)
