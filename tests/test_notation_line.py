"""The one-line form: what is read, what is printed, and every refusal with its column."""

import re
from pathlib import Path

import pytest

from solver.deck import DECKS, JOKER, Deck, make_tile
from solver.errors import NotationError
from solver.notation import LONGEST, canonical_line, format_line, parse_line
from solver.sets import Group, Ones, written

EXAMPLE = "b3-9.br7j.kbo11.r5-6jr7r8 k10k12-13b2o2r2j 30"
DOCS = Path(__file__).parent.parent / "docs" / "notation.md"


def read(text: str, deck: Deck | None = None, ones: Ones = Ones.LOW):
    return parse_line(text, deck or Deck(), ones)


def test_example_is_read():
    """The example of the documentation is four sets in their order, a rack in its order, and 30 points to open."""
    position = read(EXAMPLE)
    assert [written(tile_set) for tile_set in position.table] == [
        "b3 b4 b5 b6 b7 b8 b9",
        "b7 r7 J=?7",
        "k11 b11 o11",
        "r5 r6 J=r7 r8",
    ]
    black, blue, orange, red = 2, 1, 3, 0
    naturals = [(black, 10), (black, 12), (black, 13), (blue, 2), (orange, 2), (red, 2)]
    assert position.rack == (*(make_tile(*tile) for tile in naturals), JOKER)
    assert position.to_open == 30


@pytest.mark.parametrize(
    "line",
    [
        EXAMPLE,
        "- -",
        "- j",
        "- jjr5",
        "r5-7 - 1",
        "rbko13.r1-13 - 10000",
        "r7j7j7 -",
        "r7jr8jr9 -",
        "jr7jr8r9 -",
        "j7br7 -",
        "b7j7r7j -",
        "- r5-6r5b5k5",
        "- r6r5",
    ],
)
def test_printed_as_given(line: str):
    """A line in the printed style is printed again as it stands, with either separator."""
    assert format_line(read(line)) == line
    assert format_line(read(line.replace(" ", "_")), "_") == line.replace(" ", "_")


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        ("R5-7.Y5-7 J", "r5-7.o5-7 j"),
        ("r5r6r7 r5r6r7", "r5-7 r5-7"),
        ("r8r10-11jr9 -", "r8jr9r10-11 -"),
        ("jr7r5r6 -", "r5-6jr7 -"),
        ("jk9bo9 -", "j9bo9 -"),
        ("r9b9k9 rb9", "rbk9 r9b9"),
        ("r5r6-7 -", "r5-7 -"),
        ("- rbk5jj", "- r5b5k5jj"),
    ],
)
def test_other_ways_to_write(given: str, printed: str):
    """Either case, y for orange, single tiles for ranges, and sets out of order are read and printed in one style."""
    assert format_line(read(given)) == printed


@pytest.mark.parametrize(
    ("line", "ones", "printed"),
    [
        ("r12-13r1 -", Ones.LOW_OR_HIGH, "r12-13r1 -"),
        ("r1r12-13 -", Ones.LOW_OR_HIGH, "r12-13r1 -"),
        ("r12-13jr1 -", Ones.LOW_OR_HIGH, "r12-13jr1 -"),
        ("r13r1-2 -", Ones.WRAP, "r13r1-2 -"),
        ("r7-13r1-6 -", Ones.WRAP, "r7-13r1-6 -"),
    ],
)
def test_ones_that_may_be_high(line: str, ones: Ones, printed: str):
    """Where a 1 may follow the highest number, such runs are read and their range breaks before the 1."""
    assert format_line(read(line, ones=ones)) == printed


def test_documented_canonical_forms():
    """Every row of the table in the documentation holds."""
    rows = re.findall(r"^\| `(.*?)` \| `(.*_.*?)` \|$", DOCS.read_text(), re.MULTILINE)
    assert len(rows) == 6
    for given, canonical in rows:
        assert canonical_line(read(given)) == canonical
        assert canonical_line(read(canonical)) == canonical


NO_RACK = "the rack is missing: write table, one space or one _, and rack (- for an empty one)"
NO_SET = "is neither a group nor a run"
SEPARATORS = "table, rack and points have one space or one _ between them"
LETTERS = "is no colour letter, the colours of this deck are r b k o"
NOT_TOLD = "its numbers do not follow one another, also with the jokers as told"
POINTS = "the points to open are 1 to 10000 without leading zero; a player who has opened has none"
BARE = "a joker before other tiles says what it stands for: jr7 in a run, j7 in a group"


