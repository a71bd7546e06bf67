"""Different turns: counted, listed and called unique as an exhaustive search over all turns says."""

from collections import Counter, defaultdict

import pytest
from hypothesis import given, settings

import brute
from brute_rules import GameSet
from solver.alternatives import MOST, Alternatives, alternatives
from solver.deck import Deck
from solver.errors import InputError
from solver.referee import check
from solver.result import Status
from solver.rules import PRESETS, rules
from solver.sets import written
from solver.turn import Turn
from support import brute_deck, brute_knobs, judge_of, names, position
from support_random import EXAMPLES, PHASES, Case, cases

pytestmark = pytest.mark.timeout(300 + EXAMPLES)

Likeness = tuple[object, ...]


def likeness(table: tuple[GameSet, ...]) -> Likeness:
    """What RULES.md section 8 compares, written anew: groups, and natural tiles and jokers of runs by tile."""
    groups = Counter((s.naturals, len(s.jokers)) for s in table if s.kind == "group")
    natural = Counter(tile for s in table if s.kind == "run" for tile in s.naturals)
    wild = Counter(tile for s in table if s.kind == "run" for tile in s.jokers)
    return tuple(frozenset(counts.items()) for counts in (groups, natural, wild))


def values_by_likeness(case: Case) -> dict[Likeness, tuple[int, ...]]:
    """The best values of every class of legal turns, by trying every turn."""
    place, edition = case.place, case.edition
    judge, deck, knobs = judge_of(place, edition), brute_deck(place.deck), brute_knobs(edition)
    found: defaultdict[Likeness, tuple[int, ...]] = defaultdict(tuple)
    for played in judge.plays(names(place.keep), names(place.must_play)):
        for after in judge.turns(played):
            values = tuple(
                brute.rack_measure(name, knobs, judge.rack, played)
                if name in brute.RACK_MEASURES
                else brute.table_measure(name, deck, judge.table, after)
                for name in case.objective
            )
            like = likeness(after)
            found[like] = max(found[like], values)
    return found


def shown(turn: Turn, case: Case) -> Likeness:
    """The class of a turn, read by the exhaustive search."""
    return likeness(tuple(brute.parse_set(written(tile_set)) for tile_set in turn.after))


def compare(case: Case, first: int) -> None:
    """Count, uniqueness and the list of the best are those of an exhaustive search."""
    found = alternatives(case.place, case.edition, case.objective, first=first, cap=200, limit=60, work_limit=1)
    wanted = values_by_likeness(case)
    ranked = sorted(wanted.values(), reverse=True)
    best = ranked.count(ranked[0]) if ranked else 0
    if found.complete:
        assert found.count == best
        assert found.unique == (best == 1 if best else None)
    else:
        assert found.count <= best
        assert found.unique in (None, False)
    values = [tuple(values.values()) for values in found.values]
    assert values == ranked[: first if found.listed else len(values)]
    classes = [shown(turn, case) for turn in found.turns]
    assert len(set(classes)) == len(classes)
    assert [wanted[like] for like in classes] == ranked[: len(classes)]
    assert all(check(case.place, turn.after, case.edition).legal for turn in found.turns)


