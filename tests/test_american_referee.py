"""The referee on RULES.md section 6: American turns, the worked checks, and each way to break the rules.

A table is "own sets ~ sets of the others", sets with " / " between them: "r5 r6 r7 / b9 k9 o9 ~ r7 b7 J=?7".
"""

import pytest

from solver.deck import Deck
from solver.notation import parse_set, parse_tiles
from solver.position import Position, validate
from solver.referee import Verdict, Win, check
from solver.rules import rules
from solver.sets import TileSet
from solver.turn import RACK, Turn

STANDARD = Deck()
AMERICAN = "american-1978"


def sets(text: str, edition: str = AMERICAN) -> tuple[TileSet, ...]:
    """The sets of one player or of all others."""
    ones = rules(edition).ones
    return tuple(parse_set(part, STANDARD, ones, any_sets=True) for part in text.split("/") if part.strip())


def judge(
    before: str, rack: str, after: str, discard: str = "", to_open: int | None = None, edition: str = AMERICAN,
    win: Win | None = None, keep: str = "", must_play: str = "",
) -> Verdict:  # fmt: skip
    """`check` of tables written in one line; no ~ in the new table: the others' sets are as before."""
    own, _, others = before.partition("~")
    wishes = [parse_tiles(text, STANDARD) for text in (keep, must_play)]
    tiles = parse_tiles(rack, STANDARD)
    position = Position(sets(own, edition), tiles, STANDARD, to_open, *wishes, others=sets(others, edition))
    validate(position, rules(edition))
    own, there, others = after.partition("~")
    thrown = parse_tiles(discard, STANDARD)[0] if discard else None
    return check(position, sets(own, edition), rules(edition), sets(others, edition) if there else None, thrown, win)


def ids(verdict: Verdict) -> list[str]:
    """The rules that a verdict calls broken, [] for a legal turn."""
    assert verdict.legal == (not verdict.broken) == (verdict.turn is not None)
    return [broken.rule for broken in verdict.broken]


def told(verdict: Verdict) -> str:
    """The one sentence of a verdict that breaks one rule."""
    (broken,) = verdict.broken
    return broken.text


def turn_of(verdict: Verdict) -> Turn:
    """The turn of a legal verdict."""
    assert verdict.turn is not None, verdict.broken
    return verdict.turn


# The worked checks of section 6


def test_three_and_one_wins() -> None:
    """Rack r5 b5 k5 o9 of a player who has opened: meld three, discard o9, and nothing is left."""
    turn = turn_of(judge("", "r5 b5 k5 o9", "r5 b5 k5", "o9", win="open"))
    assert turn.left == ()
    assert turn.played == parse_tiles("r5 b5 k5", STANDARD)
    assert turn.discard == parse_tiles("o9", STANDARD)[0]


def test_four_of_a_kind_are_three_and_a_discard() -> None:
    """Rack r5 b5 k5 o5: melding three and discarding the fourth wins; melding all four is illegal."""
    assert ids(judge("", "r5 b5 k5 o5", "r5 b5 k5", "o5", win="open")) == []
    assert ids(judge("", "r5 b5 k5 o5", "r5 b5 k5 o5")) == ["discard_missing"]
    assert ids(judge("", "r5 b5 k5 o5", "r5 b5 k5 o5", "o5")) == ["discard_not_from_rack"]


def test_one_tile_must_be_left() -> None:
    """Rack r5 b5 k5 alone: the set cannot be melded, whatever is called the discard."""
    verdict = judge("", "r5 b5 k5", "r5 b5 k5")
    assert ids(verdict) == ["discard_missing"]
    assert told(verdict) == "one tile must be left to discard, but every tile of the rack was laid"
    verdict = judge("", "r5 b5 k5", "r5 b5 k5", "k5")
    assert told(verdict) == "one black 5 was discarded, and each black 5 of the rack was laid"


def test_the_joker_of_another_player() -> None:
    """Opponent's {r7 b7 J}: k7 may be laid off, the joker may not be taken, not even for k7."""
    verdict = judge("~ r7 b7 J=?7", "k7 o1", "~ r7 b7 k7 J=?7", "o1")
    assert turn_of(verdict).others_origin == ((0, 0, RACK, 0),)
    taken = judge("~ r7 b7 J=?7", "k7 b9 k9 o1", "b9 k9 J=?9 ~ r7 b7 k7", "o1")
    assert ids(taken) == ["others_joker_taken"]


