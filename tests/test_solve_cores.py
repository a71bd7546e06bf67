"""The rows for what a released joker needs beside it leave no legal turn out, whatever is added to them."""

import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import assume, given, settings

import solver.solve
from benchmarks.corpus import load
from solver.deck import DECKS, Tile, colour_of, number_of
from solver.model.build import Model, build
from solver.model.cores import Cores, add_cores, tighten
from solver.model.cpsat import Proof, Term
from solver.model.stages import combine, stages, weighted
from solver.notation import parse_set
from solver.position import Position
from solver.rules import Rules, rules
from solver.sets import Group, Run, TileSet
from support import brute_best, position
from support_random import EXAMPLES, PHASES, Case, cases

pytestmark = pytest.mark.timeout(300 + EXAMPLES)
MOST_TABLES = 4
REUSE = ("new_set_1_rack", "new_set_2_rack")
JOKERS = (1, 2, 2, 2, 3)


def with_cores(case: Case) -> tuple[Model, Cores | None]:
    """The model that lets released jokers go anywhere, with the rows if there are any for these rules."""
    place = case.place.canonical()
    model = build(place, case.edition, case.objective, free=True)
    if model.exact:
        return model, None
    return model, add_cores(model.layout, model.jokers, model.keeping.groups, place.table, case.edition)


def over(model: Model, tile: Tile) -> list[Term]:
    """How many runs show a tile, or a joker in its place."""
    layout = model.layout
    colour, number = colour_of(tile), number_of(tile)
    terms = [(c.var, 1) for unit in model.jokers.units for c in unit.runs.values() if tile in c.tiles]
    for p in range(number, layout.it.track + 1, layout.it.deck.numbers):
        terms += [(var, 1) for var in layout.it.cover((colour, p))]
        terms += [(block.count, 1) for block in layout.every_block(colour) if block.over((colour, p))]
        if (colour, p) in layout.entry_short:
            terms.append((layout.entry_short[colour, p], -1))
    return terms


def pin(model: Model, table: Sequence[TileSet]) -> None:
    """Demand so many runs over each tile, and so many groups of each number, as a table has."""
    layout = model.layout
    shown = Counter(tile for one in table if isinstance(one, Run) for tile in one.stands)
    groups = Counter(one.number for one in table if isinstance(one, Group))
    for tile in layout.it.deck.tiles():
        layout.program.row(over(model, tile), shown[tile], shown[tile])
    for number, plain in layout.it.groups.items():
        terms = [(plain, 1)] + [(block.count, 1) for block in model.keeping.groups if block.number == number]
        terms += [(unit.groups[number].active, 1) for unit in model.jokers.units if number in unit.groups]
        layout.program.row(terms, groups[number], groups[number])


def assert_possible(model: Model, cores: Cores, values: dict[str, int]) -> None:
    """The model has a solution worth that much, and still has one when no more rows are added."""
    for stage in stages(model.goals):
        terms, constant = weighted(stage)
        model.layout.program.row(terms, combine(stage, values) - constant)
        model.layout.program.maximise(terms)
    more = True
    while more:
        outcome = model.layout.program.solve(time.monotonic() + 60, None)
        assert outcome.proof == Proof.OPTIMAL
        more = tighten(cores, outcome.values)


def assert_none_left_out(case: Case) -> None:
    """The best legal turns, some of them, are solutions."""
    assume(with_cores(case)[1] is not None)
    best = brute_best(case.place, case.edition, case.objective)
    assume(best is not None)
    assert best is not None
    for table in best[1][:MOST_TABLES]:
        model, cores = with_cores(case)
        assert cores is not None
        pin(model, [parse_set(text, case.place.deck, case.edition.ones) for text in table])
        assert_possible(model, cores, dict(zip(case.objective, best[0], strict=True)))


