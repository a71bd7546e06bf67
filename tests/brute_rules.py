"""What the exhaustive judge plays with: decks, rule knobs, presets, the text of sets, and every way to lay tiles out.

Written from RULES.md sections 1, 3.4 and 4 alone; it shares no code with the solver or the referee.
Whether a turn is legal is told in `brute`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Literal, NamedTuple

COLOURS = "rbkogmwc"

Tile = tuple[int, int]
"""(colour index, number). A group's undecided joker is (ANY, number), a joker on a rack is JOKER."""
ANY = -1
JOKER: Tile = (ANY, 0)


class Deck(NamedTuple):
    """How many colours, numbers, copies of every tile, and jokers."""

    colours: int
    numbers: int
    copies: int
    jokers: int


@dataclass(frozen=True)
class Knobs:
    """The rules that editions differ in; the names and the values are those of RULES.md."""

    initial_meld_points: int
    initial_meld_jokers: Literal["represented", "zero", "forbidden"]
    same_turn_manipulation: bool
    joker_set: Literal["locked", "split"]
    joker_clear: bool
    replacement_source: Literal["rack", "any"]
    group_of_three: Literal["either", "both"]
    joker_reuse: Literal["anywhere", "new_set", "new_set_1_rack", "new_set_2_rack", "new_set_all_rack"]
    joker_penalty: int
    joker_pin: Literal["companion", "value"] = "companion"
    jokers_per_set: int | None = None
    ones: Literal["low", "low_or_high", "wrap"] = "low"

    def __post_init__(self) -> None:
        """Raise ValueError for the two combinations that RULES.md refuses."""
        if self.joker_clear and self.joker_reuse != "anywhere":
            raise ValueError("joker_clear goes only with joker_reuse=anywhere")
        if self.joker_pin == "value" and self.joker_set != "split":
            raise ValueError("joker_pin=value goes only with joker_set=split")


PRESETS: dict[str, Knobs] = {
    "book-1978": Knobs(30, "represented", True, "locked", False, "rack", "either", "new_set", 30),
    "book-1978-both": Knobs(30, "represented", True, "locked", False, "rack", "both", "new_set", 30),
    "dutch-1985": Knobs(30, "represented", False, "locked", False, "rack", "either", "new_set", 25),
    "dutch-sabra-1985": Knobs(30, "represented", True, "split", False, "rack", "either", "new_set", 25),
    "pressman-1987": Knobs(50, "represented", True, "locked", False, "rack", "either", "new_set_2_rack", 30),
    "spear-1988": Knobs(30, "represented", True, "locked", False, "rack", "either", "new_set_1_rack", 30),
    "spear-1988-two": Knobs(30, "represented", True, "locked", False, "rack", "either", "new_set_2_rack", 30),
    "goliath-1994": Knobs(30, "represented", True, "split", False, "rack", "either", "anywhere", 30),
    "pressman-1998": Knobs(30, "represented", True, "split", False, "rack", "either", "new_set_2_rack", 30),
    "lemada-1999": Knobs(30, "represented", False, "split", False, "rack", "either", "new_set", 30),
    "hong-kong": Knobs(30, "forbidden", True, "split", False, "any", "either", "new_set", 30),
    "lemada-2014": Knobs(30, "represented", False, "split", False, "any", "either", "anywhere", 30),
    "goliath-2014": Knobs(30, "represented", False, "split", True, "any", "either", "anywhere", 30),
    "popular": Knobs(30, "represented", True, "split", True, "any", "either", "anywhere", 30),
}
"""The table of RULES.md section 4, its columns in order."""

VALUES: dict[str, tuple[str, ...]] = {
    "initial_meld_jokers": ("represented", "zero", "forbidden"),
    "joker_set": ("locked", "split"),
    "joker_pin": ("companion", "value"),
    "replacement_source": ("rack", "any"),
    "group_of_three": ("either", "both"),
    "joker_reuse": ("anywhere", "new_set", "new_set_1_rack", "new_set_2_rack", "new_set_all_rack"),
    "ones": ("low", "low_or_high", "wrap"),
    "same_turn_manipulation": ("yes", "no"),
    "joker_clear": ("yes", "no"),
}