def test_an_own_joker_is_swapped_and_wins() -> None:
    """Own {r7 b7 J=?7}, rack k7 b9 k9 o1: swap, {J b9 k9}, discard o1, win."""
    turn = turn_of(judge("r7 b7 J=?7", "k7 b9 k9 o1", "r7 b7 k7 / b9 k9 J=?9", "o1", win="open"))
    assert turn.origin == ((0, 0, RACK), (RACK, RACK, 0))
    assert turn.left == ()


@pytest.mark.parametrize(("rack", "left"), [("r6 r7 r8 o2", 0), ("r6 r7 r8 o2 k4", 1)])
def test_the_bonus_tile_must_win(rack: str, left: int) -> None:
    """Bonus r8: with r6 r7 o2 the turn after it is a win; with k4 too it is legal but leaves a tile, so no win."""
    assert len(turn_of(judge("", rack, "r6 r7 r8", "o2")).left) == left
    claim = judge("", rack, "r6 r7 r8", "o2", win="open")
    assert ids(claim) == ["win_tiles_left"] * left


# The discard


def test_a_turn_may_only_discard() -> None:
    """A turn that lays nothing is legal, of a player who has opened or not, and any rack tile may go, a joker too."""
    for to_open in (None, 21):
        table = "" if to_open else "r5 r6 r7"
        for tile in ("b9", "J"):
            turn = turn_of(judge(f"{table} ~ k1 k2 k3", "b9 J", table, tile, to_open))
            assert (turn.played, len(turn.left)) == ((), 1)
            assert turn.others_origin == ((0, 0, 0),)


def test_a_discard_is_needed_and_comes_from_the_rack() -> None:
    """No discard, a tile that is not there, and a tile that was laid are three sentences."""
    assert told(judge("", "b9 o1", "")) == "no tile was discarded: each turn ends with one"
    assert told(judge("", "b9 o1", "", "k3")) == "one black 3 was discarded, but the rack holds none"
    assert ids(judge("r5 r6 r7", "r8 o1", "r5 r6 r7 r8", "r8")) == ["discard_not_from_rack"]
    assert ids(judge("r5 r6 r7", "r8 r8 o1", "r5 r6 r7 r8", "r8")) == []


def test_wishes_hold_for_the_discard() -> None:
    """A tile to keep may not be discarded, and a tile to play is not played by discarding it."""
    assert ids(judge("", "b9 o1", "", "o1", keep="o1")) == ["keep"]
    assert ids(judge("", "o1 o1", "", "o1", keep="o1")) == []
    assert ids(judge("", "b9 o1", "", "o1", must_play="o1")) == ["must_play"]
    assert ids(judge("~ k1 k2 k3", "k4 o1", "~ k1 k2 k3 k4", "o1", must_play="k4")) == []


# Own sets


def test_own_sets_are_rearranged() -> None:
    """Own sets may be taken apart and joined, with rack tiles or with none."""
    assert ids(judge("r4 r5 r6 r7 / b7 k7 o7", "r3 o1", "r3 r4 r5 r6 / r7 b7 k7 o7", "o1")) == []
    assert ids(judge("r1 r2 r3 r4 r5 r6", "o1", "r1 r2 r3 / r4 r5 r6", "o1")) == []
    assert ids(judge("r1 r2 r3 ~ k1 k2 k3", "k4 o1", "r1 r2 r3 ~ k1 k2 k3 k4", "o1")) == []


def test_a_one_may_be_high() -> None:
    """12 13 1 is a run, 13 1 2 is none."""
    assert ids(judge("", "r12 r13 r1 o9", "r12 r13 r1", "o9")) == []
    assert ids(judge("", "r13 r1 r2 o9", "r13 r1 r2", "o9")) == ["not_a_set"]


