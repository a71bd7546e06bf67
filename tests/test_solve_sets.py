"""The best turn keeps to what a set and a turn are: RULES.md section 1, in its order."""

import pytest

from solver.deck import DECKS, Deck
from solver.result import Status
from solver.rules import rules
from solver.solve import solve
from support import best, most_tiles, position, tables_of

FREE, DEFAULT = "goliath-2014", "lemada-2014"


@pytest.mark.parametrize(("deck", "size"), [("standard", 106), ("xp", 160), ("raeuber", 84)])
def test_decks_of_the_editions(deck: str, size: int) -> None:
    """The decks have the sizes that the editions print, and a position in each is solved."""
    assert DECKS[deck].size == size
    assert most_tiles(FREE, "", "r1 r2 r3", deck=DECKS[deck]) == 3


@pytest.mark.parametrize(
    ("rack", "deck", "tiles"),
    [
        ("r7 b7 k7", Deck(), 3),
        ("r7 b7", Deck(), 0),
        ("r7 b7 k7 o7", Deck(), 4),
        ("r7 b7 b7", Deck(), 0),
        ("r7 b7 k7 k7", Deck(), 3),
        ("r7 b7 k7 o7 g7 m7", Deck(colours=6), 6),
        ("r7 b7 k7 o7 J", Deck(), 4),
        ("r7 b7 k7 o7 J J", Deck(), 6),
        ("r7 b7 J", Deck(colours=2), 0),
    ],
)
def test_group(rack: str, deck: Deck, tiles: int) -> None:
    """A group is three or more tiles of one number, all of different colours, so at most as many as colours."""
    assert most_tiles(FREE, "", rack, deck=deck) == tiles


@pytest.mark.parametrize(
    ("rack", "tiles"),
    [
        ("r1 r2 r3", 3),
        ("r1 r2", 0),
        ("r1 r2 b3", 0),
        ("r1 r2 r4", 0),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13", 13),
        ("r1 r2 r3 r3 r4 r5", 6),
        ("r1 r2 r2 r3", 3),
        ("r12 r13 r1", 0),
    ],
)
def test_run(rack: str, tiles: int) -> None:
    """A run is three tiles of one colour or more with consecutive numbers."""
    assert most_tiles(FREE, "", rack) == tiles


@pytest.mark.parametrize(
    ("rack", "tables"),
    [
        ("r5 r7 J", ["r5 J=r6 r7"]),
        ("r12 r13 J", ["J=r11 r12 r13"]),
        ("r1 r2 J", ["r1 r2 J=r3"]),
        ("r1 r13 J", []),
        ("r1 r4 J J", ["r1 J=r2 J=r3 r4"]),
        ("J J", []),
    ],
)
def test_joker_stands_for_a_tile_of_the_deck(rack: str, tables: list[str]) -> None:
    """A joker stands for any tile, never for a number below the lowest or above the highest."""
    assert tables_of(best(FREE, "", rack)) == tables


def test_joker_stands_for_a_tile_whose_copies_are_all_visible() -> None:
    """Both red 6 lie on the table, and a joker still stands for red 6."""
    table = "r6 b6 k6 / r6 b6 o6"
    assert "r5 J=r6 r7" in tables_of(best(DEFAULT, table, "r5 r7 J"))


@pytest.mark.parametrize(("rack", "deck", "tiles"), [("J J J", Deck(jokers=3), 0), ("r1 J J J", Deck(jokers=3), 4)])
def test_a_set_has_a_natural_tile(rack: str, deck: Deck, tiles: int) -> None:
    """Jokers alone are no set."""
    assert most_tiles(DEFAULT, "", rack, deck=deck) == tiles


def test_table_tiles_stay_on_the_table() -> None:
    """Red 4 would complete a group of 4s, but its run needs it: nothing can be played."""
    assert most_tiles(FREE, "r4 r5 r6", "b4 k4") == 0
    assert most_tiles(FREE, "r3 r4 r5 r6 r7", "b4 k4") == 0
    assert most_tiles(FREE, "r1 r2 r3 r4 r5 r6 r7", "b4 k4") == 2


def test_the_rack_gives_a_tile() -> None:
    """A table that could only be rearranged is no turn."""
    result = best(FREE, "r1 r2 r3 / r4 r5 r6", "b1 k9")
    assert result.status == Status.NO_PLAY
    assert not result.values
    assert not result.bounds


def test_only_the_end_of_the_turn_is_judged() -> None:
    """Four sets are taken apart for one tile."""
    table = "r1 b1 k1 / r2 b2 k2 / r3 b3 k3"
    result = best(FREE, table, "r4")
    assert tables_of(result) == ["r1 r2 r3 r4", "b1 b2 b3", "k1 k2 k3"]
    assert dict(result.values) == {"tiles": 1, "unbroken": 0}


def test_an_empty_rack_has_no_play() -> None:
    """Without rack tiles the player draws."""
    assert best(FREE, "r1 r2 r3", "").status == Status.NO_PLAY


