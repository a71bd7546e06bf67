"""The solver gives the known answers to published positions: worked rule examples, hard positions, public cases.

The files lie in `data`; what their keys mean here is said in `CASES` below.
"""

import json
from itertools import combinations
from pathlib import Path

import pytest

from solver.deck import DECKS, Deck, make_tile
from solver.errors import NotationError
from solver.notation import parse_set
from solver.result import Status
from solver.sets import JokerAs, Ones, readings
from support import assert_sound, best, most_tiles, tables_of

DATA = Path(__file__).parent / "data"


def rows(name: str) -> list[dict]:
    """The rows of a data file."""
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


EXAMPLES = rows("examples.jsonl")
POSITIONS = rows("positions.jsonl")
CASES = {row["name"]: row for row in rows("cases.jsonl")}

FREE, LOCKED = "goliath-2014", "book-1978,joker_reuse=anywhere"
TILES_UNDER = {"max_tiles": FREE, "free": FREE, "locked": LOCKED}
"""Which edition a key of a case speaks of, for the keys that give a number of tiles."""
SEPARATE = {"distinct_sets", "status", "sets", "display_run", "sets_kept", "max_value", "initial_points"}
"""Keys with a test of their own; `initial_*` and `variant_*` are the others."""


@pytest.mark.parametrize(
    ("row", "edition"),
    [pytest.param(row, edition, id=f"{row['id']}-{edition}") for row in EXAMPLES for edition in row["max_tiles"]],
)
def test_worked_example(row: dict, edition: str) -> None:
    """Every worked example has the stated most tiles under every edition stated for it."""
    assert most_tiles(edition, " / ".join(row["table"]), " ".join(row["rack"])) == row["max_tiles"][edition]


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in POSITIONS])
def test_hard_position(row: dict) -> None:
    """A hard position has the stated most tiles, and among those turns keeps the stated number of sets."""
    result = best(FREE, " / ".join(row["table"]), " ".join(row["rack"]), objective=("tiles", "kept"))
    if row["max_tiles"]:
        assert dict(result.values) == {"tiles": row["max_tiles"], "kept": row["kept_sets"]}
    else:
        assert result.status == Status.NO_PLAY


@pytest.mark.parametrize(
    ("name", "edition", "tiles"),
    [
        pytest.param(name, TILES_UNDER[key], value, id=f"{name}-{key}")
        for name, row in CASES.items()
        for key, value in row["expected"].items()
        if key in TILES_UNDER and name != "ollie_initial_then_table"
    ],
)
def test_public_case(name: str, edition: str, tiles: int) -> None:
    """A case from papers, forums and other programs has the stated most tiles."""
    assert most_tiles(edition, " / ".join(CASES[name]["table"]), " ".join(CASES[name]["rack"])) == tiles


def test_every_key_of_the_cases_is_known() -> None:
    """No expectation is passed over in silence."""
    keys = {key for row in CASES.values() for key in row["expected"]}
    assert {key for key in keys if not key.startswith(("initial_", "variant_"))} <= {*TILES_UNDER, *SEPARATE}


@pytest.mark.parametrize("name", ["ollie_initial_joker_value", "mjp_initial_three_tens", "ollie_initial_then_table"])
def test_initial_meld_case(name: str) -> None:
    """An opening of exactly 30 points is found, and cannot be worth 31; the turn goes on where it may."""
    row = CASES[name]
    edition = "lemada-2014,same_turn_manipulation=yes" if name == "ollie_initial_then_table" else "lemada-2014"
    table, rack = " / ".join(row["table"]), " ".join(row["rack"])
    assert row["expected"]["initial_points"] == 30
    assert most_tiles(edition, table, rack, to_open=30) == row["expected"]["max_tiles"]
    if not row["table"]:
        assert most_tiles(edition, table, rack, to_open=31) == 0


@pytest.mark.parametrize(
    ("key", "edition"),
    [("initial_joker_face", "lemada-2014"), ("initial_joker_zero", "lemada-2014,initial_meld_jokers=zero")],
)
def test_what_a_joker_counts_in_the_initial_meld(key: str, edition: str) -> None:
    """r12 r13 and a joker open with 30 where the joker counts as r11, and do not where it counts nothing."""
    row = CASES["jonasyr_initial_joker_zero"]
    assert most_tiles(edition, "", " ".join(row["rack"]), to_open=30) == row["expected"][key]


