"""Tile lists: sets and racks as words, and every refusal with its place."""

import pytest

from solver.deck import JOKER, Deck
from solver.errors import NotationError
from solver.notation import LONGEST, parse_set, parse_tiles
from solver.sets import Group, Ones, written

NO_SET = "is neither a group nor a run"


def read(text: str, ones: Ones = Ones.LOW):
    return parse_set(text, Deck(), ones, "table set 2")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("r5 r6 J=r7", "r5 r6 J=r7"),
        ("b7 k7 J=?7", "b7 k7 J=?7"),
        ("b7 k7 J=r7", "b7 k7 J=?7"),
        ("b7 k7 J", "b7 k7 J=?7"),
        ("J b7 k7", "J=?7 b7 k7"),
        ("r5 r6 J", "r5 r6 J=r7"),
        ("J r5 r6", "J=r4 r5 r6"),
        ("r8 r10 r11 J", "r8 J=r9 r10 r11"),
        ("r12 r13 J", "J=r11 r12 r13"),
        ("r7 r5 r6", "r5 r6 r7"),
        ("J=r7 r5 r6", "r5 r6 J=r7"),
        ("r5 J=r6 J=r7", "r5 J=r6 J=r7"),
        ("r5 J=?5 J=?5", "r5 J=?5 J=?5"),
        ("  R5  R6  j=R7 ", "r5 r6 J=r7"),
        ("y5 y6 y7", "o5 o6 o7"),
    ],
)
def test_sets_are_read(text: str, printed: str):
    """In run order the order counts, otherwise the one way to sort; printed, every joker says what it stands for."""
    assert written(read(text)) == printed
    assert read(printed) == read(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "table set 2 is empty, a set has at least 3 tiles"),
        ("r5 r6", f"table set 2 (r5 r6) {NO_SET}: a set has at least 3 tiles"),
        ("J J J", f"table set 2 (J J J) {NO_SET}: it has only jokers, a set needs a tile that is no joker"),
        ("r5 b6 k7", f"table set 2 (r5 b6 k7) {NO_SET}: its tiles have neither one number nor one colour"),
        ("b7 k7 J=k7", f"table set 2 (b7 k7 J=k7) {NO_SET}: black 7 is in it 2 times"),
        ("b7 k7 J=?8", f"table set 2 (b7 k7 J=?8) {NO_SET}: its tiles have neither one number nor one colour"),
        ("r5 r6 J=?7", f"table set 2 (r5 r6 J=?7) {NO_SET}: a joker told as ?number belongs in a group"),
        (
            "r5 J r9",
            f"table set 2 (r5 J r9) {NO_SET}: its numbers do not follow one another, also with the jokers as told",
        ),
        ("r5 J J", "table set 2 (r5 J J) can be read in 2 ways, write r5 J=?5 J=?5 or r5 J=r6 J=r7"),
        ("r5 r7 J r6", "table set 2 (r5 r7 J r6) can be read in 2 ways, write J=r4 r5 r6 r7 or r5 r6 r7 J=r8"),
        ("r5 r6 x", "table set 2: 'x' is no tile, write a colour and a number (r5) or J"),
        ("r5 r6 r7.", "table set 2: 'r7.' is no tile, write a colour and a number (r5) or J"),
        ("r5 r6 r５", "table set 2: 'r５' is no tile, write a colour and a number (r5) or J"),
        ("r5 r6 7", "table set 2: '7' is no tile, write a colour and a number (r5) or J"),
        ("r5 r6 J=", "table set 2: 'J=' is no tile, write a colour and a number (r5) or J"),
        ("r5 r6 J=?", "table set 2: 'J=?' is no joker of a group, write J=?7"),
        ("r5 r6 J=?x", "table set 2: 'J=?x' is no joker of a group, write J=?7"),
        ("r5 r6 J=?²", "table set 2: 'J=?²' is no joker of a group, write J=?7"),
        ("r5 r6 J=?14", "table set 2: there is no number 14, the numbers of this deck are 1 to 13"),
        ("r5 r6 J=r14", "table set 2: there is no red 14, the numbers of this deck are 1 to 13"),
        ("r5 r6 J=r07", "table set 2: numbers begin at 1 and have no leading zero, '07' is none"),
        ("r5 r6 g7", "table set 2: there is no green in this deck, its colours are r b k o"),
        ("r5 r6 x7", "table set 2: 'x' is no colour letter, the colours of this deck are r b k o"),
        ("r5 r6 r" + "7" * 30, "table set 2: the numbers of this deck are 1 to 13"),
        ("r5 r6 " + "x" * 30, f"table set 2: '{'x' * 20}…' is no tile, write a colour and a number (r5) or J"),
        ("r5 " * 25, f"table set 2 ({'r5 ' * 20}…) {NO_SET}: red 5 is in it 25 times"),
        ("r" * (LONGEST + 1), "table set 2: 20001 characters are too many, the longest text read is 20000"),
    ],
)
def test_sets_are_refused(text: str, error: str):
    """What is no set of the deck is refused in one sentence that names the place and what would be right."""
    with pytest.raises(NotationError) as caught:
        read(text)
    assert str(caught.value) == error


