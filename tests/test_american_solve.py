"""The best American and International turns, compared with an exhaustive search, and the worked checks of the rules."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute_rules import parse_tile
from solver.deck import JOKER, make_tile, tile_name
from solver.notation import read_position
from solver.solve import solve
from support import names
from support_american import AmericanCase, american_best, american_cases, example_of, judged_legal, own_game
from support_random import EXAMPLES


@settings(max_examples=EXAMPLES // 10)
@given(american_cases())
def test_the_best_turn_is_that_of_an_exhaustive_search(case: AmericanCase) -> None:
    """Win first, then the objective: every value equal, and the turn legal to the exhaustive judge too."""
    found = solve(case.place, case.edition, case.objective, limit=60)
    wanted = american_best(case)
    assert found.status == "optimal"
    assert found.turn is not None
    assert wanted is not None
    assert (int(not found.turn.left), *found.values.values()) == wanted[0]
    assert dict(found.values) == dict(found.bounds)
    assert judged_legal(case, example_of(found.turn))


@pytest.mark.parametrize(
    ("line", "played", "discard", "wins"),
    [
        ("- r5b5k5o9", 3, "o9", True),
        ("- r5b5k5o5", 3, None, True),
        ("- r5b5k5", 0, None, False),
        ("rb7j k7b9k9o1", 3, "o1", True),
        ("-~rb7j k7b9k9o1", 1, None, False),
        ("- r6-8o2", 3, "o2", True),
        ("- r6-8o2k4", 3, None, False),
        ("-~r11-13 r1r9b9k9o4 21", 4, "o4", True),
        ("- r5b5k5o1 21", 0, None, False),
    ],
)
def test_the_worked_checks(line: str, played: int, discard: str | None, wins: bool) -> None:
    """Tiles laid, the discard where only one is possible, and whether the turn wins."""
    turn = solve(read_position(line, "american-1978"), "american-1978").turn
    assert turn is not None
    assert turn.discard is not None
    assert len(turn.played) == played
    assert discard in (None, tile_name(turn.discard))
    assert (not turn.left) == wins


def test_a_joker_of_others_stays() -> None:
    """Only a joker of one's own set can be released; others' sets are only added to."""
    turn = solve(read_position("-~rb7j k7b9k9o1", "american-1978"), "american-1978").turn
    assert turn is not None
    assert [len(tile_set.tiles) for tile_set in turn.others] == [4]
    assert turn.after == ()


def test_the_discard_is_one_that_the_table_cannot_take() -> None:
    """Of the tiles left, one that no set could take comes first, then the one that costs most."""
    turn = solve(read_position("-~r3-5 r9r6k12o2", "american-1978"), "american-1978").turn
    assert turn is not None
    assert turn.discard is not None
    assert tile_name(turn.discard) == "k12"


def test_a_joker_is_discarded_last() -> None:
    """A joker stays for another turn as long as anything else is left."""
    turn = solve(read_position("- k12j 21", "american-1978"), "american-1978").turn
    assert turn is not None
    assert turn.discard is not None
    assert tile_name(turn.discard) == "k12"


def test_a_tile_to_be_kept_is_not_discarded() -> None:
    """A tile that must stay on the rack is no discard: something else has to be left for that."""
    position = replace(read_position("r4-6 r5b5k5o9", "american-1978"), keep=(make_tile(3, 9),))
    turn = solve(position, "american-1978").turn
    assert turn is not None
    assert turn.played == ()
    assert turn.discard is not None
    assert tile_name(turn.discard) == "r5"


def test_nothing_to_discard_is_no_play() -> None:
    """When every tile must stay on the rack, no turn can be ended; proven, and at once without time."""
    position = replace(read_position("r4-6~rbk3 r5j", "american-1978"), keep=(make_tile(0, 5), JOKER))
    assert solve(position, "american-1978").status == "no_play"
    assert solve(position, "american-1978", limit=0).status == "unknown"


@pytest.mark.parametrize(
    ("line", "limit", "played", "wins"),
    [
        ("-~bko5 jr2", 1, 1, True),
        ("-~bk5j r2j", 1, 0, False),
        ("-~bk5j r2j", 2, 1, True),
        ("r2-4jr5~b1-5 jo1", 1, 1, True),
        ("-~b2-4 jjk9", 1, 1, False),
        ("-~b2-4 jjk9", 2, 2, True),
        ("-~b2-4.k2-4 jjk9", 1, 2, True),
    ],
)
def test_a_limit_of_jokers_holds_for_every_set(line: str, limit: int, played: int, wins: bool) -> None:
    """A joker laid off counts in the set of the other player that it lies on, and in no set of one's own."""
    edition = f"american-1978,jokers_per_set={limit}"
    result = solve(read_position(line, edition), edition)
    assert result.status == "optimal"
    assert result.turn is not None
    assert (len(result.turn.played), not result.turn.left) == (played, wins)


@settings(max_examples=EXAMPLES // 20)
@given(american_cases(most_tiles=9, most_rack=5), st.randoms(use_true_random=False))
def test_wishes_are_those_of_an_exhaustive_search(case: AmericanCase, random: Random) -> None:
    """With tiles that must stay, also not as the discard, and tiles that must go: the win first, then the tiles."""
    place = case.place
    mixed = random.sample(place.rack, len(place.rack))
    cut, end = random.randint(0, min(2, len(mixed))), random.randint(0, 2)
    keep, must = mixed[:cut], mixed[cut : cut + end]
    stay, go, rack = (Counter(map(parse_tile, names(tiles))) for tiles in (keep, must, place.rack))
    game = own_game(place, case.edition)
    wanted = max(
        (
            (play.played.total() + 1 == len(place.rack), play.played.total())
            for play in game.plays()
            if go <= play.played and stay <= rack - play.played - Counter([play.discard]) and game.own_tables(play)
        ),
        default=None,
    )
    result = solve(replace(place, keep=tuple(keep), must_play=tuple(must)), case.edition, ("tiles",), limit=60)
    assert result.status == ("no_play" if wanted is None else "optimal")
    if wanted is not None:
        assert result.turn is not None
        played = result.turn.played
        assert (len(played) + 1 == len(place.rack), len(played)) == wanted