@settings(max_examples=EXAMPLES // 40, phases=PHASES)
@given(cases(most_tiles=9, most_rack=5))
def test_counted_and_listed_as_the_exhaustive_search_says(case: Case) -> None:
    """Under random rules: how many turns are best, whether one alone is, and the values of the best seven."""
    compare(case, 7)


@settings(max_examples=EXAMPLES // 80, phases=PHASES)
@given(cases(opened=False, most_tiles=7, most_rack=5))
def test_first_plays_are_counted(case: Case) -> None:
    """Also where the player has to open."""
    compare(case, 4)


@settings(max_examples=EXAMPLES // 100, phases=PHASES)
@given(cases(wide=True, jokers=(0, 1, 2), most_tiles=10, most_rack=4))
def test_many_colours_are_counted(case: Case) -> None:
    """With six colours and more, where the same tiles can be dealt to groups in many ways."""
    compare(case, 4)


def found(table: str, rack: str, **wishes: int) -> Alternatives:
    """The alternatives of a position in short text."""
    return alternatives(position(table, rack), first=wishes.get("first", 5), cap=wishes.get("cap", 100))


def test_two_ways_to_cut_a_run_are_one_turn() -> None:
    """Six tiles in a row are one turn, whether they are laid as one run or as two."""
    answer = found("", "r1 r2 r3 r4 r5 r6")
    assert (answer.count, answer.complete, answer.unique) == (1, True, True)


def test_two_tiles_for_one_place_are_two_turns() -> None:
    """A group that could be completed, or a run that could be, is not the same turn."""
    answer = found("r3 r4 r5 / b6 k6 o6", "r6", first=3)
    assert (answer.count, answer.unique, len(answer.turns)) == (2, False, 2)


def test_a_cap_that_was_reached_is_said() -> None:
    """More turns than are counted: the count is the cap, and not called complete."""
    rack = "r1 r2 r3 b1 b2 b3 k1 k2 k3 J"
    every = found("", rack, cap=50)
    assert every.complete
    assert every.count > 2
    some = found("", rack, cap=2, first=1)
    assert (some.count, some.complete, some.unique) == (2, False, False)
    assert found("", rack, cap=every.count).complete
    one = found("", rack, cap=1, first=1)
    assert (one.count, one.complete, one.unique) == (1, False, False)


def test_no_play_has_no_alternatives() -> None:
    """Nothing can be played: none, and that is proven."""
    answer = found("r1 r2 r3", "k9")
    assert (answer.result.status, answer.count, answer.complete, answer.unique) == (Status.NO_PLAY, 0, True, None)


def test_a_list_longer_than_there_are_turns_ends() -> None:
    """All turns are listed, each once, and that there are no others is said."""
    answer = found("r3 r4 r5", "r6 b6", first=50)
    assert [dict(values) for values in answer.values] == [{"tiles": 1, "unbroken": 1}]
    assert answer.listed


def test_no_time_is_no_knowledge() -> None:
    """Without time nothing is called unique."""
    answer = alternatives(position("", "r1 r2 r3"), limit=0)
    assert (answer.unique, answer.complete, answer.listed) == (None, False, False)


def test_work_is_counted_and_bounded() -> None:
    """Under a limit of work the answer is the same on every machine; where it is too small nothing is known."""
    place = position("r3 r4 r5 / b6 k6 o6", "r6 r7 k7")
    whole = alternatives(place)
    assert whole.work > 0
    again = alternatives(place, work_limit=10)
    assert (again.count, again.work) == (whole.count, whole.work)
    assert alternatives(place, work_limit=0).unique is None


@pytest.mark.parametrize("name", ["american-1978", "international-1978"])
def test_lay_offs_on_other_sets_are_turns_of_their_own(name: str) -> None:
    """The same tile on one set of the others or on another is not the same turn."""
    edition = rules(name)
    own, other = position("k1 k2 k3", "r6 k13 o13", edition), position("r3 r4 r5 / b6 k6 o6", "", edition)
    place = type(own)(own.table, own.rack, own.deck, others=other.table)
    answer = alternatives(place, edition, ("tiles",), first=3)
    assert (answer.count, answer.unique) == (2, False)
    assert {tuple(len(s.tiles) for s in turn.others) for turn in answer.turns if turn.played == own.rack[:1]} == {
        (4, 3),
        (3, 4),
    }


@pytest.mark.parametrize("name", list(PRESETS))
def test_every_edition_is_counted(name: str) -> None:
    """The best turn of a small position with a joker is the first of the list."""
    edition = rules(name)
    answer = alternatives(position("r4 r5 J=r6 / b3 b4 b5 b6", "r6 b9 k9 o1", edition), edition)
    assert answer.turns[0] == answer.result.turn
    assert answer.complete
    assert answer.listed


@pytest.mark.parametrize(
    ("wishes", "text"),
    [
        ({"first": 0}, f"first must be from 1 to {MOST}, not 0"),
        ({"cap": MOST + 1}, f"cap must be from 1 to {MOST}, not {MOST + 1}"),
    ],
)
def test_bad_numbers_are_refused(wishes: dict[str, int], text: str) -> None:
    """How many to list and to count are bounded."""
    with pytest.raises(InputError, match=f"^{text}$"):
        found("", "r1 r2 r3", **wishes)


def test_too_many_types_of_groups_are_refused() -> None:
    """In a huge deck with jokers groups cannot be told apart in time, and that is said."""
    deck = Deck(8, 26, 4, 4)
    rack = [(c << 6) + n for n in range(1, 27) for c in range(8)]
    place = position("", "J J J J", deck=deck)
    with pytest.raises(InputError, match=r"^the deck of .* has too many kinds of groups"):
        alternatives(type(place)((), (*place.rack, *rack), deck), limit=60)