def test_own_jokers_keep_section_3() -> None:
    """A joker is released by its own tile from the rack and goes to a new own set; split sets keep a companion."""
    swap = "r4 r5 J=r6"
    assert ids(judge(swap, "r6 b9 k9 o1", "r4 r5 r6 / b9 k9 J=?9", "o1")) == []
    assert ids(judge(swap, "r7 b9 k9 o1", "r4 r5 r7 / b9 k9 J=?9", "o1")) == ["not_a_set"]
    assert not judge(swap, "r6 o1", "r4 r5 r6 J=r7", "o1").legal
    joined = "r4 r5 J=r6 / b9 k9 o9"
    assert ids(judge(joined, "r6 o1", "r4 r5 r6 / b9 k9 o9 J=?9", "o1")) == ["joker_new_set"]
    table = f"{swap} / r6 r7 r8 r9"
    assert ids(judge(table, "b9 k9 o1", "r4 r5 r6 / r7 r8 r9 / b9 k9 J=?9", "o1")) == ["joker_not_replaced"]
    locked = f"{AMERICAN},joker_set=locked"
    apart = ("r4 r5 r6 J=r7 r8", "r3 r9 o1", "r3 r4 r5 / r6 J=r7 r8 r9", "o1")
    assert ids(judge(*apart)) == []
    assert ids(judge(*apart, edition=locked)) == ["joker_locked"]


def test_a_laid_off_tile_releases_no_joker() -> None:
    """The tile that replaces an own joker lies in own sets; its twin on another's set does not serve."""
    table = "r4 r5 J=r6 / r6 b6 k6 o6 ~ r3 r4 r5"
    assert ids(judge(table, "r6 b9 k9 o1", "r4 r5 r6 / b6 k6 o6 / b9 k9 J=?9 ~ r3 r4 r5 r6", "o1")) == [
        "joker_not_replaced"
    ]


def test_tiles_of_own_sets_stay() -> None:
    """An own tile that is gone is missing, and a tile that the rack does not hold comes from nowhere."""
    assert ids(judge("r4 r5 r6 r7", "o1", "r4 r5 r6", "o1")) == ["table_tile_missing"]
    assert ids(judge("r4 r5 r6", "o1", "r4 r5 r6 r7", "o1")) == ["tile_from_nowhere"]
    assert ids(judge("r4 r5 r6 ~ r4 r5 r6", "r7 o1", "r4 r5 r6 r7 ~ r4 r5 r6 r7", "o1")) == ["tile_from_nowhere"]


# The sets of others


@pytest.mark.parametrize(
    ("old", "rack", "new", "origin"),
    [
        ("r5 r6 r7", "r4 r8 r9", "r4 r5 r6 r7 r8 r9", (RACK, 0, 0, 0, RACK, RACK)),
        ("r5 r6 J=r7", "r8", "r5 r6 J=r7 r8", (0, 0, 0, RACK)),
        ("r5 r6 J=r7", "J", "r5 r6 J=r7 J=r8", (0, 0, 0, RACK)),
        ("r5 r6 J=r7", "J", "J=r4 r5 r6 J=r7", (RACK, 0, 0, 0)),
        ("r11 r12 r13", "r1", "r11 r12 r13 r1", (0, 0, 0, RACK)),
        ("r7 b7 k7", "o7", "o7 r7 b7 k7", (RACK, 0, 0, 0)),
        ("r7 b7 J=?7", "o7", "r7 b7 J=?7 o7", (0, 0, 0, RACK)),
        ("r7 b7 J=?7", "J", "r7 b7 J=?7 J=?7", (0, 0, 0, RACK)),
    ],
)
def test_laying_off(old: str, rack: str, new: str, origin: tuple[int, ...]) -> None:
    """Tiles and jokers go to the ends of a run and into a group, and what lies there stays as it is."""
    turn = turn_of(judge(f"~ {old}", f"{rack} b1", f"~ {new}", "b1"))
    assert turn.others_origin == (origin,)
    assert turn.others == sets(new)
    assert (turn.after, turn.left) == ((), ())


@pytest.mark.parametrize(
    ("old", "rack", "new"),
    [
        ("r5 r6 J=r7", "r7", "r5 r6 r7 J=r8"),
        ("r5 r6 r7 / r9 r10 r11", "r8", "r5 r6 r7 r8 r9 r10 r11"),
        ("r5 r6 r7 r8 r9", "r7", "r5 r6 r7 / r7 r8 r9"),
        ("r5 r6 r7 r8 / b8 k8 o8", "r4", "r4 r5 r6 r7 / r8 b8 k8 o8"),
        ("r7 b7 J=?7 / b9 k9 o9", "k7", "r7 b7 k7 / b9 k9 o9 J=?9"),
        ("r7 b7 J=?7", "r5 r6", "r5 r6 r7 / b7 J=b8 J=b9"),
    ],
)
def test_others_sets_are_only_added_to(old: str, rack: str, new: str) -> None:
    """No joker moves, no set of the others is joined, split or gives a tile to another of them."""
    verdict = judge(f"~ {old}", f"{rack} J b1", f"~ {new}", "b1")
    assert set(ids(verdict)) == {"others_changed"}


