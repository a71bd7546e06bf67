"""The best American and International turns, compared with an exhaustive search, and the worked checks of the rules."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from solver.deck import JOKER, make_tile, tile_name
from solver.notation import read_position
from solver.solve import solve
from support_american import AmericanCase, american_best, american_cases, example_of, judged_legal
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