def test_number_of_sets() -> None:
    """The standard deck has 1,173 different sets of three to five tiles, where a set is the tiles that it takes."""
    deck = Deck()
    colours = [chosen for size in (3, 4) for chosen in combinations(range(4), size)]
    stretches = [range(first, first + size) for size in (3, 4, 5) for first in range(1, 15 - size)]
    every = [[make_tile(colour, number) for colour in chosen] for chosen in colours for number in range(1, 14)]
    every += [[make_tile(colour, number) for number in stretch] for colour in range(4) for stretch in stretches]
    shapes: set[tuple[frozenset[int], int]] = set()
    for tiles in every:
        for jokers in range(3):
            for holes in combinations(tiles, jokers):
                natural = [tile for tile in tiles if tile not in holes]
                assert readings([*natural, *[JokerAs()] * jokers], deck, Ones.LOW)
                shapes.add((frozenset(natural), jokers))
    assert len(shapes) == CASES["dhh_set_count"]["expected"]["distinct_sets"]


def test_no_set_of_jokers_alone() -> None:
    """Three jokers on the rack are no play: a set needs a natural tile."""
    row = CASES["mjp_three_jokers"]
    result = best("lemada-2014", "", " ".join(row["rack"]), deck=Deck(jokers=3))
    assert result.status == row["expected"]["status"]


def test_two_groups_share_their_colours() -> None:
    """r1 r1 b1 k1 o1 o1 make two groups of three; a group of four would leave two tiles."""
    row = CASES["so_double_group"]
    result = best(FREE, "", " ".join(row["rack"]))
    assert sorted(sorted(text.split()) for text in tables_of(result)) == sorted(map(sorted, row["expected"]["sets"]))


def test_joker_is_shown_at_its_place() -> None:
    """A run is written in order with the joker where it lies."""
    row = CASES["mjp_joker_order"]
    wanted = ["J=r3" if word == "J" else word for word in row["expected"]["display_run"]]
    assert tables_of(best(FREE, "", " ".join(row["rack"]))) == [" ".join(wanted)]


def test_sets_are_kept_where_they_can_be() -> None:
    """Three runs that could be rebuilt as four groups are extended instead."""
    row = CASES["adamb_all_table_rearr"]
    result = best(FREE, " / ".join(row["table"]), " ".join(row["rack"]))
    assert dict(result.values) == {"tiles": 3, "unbroken": row["expected"]["sets_kept"]}
    assert tables_of(result) == ["r1 r2 r3 r4", "b1 b2 b3 b4", "k1 k2 k3 k4"]


def test_most_points_are_not_most_tiles() -> None:
    """The joker goes where the objective needs it: into a run for tiles, to the thirteens for points."""
    row = CASES["adamb_tiles_vs_value"]
    result = best(FREE, "", " ".join(row["rack"]), objective=("points",))
    assert result.values["points"] == row["expected"]["max_value"]


@pytest.mark.parametrize("name", ["adamb_ambiguous_run", "adamb_ambiguous_group"])
def test_set_with_two_readings(name: str) -> None:
    """Without the reading written out the set is refused, and the error shows how to write both."""
    bare = " ".join("J" if word.startswith("J") else word for word in CASES[name]["table"][0].split())
    with pytest.raises(NotationError, match=r"can be read in 2 ways, write r1 J=\?1 J=\?1 or r1 J=r2 J=r3"):
        parse_set(bare, DECKS["standard"], Ones.LOW)


def test_answers_are_sound_in_both_orders_of_the_objective() -> None:
    """The values of a turn are those of the turn itself, whichever term comes first."""
    row = max(POSITIONS, key=lambda row: len(row["table"]))
    for objective in (("unbroken", "tiles"), ("kept", "tiles"), ("penalty", "unbroken"), ("points", "jokers_held")):
        assert_sound(best(FREE, " / ".join(row["table"]), " ".join(row["rack"]), objective=objective))
