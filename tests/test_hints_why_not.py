"""Why not: what an exhaustive search says of turns that play a tile which the best turn leaves."""

import pytest
from hypothesis import given, settings

import brute
from solver.deck import tile_name
from solver.errors import InputError
from solver.hints.why_not import Answer, WhyNot, why_not
from solver.notation import parse_tiles
from solver.referee import check
from solver.result import Status
from solver.rules import PRESETS, rules
from support import STANDARD, brute_deck, brute_knobs, judge_of, position
from support_random import EXAMPLES, PHASES, Case, cases


def values_that_play(case: Case, tile: int, copies: int) -> list[tuple[int, ...]]:
    """The values of all turns that play so many copies of a tile."""
    judge = judge_of(case.place, case.edition)
    deck, knobs = brute_deck(case.place.deck), brute_knobs(case.edition)
    wanted = brute.parse_tile(tile_name(tile))
    return [
        tuple(
            brute.rack_measure(name, knobs, judge.rack, played)
            if name in brute.RACK_MEASURES
            else brute.table_measure(name, deck, judge.table, after)
            for name in case.objective
        )
        for played in judge.plays([tile_name(t) for t in case.place.keep], [tile_name(t) for t in case.place.must_play])
        if played[wanted] >= copies
        for after in judge.turns(played)
    ]


