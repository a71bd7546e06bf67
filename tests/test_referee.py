"""The referee on RULES.md sections 1 and 3.4, on the player's wishes, and on what a verdict holds.

Tables are written "r4 r5 r6 / b9 k9 J=?9"; `judge`, `ids` and `told` serve the other tests of the referee, too. The
initial meld and the jokers of the table have files of their own.
"""

import ast
from collections import Counter
from pathlib import Path

import pytest

import solver.referee
from solver.deck import JOKER, Deck, make_tile
from solver.notation import parse_set, parse_tiles
from solver.position import Position
from solver.referee import Verdict, check
from solver.rules import rules
from solver.sets import Group, Ones, Run, TileSet
from solver.turn import RACK

STANDARD = Deck()


def sets(text: str, deck: Deck = STANDARD, ones: Ones = Ones.LOW) -> tuple[TileSet, ...]:
    """The sets of a table written in one line."""
    return tuple(parse_set(part, deck, ones) for part in text.split("/") if part.strip())


def judge(
    edition: str, table: str, rack: str, after: str, to_open: int | None = None, deck: Deck = STANDARD,
    keep: str = "", must_play: str = "",
) -> Verdict:  # fmt: skip
    """`check` of tables written in one line."""
    chosen = rules(edition)
    stays, goes = (parse_tiles(text, deck) for text in (keep, must_play))
    before = sets(table, deck, chosen.ones)
    position = Position(before, parse_tiles(rack, deck), deck, to_open, keep=stays, must_play=goes)
    return check(position, sets(after, deck, chosen.ones), chosen)


def ids(verdict: Verdict) -> list[str]:
    """The rules that a verdict calls broken, [] for a legal turn."""
    assert verdict.legal == (not verdict.broken) == (verdict.turn is not None)
    return [broken.rule for broken in verdict.broken]


def told(verdict: Verdict) -> str:
    """The one sentence of a verdict that breaks one rule."""
    (broken,) = verdict.broken
    return broken.text


# Section 1: the game


def test_a_legal_turn() -> None:
    """A turn that rearranges the table and plays from the rack is legal, and the verdict holds the turn."""
    verdict = judge("lemada-2014", "r4 r5 r6 r7 / b7 k7 o7", "r3 o2", "r3 r4 r5 r6 / r7 b7 k7 o7")
    assert ids(verdict) == []
    assert verdict.turn is not None
    assert verdict.turn.origin == ((RACK, 0, 0, 0), (0, 1, 1, 1))
    assert verdict.turn.played == (make_tile(0, 3),)
    assert verdict.turn.left == (make_tile(3, 2),)


@pytest.mark.parametrize("lost", ["r4 r5 r6", "r5 r6 r7", "r4 r5 r6 / r8 b8 k8"])
def test_tiles_of_the_table_stay_there(lost: str) -> None:
    """A tile of the table that is not on the new table is named, also when it went (back) to a rack."""
    verdict = judge("lemada-2014", "r4 r5 r6 r7", "r8 b8 k8", lost)
    missing = [broken.text for broken in verdict.broken if broken.rule == "table_tile_missing"]
    name = "red 4" if lost.startswith("r5") else "red 7"
    assert missing == [f"one {name} of the table is not on the new table"]


def test_table_jokers_never_go_to_the_rack() -> None:
    """A joker of the table that is not on the new table is missing like any tile, even when it was replaced."""
    verdict = judge("lemada-2014", "r4 r5 J=r6", "r6 b1", "r4 r5 r6")
    assert ids(verdict) == ["table_tile_missing"]
    assert told(verdict) == "one joker of the table is not on the new table"


def test_tiles_come_from_the_rack() -> None:
    """A new tile that the rack does not hold often enough comes from nowhere; jokers are counted like tiles."""
    verdict = judge("lemada-2014", "r4 r5 r6", "b9 k9 o9", "r4 r5 r6 r7 / b9 k9 o9")
    assert told(verdict) == "the new table needs one red 7 from the rack, but the rack holds none"
    verdict = judge("lemada-2014", "", "b9 k9 o9 b8", "b9 k9 o9 / b8 b9 J=b10")
    assert [broken.text for broken in verdict.broken] == [
        "the new table needs one joker from the rack, but the rack holds none",
        "the new table needs 2 x blue 9 from the rack, but the rack holds 1",
    ]