def test_a_text_is_read_anew_for_another_deck_and_place():
    """What was read before makes no difference: the deck and the ones decide, and an error names its own place."""
    for _ in range(2):
        assert written(parse_set("r12 r13 r1", Deck(), Ones.LOW_OR_HIGH)) == "r12 r13 r1"
        assert written(parse_set("r8 r9 J", Deck(), Ones.LOW)) == "r8 r9 J=r10"
        assert written(parse_set("r8 r9 J", Deck(4, 9, 2, 2), Ones.LOW)) == "J=r7 r8 r9"
        for place in ("table set 1", "others' set 2"):
            for text, deck in (("r12 r13 r1", Deck()), ("r8 r9 r10", Deck(4, 9, 2, 2)), ("g1 g2 g3", Deck())):
                with pytest.raises(NotationError, match=f"^{place}"):
                    parse_set(text, deck, Ones.LOW, place)
                if text[0] == "r" and deck == Deck():
                    assert parse_set(text, deck, Ones.LOW, place, any_sets=True) == Group((12, 13, 1), 12)


def test_sets_that_are_none_can_be_let_through():
    """For a table to be judged, tiles that are no set come back as a group that no referee accepts."""
    assert parse_set("r5 b6", Deck(), Ones.LOW, any_sets=True) == Group((5, 70), 5)


@pytest.mark.parametrize("tiles", ["b9 J r13", ["b9", "J", "r13"], "B9 j R13"])
def test_racks_are_read(tiles: str | list[str]):
    """A rack is a text or a list of texts, in the order given."""
    assert parse_tiles(tiles, Deck()) == (73, JOKER, 13)


@pytest.mark.parametrize(
    ("tiles", "error"),
    [
        (["b9 J"], "keep: 'b9 J' is no tile, write a colour and a number (r5) or J"),
        ([""], "keep: '' is no tile, write a colour and a number (r5) or J"),
        ("r14", "keep: there is no red 14, the numbers of this deck are 1 to 13"),
        ("J=r7", "keep: 'J=r7' is told what it stands for, a joker on the rack is only J"),
        ("J=?7", "keep: 'J=?7' is told what it stands for, a joker on the rack is only J"),
        ("r" * (LONGEST + 1), "keep: 20001 characters are too many, the longest text read is 20000"),
        (["J"] * (LONGEST + 1), "keep: 20001 tiles are too many"),
    ],
)
def test_racks_are_refused(tiles: str | list[str], error: str):
    """What is no rack tile is refused in one sentence that names the place."""
    with pytest.raises(NotationError) as caught:
        parse_tiles(tiles, Deck(), "keep")
    assert str(caught.value) == error