@pytest.mark.parametrize(
    ("line", "error"),
    [
        # fields
        ("", f"column 1: the table is missing, write - for an empty one; {SEPARATORS}"),
        (" r5", f"column 1: the table is missing, write - for an empty one; {SEPARATORS}"),
        ("-", f"column 2: {NO_RACK}"),
        ("r5-7", f"column 5: {NO_RACK}"),
        ("r5-7  b5", f"column 6: the rack is missing, write - for an empty one; {SEPARATORS}"),
        ("r5-7 _b5", f"column 6: the rack is missing, write - for an empty one; {SEPARATORS}"),
        ("- r5 ", f"column 6: the points are missing; {SEPARATORS}"),
        ("- r5 30 ", "column 9: only d=, b= and m=1 follow the points, which follow the rack"),
        ("- r5 30 b5", "column 9: only d=, b= and m=1 follow the points, which follow the rack"),
        # points
        ("- r5 0", f"column 6: {POINTS}"),
        ("- r5 030", f"column 6: {POINTS}"),
        ("- r5 10001", f"column 6: {POINTS}"),
        ("- r5 99999999999999999999", f"column 6: {POINTS}"),
        ("- r5 3o", "column 7: the points to open are a whole number"),
        ("- r5 x", "column 6: the points to open are a whole number"),
        # sets and tiles
        ("r5-7. -", "column 6: a set is missing, sets have one . between them"),
        ("r5-7..b5-7 -", "column 6: a set is missing, sets have one . between them"),
        ("-.r5-7 -", "column 1: a tile begins with its colour, '-' stands alone"),
        ("r5-7- -", "column 5: a tile begins with its colour, '-' stands alone"),
        ("- 5", "column 3: a tile begins with its colour, '5' stands alone"),
        ("- r5.b5", f"column 5: '.' {LETTERS}"),
        ("- x5", f"column 3: 'x' {LETTERS}"),
        ("- r５", "column 4: a number is missing"),
        ("- r5\n", f"column 5: '\\n' {LETTERS}"),
        ("- r", "column 4: a number is missing"),
        ("- r5-", "column 6: a number is missing"),
        ("- g5", "column 3: there is no green in this deck, its colours are r b k o"),
        ("- r14", "column 4: there is no red 14, the numbers of this deck are 1 to 13"),
        ("- r5-14", "column 6: there is no red 14, the numbers of this deck are 1 to 13"),
        ("- r123", "column 4: the numbers of this deck are 1 to 13"),
        ("- r0", "column 4: numbers begin at 1 and have no leading zero, '0' is none"),
        ("- r05", "column 4: numbers begin at 1 and have no leading zero, '05' is none"),
        ("- r5-06", "column 6: numbers begin at 1 and have no leading zero, '06' is none"),
        ("- r5-5", "column 6: a range goes up, 5-5 does not"),
        ("r12-1 -", "column 5: a range goes up, 12-1 does not"),
        ("- rb5-7", "column 3: a range has one colour, write each run on its own"),
        ("rb5-7 -", "column 1: a range has one colour, write each run on its own"),
        ("- rr5", "column 4: the colour r is there twice before one number"),
        ("- oy5", "column 4: the colour o is there twice before one number"),
        # jokers
        ("jr5-7 -", "column 4: a joker stands for one tile, not for a range"),
        ("rb5j5-7 -", "column 6: a joker stands for one tile, not for a range"),
        ("jrb5k5 -", f"column 1: {BARE}"),
        ("jkbo9 -", f"column 1: {BARE}"),
        ("r5jr6jb6 -", f"column 1: the set r5jr6jb6 {NO_SET}: its tiles have neither one number nor one colour"),
        ("r5-6jr14 -", "column 7: there is no red 14, the numbers of this deck are 1 to 13"),
        ("rb5j14 -", "column 5: there is no number 14, the numbers of this deck are 1 to 13"),
        ("r5-6jg7 -", "column 6: there is no green in this deck, its colours are r b k o"),
        ("- j7", "column 4: a joker on the rack stands for nothing yet, write only j"),
        ("r5-6j -", "column 1: the set r5-6j is a run, whose jokers are always written out: write r5-6jr7"),
        ("r7jj -", "column 1: the set r7jj can be read in 2 ways, write r7j7j7 or r7jr8jr9"),
        # no sets
        ("b1-3.r5r6 -", f"column 6: the set r5r6 {NO_SET}: a set has at least 3 tiles"),
        ("jjj -", f"column 1: the set jjj {NO_SET}: it has only jokers, a set needs a tile that is no joker"),
        ("r5b6k7 -", f"column 1: the set r5b6k7 {NO_SET}: its tiles have neither one number nor one colour"),
        ("rb5r5 -", f"column 1: the set rb5r5 {NO_SET}: red 5 is in it 2 times"),
        ("r5-6r5 -", f"column 1: the set r5-6r5 {NO_SET}: red 5 is in it 2 times"),
        ("rb7jr7 -", f"column 1: the set rb7jr7 {NO_SET}: red 7 is in it 2 times"),
        ("rbko5j -", f"column 1: the set rbko5j {NO_SET}: a group has at most 4 tiles, one of each colour"),
        ("r5-6j7 -", f"column 1: the set r5-6j7 {NO_SET}: a joker told as ?number belongs in a group"),
        ("r1-2r4 -", f"column 1: the set r1-2r4 {NO_SET}: its numbers do not follow one another"),
        (
            "r1-2r5jr3 -",
            f"column 1: the set r1-2r5jr3 {NO_SET}: {NOT_TOLD}",
        ),
    ],
)
def test_refused(line: str, error: str):
    """Everything that is not in the notation is refused in one sentence that names the column."""
    with pytest.raises(NotationError) as caught:
        read(line)
    assert str(caught.value) == error