def test_at_least_one_tile_is_played() -> None:
    """Moving table tiles alone is no turn."""
    verdict = judge("lemada-2014", "r4 r5 r6 r7 / b7 k7 o7", "r1", "r4 r5 r6 / r7 b7 k7 o7")
    assert ids(verdict) == ["nothing_played"]
    assert told(verdict) == "no tile was played from the rack: play at least one, or draw"


_R, _B, _K, _O = (make_tile(colour, 7) for colour in range(4))
_R5, _R6, _R8 = (make_tile(0, number) for number in (5, 6, 8))
_NO_SETS: list[TileSet] = [
    Group((_R, _B), 7),
    Group((_R, _B, _B), 7),
    Group((_R, _B, _K, _O, JOKER), 7),
    Group((_R, _B, _K), 8),
    Group((_R, _B, make_tile(2, 8)), 7),
    Group((JOKER, JOKER, JOKER), 7),
    Group((_R, _B, make_tile(4, 7)), 7),
    Group((), 7),
    Run((_R6, _R), (_R6, _R)),
    Run((_R5, _R, _R8), (_R5, _R, _R8)),
    Run((_R5, _R, _R8), (_R6, _R, _R8)),
    Run((_R, _R6, _R5), (_R, _R6, _R5)),
    Run((JOKER, JOKER, JOKER), (_R6, _R, _R8)),
    Run((_R6, _R, _R8), (_R6, _R)),
    Run((_R6, _B, _R8), (_R6, _B, _R8)),
    Run((make_tile(0, 12), make_tile(0, 13), JOKER), (make_tile(0, 12), make_tile(0, 13), make_tile(0, 14))),
    Run((JOKER, make_tile(0, 1), make_tile(0, 2)), (make_tile(0, 0), make_tile(0, 1), make_tile(0, 2))),
    Run((), ()),
]


@pytest.mark.parametrize("candidate", _NO_SETS, ids=str)
def test_every_new_set_is_a_group_or_a_run(candidate: TileSet) -> None:
    """Whatever value is no set of the deck is refused, and never crashes the referee."""
    verdict = check(Position((), candidate.tiles, STANDARD), [candidate], rules("lemada-2014"))
    assert "not_a_set" in ids(verdict)
    assert "is neither a group nor a run under lemada-2014" in verdict.broken[-1].text


def test_what_is_no_set_is_written_out() -> None:
    """The sentence names the tiles."""
    verdict = check(Position((), (_R, _B), STANDARD), [Group((_R, _B), 7)], rules("popular"))
    assert told(verdict) == "r7 b7 is neither a group nor a run under popular"


@pytest.mark.parametrize(
    ("ones", "good", "bad"),
    [
        ("low", ["r1 r2 r3", "r11 r12 r13"], ["r12 r13 r1", "r13 r1 r2"]),
        ("low_or_high", ["r1 r2 r3", "r12 r13 r1", "J=r12 J=r13 r1"], ["r13 r1 r2", "J=r13 r1 r2"]),
        ("wrap", ["r12 r13 r1", "r13 r1 r2", "r11 r12 r13 r1 r2 r3 r4", "J=r13 r1 r2"], []),
    ],
)
def test_where_a_one_may_lie(ones: str, good: list[str], bad: list[str]) -> None:
    """Section 3.4, `ones`: runs past the highest number."""
    for text in [*good, *bad]:
        tile_set = parse_set(text, STANDARD, Ones.WRAP)
        verdict = check(Position((), tile_set.tiles, STANDARD), [tile_set], rules(f"lemada-2014,ones={ones}"))
        assert ids(verdict) == ([] if text in good else ["not_a_set"])


def test_no_run_holds_a_number_twice() -> None:
    """A full circle is the longest run, wherever it begins."""
    deck, wrap = Deck(numbers=4), rules("lemada-2014,ones=wrap")
    circle = tuple(make_tile(0, number) for number in (3, 4, 1, 2))
    assert ids(check(Position((), circle, deck), [Run(circle, circle)], wrap)) == []
    longer = (*circle, circle[0])
    assert ids(check(Position((), longer, deck), [Run(longer, longer)], wrap)) == ["not_a_set"]
    double = tuple(make_tile(0, number) for number in (1, 2, 3, 4, 1))
    high = rules("lemada-2014,ones=low_or_high")
    assert ids(check(Position((), double, deck), [Run(double, double)], high)) == ["not_a_set"]


