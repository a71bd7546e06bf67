"""Openings: every one is found once, counted exactly, given in the order asked for, and the extremes hold for all.

Small racks are compared with the exhaustive judge, larger ones with a search that looks at all openings.
"""

import re
import sys
import time
from math import comb, prod
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brute
import brute_rules
from solver.deck import JOKER, Deck, make_tile, number_of, tile_name
from solver.errors import InputError, PositionError
from solver.openings import CAP, Openings, Order, openings
from solver.position import Position
from solver.rules import MeldJokers, Rules, rules
from solver.sets import Group, TileSet, jokers, written
from support import position

MODULE = sys.modules["solver.openings"]
ORDERS = get_args(Order)
LARGE = "r1 r2 r3 r4 r5 r6 r7 r8 r9 b9 k9 o9 J J"


def found(
    rack: str, to_open: int = 30, edition: str = "lemada-2014", keep: str = "", must_play: str = "", **more
) -> Openings:
    """The openings of a rack in text."""
    return openings(position("", rack, edition, to_open=to_open, keep=keep, must_play=must_play), edition, **more)


def texts(answer: Openings) -> list[str]:
    """Each opening in a line."""
    return [" / ".join(map(written, opening)) for opening in answer.openings]


def measures(opening: tuple[TileSet, ...], edition: Rules) -> dict[str, int]:
    """Tiles, points and jokers of an opening, counted on its sets."""
    represented = edition.initial_meld_jokers == MeldJokers.REPRESENTED
    points = 0
    for tile_set in opening:
        stands = [tile_set.number] * len(tile_set.tiles) if isinstance(tile_set, Group) else tile_set.stands
        points += sum(number_of(s) for t, s in zip(tile_set.tiles, stands, strict=True) if t or represented)
    tiles = [tile for tile_set in opening for tile in tile_set.tiles]
    return {"tiles": len(tiles), "points": points, "jokers": jokers(tiles)}


def rank(opening: tuple[TileSet, ...], order: str, edition: Rules) -> tuple[int, int]:
    """What an order compares first, and how many jokers."""
    kind, _, measure = order.partition("_")
    measured = measures(opening, edition)
    return (measured[measure] if kind == "fewest" else -measured[measure]), measured["jokers"]


def test_three_tens_open():
    """{r10 b10 k10} is worth 30 and opens; three nines are worth 27 and do not."""
    answer = found("k10 b10 o10")
    assert texts(answer) == ["b10 k10 o10"]
    assert answer == Openings(1, True, 3, 3, 30, answer.openings)
    assert found("k9 b9 o9") == Openings(0, True, None, None, None, ())


def test_what_a_joker_counts():
    """{k10 b10 J} is worth 30 where a joker counts as its tile, 20 where it counts nothing; or it may not open."""
    assert texts(found("k10 b10 J")) == ["b10 k10 J=?10"]
    for jokers_count in ("zero", "forbidden"):
        edition = f"lemada-2014,initial_meld_jokers={jokers_count}"
        assert found("k10 b10 J", edition=edition).count == 0
        assert found("k10 b10 J", 20, edition).count == (jokers_count == "zero")
    assert texts(found("k10 b10 o10 J", edition="hong-kong")) == ["b10 k10 o10"]


def test_a_joker_of_a_run_has_its_place():
    """{r9 r10 J} opens with the joker above as red 11, and not below as red 8."""
    assert texts(found("r9 r10 J")) == ["r9 r10 J=r11"]
    assert texts(found("r9 r10 J", 27, order="fewest_points")) == ["J=r8 r9 r10", "r9 r10 J=r11"]


