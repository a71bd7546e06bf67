"""The one-line form, read: `b3-9.br7j.kbo11.r5-6jr7r8 k10k12-13b2o2r2j 30`. Errors name the column, counted from 1.

position = sets SP rack [SP points] *(SP field)        SP = one space or one "_"
sets  = table ["~" set *("." set)]          field = "d=" (tile | "j") | "b=" (tile | "j") | "m=1"
table = "-" | set *("." set)                rack = "-" | 1*(tile | run | group | "j")
set   = 1*(tile | run | group | joker)
tile  = C N       run = C N "-" N  (first < last)      group = 2*C N  (colours differ)
joker = "j" C N | "j" N | "j"               points absent = opened
"""

from collections.abc import Sequence
from typing import NoReturn, TypedDict

from solver.deck import COLOURS, JOKER, Deck, Tile, deck
from solver.errors import NotationError
from solver.notation.printing import line_set
from solver.notation.reading import LOWER, check_length, colour_fault, number_fault, one_reading, tile_at
from solver.position import Position
from solver.rules import DEFAULT, Rules, rules
from solver.sets import JokerAs, Ones, Run, Slot, TileSet

_COLOURS = frozenset(COLOURS)
_DIGITS = frozenset("0123456789")
_MOST_POINTS = 10_000
_MISSING = (
    "the table is missing, write - for an empty one",
    "the rack is missing, write - for an empty one",
    "the points are missing",
)
_SHOWN = 40
_LATE = "only d=, b= and m=1 follow the points, which follow the rack"


class _Extras(TypedDict, total=False):
    """What a line may tell besides sets, rack and points."""

    discard: Tile
    bonus: Tile
    others_melded: bool


def parse_line(text: str, deck: Deck, ones: Ones, *, any_sets: bool = False) -> Position:
    """The position that a line describes; `any_sets` is told in `reading.one_reading`.

    Raises:
        NotationError: anything that is not in the notation or not in the deck, with its column.
    """
    check_length(text, "position")
    small = text.translate(LOWER)
    sets, rack, *fields = _fields(small)
    own, *others = _players(sets)
    points = _points(fields.pop(0)) if fields and "=" not in fields[0].whole() else None
    return Position(
        () if own.whole() == "-" else _sets(own, deck, ones, any_sets=any_sets),
        _rack(rack, deck),
        deck,
        points,
        others=_sets(others[0], deck, ones, any_sets=any_sets) if others else (),
        **_extras(fields, deck),
    )


def read_position(text: str, edition: Rules | str = DEFAULT) -> Position:
    """The position that a line describes, with the deck of the edition.

    Raises:
        RulesError: the edition is given by a name that there is not.
        NotationError: as `parse_line`.
    """
    chosen = rules(edition) if isinstance(edition, str) else edition
    return parse_line(text, deck(chosen.deck), chosen.ones)


class _Piece:
    """A stretch of the line with a cursor in it."""

    def __init__(self, text: str, first: int, end: int) -> None:
        self.text, self.first, self.at, self.end = text, first, first, end

    def peek(self, ahead: int = 0) -> str:
        """The character at the cursor or beyond it; nothing past the end."""
        at = self.at + ahead
        return self.text[at] if at < self.end else ""

    def whole(self) -> str:
        return self.text[self.first : self.end]

    def split(self, marks: str) -> list["_Piece"]:
        """The pieces between the marks."""
        cuts = [i for i in range(self.first, self.end) if self.text[i] in marks]
        starts, ends = [self.first, *(cut + 1 for cut in cuts)], [*cuts, self.end]
        return [_Piece(self.text, start, end) for start, end in zip(starts, ends, strict=True)]

    def fail(self, message: str, at: int | None = None) -> NoReturn:
        raise NotationError(f"column {(self.at if at is None else at) + 1}: {message}")


def _fields(text: str) -> list[_Piece]:
    fields = _Piece(text, 0, len(text)).split(" _")
    for field, missing in zip(fields, _MISSING, strict=False):
        if not field.whole():
            field.fail(f"{missing}; table, rack and points have one space or one _ between them")
    if len(fields) < 2:
        fields[0].fail("the rack is missing: write table, one space or one _, and rack (- for an empty one)", len(text))
    for field in fields[3:]:
        if "=" not in field.whole():
            field.fail(_LATE)
    return fields


def _players(field: _Piece) -> list[_Piece]:
    """The player's own sets, and those of the others if there are any."""
    pieces = field.split("~")
    if not pieces[0].whole():
        pieces[0].fail("the own sets are missing before ~, write - for none")
    if len(pieces) > 1 and pieces[1].whole() in ("", "-"):
        pieces[1].fail("the sets of the others are missing after ~, leave it out where there are none")
    if len(pieces) > 2:
        pieces[2].fail("a second ~: after the first stand the sets of all other players together", pieces[2].first - 1)
    return pieces


