"""The terminal: what is marked and how, readable without colour and within 80 columns."""

from io import StringIO

import pytest
from rich.console import Console, RenderableType

from solver.deck import Deck
from solver.drawing import draw_editions, draw_openings, draw_preset, draw_presets, draw_result, draw_verdict
from solver.notation import parse_line
from solver.position import Position
from solver.result import Result, Status
from solver.rules import PRESETS, rules
from solver.sets import Ones, TileSet
from solver.turn import RACK, Turn


def read(line: str, deck: Deck | None = None) -> Position:
    return parse_line(line, deck or Deck(), Ones.LOW)


def table(line: str) -> tuple[TileSet, ...]:
    return read(f"{line} -").table


POSITION = read("r4-6jr7.b9-12.rbko5.o1-3 b6b7b1k1r1o13j")
TURN = Turn(
    POSITION,
    table("r4-6jr7.b9-12jb13.rko5.b5-7.o1-3.rbk1"),
    ((0, 0, 0, 0), (1, 1, 1, 1, RACK), (2, 2, 2), (2, RACK, RACK), (3, 3, 3), (RACK, RACK, RACK)),
)


def result(
    status: Status = Status.OPTIMAL, turn: Turn | None = TURN, bound: int = 6, preset: str = "popular"
) -> Result:
    values = {"tiles": 6, "unbroken": 3} if turn else {}
    bounds = {"tiles": bound, "unbroken": 3}
    objective = ("tiles", "unbroken")
    return Result(status, POSITION, rules(preset), objective, values, bounds, turn, 0.0123, 0.5, 10.0, None)


def drawn(drawing: RenderableType, *, colour: bool = False) -> str:
    """What a console of 80 columns shows; without colour as a pipe gets it."""
    console = Console(
        file=StringIO(), width=80, highlight=False, force_terminal=colour, color_system="truecolor" if colour else None
    )
    with console.capture() as capture:
        console.print(drawing)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def test_a_turn_is_drawn():
    """Before and after, sets under the number that they continue, tiles from the rack and from other sets marked."""
    assert (
        drawn(draw_result(result()))
        == """\
Before
   1  r4 r5 r6 J=r7
   2  b9 b10 b11 b12
   3  r5 b5 k5 o5
   4  o1 o2 o3
rack  b6 b7 b1 k1 r1 o13 J

Best turn under popular: plays 6 of 7 tiles, proven
tiles 6, unbroken 3, 12.3 ms

After
   1  r4 r5 r6 J=r7          unchanged
   2  b9 b10 b11 b12 +J=b13
   3  r5 k5 o5
 new  3>b5 +b6 +b7
   4  o1 o2 o3               unchanged
 new  +r1 +b1 +k1
rack  o13
+ from the rack, 3> from set 3, J=r7 a joker and what it stands for"""
    )


@pytest.mark.parametrize(
    ("answer", "lines"),
    [
        (
            result(Status.FEASIBLE, bound=7),
            [
                "Best turn found in time under popular: plays 6 of 7 tiles, not proven",
                "tiles 6 (at most 7), unbroken 3,",
            ],
        ),
        (result(Status.NO_PLAY, None, 0), ["No play under popular, proven: draw a tile"]),
        (
            result(Status.UNKNOWN, None),
            ["No turn found in time under popular, there may be one", "tiles at most 6, unbroken at most 3, 12.3 ms"],
        ),
    ],
)
def test_every_status_is_told(answer: Result, lines: list[str]):
    """The four outcomes have four sentences; a value that is not proven has its bound."""
    text = drawn(draw_result(answer))
    for line in lines:
        assert line in text
    assert ("After" in text) == (answer.turn is not None)


def test_a_joker_that_slid_is_a_change():
    """A run with the same tiles whose joker stands for another one is not called unchanged."""
    position = read("r5-6jr7 r3")
    text = drawn(draw_result(_with(position, Turn(position, table("r3jr4r5-6"), ((RACK, 0, 0, 0),)))))
    assert "   1  +r3 J=r4 r5 r6\n" in text
    slid = drawn(draw_result(_with(position, Turn(position, table("jr4r5-6"), ((0, 0, 0),)))))
    assert "unchanged" not in slid


def _with(position: Position, turn: Turn) -> Result:
    return Result(
        Status.OPTIMAL, position, rules("popular"), ("tiles",), {"tiles": 1}, {"tiles": 1}, turn, 0, 0, 1, None
    )