def knobs(text: str) -> Knobs:
    """The knobs of a preset with overrides, "book-1978,replacement_source=any". ValueError for a value unknown."""
    preset, *overrides = text.split(",")
    changes: dict[str, object] = {}
    for override in overrides:
        name, _, value = override.partition("=")
        if name in VALUES:
            if value not in VALUES[name]:
                raise ValueError(f"{name} cannot be {value!r}")
            changes[name] = {"yes": True, "no": False}.get(value, value)
        elif name == "jokers_per_set" and value == "none":
            changes[name] = None
        elif name in ("initial_meld_points", "joker_penalty", "jokers_per_set"):
            changes[name] = int(value)
        else:
            raise ValueError(f"no knob is called {name!r}")
    return replace(PRESETS[preset], **changes)


class GameSet(NamedTuple):
    """A group or a run. Its tiles are sorted, so equal sets are equal values; a group's jokers are (ANY, number).

    `naturals` stands first on purpose: sets in sorted order are in the order of their least natural tile.
    """

    naturals: tuple[Tile, ...]
    kind: str
    jokers: tuple[Tile, ...]


@cache
def parse_tile(text: str) -> Tile:
    """The tile of "r4", the joker of "J". ValueError when the text is neither."""
    if text == "J":
        return JOKER
    match = re.fullmatch(rf"([{COLOURS}])(\d+)", text)
    if not match:
        raise ValueError(f"not a tile: {text!r}")
    return COLOURS.index(match[1]), int(match[2])


@cache
def parse_set(text: str) -> GameSet:
    """The set of "r4 r5 J=r6"; legal or not. Tiles of one number are a group, all others a run.

    A group's joker that shows a colour no natural tile has loses it. ValueError for a text that is no tile, or a
    joker that says nothing.
    """
    words = text.split()
    naturals = tuple(sorted(parse_tile(word) for word in words if not word.startswith("J")))
    shown = [word.removeprefix("J=") for word in words if word.startswith("J")]
    jokers = [(ANY, int(word[1:])) if re.fullmatch(r"\?\d+", word) else parse_tile(word) for word in shown]
    if JOKER in jokers:
        raise ValueError(f"a joker of {text!r} stands for nothing")
    if len({number for _, number in [*naturals, *jokers]}) > 1:
        return GameSet(naturals, "run", tuple(sorted(jokers)))
    jokers = [joker if joker in naturals else (ANY, joker[1]) for joker in jokers]
    return GameSet(naturals, "group", tuple(sorted(jokers)))


@cache
def text_of(deck: Deck, game_set: GameSet) -> str:
    """The one way to write a set: a run in playing order (a 1 after the top number last), a group by colour."""
    cells = [(tile, "") for tile in game_set.naturals] + [(tile, "J=") for tile in game_set.jokers]
    if game_set.kind == "run":
        numbers = {number for (_, number), _ in cells}
        first = min((n for n in numbers if (n - 2) % deck.numbers + 1 not in numbers), default=1)
        cells.sort(key=lambda cell: (cell[0][1] - first) % deck.numbers)
    return " ".join(f"{prefix}{'?' if c == ANY else COLOURS[c]}{n}" for (c, n), prefix in cells)


def canonical(deck: Deck, table: Iterable[GameSet]) -> tuple[str, ...]:
    """The one way to write a table."""
    return tuple(sorted(text_of(deck, game_set) for game_set in table))


@cache
def run_numbers(numbers: int, ones: str) -> frozenset[frozenset[int]]:
    """Every set of numbers that a run may show, in a deck with these numbers (RULES.md 1 and 3.4, `ones`)."""
    low = {frozenset(range(a, b + 1)) for a in range(1, numbers + 1) for b in range(a + 2, numbers + 1)}
    if ones == "low_or_high":
        return frozenset(low | {frozenset(range(a, numbers + 1)) | {1} for a in range(2, numbers)})
    if ones == "wrap":
        lengths = range(3, numbers + 1)
        return frozenset(
            frozenset((a + i) % numbers + 1 for i in range(length)) for a in range(numbers) for length in lengths
        )
    return frozenset(low)


