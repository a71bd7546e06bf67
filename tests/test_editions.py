"""One position under all editions: every edition has its own proven answer, and costs are measured from the best."""

import re
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import solver.editions
from solver.deck import DECKS, Deck
from solver.documents import same_answers
from solver.editions import Edition, compare
from solver.errors import InputError, PositionError
from solver.position import Position
from solver.result import Result, Status
from solver.rules import PRESETS, Game, Rules
from solver.sets import Ones, is_set
from solver.solve import solve
from support import assert_sound, labels_make_it_legal, position
from support_random import Case, cases

SABRA = [name for name, preset in PRESETS.items() if preset.game == Game.SABRA and preset.deck == "standard"]
# The joker is freed by the rack's r6 and then goes wherever the edition lets it.
FREED = ("r4 r5 J=r6 / b3 b4 b5 b6", "r6 b9 k9 o1")


def by_name(found: Sequence[Edition]) -> dict[str, Edition]:
    """Editions by the names of their rules."""
    return {edition.rules.name: edition for edition in found}


def test_every_edition_is_there():
    """Every preset with the position's deck is answered, in the order of the presets, and says so in its result."""
    found = compare(position(*FREED))
    assert [edition.rules.name for edition in found] == SABRA
    assert all(edition.result.rules is edition.rules is PRESETS[edition.rules.name] for edition in found)


@pytest.mark.parametrize("name", ["xp", "raeuber"])
def test_editions_with_a_deck_of_their_own(name: str):
    """Editions for another deck join only where the position has it."""
    found = by_name(compare(position("", "r8 r9 r10", deck=DECKS[name])))
    assert list(found) == [each for each in PRESETS if each in {*SABRA, name}]


def test_a_deck_that_few_editions_bear():
    """With more than four jokers only editions remain in which jokers are free."""
    found = compare(position("", "r8 r9 r10 J", deck=Deck(jokers=8)))
    assert [edition.rules.name for edition in found] == ["goliath-2014", "popular"]


def test_what_joker_rules_cost():
    """A joker that nothing can free is of use only where jokers are free, and that is what the other rules cost."""
    found = by_name(compare(position("r7 b7 k7 J=?7", "o9 k9")))
    assert (found["popular"].cost, found["popular"].result.values["tiles"]) == (0, 2)
    assert (found["book-1978"].cost, found["book-1978"].result.status) == (2, Status.NO_PLAY)
    assert {edition.cost for edition in found.values()} == {0, 2}


def test_equal_answers_are_one():
    """Where all editions reach the same, they are given the same turn, and stand together."""
    groups = same_answers(compare(position(*FREED)))
    assert [len(group) for group in groups] == [len(SABRA)]
    groups = same_answers(compare(position("r7 b7 k7 J=?7", "o9 k9")))
    assert [[edition.rules.name for edition in group] for group in groups][1] == ["goliath-2014", "popular"]


def test_points_to_open():
    """The position's points hold for all editions, or each edition has its own."""
    place = position("", "r10 b10 k10", to_open=30)
    assert {edition.result.status for edition in compare(place)} == {Status.OPTIMAL}
    own = by_name(compare(place, own_points=True))
    assert own["pressman-1987"].result.status == Status.NO_PLAY
    assert own["pressman-1987"].result.position.to_open == 50
    assert own["pressman-1987"].cost == 3
    assert own["book-1978"].result.status == Status.OPTIMAL
    opened = compare(replace(place, to_open=None), own_points=True)
    assert {edition.result.position.to_open for edition in opened} == {None}


def test_jokers_that_may_not_open():
    """An edition in which jokers may not open differs from the others as soon as the rack holds one."""
    found = by_name(compare(position("", "r10 b10 J", to_open=30)))
    assert [name for name, edition in found.items() if edition.cost] == ["hong-kong"]


@settings(max_examples=max(1, settings().max_examples // 40))
@given(st.one_of(cases(), cases(opened=False)))
def test_every_answer_is_that_of_its_own_solve(case: Case):
    """On random positions each edition's status, values and bounds are those of a solve under it alone, and its turn is
    legal under it, with labels that make it so."""
    assume(all(is_set(tile_set, case.place.deck, Ones.LOW) for tile_set in case.place.table))
    found = compare(case.place, case.objective, limit=600)
    own = [solve(case.place, edition.rules, case.objective, limit=60) for edition in found]
    best = max(result.values.get(case.objective[0], 0) for result in own)
    for edition, alone in zip(found, own, strict=True):
        result = edition.result
        assert (result.status, result.values, result.bounds) == (alone.status, alone.values, alone.bounds)
        assert result.rules == edition.rules
        assert edition.cost == best - alone.values.get(case.objective[0], 0)
        assert_sound(result)
        if result.turn and (case.place.to_open is None or edition.rules.same_turn_manipulation):
            assert labels_make_it_legal(result)


def test_equal_questions_are_solved_once(monkeypatch: pytest.MonkeyPatch):
    """Without a joker on the table all editions allow an opened player the same, and one solve answers for them."""
    asked: list[str] = []

    def counting(place: Position, edition: Rules, *more: object) -> Result:
        asked.append(edition.name)
        return solve(place, edition, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(solver.editions, "solve", counting)
    found = compare(position("r4 r5 r6 / b3 b4 b5 b6", "r7 J b9 k9"))
    assert asked == ["book-1978"]
    assert {edition.result.values["tiles"] for edition in found} == {4}
    asked.clear()
    compare(position("r4 r5 r6", "r7 J b9 k9"), ("penalty",))
    assert asked == ["book-1978", "dutch-1985"]


def test_limit():
    """The limit holds for all editions together; without time no edition claims a proof."""
    start = time.monotonic()
    found = compare(position(*FREED), limit=0)
    assert time.monotonic() - start < 1
    assert {edition.result.status for edition in found} <= {Status.FEASIBLE, Status.UNKNOWN}


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        ({"objective": ("tile",)}, InputError, "unknown objective term 'tile', choose from tiles, "),
        ({"limit": -1}, InputError, "a time limit cannot be negative"),
        ({"rack": "r5 r5 r5"}, PositionError, "rack: 3 tiles red 5 on table and rack together, but the deck of"),
    ],
)
def test_bad_input(call: dict, error: type[InputError], text: str):
    """Each fault has its sentence."""
    rack = call.pop("rack", "r5")
    with pytest.raises(error, match=f"^{re.escape(text)}"):
        compare(position("", rack), **call)
