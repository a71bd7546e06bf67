"""The steps of a turn: each a single act, together exactly the turn, lawful in their order, and as few as can be."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from benchmarks.corpus import GROUPS, load
from brute_steps import fewest_blocks
from solver.deck import Deck, tile_name
from solver.hints.steps import Action, Explanation, sentences
from solver.notation import parse_line
from solver.position import Position
from solver.rules import rules
from solver.solve import solve
from solver.turn import Turn
from support import STANDARD, position, sets_of
from support_american import AmericanCase, american_cases
from support_hints import assert_steps
from support_random import EXAMPLES, PHASES, Case, cases

FEW = settings(max_examples=EXAMPLES // 40, phases=PHASES)


def steps_of(
    edition: str, table: str, rack: str, to_open: int | None = None, objective: Sequence[str] = ("tiles", "unbroken")
) -> Explanation:
    """The steps of the best turn, checked for all that must hold."""
    chosen = rules(edition)
    result = solve(position(table, rack, edition, to_open=to_open), chosen, objective, limit=60)
    assert result.turn is not None
    return assert_steps(result.turn, chosen)


def acts(explained: Explanation) -> list[str]:
    """Each step as action and tiles."""
    return [f"{s.action} {' '.join(tile_name(explained.tiles.tiles[t]) for t in s.moved)}" for s in explained.steps]


def line(text: str, edition: str) -> Position:
    """A position of an edition in one line."""
    return parse_line(text, STANDARD, rules(edition).ones)


@pytest.mark.parametrize("group", [group for group in GROUPS if group != "blocked"])
def test_positions_of_the_corpus(group: str):
    """Carried out act by act, the steps make exactly the table after the turn, whatever the position."""
    explained = 0
    for item in [item for item in load(group) if item.tiles][::20]:
        result = solve(item.position, item.rules, work_limit=0.3)
        if result.turn is not None:
            assert_steps(result.turn, item.rules)
            explained += 1
    assert explained


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS)
def test_every_position_of_the_corpus(group: str):
    """The same for all of them."""
    for item in load(group):
        result = solve(item.position, item.rules, limit=60)
        assert (result.turn is None) == (item.tiles == 0)
        if result.turn is not None:
            assert_steps(result.turn, item.rules)


def check_case(case: Case) -> Explanation | None:
    """The steps of a random position's best turn."""
    result = solve(case.place, case.edition, case.objective, limit=60)
    return None if result.turn is None else assert_steps(result.turn, case.edition)


@FEW
@given(cases())
def test_random_rules(case: Case):
    """Any combination of joker rules."""
    check_case(case)


@FEW
@given(cases(opened=False))
def test_random_openings(case: Case):
    """Players who have not opened: where the turn goes on, whole sets from the rack come before all else."""
    explained = check_case(case)
    if explained is not None and case.edition.same_turn_manipulation:
        first = explained.steps[0]
        assert first.action == Action.LAY
        assert first.made is not None
        assert first.made.is_set(case.place.deck, case.edition.ones)


@FEW
@given(cases(wide=True))
def test_random_wide_decks(case: Case):
    """Up to eight colours."""
    check_case(case)


@FEW
@given(american_cases())
def test_random_own_sets(case: AmericanCase):
    """American and International: laying off on the others' sets, and the discard last."""
    explained = check_case(case)
    if explained is not None:
        assert [step.action for step in explained.steps].index(Action.DISCARD) == len(explained.steps) - 1


