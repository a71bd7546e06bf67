"""What a puzzle is: a position, what is asked under which edition, the one solution, and how hard it is.

How a puzzle is proven lives in `prove`, how it is found in `sources` and `generate`, how it is written in `lines`.
"""

from dataclasses import dataclass
from enum import StrEnum

from solver.deck import Deck
from solver.errors import InputError
from solver.games.closed import HAND
from solver.position import Position
from solver.puzzles.grade import Grade
from solver.rules import DEFAULT, PRESETS, Game, Rules
from solver.sets import TileSet

LICENCE = "CC0-1.0"
"""Puzzles are for whoever wants them."""
LEAST_TILES = 3
"""A puzzle plays at least so many rack tiles."""
LEAST_SETS = 3
"""So many sets at least lie on the table, but for puzzles of the initial meld."""


class PuzzleError(InputError):
    """A puzzle that cannot be made, read or found."""


class Kind(StrEnum):
    """What a puzzle asks for."""

    GO_OUT = "go-out"
    MOST = "most"
    OPEN = "open"
    JOKER = "joker"
    EDITION = "edition"


@dataclass(frozen=True, slots=True)
class Answer:
    """The one solution under an edition: the table after the turn, and how many rack tiles it plays."""

    rules: Rules
    tiles: int
    table: tuple[TileSet, ...]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle with its one solution; of an `edition` puzzle two answers, one under each edition.

    `grade` is the harder answer's. `game` tells from which game of which seed it was made.
    """

    id: str
    kind: Kind
    position: Position
    answers: tuple[Answer, ...]
    grade: Grade
    game: str

    @property
    def text(self) -> str:
        """What is asked, in a sentence."""
        rules, tiles = [answer.rules.name for answer in self.answers], [answer.tiles for answer in self.answers]
        if self.kind == Kind.OPEN:
            points = self.position.to_open
            return f"Open with {points} points or more under {rules[0]}: there is exactly one way."
        if self.kind == Kind.MOST:
            return f"Play {tiles[0]} tiles under {rules[0]}, the most that can be played: there is exactly one way."
        if self.kind == Kind.JOKER:
            return f"Play all {tiles[0]} tiles of the rack under {rules[0]}; a joker must be freed on the way."
        if self.kind == Kind.EDITION:
            one, other = (f"{count} tiles under {name}" for count, name in zip(tiles, rules, strict=True))
            return f"Play the most tiles: {one}, and {other}; the two answers differ."
        return f"Play all {tiles[0]} tiles of the rack under {rules[0]}: there is exactly one way."


PAIRS = (
    ("lemada-2014", "book-1978"),
    ("lemada-2014", "goliath-2014"),
    ("book-1978", "goliath-1994"),
    ("lemada-1999", "lemada-2014"),
    ("pressman-1998", "goliath-2014"),
    ("spear-1988", "hong-kong"),
)
"""Editions that `edition` puzzles set against each other."""
USUAL_RULES, JOKER_RULES = DEFAULT, "book-1978"
"""The edition of a kind where none is told."""


def check_order(kind: Kind, level: int, editions: tuple[Rules, ...], deck: Deck) -> None:
    """Refuse a kind of puzzle that cannot be made of these levels, editions and this deck.

    Raises:
        PuzzleError: what is wrong, in a sentence.
        DeckError: a deck that an edition cannot use.
    """
    for rules in editions:
        rules.check_deck(deck)
        if rules.game != Game.SABRA:
            common = ", ".join(name for name, preset in PRESETS.items() if preset.game == Game.SABRA)
            raise PuzzleError(f"{rules.name} is no edition of the common game, choose one of {common}")
        if kind == Kind.JOKER and rules.joker_clear:
            raise PuzzleError(f"under {rules.name} a joker may be taken freely, joker puzzles need another edition")
        if kind == Kind.OPEN and rules.same_turn_manipulation:
            raise PuzzleError(
                f"under {rules.name} the turn goes on after the initial meld, in open puzzles it must end"
            )
    if kind == Kind.OPEN and level > 1:
        raise PuzzleError("open puzzles are all of level 1, since they touch nothing on the table")
    if kind in (Kind.JOKER, Kind.EDITION) and level < 2:
        raise PuzzleError(f"{kind} puzzles begin at level 2, since a set whose joker goes is broken")
    if kind in (Kind.JOKER, Kind.EDITION) and not deck.jokers:
        raise PuzzleError(f"{kind} puzzles need jokers, but the deck of {deck} has none")
    if deck.colours > MOST_COLOURS:
        raise PuzzleError(f"a deck of {deck} has too many colours, puzzles have at most {MOST_COLOURS}")
    if kind == Kind.OPEN and (points := editions[0].initial_meld_points) > HAND * deck.numbers:
        raise PuzzleError(f"a deck of {deck} is too small for open puzzles, no rack of {HAND} comes to {points} points")
    if deck.size < _TILES[level]:
        raise PuzzleError(
            f"a deck of {deck} is too small for {kind} puzzles of level {level}: "
            f"it has {deck.size} tiles, {_TILES[level]} are needed"
        )


MOST_COLOURS = 5
"""With more it takes too long to find out whether two puzzles are the same."""
_TILES = {1: 40, 2: 40, 3: 40, 4: 50, 5: 60}
"""The smallest deck of a level: two racks of 14 tiles, and the sets that are to be broken."""
