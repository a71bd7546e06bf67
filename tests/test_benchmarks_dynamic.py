"""The dynamic programme finds what the exhaustive search, the solver and the recorded positions say."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings

from benchmarks.dynamic import Objective, UnableError, most, unable
from benchmarks.positions import load, spread
from solver.deck import DECKS, Deck
from solver.position import Position
from solver.rules import rules
from solver.solve import solve
from support import brute_best, position
from support_random import EXAMPLES, PHASES, Case, cases

FREE = rules("goliath-2014")


def assert_as_brute(case: Case) -> None:
    """With free jokers and without wishes, tiles and points are those of the exhaustive search."""
    place = replace(case.place, keep=(), must_play=())
    assume(case.edition.ones == FREE.ones and unable(place, FREE) is None)
    objectives: tuple[Objective, ...] = ("tiles", "points")
    for objective in objectives:
        wanted = brute_best(place, FREE, [objective])
        assert most(place, FREE, objective) == (None if wanted is None else wanted[0][0]), case


@settings(max_examples=EXAMPLES // 16, phases=PHASES)
@given(cases(jokers=(0, 1, 2, 2)))
def test_opened_on_small_decks(case: Case):
    """A player who has opened: any deck, up to three copies, up to two jokers on table and rack together."""
    assert_as_brute(case)


@settings(max_examples=EXAMPLES // 16, phases=PHASES)
@given(cases(opened=False, jokers=(0, 1, 2, 2)))
def test_opening_on_small_decks(case: Case):
    """A first play that leaves the table alone is worth the points that it must be worth."""
    assert_as_brute(case)


def test_recorded_positions():
    """Every fifth of the recorded positions, up to 28 sets and two jokers: the same number of tiles."""
    for entry in spread(load(), 20):
        assert (most(entry.position(FREE.name), FREE) or 0) == entry.max_tiles, entry.id


@pytest.mark.slow
def test_all_recorded_positions():
    """All hundred of them."""
    for entry in load():
        assert (most(entry.position(FREE.name), FREE) or 0) == entry.max_tiles, entry.id


@pytest.mark.parametrize(
    ("table", "rack", "wanted"),
    [
        ("", "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 J", 27),
        ("", "r1 r2", None),
        ("r1 r2 r3 / r1 r2 r3", "J b9", 1),
        ("r1 r2 r3 J=r4", "b5 k5", 2),
        ("", "r5 J J", 3),
    ],
    ids=["three runs over one number", "nothing", "a joker alone", "a joker from the table", "one natural tile"],
)
def test_by_hand(table: str, rack: str, wanted: int | None):
    """Where a number holds more runs of a colour than there are copies, and where jokers decide."""
    place = position(table, rack, FREE)
    assert most(place, FREE) == wanted
    assert solve(place, FREE, ["tiles"]).values.get("tiles") == wanted


def test_a_joker_alone_is_a_turn_of_no_points():
    """A turn that plays only a joker counts 0 points, which is not the same as no turn."""
    assert most(position("r1 r2 r3", "J", FREE), FREE, "points") == 0
    assert most(position("r1 r2 r3", "b9", FREE), FREE, "points") is None


def test_without_table_jokers_any_edition_will_do():
    """The joker rules speak of table jokers only: under book-1978 the programme answers as the solver does."""
    book = rules("book-1978")
    place = position("r4 r5 r6 r7 / b9 k9 o9", "r9 J b4 k4 r8", book)
    assert most(place, book) == solve(place, book, ["tiles"]).values["tiles"]


@pytest.mark.parametrize(
    ("edition", "place", "why"),
    [
        ("lemada-2014", position("r1 J=r2 r3", "r4"), "not free"),
        ("book-1978", position("", "r1 J r3", to_open=30), "rearranged"),
        ("hong-kong,same_turn_manipulation=no", position("", "r1 J r3", to_open=30), "open otherwise"),
        ("american-1978", position("", "r1 r2"), "one's own"),
        ("goliath-2014,ones=wrap", position("", "r1 r2"), "ones"),
        ("goliath-2014,jokers_per_set=1", position("", "r1 r2"), "limit"),
        ("goliath-2014", position("", "r1 r2", keep="r1"), "wishes"),
        ("xp", position("", "r1 J J J", deck=DECKS["xp"]), "more than 2"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_it_cannot_do_is_refused(edition: str, place: Position, why: str):
    """Rules that it does not know are told and never answered wrongly."""
    assert why in str(unable(place, rules(edition)))
    with pytest.raises(UnableError, match=why):
        most(place, rules(edition))


def test_too_large_a_deck_is_refused():
    """Where a layout has no room in a machine word, that is said."""
    many = Deck(8, 40, 8, 2)
    rack = tuple(tile for tile in many.tiles() if tile % 64 == 1 for _ in range(8))
    with pytest.raises(UnableError, match="too many"):
        most(Position((), rack, many), FREE)