def _extras(fields: Sequence[_Piece], deck: Deck) -> _Extras:
    """The named fields, in any order, each at most once."""
    extras: _Extras = {}
    given: set[str] = set()
    for field in fields:
        name = field.whole().partition("=")[0].lower()
        if name in given:
            field.fail(f"{name}= is there twice, once is enough")
        given.add(name)
        field.at += len(name) + 1
        if name == "d":
            extras["discard"] = _one_tile(field, deck)
        elif name == "b":
            extras["bonus"] = _one_tile(field, deck)
        elif name == "m" and field.text[field.at : field.end] == "1":
            extras["others_melded"] = True
        elif name == "m":
            field.fail("m=1 says that somebody else has melded, leave it out where nobody has")
        else:
            field.fail(f"{name[:_SHOWN]!r} is no field: {_LATE}", field.first)
    return extras


def _one_tile(field: _Piece, deck: Deck) -> Tile:
    """The one tile after the equals sign."""
    start = field.at
    tiles = _rack(field, deck) if field.peek() else ()
    if len(tiles) != 1:
        field.fail("one tile or j stands here", start)
    return tiles[0]


def _sets(field: _Piece, deck: Deck, ones: Ones, *, any_sets: bool) -> tuple[TileSet, ...]:
    return tuple(_set(piece, deck, ones, any_sets=any_sets) for piece in field.split("."))


def _set(piece: _Piece, deck: Deck, ones: Ones, *, any_sets: bool) -> TileSet:
    slots: list[Slot] = []
    while piece.peek():
        if piece.peek() == "j":
            slots.append(_joker(piece, deck))
        else:
            slots += _tiles(piece, deck)
    if not slots:
        piece.fail("a set is missing, sets have one . between them")
    text = piece.whole() if len(piece.whole()) <= _SHOWN else piece.whole()[:_SHOWN] + "…"
    where = f"column {piece.first + 1}: the set {text}"
    tile_set = one_reading(slots, deck, ones, where, line_set, any_sets=any_sets)
    if isinstance(tile_set, Run) and JokerAs() in slots:
        raise NotationError(f"{where} is a run, whose jokers are always written out: write {line_set(tile_set)}")
    return tile_set


def _rack(field: _Piece, deck: Deck) -> tuple[Tile, ...]:
    """The tiles from the cursor on."""
    if field.whole() == "-":
        return ()
    tiles: list[Tile] = []
    while field.peek():
        if field.peek() == "j":
            field.at += 1
            if field.peek() in _DIGITS:
                field.fail("a joker on the rack stands for nothing yet, write only j")
            tiles.append(JOKER)
        else:
            tiles += _tiles(field, deck)
    return tuple(tiles)


def _joker(piece: _Piece, deck: Deck) -> JokerAs:
    """A joker of a set, the longest that the text allows."""
    start = piece.at
    piece.at += 1
    if piece.peek() in _COLOURS and piece.peek(1) in _DIGITS:
        letter = _colour(piece, deck)
        told = JokerAs(tile=tile_at(letter, _number(piece, deck, letter)))
    elif piece.peek() in _DIGITS:
        told = JokerAs(number=int(_number(piece, deck)))
    else:
        if piece.peek() not in ("", "j"):
            piece.fail("a joker before other tiles says what it stands for: jr7 in a run, j7 in a group", start)
        return JokerAs()
    if piece.peek() == "-":
        piece.fail("a joker stands for one tile, not for a range")
    return told


def _tiles(piece: _Piece, deck: Deck) -> list[Tile]:
    """A tile, a run or a group."""
    start = piece.at
    letters = [_colour(piece, deck)]
    while piece.peek() in _COLOURS:
        at = piece.at
        letters.append(_colour(piece, deck))
        if letters[-1] in letters[:-1]:
            piece.fail(f"the colour {letters[-1]} is there twice before one number", at)
    first = _number(piece, deck, letters[-1])
    if piece.peek() != "-":
        return [tile_at(letter, first) for letter in letters]
    if len(letters) > 1:
        piece.fail("a range has one colour, write each run on its own", start)
    piece.at += 1
    at = piece.at
    last = _number(piece, deck, letters[0])
    if int(last) <= int(first):
        piece.fail(f"a range goes up, {first}-{last} does not", at)
    return [tile_at(letters[0], str(number)) for number in range(int(first), int(last) + 1)]


def _colour(piece: _Piece, deck: Deck) -> str:
    letter = piece.peek()
    if letter in _DIGITS or letter == "-":
        piece.fail(f"a tile begins with its colour, {letter!r} stands alone")
    if fault := colour_fault(letter, deck):
        piece.fail(fault)
    piece.at += 1
    return letter


def _digits(piece: _Piece) -> str:
    start = piece.at
    while piece.peek() in _DIGITS:
        piece.at += 1
    return piece.text[start : piece.at]


def _number(piece: _Piece, deck: Deck, colour: str = "") -> str:
    start = piece.at
    digits = _digits(piece)
    if not digits:
        piece.fail("a number is missing", start)
    if fault := number_fault(digits, deck, colour):
        piece.fail(fault, start)
    return digits


def _points(field: _Piece) -> int:
    digits = _digits(field)
    if field.peek():
        field.fail("the points to open are a whole number")
    if digits.startswith("0") or len(digits) > 5 or int(digits) > _MOST_POINTS:
        field.fail(
            f"the points to open are 1 to {_MOST_POINTS} without leading zero; a player who has opened has none",
            field.first,
        )
    return int(digits)