def test_others_sets_in_any_order() -> None:
    """The new sets of the others are found whatever their order, and come back in the old order."""
    turn = turn_of(judge("~ r5 r6 r7 / b1 b2 b3", "b4 o1", "~ b1 b2 b3 b4 / r5 r6 r7", "o1"))
    assert turn.others == sets("r5 r6 r7 / b1 b2 b3 b4")
    assert turn.others_origin == ((0, 0, 0), (1, 1, 1, RACK))
    twins = turn_of(judge("~ r5 r6 r7 / r5 r6 r7 r8", "r9 r8 o1", "~ r5 r6 r7 r8 r9 / r5 r6 r7 r8", "o1"))
    assert sorted(map(len, twins.others_origin)) == [4, 5]


@pytest.mark.parametrize("new", ["b5 k5 o5 / b5 k5 o5 r5", "b5 k5 o5 r5 / b5 k5 o5", "r5 b5 k5 o5 / b5 k5 o5 r5"])
def test_others_sets_that_could_be_exchanged_stay_where_they_are(new: str) -> None:
    """Of two sets alike the one that is told to grow grows: they may belong to different players."""
    turn = turn_of(judge("~ b5 k5 o5 / b5 k5 o5", "r5 r5 k1", f"~ {new}", "k1"))
    assert turn.others == sets(new)
    assert [len(set(places)) for places in turn.others_origin] == [1 + ("r5" in part) for part in new.split("/")]


def test_what_is_done_to_others_sets_is_told() -> None:
    """A set that is changed, gone, or new among those of the others has its sentence."""
    verdict = judge("~ r5 r6 J=r7", "r7 o1", "~ r5 r6 r7 J=r8", "o1")
    assert told(verdict) == (
        "others' set 1 (r5 r6 J=r7) is not whole on the new table: "
        "tiles may be added to it, all that lies there stays as it is"
    )
    verdict = judge("~ r5 r6 r7", "b5 k5 o5 o1", "~ r5 r6 r7 / b5 k5 o5", "o1", to_open=None)
    assert told(verdict) == "b5 k5 o5 is no set of another player: a new set is the player's own"
    assert ids(judge("~ r5 r6 r7", "o1", "~", "o1")) == ["others_tile_missing"] * 3
    assert ids(judge("~ r5 r6 J=r7", "r7 o1", "~ r5 r6 r7", "o1")) == ["others_tile_missing"]


def test_no_tile_moves_between_players() -> None:
    """Neither from own sets to those of others nor back; identical tiles do not make it so."""
    given = judge("r4 r5 r6 r7 ~ b7 k7 o7", "o1", "r4 r5 r6 ~ r7 b7 k7 o7", "o1")
    assert told(given) == "one red 7 of your own sets lies on a set of another player: no tile moves between them"
    taken = judge("r4 r5 r6 ~ r7 b7 k7 o7", "o1", "r4 r5 r6 r7 ~ b7 k7 o7", "o1")
    assert told(taken) == "one red 7 of another player's set lies in your own sets: no tile moves between them"
    assert ids(judge("r4 r5 r6 r7 ~ b7 k7 o7", "r7 o1", "r4 r5 r6 r7 ~ r7 b7 k7 o7", "o1")) == []


# Opening


def test_opening_at_21() -> None:
    """Own sets of the tiles played are worth 21 or more; a 1 counts 1, a joker what it stands for."""
    assert ids(judge("", "r7 b7 k7 o1", "r7 b7 k7", "o1", 21)) == []
    assert ids(judge("", "r6 b6 k6 o1", "r6 b6 k6", "o1", 21)) == ["initial_meld"]
    assert ids(judge("", "r7 b7 J o1", "r7 b7 J=?7", "o1", 21)) == []
    assert ids(judge("", "r12 r13 r1 o1", "r12 r13 r1", "o1", 26)) == []
    assert ids(judge("", "r12 r13 r1 o1", "r12 r13 r1", "o1", 27)) == ["initial_meld"]