@settings(max_examples=EXAMPLES // 12, phases=PHASES)
@given(cases(clear=True, most_tiles=9))
def test_fewest_by_trying_everything(case: Case):
    """Where any labelling is lawful, `fewest` is true exactly when trying everything finds no way with fewer."""
    result = solve(case.place, case.edition, case.objective, limit=60)
    if result.turn is None or case.place.to_open is not None:
        return
    explained = assert_steps(result.turn, case.edition)
    fewest = fewest_blocks(explained.turn)
    if fewest is not None:
        movements = len(result.turn.played) + fewest
        assert explained.movements >= movements
        assert explained.fewest == (explained.movements == movements)


def test_a_set_of_ones_own():
    """Nothing on the table changes: one act, the table whole after it."""
    explained = steps_of("lemada-2014", "r5 r6 r7", "b1 b2 b3")
    assert acts(explained) == ["lay b1 b2 b3"]
    assert (explained.movements, explained.fewest, explained.touched) == (3, True, ())


def test_a_tile_taken_from_the_middle():
    """The halves of a run that are left stay where they lie: no act for them."""
    explained = steps_of("lemada-2014", "r1 r2 r3 r4 r5 r6 r7", "b4 k4")
    assert sorted(acts(explained)) == ["lay b4 k4", "move r4"]
    assert explained.movements == 3
    assert explained.fewest


def test_a_run_in_three():
    """Of a long run the middle is taken away; a tile of the rack at each cut, and both ends stay where they lie."""
    chosen = rules("lemada-2014")
    after = sets_of("r1 r2 r3 / r3 r4 r5 r6 / r6 r7 r8 r9")
    before = position("r1 r2 r3 r4 r5 r6 r7 r8 r9", "r3 r6")
    turn = Turn(before, after, ((0, 0, 0), (-1, 0, 0, 0), (-1, 0, 0, 0)))
    explained = assert_steps(turn, chosen)
    assert explained.movements == 3
    assert explained.fewest


def test_a_joker_is_replaced_before_it_moves():
    """First the tile, then the joker where it is wanted."""
    explained = steps_of("book-1978", "r4 r5 J=r6 / b3 b4 b5 b6", "r6 b9 k9 o1")
    assert acts(explained) == ["swap r6", "place J", "lay b9 k9"]
    assert [step.legal for step in explained.steps] == [False, False, True]
    assert explained.fewest


def test_a_joker_that_is_free_is_swapped_too():
    """Where jokers may just be taken, a tile that takes a joker's place is still laid before the joker goes."""
    explained = steps_of("goliath-2014", "b6 b7 J=b8", "b8 o6 o8")
    assert acts(explained)[:2] == ["swap b8", "place J"]


def test_a_chain_of_exchanges():
    """In locked sets a table tile serves only once the jokers of its own set are free."""
    explained = steps_of("book-1978,replacement_source=any", "r4 r5 J=r6 / r6 b6 k6 J=?6", "o6 b9 k9 b1 k1")
    assert [act for act in acts(explained) if act.startswith("swap")] == ["swap o6", "swap r6"]


def test_identical_sets_stay():
    """Of two sets that are the same, the one that is on both tables is not touched."""
    explained = steps_of("lemada-2014", "r5 b5 k5 / r5 b5 k5", "o5")
    assert acts(explained) == ["lay o5"]
    assert len(explained.touched) == 1


def test_a_circle_is_one_set():
    """A run of all the numbers grows where it lies, wherever it is cut."""
    deck = Deck(4, 5, 2, 2)
    chosen = rules("lemada-2014,ones=wrap")
    before = position("r4 r5 r1 r2", "r3", chosen, deck)
    result = solve(before, chosen)
    assert result.turn is not None
    explained = assert_steps(result.turn, chosen)
    assert acts(explained) == ["lay r3"]
    assert explained.movements == 1


def test_opening_sets_come_first():
    """The meld that opens is laid before the table is touched, also when its tiles move on."""
    explained = steps_of("book-1978", "b10 b11 b12", "r10 k10 o10 b9 b13", to_open=30)
    first = explained.steps[0]
    assert first.action == Action.LAY
    assert first.made is not None
    assert not first.onto
    assert len(first.moved) >= 3


def test_lay_offs_and_discard():
    """An American turn: the others' set grows, the discard comes last and is told."""
    chosen = rules("american-1978")
    result = solve(line("r5-7~rbk9 r8o9k1", "american-1978"), chosen)
    assert result.turn is not None
    explained = assert_steps(result.turn, chosen)
    assert sorted(acts(explained)) == ["discard k1", "lay r8", "lay_off o9"]
    assert acts(explained)[-1] == "discard k1"
    assert explained.others_touched == (0,)
    assert sentences(explained)[-1] == "Discard black 1."


def test_sentences():
    """Sets by the names that people use, more of a name where two are alike, in two languages."""
    explained = steps_of("lemada-2014", "r5 b5 k5 / r5 k5 o5 / b7 b8 b9", "o5 b10")
    assert sorted(sentences(explained)) == [
        "Add blue 10 from your rack to the blue run 7 to 9.",
        "Add orange 5 from your rack to the group of 5s (red, blue and black).",
    ]
    assert sorted(sentences(explained, "zh-Hans")) == [
        "从牌架打出橙5，加到5的群组（红、蓝和黑）上。",
        "从牌架打出蓝10，加到蓝色顺子7–9上。",
    ]


def test_large_tables_are_not_slow():
    """On 832 tiles the search for the fewest movements is bounded by work, and the steps are still exact."""
    item = load("large")[0]
    result = solve(item.position, item.rules, work_limit=1.0)
    assert result.turn is not None
    explained = assert_steps(result.turn, item.rules)
    assert len(explained.steps) <= explained.movements