def test_high_ones():
    """A 1 after the highest number counts 1; a full circle is one set wherever it is cut."""
    assert found("r12 r13 r1", 26).count == 0
    assert texts(found("r12 r13 r1", 26, "lemada-2014,ones=low_or_high")) == ["r12 r13 r1"]
    assert texts(found("r12 J r1", 26, "lemada-2014,ones=low_or_high")) == ["r12 J=r13 r1"]
    assert found("r12 r13 r1", 27, "lemada-2014,ones=low_or_high").count == 0
    circle = position("", "r3 r4 r1 r2", deck=Deck(2, 4, 1, 0), to_open=10)
    assert texts(openings(circle, "lemada-2014,ones=wrap")) == ["r1 r2 r3 r4"]
    assert texts(openings(circle, "lemada-2014,ones=low_or_high")) == ["r1 r2 r3 r4"]
    assert texts(found("r13 r1 r2", 16, "lemada-2014,ones=wrap")) == ["r13 r1 r2"]


def test_most_jokers_in_a_set():
    """A maximum for each set holds for openings."""
    assert texts(found("r13 J J")) == ["r13 J=?13 J=?13", "J=r11 J=r12 r13"]
    assert found("r13 J J", edition="lemada-2014,jokers_per_set=1").count == 0


def test_equal_tiles():
    """Openings are multisets: a tile that is there twice makes the same opening once, and two equal sets together."""
    answer = found("r10 r10 b10 b10 k10 k10")
    assert texts(answer) == ["r10 b10 k10", "r10 b10 k10 / r10 b10 k10"]
    assert (answer.min_tiles, answer.max_tiles, answer.max_points) == (3, 6, 60)


def test_the_order_and_its_ties():
    """Equal in tiles, openings without jokers come first, and then those with the higher tiles."""
    assert texts(found("r10 b10 k10 r11 b11 k11 J", first=4)) == [
        "r11 b11 k11",
        "r10 b10 k10",
        "r11 b11 J=?11",
        "r11 k11 J=?11",
    ]


def test_wishes():
    """What must stay on the rack is in no opening, what must be played in every one."""
    rack = "r10 b10 k10 o10 r1 r2 r3"
    assert found(rack).count == 10
    assert found(rack, keep="o10").count == 2
    answer = found(rack, must_play="o10 r2", order="most_points")
    assert (answer.count, answer.min_tiles, answer.max_points) == (4, 6, 46)
    assert all({"o10", "r2"} <= set(re.split(r"[ /]+", text)) for text in texts(answer))
    assert found("r10 b10 k10 J", must_play="J", edition="hong-kong").count == 0


def test_manipulation_in_the_same_turn_changes_nothing():
    """What opens is own sets only, whether the turn may then go on or not, and whatever lies on the table."""
    for edition in ("book-1978", "lemada-2014"):
        answer = openings(position("r4 r5 J=r6 / k1 k2 k3", "r10 b10 k10 k4 r6", to_open=30), edition)
        assert texts(answer) == ["r10 b10 k10"]


def test_a_tile_left_for_the_discard():
    """Where each turn ends with a discard an opening cannot take the whole rack."""
    assert found("r10 b10 k10", edition="american-1978").count == 0
    answer = found("r10 b10 k10 o10", edition="american-1978")
    assert (answer.count, answer.min_tiles, answer.max_tiles, answer.max_points) == (4, 3, 3, 30)


def random_case(seed: int) -> tuple[Position, Rules]:
    """A small rack, rich in sets, under random knobs."""
    random = Random(seed)
    edition = rules(
        f"lemada-2014,initial_meld_jokers={random.choice(('represented', 'represented', 'zero', 'forbidden'))},"
        f"jokers_per_set={random.choice(('none', 'none', '1', '2'))},joker_clear=yes,"
        f"ones={random.choice(('low', 'low_or_high', 'wrap'))}"
    )
    deck = Deck(random.choice((2, 3, 4, 4, 5)), random.choice((3, 4, 5, 6, 7)), random.choice((1, 2, 3)), 5)
    held = min(random.choice((0, 0, 1, 1, 2, 2, 3, 4)), deck.jokers)
    near = [t for t in deck.tiles() for _ in range(deck.copies) if random.random() < 0.6]
    size = max(0, random.randint(3, 9) - held)
    tiles = [*random.sample(near, min(size, len(near))), *[JOKER] * held]
    random.shuffle(tiles)
    wishes = random.sample(tiles, min(len(tiles), random.choice((0, 0, 0, 1, 2))))
    cut = random.randint(0, len(wishes))
    to_open = random.choice((1, random.randint(1, 12), random.randint(1, 40)))
    return Position((), tuple(tiles), deck, to_open, tuple(wishes[:cut]), tuple(wishes[cut:])), edition