def test_lay_offs_do_not_open() -> None:
    """Before the opening nothing may be laid off alone; beside an opening it may, but does not count."""
    assert ids(judge("~ r5 r6 r7", "r8 o1", "~ r5 r6 r7 r8", "o1", 21)) == ["initial_meld"]
    assert ids(judge("~ r5 r6 r7", "r8 b7 k7 o7 o1", "b7 k7 o7 ~ r5 r6 r7 r8", "o1", 21)) == []
    assert ids(judge("~ r5 r6 r7", "r8 b6 k6 o6 o1", "b6 k6 o6 ~ r5 r6 r7 r8", "o1", 21)) == ["initial_meld"]
    strict = f"{AMERICAN},same_turn_manipulation=no"
    assert ids(judge("~ r5 r6 r7", "b7 k7 o7 o1", "b7 k7 o7", "o1", 21, strict)) == []
    verdict = judge("~ r5 r6 r7", "r8 b7 k7 o7 o1", "b7 k7 o7 ~ r5 r6 r7 r8", "o1", 21, strict)
    assert told(verdict) == "nothing may be laid off in the turn of the initial meld, but r5 r6 r7 has changed"


# Own sets that may not be rearranged


@pytest.mark.parametrize(
    ("table", "rack", "after", "broken"),
    [
        ("r5 r6 r7", "r8 r4", "r4 r5 r6 r7 r8", []),
        ("r5 r6 r7", "b1 b2 b3", "r5 r6 r7 / b1 b2 b3", []),
        ("r5 r6 J=r7", "r8", "r5 r6 J=r7 r8", []),
        ("r5 r6 r7 r8", "r4", "r4 r5 r6 / r7 r8 r9", ["tile_from_nowhere"]),
        ("r4 r5 r6 r7 / b7 k7 o7", "r3", "r3 r4 r5 r6 / r7 b7 k7 o7", ["own_rearranged"]),
        ("r5 r6 J=r7", "r7 b9 k9", "r5 r6 r7 / b9 k9 J=?9", ["own_rearranged"]),
        ("r1 r2 r3 / r5 r6 r7", "r4", "r1 r2 r3 r4 r5 r6 r7", ["own_rearranged"]),
        ("r1 r2 r3 / r5 r6 r7", "r4", "r1 r2 r3 r4 / r5 r6 r7", []),
    ],
)
def test_own_sets_only_added_to(table: str, rack: str, after: str, broken: list[str]) -> None:
    """With rearrange_own=no each own set stays whole in a set of its own, and no joker is released."""
    verdict = judge(table, f"{rack} o13", after, "o13", edition=f"{AMERICAN},rearrange_own=no")
    assert ids(verdict) == broken
    if verdict.turn is not None:
        assert verdict.turn.origin[0].count(0) == len(sets(table)[0].tiles)


# What is not American


@pytest.mark.parametrize("win", ["finish", "closed"])
def test_special_wins_are_international(win: Win) -> None:
    """Finish and Closed are no wins of the American game."""
    assert ids(judge("", "r5 b5 k5 o9", "r5 b5 k5", "o9", win=win)) == ["win_unknown"]


def test_sabra_has_none_of_it() -> None:
    """In a Sabra game a discard, sets of others and a claimed win are refused in words."""
    edition = rules("book-1978")
    position = Position(sets("r5 r6 r7"), parse_tiles("r8 r9", STANDARD), STANDARD)
    verdict = check(position, sets("r5 r6 r7 r8"), edition, sets("b1 b2 b3"), 9, "open")
    assert [broken.rule for broken in verdict.broken] == ["not_in_sabra"] * 3
    assert verdict.broken[1].text == "no tile is discarded in a Sabra game, and book-1978 is one"
    assert check(position, sets("r5 r6 r7 r8"), edition, (), None).legal


def test_most_jokers_in_a_set() -> None:
    """`jokers_per_set` holds for the sets of others too."""
    edition = f"{AMERICAN},jokers_per_set=1"
    assert ids(judge("~ r5 r6 J=r7", "J o1", "~ r5 r6 J=r7 J=r8", "o1", edition=edition)) == ["jokers_per_set"]