@settings(max_examples=EXAMPLES // 40, phases=PHASES)
@given(cases(most_tiles=8, most_rack=4))
def test_the_answer_is_that_of_an_exhaustive_search(case: Case) -> None:
    """Under random rules, for each tile: whether it can be played at all, and what that costs."""
    for tile in sorted({*case.place.rack} - {*case.place.keep}):
        found = why_not(case.place, case.edition, tile, case.objective, limit=60)
        turn = found.best.turn
        copies = 1 + (0 if turn is None else turn.played.count(tile))
        if copies > case.place.rack.count(tile):
            assert found.answer == Answer.PLAYED
            continue
        values = values_that_play(case, tile, copies)
        assert (found.answer == Answer.COSTS) == bool(values)
        if values:
            best, worse = tuple(found.best.values.values()), max(values)
            assert found.shown is not None
            assert tuple(found.shown.values.values()) == worse
            loss = next(((term, b - w) for term, b, w in zip(case.objective, best, worse, strict=True) if b != w), None)
            assert (found.term, found.cost) == (loss or (None, 0))
        elif found.answer == Answer.RULES:
            assert_shown(found, copies)
        else:
            assert found.answer == Answer.NEVER


def assert_shown(found: WhyNot, copies: int) -> None:
    """The turn that is shown is legal under the rules that are named, and plays the tile; the knobs told differ."""
    assert found.shown is not None
    assert found.rules_needed is not None
    turn = found.shown.turn
    assert turn is not None
    assert turn.played.count(found.tile) >= copies
    assert check(turn.position, turn.after, found.rules_needed).legal
    old, new = found.best.rules.knobs(), found.rules_needed.knobs()
    assert found.changed == tuple(knob for knob in old if old[knob] != new[knob])
    assert found.changed


def asked(table: str, rack: str, tile: str, edition: str = "lemada-2014", to_open: int | None = None) -> WhyNot:
    """Why not, in short text."""
    place = position(table, rack, edition, to_open=to_open)
    return why_not(place, rules(edition), parse_tiles(tile, STANDARD)[0])


def test_a_tile_that_fits_nowhere_is_never_played() -> None:
    """No other rules help a tile without companions."""
    assert asked("r3 r4 r5", "r6 k13", "k13").answer == Answer.NEVER


def test_a_tile_of_another_use_costs_what_it_costs() -> None:
    """Four tiles make a run; with the group that one of them could be in, only three are played."""
    found = asked("", "r6 r7 r8 r9 b7 k7", "b7")
    assert (found.answer, found.term, found.cost) == (Answer.COSTS, "tiles", 1)
    assert asked("b6 k6 o6", "r6 r5 r7", "r6").answer == Answer.PLAYED


def test_the_smallest_change_of_rules_is_named() -> None:
    """Under locked jokers the tiles of the joker's set stay; one knob would let them go."""
    found = asked("r3 r4 r5 r6 J=r7", "b3 k3", "b3", "book-1978")
    assert found.answer == Answer.RULES
    assert found.changed == ("joker_set",)
    assert found.rules_needed is not None
    assert found.rules_needed.name == "book-1978,joker_set=split"


def test_an_override_is_replaced_and_not_given_twice() -> None:
    """Rules that are an edition with an override are changed in that override."""
    found = asked("r3 r4 r5 r6 J=r7", "b3 k3", "b3", "lemada-2014,joker_set=locked")
    assert found.rules_needed is not None
    assert found.rules_needed.name == "lemada-2014,joker_set=split"


def test_points_to_open_may_be_what_is_missing() -> None:
    """A meld of 24 points is an opening where fewer are asked for."""
    found = asked("", "r7 r8 r9", "r8", "lemada-2014", to_open=30)
    assert found.answer == Answer.RULES
    assert found.changed == ("initial_meld_points",)


@pytest.mark.parametrize(
    ("rack", "to_open", "points"), [("r7 r8 r9", 40, "21"), ("r7 r8 r9", 30, "21"), ("r1 r2 r3", 30, "1")]
)
def test_never_is_said_only_where_no_points_to_open_would_help(rack: str, to_open: int, points: str) -> None:
    """Points of the position's own and the smallest melds too: fewer points would let the set be laid."""
    found = asked("", rack, rack.split()[0], "lemada-2014", to_open=to_open)
    assert found.answer == Answer.RULES
    assert found.rules_needed is not None
    assert found.rules_needed.name == f"lemada-2014,initial_meld_points={points}"


@pytest.mark.parametrize(
    ("table", "edition"),
    [
        ("r12 r13 r1", "lemada-2014,ones=low_or_high"),
        ("r13 r1 r2", "lemada-2014,ones=wrap"),
        ("r12 r13 r1", "international-1978"),
    ],
)
def test_rules_that_do_not_know_the_table_are_passed_over(table: str, edition: str) -> None:
    """A run past the highest number lies there: other editions, which do not know such runs, are no answer."""
    assert asked(table, "k5 b9", "k5", edition).answer == Answer.NEVER
    assert asked(f"{table} / b5 b6 b7 J=b8", "k8 r8 o3", "k8", edition).answer == Answer.RULES


@pytest.mark.parametrize(("table", "ones"), [("r12 r13 r1", "low_or_high"), ("r13 r1 r2", "wrap")])
def test_where_no_other_edition_knows_the_table_the_most_lenient_rules_are_left(table: str, ones: str) -> None:
    """No one knob helps, and the editions do not know the run that lies there."""
    found = asked(f"{table} / b4 b5 b6 J=b7", "k1 b1 o1 k9 b9", "k9", f"book-1978,ones={ones}", to_open=30)
    assert found.answer == Answer.RULES
    assert (
        {"initial_meld_points", "joker_clear", "joker_reuse"}
        <= set(found.changed)
        <= {
            "initial_meld_points",
            "joker_clear",
            "joker_reuse",
            "ones",
        }
    )


def test_a_joker_taken_freely_is_one_change() -> None:
    """Where jokers may be taken without replacement but for one knob, that knob is named and no other edition."""
    found = asked("r4 r5 r6 J=r7", "k9 b9", "k9", "book-1978,joker_reuse=anywhere")
    assert found.answer == Answer.RULES
    assert found.changed == ("joker_clear",)


def test_several_things_at_once_may_be_what_is_missing() -> None:
    """No one knob helps and no edition, but there are rules under which it can be played."""
    found = asked("r4 r5 r6 J=r7", "k1 b1 o1 k9 b9", "k9", "book-1978", to_open=30)
    assert found.answer == Answer.RULES
    assert found.changed == ("initial_meld_points", "joker_clear", "joker_reuse", "ones")


def test_no_time_is_unknown() -> None:
    """Without time nothing is claimed."""
    place = position("r3 r4 r5", "r6 k13")
    assert why_not(place, rules("lemada-2014"), place.rack[1], limit=0).answer == Answer.UNKNOWN


@pytest.mark.parametrize("name", list(PRESETS))
def test_every_edition_answers(name: str) -> None:
    """What is shown is legal, whatever the edition."""
    edition = rules(name)
    place = position("r4 r5 J=r6 / b3 b4 b5 b6", "r6 b9 k9 o1", edition)
    for tile in place.rack:
        found = why_not(place, edition, tile)
        assert found.answer != Answer.UNKNOWN
        if found.answer == Answer.RULES:
            assert found.best.status in (Status.OPTIMAL, Status.NO_PLAY)
            assert found.changed


@pytest.mark.parametrize(
    ("tile", "keep", "text"),
    [
        ("b1", "", "there is no blue 1 on the rack, ask about a tile that is there"),
        ("r6", "r6", "red 6 is to be kept, ask about a tile that may be played"),
    ],
)
def test_bad_tiles_are_refused(tile: str, keep: str, text: str) -> None:
    """Only rack tiles that may be played can be asked about."""
    place = position("r3 r4 r5", "r6", keep=keep)
    with pytest.raises(InputError, match=f"^{text}$"):
        why_not(place, rules("lemada-2014"), parse_tiles(tile, STANDARD)[0])
