"""What must not change the answer, and what may only change it in one direction."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solver.deck import JOKER, Deck, Tile, colour_of, make_tile, number_of
from solver.position import Position
from solver.result import Result, Status
from solver.rules import Rules, rules
from solver.sets import Group, Ones, Run, TileSet
from solver.solve import solve
from support import position
from support_random import EXAMPLES, PHASES, Case, cases

SHARE = settings(max_examples=EXAMPLES // 10, phases=PHASES)
SEEDS = st.randoms(use_true_random=True)


def answer(place: Position, edition: Rules, objective: tuple[str, ...] = ("tiles", "unbroken")) -> tuple[int, ...]:
    """The proven values; empty when there is no play."""
    result = solve(place, edition, objective, limit=60)
    assert result.status in (Status.OPTIMAL, Status.NO_PLAY)
    return tuple(result.values.values())


def tiles(place: Position, edition: Rules) -> int:
    """The most tiles in one turn."""
    return sum(answer(place, edition, ("tiles",)))


def mapped(place: Position, change: Callable[[Tile], Tile]) -> Position:
    """The same position with every natural tile exchanged for another."""

    def of(many: tuple[Tile, ...]) -> tuple[Tile, ...]:
        return tuple(change(tile) if tile else JOKER for tile in many)

    def of_set(one: TileSet) -> TileSet:
        if isinstance(one, Group):
            natural = next(filter(None, one.tiles))
            return Group(of(one.tiles), number_of(change(natural)))
        changed, stands = of(one.tiles), of(one.stands)
        up = number_of(stands[1]) == number_of(stands[0]) % place.deck.numbers + 1
        return Run(changed, stands) if up else Run(changed[::-1], stands[::-1])

    return replace(
        place,
        table=tuple(map(of_set, place.table)),
        rack=of(place.rack),
        keep=of(place.keep),
        must_play=of(place.must_play),
    )


@SHARE
@given(st.one_of(cases(), cases(opened=False, most_tiles=7)), SEEDS)
def test_recolouring_changes_nothing(case: Case, random: Random) -> None:
    """Colours have no order: exchanged everywhere, the answer is worth the same."""
    colours = random.sample(range(case.place.deck.colours), case.place.deck.colours)
    other = mapped(case.place, lambda tile: make_tile(colours[colour_of(tile)], number_of(tile)))
    assert answer(case.place, case.edition, case.objective) == answer(other, case.edition, case.objective)


@SHARE
@given(cases())
def test_counting_from_the_other_end_changes_nothing(case: Case) -> None:
    """Where a 1 is low only, or numbers go round, each number may be taken from the other end (but for points)."""
    assume(case.edition.ones != Ones.LOW_OR_HIGH)
    objective = tuple(term for term in case.objective if term not in ("points", "penalty")) or ("tiles",)
    top = case.place.deck.numbers + 1
    other = mapped(case.place, lambda tile: make_tile(colour_of(tile), top - number_of(tile)))
    assert answer(case.place, case.edition, objective) == answer(other, case.edition, objective)


@SHARE
@given(st.one_of(cases(), cases(opened=False, most_tiles=7)), SEEDS)
def test_one_more_rack_tile_never_plays_fewer(case: Case, random: Random) -> None:
    """What could be played before can still be played."""
    place = replace(case.place, deck=replace(case.place.deck, copies=4, jokers=4))
    more = random.choice([*place.deck.tiles(), JOKER])
    assume([*place.table_tiles(), *place.rack].count(JOKER) < 3)
    assert tiles(replace(place, rack=(*place.rack, more)), case.edition) >= tiles(place, case.edition)


LADDERS = (
    (("joker_set", "locked"), ("joker_set", "split")),
    (("joker_pin", "companion"), ("joker_pin", "value")),
    (("replacement_source", "rack"), ("replacement_source", "any")),
    (("group_of_three", "both"), ("group_of_three", "either")),
    (*(("joker_reuse", reuse) for reuse in ("new_set_2_rack", "new_set_1_rack", "new_set", "anywhere")),),
    (("joker_reuse", "new_set_all_rack"), ("joker_reuse", "new_set")),
    (("joker_clear", "no"), ("joker_clear", "yes")),
    (("same_turn_manipulation", "no"), ("same_turn_manipulation", "yes")),
    (("initial_meld_jokers", "forbidden"), ("initial_meld_jokers", "zero"), ("initial_meld_jokers", "represented")),
    (("ones", "low"), ("ones", "low_or_high"), ("ones", "wrap")),
    (("jokers_per_set", "2"), ("jokers_per_set", "none")),
)


def with_knob(edition: Rules, knob: str, value: str) -> Rules:
    """The same rules but for one knob, and for what that knob excludes."""
    knobs = edition.knobs() | {knob: value}
    if value == "locked":
        knobs["joker_pin"] = "companion"
    if knob == "joker_pin":
        knobs["joker_set"] = "split"
    if (knob, value) == ("joker_clear", "yes"):
        knobs["joker_reuse"] = "anywhere"
    return rules(",".join(["lemada-2014", *(f"{name}={text}" for name, text in knobs.items())]))


@pytest.mark.parametrize("ladder", LADDERS, ids=lambda ladder: ladder[0][0])
@settings(SHARE, max_examples=EXAMPLES // 40)
@given(case=st.one_of(cases(), cases(), cases(opened=False, most_tiles=7)))
def test_a_looser_rule_never_plays_fewer(ladder: tuple[tuple[str, str], ...], case: Case) -> None:
    """Every value of a knob allows all turns of the stricter value before it."""
    assume(case.place.to_open is None or ladder[0][0] != "joker_reuse")
    place = replace(case.place, table=tuple(one for one in case.place.table if _plain(one)))
    base = with_knob(case.edition, "joker_pin", "companion") if ladder[0][0] == "joker_set" else case.edition
    loosening = [tiles(place, with_knob(base, knob, value)) for knob, value in ladder]
    assert loosening == sorted(loosening)


def _plain(one: TileSet) -> bool:
    """A set that exists whatever `ones` and `jokers_per_set` say, and has one reading."""
    ascending = isinstance(one, Group) or list(one.stands) == sorted(one.stands)
    return ascending and one.tiles.count(JOKER) <= 2


@SHARE
@given(st.one_of(cases(), cases(opened=False, most_tiles=7)), SEEDS)
def test_the_order_of_the_position_changes_nothing(case: Case, random: Random) -> None:
    """Sets and tiles in another order give the same turn, up to the order of the sets."""
    place = case.place
    mixed = replace(
        place,
        table=tuple(random.sample(place.table, len(place.table))),
        rack=tuple(random.sample(place.rack, len(place.rack))),
    )
    one, other = (solve(given_, case.edition, case.objective, limit=60) for given_ in (place, mixed))
    assert (one.status, one.values, one.bounds, one.work) == (other.status, other.values, other.bounds, other.work)
    assert keys(one) == keys(other)


def keys(result: Result) -> list[tuple[int, ...]]:
    """The new table without the order of its sets."""
    return [] if result.turn is None else sorted(one.key() for one in result.turn.after)


PLACES = [
    position("r4 r5 J=r6 / b8 k8 o8 r8 / r9 r10 r11", "r6 b9 b10 J r12 k3 o3", edition)
    for edition in ("lemada-2014", "book-1978", "pressman-1998", "goliath-2014")
]


def test_several_threads_give_the_same_answers() -> None:
    """Solves at the same time do not disturb each other."""
    jobs = [(place, edition) for place in PLACES for edition in ("lemada-2014", "book-1978", "goliath-2014")] * 3
    alone = [solve(place, edition, limit=60) for place, edition in jobs]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda job: solve(*job, limit=60), jobs))
    for one, other in zip(alone, together, strict=True):
        assert (one.status, one.values, one.turn, one.work) == (other.status, other.values, other.turn, other.work)


@pytest.mark.parametrize("work", [0.0, 0.001, 0.005, 0.02, 1.0])
def test_answers_under_a_work_limit_are_repeatable(work: float) -> None:
    """Under a limit of deterministic work the same question has the same answer, proven or not."""
    place = position(
        "k1 k2 k3 k4 / k10 k11 k12 / o6 o7 o8 / o9 o10 o11 o12 o13 / b7 b8 b9 / b10 b11 b12 / r11 r12 r13",
        "o1 o3 o4 o8 b2 k2 k10 k13 J",
    )
    first, *others = (solve(place, "book-1978", limit=60, work_limit=work) for _ in range(3))
    for other in others:
        assert (first.status, first.values, first.bounds, first.turn) == (
            other.status,
            other.values,
            other.bounds,
            other.turn,
        )


def test_a_bigger_deck_changes_nothing() -> None:
    """Colours, numbers, copies and jokers that nobody holds do not matter to runs and to jokers in them."""
    small, big = Deck(4, 13, 2, 2), Deck(6, 20, 5, 4)
    for edition in ("lemada-2014", "book-1978"):
        table, rack = "r4 r5 J=r6 / b1 b2 b3", "r6 r7 b9 k9 o9"
        values = [answer(position(table, rack, edition, deck), rules(edition)) for deck in (small, big)]
        assert values[0] == values[1]