# Section 3.4: the rest, and the player's wishes


def test_jokers_per_set() -> None:
    """A maximum for the jokers of every set, rack jokers and free jokers included."""
    edition = "goliath-2014,jokers_per_set=1"
    assert ids(judge(edition, "r4 J=r5 r6", "J r8", "r4 J=r5 r6 J=r7 r8")) == ["jokers_per_set"]
    verdict = judge(edition, "", "J J k3", "J=?3 J=?3 k3")
    assert told(verdict) == f"J=?3 J=?3 k3 holds 2 jokers, but {edition} allows 1 in a set"
    assert ids(judge("goliath-2014,jokers_per_set=2", "", "J J k3", "J=?3 J=?3 k3")) == []


def test_keep_and_must_play() -> None:
    """`keep` tiles stay on the rack, `must_play` tiles are played; both count copies."""
    rack, after = "r4 r4 r5 r6 J", "r4 r5 r6"
    assert ids(judge("popular", "", rack, after, keep="r4 J", must_play="r4 r5")) == []
    assert told(judge("popular", "", rack, after, keep="r4 r4")) == "2 x red 4 must stay on the rack"
    assert told(judge("popular", "", rack, after, must_play="r4 r4")) == "2 x red 4 must be played"
    assert told(judge("popular", "", rack, after, must_play="J")) == "one joker must be played"
    assert told(judge("popular", "", rack, "r4 r5 J=r6", keep="J")) == "one joker must stay on the rack"


# What a verdict holds


def test_basic_faults_come_first_and_alone() -> None:
    """While tiles are missing or sets are no sets nothing is said of jokers or of the initial meld."""
    verdict = judge("book-1978", "r4 r5 J=r6", "b9 k9", "J=?9 b9 k9", to_open=30)
    assert ids(verdict) == ["table_tile_missing", "table_tile_missing"]


def test_every_tile_has_an_origin() -> None:
    """The origins use every old set's tiles once, and the rack for the rest."""
    table = "r4 r5 r6 / r4 r5 r6 r7 / r4 b4 k4 / b1 J=b2 b3"
    deck = Deck(copies=3)
    verdict = judge(
        "goliath-2014", table, "r7 b2 J", "r4 r5 r6 r7 / r4 r5 r6 r7 / r4 b4 k4 J=?4 / b1 b2 b3 J=b4", deck=deck
    )
    assert ids(verdict) == []
    assert verdict.turn is not None
    after = sets("r4 r5 r6 r7 / r4 r5 r6 r7 / r4 b4 k4 J=?4 / b1 b2 b3 J=b4")
    found = Counter(
        (tile, source)
        for tile_set, sources in zip(after, verdict.turn.origin, strict=True)
        for tile, source in zip(tile_set.tiles, sources, strict=True)
    )
    expected = Counter((tile, i) for i, tile_set in enumerate(sets(table)) for tile in tile_set.tiles)
    expected.update((tile, RACK) for tile in parse_tiles("r7 b2 J", STANDARD))
    assert found == expected


def test_origins_look_natural() -> None:
    """Beyond what the rules force, tiles stay with the set that has most in common with theirs."""
    verdict = judge("goliath-2014", "r4 r5 r6 / r6 b6 k6", "r7 r8 o6", "r6 b6 k6 o6 / r4 r5 r6 r7 r8")
    assert verdict.turn is not None
    assert verdict.turn.origin == ((1, 1, 1, RACK), (0, 0, 0, RACK, RACK))
    verdict = judge("goliath-2014", "r4 r5 J=r6 / b1 b2 b3", "J r7 b4", "b1 b2 b3 b4 J=b5 / r4 r5 J=r6 r7")
    assert verdict.turn is not None
    assert verdict.turn.origin == ((1, 1, 1, RACK, RACK), (0, 0, 0, RACK))


def test_the_referee_knows_no_solver() -> None:
    """Nothing of the model, the solver or OR-Tools is imported."""
    for path in Path(solver.referee.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not [name for name in names if name.startswith(("ortools", "solver.model", "solver.solve"))]