def is_set(deck: Deck, rules: Knobs, game_set: GameSet) -> bool:
    """Whether this is a legal group or run of the deck, jokers_per_set included."""
    naturals, kind, jokers = game_set
    tiles = naturals + jokers
    if not naturals or len(tiles) < 3 or len(set(naturals)) < len(naturals):
        return False
    if rules.jokers_per_set is not None and len(jokers) > rules.jokers_per_set:
        return False
    if any(colour >= deck.colours or not 1 <= number <= deck.numbers for colour, number in tiles):
        return False
    if kind == "group":
        return len(tiles) <= deck.colours and all(colour == ANY for colour, _ in jokers)
    shown = frozenset(number for _, number in tiles)
    one_colour = len({colour for colour, _ in tiles}) == 1
    return one_colour and len(shown) == len(tiles) and shown in run_numbers(deck.numbers, rules.ones)


def parse_table(deck: Deck, rules: Knobs, table: Sequence[str]) -> tuple[GameSet, ...]:
    """A start-of-turn table. ValueError when a set of it is not legal."""
    sets = [parse_set(text) for text in table]
    for text, game_set in zip(table, sets, strict=True):
        if not is_set(deck, rules, game_set):
            raise ValueError(f"not a legal set: {text!r}")
    return tuple(sorted(sets))


def tiles_of(table: Iterable[GameSet]) -> Counter[Tile]:
    """The tiles of a table, a joker as JOKER."""
    count: Counter[Tile] = Counter()
    for game_set in table:
        count.update(game_set.naturals)
        count[JOKER] += len(game_set.jokers)
    return +count


class Layouts:
    """Every way to lay out tiles, remembered for as long as this object lives."""

    def __init__(self, deck: Deck, rules: Knobs) -> None:
        self.deck, self.rules = deck, rules
        self.known: dict[tuple[tuple[Tile, ...], int], tuple[tuple[GameSet, ...], ...]] = {}

    def all(self, tiles: Counter[Tile]) -> tuple[tuple[GameSet, ...], ...]:
        """Every distinct table made of exactly these tiles, each a sorted tuple of sets."""
        naturals = tuple(sorted(tile for tile in tiles.elements() if tile != JOKER))
        return self._cover(naturals, tiles[JOKER])

    def _cover(self, naturals: tuple[Tile, ...], jokers: int) -> tuple[tuple[GameSet, ...], ...]:
        """As `all`. The least natural tile lies in some set, so try each set for it and go on with the rest.

        The rest is sorted and has no smaller natural tile; a first set no greater than the rest's first set gives
        each sorted table once.
        """
        if not naturals:
            return ((),) if jokers == 0 else ()
        if (naturals, jokers) not in self.known:
            found: list[tuple[GameSet, ...]] = []
            for first in self._sets_for(naturals, jokers):
                left = list(naturals)
                for tile in first.naturals:
                    left.remove(tile)
                rest = self._cover(tuple(left), jokers - len(first.jokers))
                found.extend((first, *others) for others in rest if not others or first <= others[0])
            self.known[naturals, jokers] = tuple(found)
        return self.known[naturals, jokers]

    def _sets_for(self, naturals: tuple[Tile, ...], jokers: int) -> Iterator[GameSet]:
        """Every legal set made of these tiles that has the least natural tile as a natural tile."""
        least, have = naturals[0], sorted(set(naturals))
        colour, number = least
        most = jokers if self.rules.jokers_per_set is None else min(jokers, self.rules.jokers_per_set)
        others = [tile for tile in have if tile[1] == number and tile != least]
        for size in range(min(len(others), self.deck.colours - 1) + 1):
            for j in range(max(0, 2 - size), min(most, self.deck.colours - 1 - size) + 1):
                for more in combinations(others, size):
                    yield GameSet((least, *more), "group", ((ANY, number),) * j)
        for shown in run_numbers(self.deck.numbers, self.rules.ones):
            cells = [(colour, n) for n in sorted(shown)]
            if least not in cells:
                continue
            wild = [cell for cell in cells if cell not in have]
            free = [cell for cell in cells if cell in have and cell != least]
            for extra in range(most - len(wild) + 1):
                for more in combinations(free, extra):
                    joker_cells = tuple(sorted([*wild, *more]))
                    yield GameSet(tuple(c for c in cells if c not in joker_cells), "run", joker_cells)
