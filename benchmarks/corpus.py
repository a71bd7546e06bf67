"""The corpus: hard positions with proven optima, a text file for each group in `corpus/`. The files are the truth.

A line is a position in the one-line form (docs/notation.md) and fields after it, each after a semicolon:

    r4-6jr7.bko9 r7b3j ; id "jok-017"; rules book-1978; tiles 2; unbroken 2; source "game 12"

`id`, `rules`, `tiles` and `source` are in every line. `tiles 0` means that nothing can be played; every other line has
`unbroken`, for the objective `tiles, unbroken`. `tables`, where it is known, is how many different tables are best; it
makes no difference where runs are cut (RULES.md section 8). `deck` (`8 x 13 x 8 + 0`) is there where it is not that of
the rules. Empty lines, and lines that begin with #, say nothing.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from solver.deck import Deck, deck
from solver.errors import InputError
from solver.notation import canonical_line, format_line, parse_line
from solver.position import Position, validate
from solver.rules import Rules, rules

FOLDER = Path(__file__).parent / "corpus"
GROUPS = ("smoke", "opening", "jokers", "midgame", "endgame", "hard", "blocked", "large", "paper")
FIELDS = ("id", "rules", "deck", "tiles", "unbroken", "tables", "source")
OPTIONAL = ("deck", "unbroken", "tables")
QUOTED = ("id", "source")
_MOST = 10_000
_ID = re.compile(r"[a-z]{3}-[0-9]{3}")
_DECK = re.compile(r"([0-9]{1,2}) x ([0-9]{1,2}) x ([0-9]{1,2}) \+ ([0-9]{1,2})")


class CorpusError(InputError):
    """Something wrong in a corpus file: the file, the line, the reason."""


@dataclass(frozen=True, slots=True)
class Item:
    """A position of the corpus; `tiles` is 0 and `unbroken` None where nothing can be played."""

    id: str
    position: Position
    rules: Rules
    tiles: int
    unbroken: int | None
    source: str
    tables: int | None = None
    number: int = field(default=0, compare=False)
    """The line of the file, from 1; 0 for an item from nowhere."""

    @property
    def key(self) -> str:
        """Equal for items that ask the same question: canonical form, deck and rules."""
        return f"{canonical_line(self.position)} {self.position.deck} {self.rules.name}"

    def line(self) -> str:
        """The line of this item, as `parse` reads it."""
        fields = [f'id "{self.id}"', f"rules {self.rules.name}"]
        if self.position.deck != deck(self.rules.deck):
            fields.append(f"deck {self.position.deck}")
        fields.append(f"tiles {self.tiles}")
        if self.unbroken is not None:
            fields.append(f"unbroken {self.unbroken}")
        if self.tables is not None:
            fields.append(f"tables {self.tables}")
        fields.append(f'source "{self.source}"')
        return f"{format_line(self.position)} ; {'; '.join(fields)}"


def load(group: str, folder: Path = FOLDER) -> list[Item]:
    """Every position of a group, in the order of its file.

    Raises:
        CorpusError: the first fault of the file.
    """
    path = folder / f"{group}.txt"
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CorpusError(f"{path.name}: cannot be read ({error})") from None
    return parse(text.splitlines(), path.name)


def parse(lines: Iterable[str], name: str) -> list[Item]:
    """The items of some lines; `name` is that of the file.

    Raises:
        CorpusError: a line that does not parse, an illegal position, an id or a canonical form that is there twice.
    """
    found: list[Item] = []
    ids: dict[str, int] = {}
    keys: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            item = _item(line, number)
            if item.id in ids:
                raise CorpusError(f"the id {item.id} is that of line {ids[item.id]} already")
            if item.key in keys:
                raise CorpusError(f"the position is that of {keys[item.key]} already")
        except InputError as error:
            raise CorpusError(f"{name}, line {number}: {error}") from None
        ids[item.id], keys[item.key] = number, item.id
        found.append(item)
    return found


def _item(line: str, number: int) -> Item:
    head, mark, tail = line.partition(" ; ")
    if not mark:
        raise CorpusError("after the position stand a blank, a semicolon, a blank and the fields")
    fields = _fields(tail)
    if not _ID.fullmatch(fields["id"]):
        raise CorpusError(f"the id {fields['id'][:40]!r} is not three small letters, - and three digits")
    edition = rules(fields["rules"])
    position = parse_line(head, _deck(fields["deck"]) if "deck" in fields else deck(edition.deck), edition.ones)
    validate(position, edition)
    tiles = _number(fields, "tiles")
    if tiles > len(position.rack):
        raise CorpusError(f"tiles {tiles} are more than the {len(position.rack)} on the rack")
    if (tiles == 0) == ("unbroken" in fields):
        raise CorpusError("unbroken stands in every line but those with tiles 0")
    unbroken = _number(fields, "unbroken") if tiles else None
    if unbroken is not None and unbroken > len(position.table) + len(position.others):
        raise CorpusError(f"unbroken {unbroken} is more than the {len(position.table)} sets of the table")
    tables = _number(fields, "tables") if "tables" in fields else None
    if tables is not None and (tables == 0 or tiles == 0):
        raise CorpusError("tables is 1 or more, and is not there with tiles 0")
    return Item(fields["id"], position, edition, tiles, unbroken, fields["source"], tables, number)


def _fields(text: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for part in text.split("; "):
        name, _, value = part.partition(" ")
        if name not in FIELDS:
            raise CorpusError(f"unknown field {name[:40]!r}, a line has {', '.join(FIELDS)}")
        if name in found:
            raise CorpusError(f"{name} is there twice")
        if name in QUOTED:
            if len(value) < 3 or value[0] != '"' or value[-1] != '"' or '"' in value[1:-1]:
                raise CorpusError(f"{name} needs a text in double quotes")
            value = value[1:-1]
        found[name] = value
    for name in FIELDS:
        if name not in found and name not in OPTIONAL:
            raise CorpusError(f"{name} is missing")
    return found


def _number(fields: Mapping[str, str], name: str) -> int:
    text = fields[name]
    if not (text.isascii() and text.isdigit()) or len(text) > 5 or int(text) > _MOST or text != str(int(text)):
        raise CorpusError(f"{name} must be a whole number from 0 to {_MOST}, not {text[:40]!r}")
    return int(text)


def _deck(text: str) -> Deck:
    match = _DECK.fullmatch(text)
    if match is None:
        raise CorpusError(f"deck must be written as 4 x 13 x 2 + 2, not {text[:40]!r}")
    return Deck(*map(int, match.groups()))