def test_a_set_that_is_split_continues_once():
    """The larger part of a split run keeps its number; the other is new and its tiles say where they come from."""
    position = read("r1-7 k4")
    turn = Turn(position, table("r5-7.r1-4"), ((0, 0, 0), (0, 0, 0, 0)))
    text = drawn(draw_result(_with(position, turn)))
    assert " new  1>r5 1>r6 1>r7\n   1  r1 r2 r3 r4\n" in text


def test_colour_on_a_terminal_only():
    """A terminal gets a colour for each colour; a pipe gets the same characters and no codes."""
    deck = Deck(colours=8)
    position = read("- rbkogmwc5j", deck)
    coloured = drawn(draw_result(_with(position, Turn(position, (), ()))), colour=True)
    plain = drawn(draw_result(_with(position, Turn(position, (), ()))))
    assert "\x1b[" in coloured
    assert "\x1b" not in plain
    rack = next(line for line in coloured.splitlines() if "c5" in line)
    assert len({part.split("m")[0] for part in rack.split("\x1b[")[1:] if ";" in part}) >= 9
    assert "r5 b5 k5 o5 g5 m5 w5 c5 J" in plain


def test_long_sets_wrap_between_tiles():
    """A set longer than the line wraps between tiles, so that no tile is torn."""
    deck = Deck(numbers=40)
    position = read("r1-40 r1", deck)
    lines = drawn(draw_result(_with(position, Turn(position, position.table, ((0,) * 40,))))).splitlines()
    assert all(len(line) <= 80 for line in lines)
    words = [word for line in lines for word in line.split()]
    assert [word for word in words if word.startswith("r") and word[1:].isdigit()].count("r40") == 2


def test_editions_side_by_side():
    """Every edition with its joker rule, tiles and cost; equal answers share a number and are drawn once."""
    answers = [
        [(rules("popular"), result(), 0)],
        [(rules(name), result(Status.NO_PLAY, None, 0, name), 6) for name in ("book-1978-both", "spear-1988")],
    ]
    text = drawn(draw_editions(answers))
    assert [line.split() for line in text.splitlines() if line.startswith((" 1", " 2"))] == [
        ["1", "popular", "free", "6", "0"],
        ["2", "book-1978-both", "locked,", "rack,", "new_set,", "both", "-", "6"],
        ["2", "spear-1988", "locked,", "rack,", "new_set_1_rack", "-", "6"],
    ]
    assert "1: Best turn under popular: plays 6 of 7 tiles, proven" in text
    assert "2: No play under 2 editions, proven: draw a tile" in text
    assert text.count("After") == text.count("Before") == 1


def test_rules_tables_fit():
    """The presets fit in 80 columns, a row each; one preset shows every knob with its other values."""
    text = drawn(draw_presets(list(PRESETS.values())))
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "…" not in text
    for name, preset in PRESETS.items():
        row = next(line for line in text.splitlines() if line.split() and line.split()[0] == name)
        assert row.split()[1] == str(preset.initial_meld_points)
    assert "raeuber also has deck=raeuber, ones=low_or_high" in text
    one = drawn(draw_preset(rules("book-1978,jokers_per_set=1")))
    assert one.startswith("book-1978,jokers_per_set=1\nThe Official Rummikub Book (Sabra game), 1978\n")
    rows = [line.split() for line in one.splitlines() if line.startswith(" ")]
    assert ["joker_set", "locked", "split"] in rows
    assert ["jokers_per_set", "1", "none", "or", "another", "number"] in rows
    assert ["deck", "standard", "xp,", "raeuber"] in rows


def test_openings_and_verdicts():
    """Openings are a line each; a verdict says legal, or a sentence for each broken rule."""
    openings = draw_openings([table("rbk10"), table("r1-3.jb9b10-11")], ["2 openings", "fewest tiles 3"])
    assert drawn(openings) == (
        "2 openings\nfewest tiles 3\n   1  r10 b10 k10              3 tiles\n   2  r1 r2 r3 | J=b9 b10 b11  6 tiles"
    )
    assert drawn(draw_verdict(True, "popular", [])) == "Legal under popular"
    assert drawn(draw_verdict(False, "popular", ["no", "not so"])) == (
        "Not legal under popular\n   1  no\n   2  not so"
    )


def test_markup_in_names_is_shown_as_it_is():
    """Square brackets in a sentence are no markup."""
    assert "[bold]" in drawn(draw_verdict(False, "popular", ["[bold]x"]))