@settings(max_examples=EXAMPLES // 20, phases=PHASES)
@given(cases(joker_set="locked", reuse=REUSE, jokers=JOKERS))
def test_locked_jokers(case: Case) -> None:
    """Where the sets of kept jokers stay together no best turn is left out."""
    assert_none_left_out(case)


@settings(max_examples=EXAMPLES // 20, phases=PHASES)
@given(cases(joker_set="split", reuse=REUSE, jokers=JOKERS))
def test_split_jokers(case: Case) -> None:
    """Where a released joker may go to the set of a kept one no best turn is left out."""
    assert_none_left_out(case)


@settings(max_examples=EXAMPLES // 40, phases=PHASES)
@given(cases(opened=False, reuse=REUSE, jokers=JOKERS, most_tiles=7))
def test_first_play(case: Case) -> None:
    """Where the turn goes on after the initial meld no best turn is left out."""
    assert_none_left_out(case)


def cores_of(
    edition: str, table: str, rack: str, objective: tuple[str, ...] = ("tiles",)
) -> tuple[Model, Cores | None]:
    """The model of a position on the deck of the edition, and the rows."""
    chosen = rules(edition)
    return with_cores(Case(chosen, position(table, rack, chosen, DECKS[chosen.deck]), objective))


@pytest.mark.parametrize(
    ("table", "rack", "tiles"),
    [
        # To another set, or where it was: nothing lies beside it.
        ("r5 r6 J=r7 / b4 b5 b6", "r7", None),
        # r7 alone is beside it.
        ("r5 r6 J=r7 / b1 b2 b3 b4", "r7 o4", None),
        ("r5 r6 J=r7 / b1 b2 b3 b4", "r7 k4 o4", 3),
        # b3 and b7 are beside a joker for b5, b3 alone is not enough.
        ("r9 r10 J=r11 / r4 b4 k4 o4 / r6 b6 k6 o6", "r11 b3 b7", 3),
        ("r9 r10 J=r11 / r4 b4 k4 o4 / r6 b6 k6 o6", "r11 b3 k7", None),
    ],
)
def test_the_rows_count_what_lies_beside_a_joker(table: str, rack: str, tiles: int | None) -> None:
    """With two tiles of the rack to lie beside a released joker the model finds just the tiles that can be played."""
    model, cores = cores_of("pressman-1987", table, rack)
    assert cores is not None
    terms, constant = weighted(stages(model.goals)[0])
    model.layout.program.maximise(terms)
    outcome = model.layout.program.solve(time.monotonic() + 60, None)
    found = outcome.bound + constant if outcome.proof == Proof.OPTIMAL else None
    assert found == tiles


@pytest.mark.parametrize(
    ("edition", "table", "rack"),
    [
        ("book-1978", "r5 r6 J=r7", "r7 b9 k9"),
        ("goliath-2014", "r5 r6 J=r7", "r7 b9 k9"),
        ("pressman-1987", "r5 r6 J=r7", "r8 b9 k9"),
        ("pressman-1987", "r5 r6 J=r7", "r7 b9 J J"),
        ("spear-1988", "r5 r6 J=r7", "r7 b9 J"),
    ],
)
def test_nothing_is_added_where_nothing_can_be_said(edition: str, table: str, rack: str) -> None:
    """Other rules, no joker that can be released, or jokers of the rack that could lie beside each."""
    assert cores_of(edition, table, rack)[1] is None


@pytest.mark.parametrize("name", ["har-001", "har-037", "har-050", "har-054"])
def test_hard_positions_do_without_the_model_in_full(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solution is read so that jokers lie in their cores, or told what it lacks, until its turn is legal."""
    item = next(item for item in load("hard") if item.id == name)
    free: list[bool] = []

    def noted(position: Position, edition: Rules, objective: Sequence[str], is_free: bool, *rest: Any) -> Model:
        free.append(is_free)
        return build(position, edition, objective, is_free, *rest)

    monkeypatch.setattr(solver.solve, "build", noted)
    result = solver.solve.solve(item.position, item.rules, limit=60)
    assert free == [True]
    assert (result.values["tiles"], result.values["unbroken"]) == (item.tiles, item.unbroken)