def judged(place: Position, edition: Rules) -> list[tuple[str, ...]]:
    """Every opening, by the exhaustive judge."""
    left = list(place.rack)
    for tile in place.keep:
        left.remove(tile)
    knobs = ",".join(f"{k}={v}" for k, v in edition.knobs().items() if k in brute_rules.VALUES or k == "jokers_per_set")
    deck = brute.Deck(place.deck.colours, place.deck.numbers, place.deck.copies, place.deck.jokers)
    every = brute.openings(deck, brute.knobs(f"lemada-2014,{knobs}"), list(map(tile_name, left)), place.to_open or 0)

    def plays_all(opening: tuple[str, ...]) -> bool:
        words = ["J" if word.startswith("J") else word for text in opening for word in text.split()]
        return all(words.count(tile_name(tile)) >= place.must_play.count(tile) for tile in place.must_play)

    return [opening for opening in every if plays_all(opening)]


@settings(max_examples=max(1, settings().max_examples // 4))
@given(st.integers(0, 1 << 40), st.sampled_from(ORDERS))
def test_openings_are_those_of_the_judge(seed: int, order: Order):
    """On random small racks, decks and knobs: the same openings, each once, in order, and the extremes of them all."""
    place, edition = random_case(seed)
    want = judged(place, edition)
    answer = openings(place, edition, order, CAP)
    assert answer.complete
    assert answer.count == len(want) == len(answer.openings)
    assert sorted(tuple(sorted(map(written, opening))) for opening in answer.openings) == sorted(want)
    ranks = [rank(opening, order, edition) for opening in answer.openings]
    assert ranks == sorted(ranks)
    measured = [measures(opening, edition) for opening in answer.openings]
    assert answer.min_tiles == min((each["tiles"] for each in measured), default=None)
    assert answer.max_tiles == max((each["tiles"] for each in measured), default=None)
    assert answer.max_points == max((each["points"] for each in measured), default=None)


@settings(max_examples=max(1, settings().max_examples // 8))
@given(st.integers(0, 1 << 40), st.sampled_from(ORDERS))
def test_a_cut_list_begins_like_the_whole(seed: int, order: Order):
    """With the cap far below the number of openings, the first ones and the extremes are the same as without it."""
    place, edition = random_case(seed)
    whole = openings(place, edition, order, CAP)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MODULE, "CAP", 3)
        cut = openings(place, edition, order, 3)
    assert cut.openings == whole.openings[:3]
    assert (cut.min_tiles, cut.max_tiles, cut.max_points) == (whole.min_tiles, whole.max_tiles, whole.max_points)
    assert (cut.count, cut.complete) == (min(3, whole.count), whole.count <= 3)


@pytest.mark.parametrize("order", ORDERS)
def test_the_oracle_changes_nothing(order: Order, monkeypatch: pytest.MonkeyPatch):
    """Asked at every step, the oracle leaves the answers as they are."""
    for seed in range(30):
        place, edition = random_case(seed)
        want = openings(place, edition, order, CAP)
        with monkeypatch.context() as patch:
            patch.setattr("solver.openings.search._FRUITLESS", -1)
            patch.setattr(MODULE, "CAP", 20)
            assert openings(place, edition, order).openings == want.openings[:20]


@pytest.mark.parametrize("order", ORDERS)
def test_a_rack_with_more_openings_than_are_counted(order: Order, monkeypatch: pytest.MonkeyPatch):
    """r1-9 b9 k9 o9 J J has 19,200 openings worth 30 or more: the count stops at the cap, nothing else does.

    With the jokers of groups told by colour, they would be 24,317.
    """
    cut = found(LARGE, order=order, first=200)
    assert (cut.count, cut.complete) == (CAP, False)
    assert (cut.min_tiles, cut.max_tiles, cut.max_points) == (3, 14, 93)
    monkeypatch.setattr(MODULE, "CAP", 100_000)
    whole = found(LARGE, order=order, first=100_000)
    assert (whole.count, whole.complete) == (19_200, True)
    assert whole.openings[:200] == cut.openings
    groups = [[s for s in opening if isinstance(s, Group)] for opening in whole.openings]
    assert sum(prod(comb(len(s.missing(4)), jokers(s.tiles)) for s in some) for some in groups) == 24_317


def test_exactly_as_many_as_the_cap(monkeypatch: pytest.MonkeyPatch):
    """A count that just reaches the cap is complete."""
    monkeypatch.setattr(MODULE, "CAP", 5)
    answer = found("r10 b10 k10 o10", first=1)
    assert (answer.count, answer.complete) == (5, True)
    monkeypatch.setattr(MODULE, "CAP", 4)
    assert not found("r10 b10 k10 o10", first=1).complete


@pytest.mark.parametrize("deck", [Deck(), Deck(8, 40, 8, 4)], ids=str)
def test_large_racks(deck: Deck):
    """Sixty tiles: more openings than are counted, and the first ones found all the same, in the order of the rank."""
    pool = [tile for tile in deck.tiles() for _ in range(deck.copies)]
    rack = (*Random(1).sample(pool, 59), JOKER)
    for order in ("fewest_tiles", "fewest_points"):
        answer = openings(Position((), rack, deck, 30), order=order, limit=60)
        assert (answer.count, answer.complete, len(answer.openings)) == (CAP, False, 20)
        ranks = [rank(opening, order, rules("lemada-2014")) for opening in answer.openings]
        assert ranks == sorted(ranks)


def test_the_whole_of_the_largest_deck():
    """A rack of 2,560 tiles and 8 jokers is answered within the limit; what is not known is not said."""
    deck = Deck(8, 40, 8, 8)
    rack = tuple(tile for tile in (*deck.tiles(), JOKER) for _ in range(8))
    start = time.monotonic()
    answer = openings(Position((), rack, deck, 30), "goliath-2014", limit=1)
    assert time.monotonic() - start < 10
    assert not answer.complete
    assert answer.count > 0


def test_no_time():
    """Without time nothing is counted, and nothing is claimed."""
    assert found(LARGE, limit=0) == Openings(0, False, None, None, None, ())


def test_the_order_of_the_rack_does_not_matter():
    """A rack in any order has the same answer, down to the order of the list."""
    tiles = LARGE.split()
    assert found(" ".join(reversed(tiles)), 60).openings == found(LARGE, 60).openings


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        (
            {"order": "best"},
            InputError,
            "unknown order 'best', choose from fewest_tiles, most_tiles, most_points, fewe",
        ),
        ({"first": 0}, InputError, "first must be 1 to 10000, not 0"),
        ({"first": 10_001}, InputError, "first must be 1 to 10000, not 10001"),
        ({"limit": -1}, InputError, "a time limit cannot be negative"),
        ({"to_open": None}, InputError, "the player has opened, so there are no openings: give the points that the in"),
        ({"to_open": 10_001}, PositionError, "10001 points to open are impossible, give 1 to 10000"),
        ({"rack": "r5 r5 r5"}, PositionError, "rack: 3 tiles red 5 on table and rack together, but the deck of 4 x 1"),
    ],
)
def test_bad_input(arguments: dict, error: type[InputError], text: str):
    """Each fault has its sentence."""
    with pytest.raises(error, match=f"^{re.escape(text)}"):
        found(**{"rack": "r5", "to_open": 30, **arguments})


def test_a_long_run_full_of_jokers():
    """Sets are made one by one: forty numbers and eight jokers make millions, and memory holds."""
    deck = Deck(2, 40, 1, 8)
    rack = (*(make_tile(0, number) for number in range(1, 41)), *[JOKER] * 8)
    answer = openings(Position((), rack, deck, 800), "goliath-2014", order="fewest_points", first=5, limit=60)
    assert (answer.count, answer.complete, len(answer.openings)) == (CAP, False, 5)
