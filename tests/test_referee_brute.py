"""The referee and the exhaustive judge agree: on random positions under random rules, and on the worked positions."""

import json
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brute
from solver.deck import Deck, Tile, tile_name
from solver.notation import parse_set, parse_tiles
from solver.position import Position
from solver.referee import check
from solver.referee.own_sets import OwnSets
from solver.rules import MeldJokers, Rules, rules
from solver.sets import written
from support import ELSEWHERE
from support_random import Case, cases

PATH = Path(__file__).parent / "data/brute_examples.jsonl"
EXAMPLES: list[dict[str, Any]] = [json.loads(line) for line in PATH.read_text().splitlines()]
STANDARD = Deck()
assert settings.default is not None
HALF, SHARE, SMALL = (settings(max_examples=settings.default.max_examples // part) for part in (2, 4, 8))


def knobs_of(edition: Rules) -> brute.Knobs:
    """The same rules for the exhaustive judge."""
    told = (f"{knob}={value}" for knob, value in edition.knobs().items() if knob not in ELSEWHERE)
    return brute.knobs(",".join(["lemada-2014", *told]))


def deck_of(deck: Deck) -> brute.Deck:
    """The same deck for the exhaustive judge."""
    return brute.Deck(deck.colours, deck.numbers, deck.copies, deck.jokers)


def compare(case: Case, played: Sequence[Tile], pick: st.DataObject) -> None:
    """Both say the same of tables made of the old tiles and the played ones."""
    place, edition = case.place, case.edition
    deck, knobs = deck_of(place.deck), knobs_of(edition)
    before, rack = [written(tile_set) for tile_set in place.table], [tile_name(tile) for tile in place.rack]
    tables = brute.layouts(deck, knobs, [tile_name(tile) for tile in (*place.table_tiles(), *played)])
    # Wishes are no business of `brute.legal`.
    plain = Position(place.table, place.rack, place.deck, place.to_open)
    for after in pick.draw(st.lists(st.sampled_from(tables), max_size=8, unique=True)) if tables else []:
        verdict = check(plain, [parse_set(text, place.deck, edition.ones) for text in after], edition)
        assert verdict.legal == brute.legal(deck, knobs, before, rack, after, place.to_open), (after, verdict.broken)


def played_of(case: Case, pick: st.DataObject) -> list[Tile]:
    """Some rack tiles, at least one."""
    kept = pick.draw(st.lists(st.booleans(), min_size=len(case.place.rack), max_size=len(case.place.rack)))
    return [tile for tile, stays in zip(case.place.rack, kept, strict=True) if not stays] or list(case.place.rack[:1])


@HALF
@given(cases(), st.data())
def test_opened_player(case: Case, pick: st.DataObject) -> None:
    """Any table of a player who has opened is legal for both or for neither."""
    compare(case, played_of(case, pick), pick)


@SHARE
@given(cases(opened=False, most_tiles=7), st.data())
def test_first_play(case: Case, pick: st.DataObject) -> None:
    """So is any first play, whether the turn may go on or not."""
    compare(case, played_of(case, pick), pick)


@SHARE
@given(cases(wide=True, most_tiles=12, most_rack=4), st.data())
def test_many_colours(case: Case, pick: st.DataObject) -> None:
    """And in decks of many colours, where groups hold much."""
    compare(case, played_of(case, pick), pick)


@SMALL
@given(cases(opened=False, most_tiles=0, most_rack=8))
def test_what_own_sets_are_worth(case: Case) -> None:
    """The best own sets are those that the exhaustive judge finds."""
    deck, knobs = case.place.deck, knobs_of(case.edition)
    worth = [0]
    for meld in brute.openings(deck_of(deck), knobs, [tile_name(tile) for tile in case.place.rack], 0):
        own = [parse_set(text, deck, case.edition.ones) for text in meld]
        stands = [
            getattr(tile_set, "stands", (getattr(tile_set, "number", 0),) * len(tile_set.tiles)) for tile_set in own
        ]
        pairs = [pair for one, tiles in zip(own, stands, strict=True) for pair in zip(one.tiles, tiles, strict=True)]
        counts = case.edition.initial_meld_jokers == MeldJokers.REPRESENTED
        worth.append(sum(stand % 64 for tile, stand in pairs if tile or counts))
    gained = {tile: case.place.rack.count(tile) for tile in case.place.rack}
    assert OwnSets(gained, deck, case.edition).reach(max(worth))
    assert not OwnSets(gained, deck, case.edition).reach(max(worth) + 1)


def plays(rack: Sequence[str], size: int) -> Iterator[list[str]]:
    """Every choice of so many rack tiles, each once."""
    seen = {
        tuple(tile for tile, taken in zip(sorted(rack), chosen, strict=True) if taken)
        for chosen in product((True, False), repeat=len(rack))
    }
    yield from (list(play) for play in sorted(seen) if len(play) == size)


def most_tiles(example: dict[str, Any], edition: Rules) -> int:
    """The most rack tiles in a turn that the referee calls legal, all tables tried."""
    table = tuple(parse_set(text, STANDARD, edition.ones) for text in example["table"])
    position = Position(table, parse_tiles(example["rack"], STANDARD), STANDARD)
    lying = [tile_name(tile) for tile in position.table_tiles()]
    for size in range(len(example["rack"]), 0, -1):
        for play in plays(example["rack"], size):
            for after in brute.layouts(deck_of(STANDARD), knobs_of(edition), [*lying, *play]):
                if check(position, [parse_set(text, STANDARD, edition.ones) for text in after], edition).legal:
                    return size
    return 0


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_worked_position(example: dict[str, Any]) -> None:
    """Every worked position has the stated most tiles under every edition, as the referee judges turns."""
    found = {name: most_tiles(example, rules(name)) for name in example["max_tiles"]}
    assert found == example["max_tiles"]
