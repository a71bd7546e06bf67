"""An exhaustive judge of American and International turns for small positions: every play with every discard.

Written from RULES.md sections 6 and 7; it shares no code with the solver and the referee. Tiles and sets are text as in
`brute`. The own sets are judged as a Sabra turn of their own by `brute_judge`; the sets of others are laid off on by
trying everything that could be added.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations, groupby, permutations, product, takewhile
from operator import eq
from typing import NamedTuple

from brute import RACK_MEASURES, rack_measure, table_measure
from brute_judge import Judge, Table
from brute_rules import (
    ANY,
    COLOURS,
    JOKER,
    Deck,
    GameSet,
    Knobs,
    Tile,
    is_set,
    parse_set,
    parse_table,
    parse_tile,
    run_numbers,
    text_of,
    tiles_of,
)

AMERICAN = Knobs(21, "represented", True, "split", False, "rack", "either", "new_set", 30, ones="low_or_high")
INTERNATIONAL = replace(AMERICAN, initial_meld_points=50)

Hand = tuple[tuple[Tile, int], ...]
"""A multiset of tiles, sorted."""


class Example(NamedTuple):
    """A turn as text: the own sets and those of the others after it, and the tile discarded."""

    own: tuple[str, ...]
    others: tuple[str, ...]
    discard: str


class Play(NamedTuple):
    """Rack tiles laid off, rack tiles laid in own sets, and the discard."""

    laid_off: Hand
    own: Hand
    discard: Tile

    @property
    def played(self) -> Counter[Tile]:
        return Counter(dict(self.laid_off)) + Counter(dict(self.own))


def best(
    deck: Deck, knobs: Knobs, own: Sequence[str], others: Sequence[str], rack: Sequence[str],
    objective: Sequence[str] = ("tiles", "unbroken"), to_open: int | None = None, rearrange_own: bool = True,
) -> tuple[tuple[int, ...], Example] | None:  # fmt: skip
    """Whether the turn can win (1 or 0) and then the greatest values of the objective, with a turn that attains them.

    `unbroken` and `kept` count own sets and those of others, `jokers_held` what is left after the discard. None when
    there is no legal turn, which is so only with an empty rack.
    """
    table = OwnGame(deck, knobs, own, others, rack, to_open, rearrange_own)
    leading = list(takewhile(RACK_MEASURES.__contains__, objective))
    plays = [(table.promise(play, leading), play) for play in table.plays()]
    plays.sort(key=lambda pair: pair[0], reverse=True)
    for promised, alike in groupby(plays, lambda pair: pair[0]):
        found: dict[tuple[int, ...], Example] = {}
        for _, play in alike:
            for after in table.own_tables(play):
                rest = [table.value(name, play, after) for name in objective[len(leading) :]]
                if (*promised, *rest) not in found:
                    found[*promised, *rest] = table.example(play, after)
        if found:
            return max(found), found[max(found)]
    return None


def turns(
    deck: Deck, knobs: Knobs, own: Sequence[str], others: Sequence[str], rack: Sequence[str],
    to_open: int | None = None, rearrange_own: bool = True,
) -> Iterator[Example]:  # fmt: skip
    """Every distinct legal turn; of lay-offs that use the same tiles each is told."""
    table = OwnGame(deck, knobs, own, others, rack, to_open, rearrange_own)
    for play in table.plays():
        for after in table.own_tables(play):
            for laid in table.lay_offs[play.laid_off]:
                yield table.example(play, after, laid)


def legal(
    deck: Deck, knobs: Knobs, own: Sequence[str], others: Sequence[str], rack: Sequence[str], turn: Example,
    to_open: int | None = None, rearrange_own: bool = True,
) -> bool:  # fmt: skip
    """Whether a turn is legal, whatever it holds; the new sets of the others may come in any order."""
    table = OwnGame(deck, knobs, own, others, rack, to_open, rearrange_own)
    return table.legal(tuple(map(parse_set, turn.own)), tuple(map(parse_set, turn.others)), parse_tile(turn.discard))


def finish(
    deck: Deck, knobs: Knobs, others: Sequence[str], rack: Sequence[str], need: int
) -> tuple[int, Example] | None:
    """The Finish worth most (section 7) of a player who has melded nothing: all tiles laid but the discard, one of them
    at least laid off, worth `need` together. How many tiles that are is not asked."""
    table = OwnGame(deck, knobs, (), others, rack, need)
    found: dict[int, Example] = {}
    for play in table.plays():
        if play.laid_off and play.played.total() + 1 == table.rack.total():
            for after, laid in product(table.judge.layouts.all(Counter(dict(play.own))), table.lay_offs[play.laid_off]):
                worth = face(after) + face(laid) - face(table.others)
                if worth >= need:
                    found.setdefault(worth, table.example(play, after, laid))
    return (max(found), found[max(found)]) if found else None


def face(table: Table) -> int:
    """The points of all tiles, a joker as its tile."""
    return sum(number for game_set in table for _, number in (*game_set.naturals, *game_set.jokers))


class OwnGame:
    """The start of a turn after the draw: own sets, sets of others, rack."""

    def __init__(
        self, deck: Deck, rules: Knobs, own: Sequence[str], others: Sequence[str], rack: Sequence[str],
        to_open: int | None = None, rearrange_own: bool = True,
    ) -> None:  # fmt: skip
        """ValueError for a set that is none, or tiles that the deck does not have."""
        Judge(deck, rules, [*own, *others], rack)
        self.deck, self.rules, self.to_open, self.rearrange_own = deck, rules, to_open, rearrange_own
        self.judge = Judge(deck, rules, own, rack, to_open)
        self.rack = Counter(map(parse_tile, rack))
        self.others = parse_table(deck, rules, others)
        self._tables: dict[Hand, list[Table]] = {}

    @cached_property
    def lay_offs(self) -> dict[Hand, list[Table]]:
        """Every way to lay rack tiles off on the sets of others, by the tiles that it takes."""
        found: dict[Hand, list[Table]] = {}
        for laid in dict.fromkeys(self._grown(self.others, self.rack)):
            found.setdefault(hand(tiles_of(laid) - tiles_of(self.others)), []).append(laid)
        return found

    def plays(self) -> Iterator[Play]:
        """Every choice of tiles to lay off, to lay in own sets, and to discard, whether or not these make own sets."""
        for laid_off in self.lay_offs:
            rest = self.rack - Counter(dict(laid_off))
            for own in parts(rest):
                for discard in rest - Counter(dict(own)):
                    yield Play(laid_off, own, discard)

    def own_tables(self, play: Play) -> list[Table]:
        """Every own table that the play can make."""
        if self.to_open is not None and play.played:
            strict = not self.rules.same_turn_manipulation
            if (strict and play.laid_off) or not self.judge._opens(Counter(dict(play.own))):
                return []
        if play.own not in self._tables:
            self._tables[play.own] = list(self._own_tables(Counter(dict(play.own))))
        return self._tables[play.own]

    def _own_tables(self, played: Counter[Tile]) -> Iterator[Table]:
        if not played:
            tables = self.judge.layouts.all(tiles_of(self.judge.table)) if self.rearrange_own else [self.judge.table]
            yield from (table for table in tables if self.judge._jokers_obey(table, played))
        elif self.rearrange_own or self.to_open is not None:
            yield from self.judge.turns(played)
        else:
            for grown in dict.fromkeys(self._grown(self.judge.table, played)):
                rest = played - (tiles_of(grown) - tiles_of(self.judge.table))
                yield from (tuple(sorted(grown + new)) for new in self.judge.layouts.all(rest))

    def _grown(self, sets: Table, tiles: Counter[Tile]) -> Iterator[Table]:
        """These sets with some of the tiles added to each, in their order; each as it is, too."""
        if not sets:
            yield ()
            return
        for first in self._additions(sets[0]):
            added = tiles_of([first]) - tiles_of([sets[0]])
            if added <= tiles:
                yield from ((first, *rest) for rest in self._grown(sets[1:], tiles - added))

    def _additions(self, old: GameSet) -> Iterator[GameSet]:
        """Every legal set that holds all of this one, its jokers where they are."""
        jokers = range(self.deck.jokers - len(old.jokers) + 1)
        if old.kind == "group":
            number = old.naturals[0][1]
            free = [(c, number) for c in range(self.deck.colours) if (c, number) not in old.naturals]
            for count, more in product(range(len(free) + 1), jokers):
                for new in combinations(free, count):
                    grown = GameSet(tuple(sorted(old.naturals + new)), "group", old.jokers + ((ANY, number),) * more)
                    if is_set(self.deck, self.rules, grown):
                        yield grown
            return
        colour, there = old.naturals[0][0], {number for _, number in old.naturals + old.jokers}
        for shown in run_numbers(self.deck.numbers, self.rules.ones):
            free = [(colour, number) for number in sorted(shown - there)] if there <= shown else []
            for more in jokers if there <= shown else ():
                for wild in combinations(free, more):
                    new = tuple(cell for cell in free if cell not in wild)
                    joker_cells = tuple(sorted(old.jokers + wild))
                    grown = GameSet(tuple(sorted(old.naturals + new)), "run", joker_cells)
                    if is_set(self.deck, self.rules, grown):
                        yield grown

    def legal(self, own: Table, others: Table, discard: Tile) -> bool:
        """Whether a turn that ends so is legal."""
        if not all(is_set(self.deck, self.rules, game_set) for game_set in own + others):
            return False
        if not (tiles_of(self.judge.table) <= tiles_of(own) and len(others) == len(self.others)):
            return False
        if not any(all(map(holds, order, self.others)) for order in permutations(others)):
            return False
        laid_off, laid = tiles_of(others) - tiles_of(self.others), tiles_of(own) - tiles_of(self.judge.table)
        if not laid_off + laid + Counter([discard]) <= self.rack:
            return False
        return tuple(sorted(own)) in self.own_tables(Play(hand(laid_off), hand(laid), discard))

    def promise(self, play: Play, names: Sequence[str]) -> tuple[int, ...]:
        """Whether the play wins, and the values that the tiles decide."""
        win = int(play.played.total() + 1 == self.rack.total())
        return (win, *(self.value(name, play, ()) for name in names))

    def value(self, name: str, play: Play, after: Table) -> int:
        """What a term of the objective is worth."""
        if name == "jokers_held":
            return self.rack[JOKER] - play.played[JOKER] - (play.discard == JOKER)
        if name in RACK_MEASURES:
            return rack_measure(name, self.rules, self.rack, play.played)
        own = table_measure(name, self.deck, self.judge.table, after)
        if name == "unbroken":
            return own + len(self.others)
        return own + max(sum(map(eq, laid, self.others)) for laid in self.lay_offs[play.laid_off])

    def example(self, play: Play, after: Table, laid: Table | None = None) -> Example:
        """The turn as text."""
        others = self.lay_offs[play.laid_off][0] if laid is None else laid
        colour, number = play.discard
        own, theirs = ([text_of(self.deck, game_set) for game_set in sets] for sets in (after, others))
        return Example(tuple(own), tuple(theirs), "J" if play.discard == JOKER else f"{COLOURS[colour]}{number}")


def holds(new: GameSet, old: GameSet) -> bool:
    """Whether all of the old set lies in the new one, of the same kind, jokers of a run at their places."""
    naturals = set(old.naturals) <= set(new.naturals)
    return new.kind == old.kind and naturals and not Counter(old.jokers) - Counter(new.jokers)


def hand(tiles: Counter[Tile]) -> Hand:
    """A multiset as a value."""
    return tuple(sorted((+tiles).items()))


def parts(tiles: Counter[Tile]) -> Iterator[Hand]:
    """Every part of a multiset, the empty one and all of it included."""
    for counts in product(*(range(count + 1) for count in tiles.values())):
        yield hand(Counter(dict(zip(tiles, counts, strict=True))))