@pytest.mark.parametrize("edition", ["book-1978,replacement_source=rack", "book-1978,joker_reuse=new_set_all_rack"])
def test_identical_tiles_are_interchangeable(edition: str) -> None:
    """A red 6 replaces the joker and another lies in a group: it is enough that one of the two came from the rack."""
    result = best(edition, "r4 r5 J=r6 / r6 b6 k6", "r6 o6 b9 k9")
    assert result.values["tiles"] == 4
    assert "r4 r5 r6" in tables_of(result)
    assert "b9 k9 J=?9" in tables_of(result)


def test_second_copies_lie_in_different_sets() -> None:
    """Two equal tiles are both played, each in a set of its own."""
    result = best(FREE, "", "r5 b5 k5 r5 b5 o5")
    assert sorted(map(len, (text.split() for text in tables_of(result)))) == [3, 3]


def test_the_player_decides_what_a_set_is() -> None:
    """Red 5 and two jokers are laid as what the objective or the next tile needs."""
    assert best(FREE, "", "r5 J J b5").values["tiles"] == 4
    assert best(FREE, "", "r5 J J r8").values["tiles"] == 4


def test_rack_jokers_are_free_until_the_turn_ends() -> None:
    """A joker from the rack joins any set, also where a released joker could not."""
    edition = "book-1978,joker_reuse=new_set_all_rack"
    assert most_tiles(edition, "r4 r5 r6", "J") == 1
    assert most_tiles(edition, "r4 b4 k4 o4", "J k5 k6") == 3


@pytest.mark.parametrize(
    ("keep", "must_play", "tables"),
    [
        ("", "", ["r3 r4 r5 r6"]),
        ("r3", "", ["r4 r5 r6"]),
        ("r3 r6 k4", "", []),
        ("", "b4", ["r4 b4 k4"]),
        ("r3", "b4", ["r4 b4 k4"]),
        ("r4", "b4", []),
    ],
)
def test_wishes(keep: str, must_play: str, tables: list[str]) -> None:
    """Tiles to keep stay on the rack and tiles that must be played leave it, whatever that costs."""
    assert tables_of(best(FREE, "", "r3 r4 r5 r6 b4 k4", keep=keep, must_play=must_play)) == tables


def test_one_of_two_equal_tiles_is_kept() -> None:
    """Of two equal tiles one stays and one may be played."""
    result = best(FREE, "r4 r5 r6 / k4 k5 k6", "r7 r7 k7", keep="r7")
    assert result.values["tiles"] == 2


def test_new_sets_stand_where_the_old_ones_stood() -> None:
    """A changed set takes the place of the first old set in it; new sets come last."""
    result = best(FREE, "o10 o11 o12 / r1 r2 r3 / k5 k6 k7", "r4 b9 k9 r9 k8")
    assert tables_of(result) == ["o10 o11 o12", "r1 r2 r3 r4", "k5 k6 k7 k8", "r9 b9 k9"]
    joined = best(FREE, "r7 r8 r9 / b1 k1 o1 / r3 r4 r5", "r6")
    assert tables_of(joined) == ["r7 r8 r9", "b1 k1 o1", "r3 r4 r5 r6"]
    assert joined.values["unbroken"] == 3


def test_equal_answers_for_opened_players_of_every_edition_without_jokers() -> None:
    """Without jokers on the table all editions give the same answer."""
    place = position("r1 r2 r3 r4 / b4 k4 o4", "r5 r6 r4", deck=Deck())
    values = {str(dict(solve(place, edition).values)) for edition in ("book-1978", "pressman-1987", DEFAULT, FREE)}
    assert values == {"{'tiles': 3, 'unbroken': 2}"}


def test_one_joker_in_a_set_is_proven_soon() -> None:
    """Three jokers, one in a set, and a released one that needs two rack tiles: proven, with little work."""
    edition = rules("lemada-2014,joker_set=locked,joker_reuse=new_set_2_rack,jokers_per_set=1,ones=wrap")
    place = position("k6 J=k1 k2 k3 / r3 b3 J=?3 / k5 k6 k1", "k1 r5 J", edition, Deck(3, 6, 3, 3))
    result = solve(place, edition, ("jokers_held", "penalty", "kept"), work_limit=2)
    assert result.status == Status.OPTIMAL
    assert dict(result.values) == {"jokers_held": 0, "penalty": 30, "kept": 2}


def test_a_run_around_the_circle_ends_in_time() -> None:
    """Where runs go on past the highest number, that none is longer than the numbers there are needs no search."""
    edition = rules("lemada-2014,joker_set=locked,joker_reuse=new_set,group_of_three=both,ones=wrap")
    place = position("g2 g3 g1 / g1 g2 J=g3 / k1 J=k2 k3", "g3 k2", edition, Deck(6, 3, 2, 2))
    assert solve(place, edition, ("penalty", "tiles"), work_limit=2).status == Status.NO_PLAY
