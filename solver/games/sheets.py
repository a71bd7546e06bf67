"""Score sheets of International Rummikub: rows of tests on a Closed hand, read from JSON and held against a hand.

RULES.md section 7 says what a row is and what each test asks. The published sheet is not part of the project: sheets
are data that the user supplies. The sample beside this file (`sample_sheet`) is invented, every row and score of it.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, cast

from solver.deck import JOKER, Deck, Tile, colour_of, number_of, tile_name
from solver.errors import InputError
from solver.sets import Run, TileSet

SAMPLE = Path(__file__).parent / "data" / "sample_sheet.json"
MOST_ROWS, MOST_POINTS, MOST_NUMBER, MOST_JOKERS = 500, 1_000_000, 10_000, 2
_LONGEST_TEXT, _LONGEST_NAME = 1_000_000, 100

PLAIN_TESTS = ("all_runs", "all_groups", "runs_of_different_colours", "all_even", "all_odd", "ones_high")
NUMBER_TESTS = ("sets ==", "colours ==", "colours <=", "min_number >=", "max_number <=", "sum >=", "sum <=")
_CHOICE = ", ".join([*PLAIN_TESTS, *(f"{test} n" for test in NUMBER_TESTS)])
_ROW_KEYS, _SHEET_KEYS = ("id", "name", "tests", "scores"), ("name", "note", "rows")


class SheetError(InputError):
    """A score sheet that cannot be used: the row and what is wrong with it."""


class ToldSet(NamedTuple):
    """A set in which every joker is told its tile, also in a group; `stands` is as long as the set's `tiles`."""

    shape: TileSet
    stands: tuple[Tile, ...]

    def key(self) -> tuple[int, ...]:
        """Sorts as the canonical form of a table does, then by what the jokers stand for."""
        return (*self.shape.key(), *self.stands)

    def __str__(self) -> str:
        """`r5 r6 J=r7`, `b7 k7 J=r7`."""
        pairs = zip(self.shape.tiles, self.stands, strict=True)
        return " ".join(tile_name(tile) if tile else f"J={tile_name(stand)}" for tile, stand in pairs)


class Traits(NamedTuple):
    """All that the tests ask of sets, be it a hand or a single set."""

    runs: tuple[int, ...]  # the colour of each
    groups: int
    colours: frozenset[int]
    numbers: frozenset[int]
    total: int


def traits(sets: Iterable[ToldSet]) -> Traits:
    """What the sets show, each joker as the tile that it stands for; a 1 counts 1 in the sum."""
    chosen = tuple(sets)
    tiles = [tile for told in chosen for tile in told.stands]
    runs = tuple(told.shape.colour for told in chosen if isinstance(told.shape, Run))
    numbers = [number_of(tile) for tile in tiles]
    return Traits(runs, len(chosen) - len(runs), frozenset(map(colour_of, tiles)), frozenset(numbers), sum(numbers))


@dataclass(frozen=True, slots=True)
class RowTest:
    """One test of a row: `name` is one of PLAIN_TESTS or NUMBER_TESTS, `number` what follows the latter, else 0."""

    name: str
    number: int = 0

    @property
    def local(self) -> bool:
        """Does a hand pass exactly when each of its sets does by itself?"""
        return self.name in ("all_runs", "all_groups", "all_even", "all_odd", "min_number >=", "max_number <=")

    def holds(self, shown: Traits, high_one: int) -> bool:
        """Do sets with these traits pass? A 1 counts `high_one` in the tests of the least and the greatest number."""
        match self.name:
            case "all_runs":
                return not shown.groups
            case "all_groups":
                return not shown.runs
            case "runs_of_different_colours":
                return len(set(shown.runs)) == len(shown.runs)
            case "all_even":
                return all(number % 2 == 0 for number in shown.numbers)
            case "all_odd":
                return all(number % 2 == 1 for number in shown.numbers)
            case "ones_high":
                return True
            case "min_number >=":
                return all((number if number > 1 else high_one) >= self.number for number in shown.numbers)
            case "max_number <=":
                return all((number if number > 1 else high_one) <= self.number for number in shown.numbers)
            case "sets ==":
                return len(shown.runs) + shown.groups == self.number
            case "colours ==":
                return len(shown.colours) == self.number
            case "colours <=":
                return len(shown.colours) <= self.number
            case "sum >=":
                return shown.total >= self.number
            case _:
                return shown.total <= self.number

    def __str__(self) -> str:
        return f"{self.name} {self.number}" if self.name in NUMBER_TESTS else self.name


