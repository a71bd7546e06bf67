"""The solver's answer is that of an exhaustive search, on small random positions under random rules."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings

from brute_rules import parse_set
from solver.result import Status
from solver.solve import InternalError, solve
from support import assert_sound, brute_best, judge_of, labels_make_it_legal, tables_of
from support_random import EXAMPLES, PHASES, Case, cases

pytestmark = pytest.mark.timeout(300 + EXAMPLES)


def compare(case: Case) -> None:
    """The answer is proven, as good as the best of all legal turns, and a legal turn with true labels."""
    result = solve(case.place, case.edition, case.objective, limit=60)
    wanted = brute_best(case.place, case.edition, case.objective)
    if wanted is None:
        assert result.status == Status.NO_PLAY
        return
    assert result.status == Status.OPTIMAL
    assert tuple(result.values[term] for term in case.objective) == wanted[0]
    assert judge_of(case.place, case.edition).legal(tuple(sorted(map(parse_set, tables_of(result)))))
    assert_sound(result)
    if case.place.to_open is None or case.edition.same_turn_manipulation:
        assert labels_make_it_legal(result)


def fails(case: Case) -> bool:
    """Whether there is a difference."""
    try:
        compare(case)
    except (AssertionError, InternalError):
        return True
    return False


def minimal(case: Case, fails: Callable[[Case], bool]) -> Case:
    """The same failure with as few sets and tiles as can be had by leaving one out at a time."""
    for smaller in _smaller(case):
        if fails(smaller):
            return minimal(smaller, fails)
    return case


def _smaller(case: Case) -> Iterator[Case]:
    place = case.place
    for i in range(len(place.table)):
        yield replace(case, place=replace(place, table=place.table[:i] + place.table[i + 1 :]))
    for i, tile in enumerate(place.rack):
        if tile not in (*place.keep, *place.must_play):
            yield replace(case, place=replace(place, rack=place.rack[:i] + place.rack[i + 1 :]))
    if place.keep or place.must_play:
        yield replace(case, place=replace(place, keep=(), must_play=()))
    if len(case.objective) > 1:
        yield replace(case, objective=case.objective[:-1])


def assert_same(case: Case) -> None:
    """No difference; a failure shows a position as small as can be."""
    try:
        compare(case)
    except (AssertionError, InternalError) as fault:
        raise AssertionError(f"{minimal(case, fails)!r}, found in {case!r}") from fault


@settings(max_examples=EXAMPLES // 2, phases=PHASES)
@given(cases(joker_set="locked"))
def test_locked_jokers(case: Case) -> None:
    """Where the sets of kept jokers stay together the answer is the best legal turn, whatever the other rules."""
    assert_same(case)


@settings(max_examples=EXAMPLES // 2, phases=PHASES)
@given(cases(joker_set="split"))
def test_split_jokers(case: Case) -> None:
    """Where kept jokers keep a companion or their value the answer is the best legal turn."""
    assert_same(case)


@settings(max_examples=EXAMPLES // 3, phases=PHASES)
@given(cases(opened=False, most_tiles=7))
def test_first_play(case: Case) -> None:
    """The answer of a player who must open is the best legal turn, also where the turn may go on."""
    assert_same(case)


@settings(max_examples=EXAMPLES // 10, phases=PHASES)
@given(cases(clear=True, jokers=(0, 2, 3, 4, 6)))
def test_free_jokers(case: Case) -> None:
    """Where table jokers are free the answer is the best legal turn, with many jokers too."""
    assert_same(case)


@settings(max_examples=EXAMPLES // 10, phases=PHASES)
@given(cases(wide=True, jokers=(0, 1, 2), most_tiles=11, most_rack=4))
def test_many_colours(case: Case) -> None:
    """With six colours and more the answer is the best legal turn: two old groups may end in one."""
    assert_same(case)