def test_every_reading_is_named_and_reads_back():
    """The ways to write an ambiguous set are complete, and each of them is read as one set."""
    with pytest.raises(NotationError) as caught:
        read("r6r5jj -")
    assert str(caught.value) == (
        "column 1: the set r6r5jj can be read in 3 ways, write jr3jr4r5-6, jr4r5-6jr7 or r5-6jr7jr8"
    )
    ways = re.split(", | or ", str(caught.value).partition("write ")[2])
    assert len({read(f"{way} -").table for way in ways}) == 3


def test_run_out_of_a_small_deck():
    """A run longer than the deck and a 1 after the highest are explained by the deck and the rules."""
    with pytest.raises(NotationError, match=r"a run has at most 3 tiles$"):
        read("r1-3j -", Deck(numbers=3))
    with pytest.raises(NotationError, match=r"do not follow one another \(a 1 may follow the highest\)$"):
        read("r13r1r2 -", ones=Ones.LOW_OR_HIGH)


def test_length_is_bounded():
    """Text longer than any position is refused before it is read."""
    with pytest.raises(
        NotationError, match=r"^position: 20001 characters are too many, the longest text read is 20000$"
    ):
        read("r" * (LONGEST + 1))
    with pytest.raises(NotationError, match=r"^column 1: the set (r5){20}… is neither .* red 5 is in it 9000 times$"):
        read("r5" * 9_000 + " -")


def test_largest_deck_fits():
    """The largest deck, all of it on the rack tile by tile, is within the length that is read."""
    deck = Deck(8, 40, 8, 8)
    line = f"- {'j' * deck.jokers}" + "".join(f"{c}{n}" for n in range(1, 41) for c in "rbkogmwc") * deck.copies
    assert len(parse_line(line, deck, Ones.LOW).rack) == deck.size


def test_sets_that_are_none_can_be_let_through():
    """For a table to be judged, tiles that are no set come back as a group; everything else is refused as before."""
    position = parse_line("r5r7.jjj.r1-3 -", Deck(), Ones.LOW, any_sets=True)
    assert position.table[:2] == (Group((5, 7), 5), Group((0, 0, 0), 0))
    with pytest.raises(NotationError, match="can be read in 2 ways"):
        parse_line("r7jj -", Deck(), Ones.LOW, any_sets=True)


def test_deck_presets_bound_the_tiles():
    """The colours and numbers that may be written are those of the deck at hand."""
    with pytest.raises(NotationError, match="there is no red 11, the numbers of this deck are 1 to 10"):
        read("- r11", DECKS["raeuber"])
    assert format_line(read("- c40", Deck(8, 40, 1, 0))) == "- c40"