@dataclass(frozen=True, slots=True)
class Row:
    """A hand type: every test must hold; `scores` for no, one and two jokers among the tiles of the hand."""

    id: str
    name: str
    tests: tuple[RowTest, ...]
    scores: tuple[int, int, int]

    def high_one(self, deck: Deck) -> int:
        """What a 1 counts in the row's tests of the least and the greatest number."""
        return deck.numbers + 1 if any(test.name == "ones_high" for test in self.tests) else 1

    def score(self, jokers: int) -> int | None:
        """The score of a hand with so many jokers; None for three and more, for which a row has no score."""
        return self.scores[jokers] if jokers <= MOST_JOKERS else None

    def fits(self, hand: Sequence[ToldSet], deck: Deck) -> bool:
        """Does the hand pass every test of the row?"""
        shown = traits(hand)
        return all(test.holds(shown, self.high_one(deck)) for test in self.tests)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of a score sheet, in the order that decides between rows of one value."""

    rows: tuple[Row, ...]
    name: str = ""
    note: str = ""

    def best_row(self, hand: Sequence[ToldSet], deck: Deck) -> Row | None:
        """The row that pays most for this very hand, the earliest of those; None when the hand has no type."""
        held = sum(told.shape.tiles.count(JOKER) for told in hand)
        paying = [row for row in self.rows if row.score(held) is not None and row.fits(hand, deck)]
        return max(paying, key=lambda row: row.score(held) or 0, default=None)


def sample_sheet() -> Sheet:
    """The sheet that ships with the project. It is INVENTED, for tests and trials, and is no published sheet."""
    return read_sheet(SAMPLE)


def read_sheet(source: str | Path) -> Sheet:
    """A score sheet from JSON text, or from the file at a path.

    The JSON is a list of rows, or an object with `rows` and, if wished, `name` and `note`.

    Raises:
        SheetError: the text is not JSON, or the first mistake in it, with its row.
    """
    text = _file_text(source) if isinstance(source, Path) else source
    document = _parsed(text)
    if isinstance(document, list):
        return Sheet(_rows(cast(list[Any], document)))
    if not isinstance(document, dict):
        raise SheetError("the score sheet must be a list of rows, or an object with rows")
    fields = cast(dict[str, Any], document)
    for key in fields:
        if key not in _SHEET_KEYS:
            raise SheetError(f"the score sheet has an unknown key {_shown(key)}, it may have {', '.join(_SHEET_KEYS)}")
    rows = fields.get("rows")
    if not isinstance(rows, list):
        raise SheetError("the score sheet needs rows, a list of its rows")
    name, note = fields.get("name", ""), fields.get("note", "")
    if not (isinstance(name, str) and isinstance(note, str)):
        raise SheetError("the score sheet's name and note must be texts")
    return Sheet(_rows(cast(list[Any], rows)), name, note)


def _file_text(path: Path) -> str:
    try:
        with path.open(encoding="utf-8-sig") as file:
            return file.read(_LONGEST_TEXT + 1)
    except UnicodeDecodeError:
        raise SheetError(f"the score sheet {path} is no text in UTF-8") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise SheetError(f"the score sheet {path} cannot be read: {reason}") from None


def _parsed(text: str) -> Any:
    if len(text) > _LONGEST_TEXT:
        raise SheetError(f"the score sheet is longer than {_LONGEST_TEXT} characters")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except SheetError:
        raise
    except json.JSONDecodeError as error:
        raise SheetError(
            f"the score sheet is not JSON: {error.msg} in line {error.lineno}, column {error.colno}"
        ) from None
    except (ValueError, RecursionError):
        raise SheetError("the score sheet holds a number that is too long or lists too deep in one another") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise SheetError(f"the score sheet gives the key {_shown(twice)} twice in one object")
    return fields


def _no_constant(name: str) -> Any:
    raise SheetError(f"the score sheet is not JSON: {name} is no number")


def _rows(found: list[Any]) -> tuple[Row, ...]:
    if not 1 <= len(found) <= MOST_ROWS:
        raise SheetError(f"the score sheet has {len(found)} rows, it must have 1 to {MOST_ROWS}")
    rows: list[Row] = []
    first_with: dict[str, int] = {}
    for place, fields in enumerate(found, 1):
        row = _row(fields, place)
        if row.id in first_with:
            raise SheetError(
                f"row {place} has the id {_shown(row.id)} of row {first_with[row.id]}, every row needs its own"
            )
        first_with[row.id] = place
        rows.append(row)
    return tuple(rows)


def _row(found: object, place: int) -> Row:
    if not isinstance(found, dict):
        raise SheetError(f"row {place} must be an object with {', '.join(_ROW_KEYS)}")
    fields = cast(dict[str, Any], found)
    identity = fields.get("id")
    where = f"row {place}" if not isinstance(identity, str | int) else f"row {place} (id {_shown(identity)})"
    for key in fields:
        if key not in _ROW_KEYS:
            raise SheetError(f"{where}: unknown key {_shown(key)}, a row has {', '.join(_ROW_KEYS)}")
    for key in _ROW_KEYS:
        if key not in fields:
            raise SheetError(f"{where}: {key} is missing")
    if not _is_whole(identity) and not (isinstance(identity, str) and 1 <= len(identity) <= _LONGEST_NAME):
        raise SheetError(f"{where}: id must be a text of 1 to {_LONGEST_NAME} characters, or a whole number")
    name = fields["name"]
    if not (isinstance(name, str) and 1 <= len(name) <= _LONGEST_NAME):
        raise SheetError(f"{where}: name must be a text of 1 to {_LONGEST_NAME} characters")
    return Row(str(identity), name, _tests(fields["tests"], where), _scores(fields["scores"], where))


def _tests(found: object, where: str) -> tuple[RowTest, ...]:
    if not isinstance(found, list):
        raise SheetError(f"{where}: tests must be a list of texts")
    return tuple(_test(text, where) for text in cast(list[object], found))


def _test(text: object, where: str) -> RowTest:
    if not isinstance(text, str):
        raise SheetError(f"{where}: the test {_shown(text)} must be a text")
    if text in PLAIN_TESTS:
        return RowTest(text)
    name, _, number = text.rpartition(" ")
    if name not in NUMBER_TESTS:
        raise SheetError(f"{where}: unknown test {_shown(text)}, choose from {_CHOICE}")
    if not (number.isascii() and number.isdigit() and len(number) <= 5 and int(number) <= MOST_NUMBER):
        raise SheetError(f"{where}: the test {_shown(text)} needs a whole number from 0 to {MOST_NUMBER}")
    return RowTest(name, int(number))


def _scores(found: object, where: str) -> tuple[int, int, int]:
    scores = cast(list[Any], found) if isinstance(found, list) else []
    if len(scores) != 3 or not all(_is_whole(score) and 0 <= score <= MOST_POINTS for score in scores):
        raise SheetError(
            f"{where}: scores must be three whole numbers from 0 to {MOST_POINTS}, for no, one and two jokers"
        )
    first, second, third = scores
    return (first, second, third)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(value: object) -> str:
    """A value of the sheet as errors quote it, cut where it is long."""
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"
