"""The best Closed hand of an International game, exactly (RULES.md section 7).

Hands are looked for from the most valuable pair of row and discard down. For each, a search that remembers what it has
seen says whether the rack can be laid out so; the hand is then chosen set by set, in canonical order.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from solver.deck import JOKER, Deck, Tile, tile_words
from solver.errors import InputError
from solver.games.own_sets import PackedRack, own_partitions
from solver.games.sheets import MOST_JOKERS, MOST_POINTS, Row, RowTest, Sheet, ToldSet
from solver.sets import Ones

__all__ = ["HAND", "ClosedHand", "best_closed", "own_partitions"]

HAND = 14
_Bounds = tuple[int, int]
_ANY = (0, 1 << 30)
_Ending = tuple[int, int]  # jokers in the hand, and natural tiles that are left over: 1, or 0 when a joker is


@dataclass(frozen=True, slots=True)
class ClosedHand:
    """A hand laid out in sets, in canonical order, every joker told its tile; and what the sheet pays for it.

    `row` is None where no sheet is used. `score` is the row's, before doubling.
    """

    sets: tuple[ToldSet, ...]
    discard: Tile
    row: Row | None
    score: int

    @property
    def doubled(self) -> bool:
        """Is the last discard a joker?"""
        return self.discard == JOKER

    @property
    def value(self) -> int:
        """What the winner scores."""
        return self.score * (2 if self.doubled else 1)


def best_closed(
    rack: Sequence[Tile],
    deck: Deck,
    ones: Ones = Ones.LOW_OR_HIGH,
    sheet: Sheet | None = None,
    default_score: int | None = None,
    hand: int = HAND,
    jokers_per_set: int | None = None,
) -> ClosedHand | None:
    """The Closed hand of the greatest value that the rack holds, or None where it holds none (RULES.md section 7).

    The value is maximised over the discard, the sets, the jokers' tiles and the row together. Among equals the earliest
    row wins, then the hand whose sets, in canonical order, come first: compared set by set by `ToldSet.key`, that is as
    the canonical form of a table is sorted (runs before groups, each by colour, number and length), then by the tiles
    of the jokers. A row has no score for three jokers and more: such a hand is no Closed hand of a sheet.

    Args:
        rack: the tiles of the hand and the discard, in any order.
        deck: the deck, which says what a joker may stand for.
        ones: where a run may hold a 1.
        sheet: the score sheet; a hand that fits no row of it does not count.
        default_score: what every hand scores instead, when there is no sheet.
        hand: tiles that the hand holds without the discard.
        jokers_per_set: the most jokers in one set, None for no limit.

    Raises:
        InputError: a rack of another size or that the deck cannot give, or not exactly one of sheet and default score.
    """
    _check(rack, deck, sheet, default_score, hand)
    held = rack.count(JOKER)
    most = held if sheet is None else min(held, MOST_JOKERS)
    packed = PackedRack(rack, deck, ones, hand, most if jokers_per_set is None else min(most, jokers_per_set))
    searches = {_Asked(): _Search(packed, _Asked())}
    endings = [
        ending
        for ending in ((held, 1), (held - 1, 0))
        if 0 <= ending[0] <= most and searches[_Asked()].possible(*ending)
    ]
    for _, equals in groupby(_targets(endings, sheet, default_score), key=lambda target: target[:2]):
        found: list[ClosedHand] = []
        for _, _, row, paid, (jokers, spare) in equals:
            if (asked := _asked(row, deck)) not in searches:
                searches[asked] = _Search(packed, asked)
            if sets := searches[asked].first(jokers, spare, _sums(row, hand * deck.numbers)):
                found.append(ClosedHand(sets, _left_over(rack, sets), row, paid))
        if found:
            return min(found, key=lambda closed: [told.key() for told in closed.sets])
    return None


class _Move(NamedTuple):
    """What laying a set changes in a search; sets that change the same are one move."""

    tiles: int
    jokers: int
    sets: int = 0
    colours: int = 0
    run_colour: int = 0
    total: int = 0


class _State(NamedTuple):
    """What is left of the rack, the natural tiles that may stay, and what the sets laid so far show."""

    left: int
    jokers: int
    spare: int
    sets: int = 0
    colours: int = 0
    run_colours: int = 0


class _Asked(NamedTuple):
    """What rows may share: all that a row asks of a hand, but which sums it lets pass."""

    local: frozenset[RowTest] = frozenset()
    high_one: int = 1
    sets: _Bounds = _ANY
    colours: _Bounds = _ANY
    apart: bool = False
    sums: bool = False


class _Search:
    """How can what is left of a rack be laid out so that the whole hand passes what is asked?"""

    def __init__(self, packed: PackedRack, asked: _Asked) -> None:
        self._packed = packed
        self._asked = asked
        self._choices = [(packed.pieces[place], move) for place, move in self._admitted()]
        self._moves: list[list[_Move]] = [[] for _ in packed.kinds]
        for lowest, choices in groupby(self._choices, key=lambda choice: choice[0].lowest):
            self._moves[lowest] = list(dict.fromkeys(move for _, move in choices))
        self._known: dict[_State, int] = {}

    def _admitted(self) -> Iterator[tuple[int, _Move]]:
        """The sets that pass what each set must pass by itself, and their moves, with only what is asked about."""
        asked, pieces = self._asked, self._packed.pieces
        if asked == _Asked():
            yield from ((place, _Move(piece.tiles, piece.jokers)) for place, piece in enumerate(pieces))
            return
        for place, (piece, shown) in enumerate(zip(pieces, self._packed.shown, strict=True)):
            if all(test.holds(shown, asked.high_one) for test in asked.local):
                yield (
                    place,
                    _Move(
                        piece.tiles,
                        piece.jokers,
                        int(asked.sets != _ANY),
                        sum(1 << colour for colour in shown.colours) if asked.colours != _ANY else 0,
                        sum(1 << colour for colour in shown.runs) if asked.apart else 0,
                        shown.total if asked.sums else 0,
                    ),
                )

    def possible(self, jokers: int, spare: int) -> bool:
        """Can the rack be laid out with so many jokers and so many natural tiles left over?"""
        return self._totals(_State(self._packed.full, jokers, spare)) > 0

    def first(self, jokers: int, spare: int, sums: int) -> tuple[ToldSet, ...] | None:
        """The first such hand in canonical order whose sum is a bit of `sums`, or None where there is none."""
        state = _State(self._packed.full, jokers, spare)
        if not sums or not self._totals(state) & sums:
            return None
        sets: list[ToldSet] = []
        for piece, move in sorted(self._choices, key=lambda choice: choice[0].key):
            # The same set may be there twice and more.
            while (after := self._after(state, move)) and self._totals(after) & sums >> move.total:
                state, sums = after, sums >> move.total
                sets.append(piece.told)
        return tuple(sets)

    def _totals(self, state: _State) -> int:
        """Bit s is set when sets with the sum s can complete what is left; where sums do not matter, bit 0."""
        known = self._known.get(state)
        if known is None:
            known = self._known[state] = self._totals_of_moves(state) if state.left else self._passes(state)
        return known

    def _totals_of_moves(self, state: _State) -> int:
        """Over all that may become of the lowest tile left: it goes into a set, or stays."""
        totals = 0
        for move in self._moves[self._packed.lowest(state.left)]:
            if after := self._after(state, move):
                totals |= self._totals(after) << move.total
                if totals and not self._asked.sums:
                    return totals
        if state.spare:
            totals |= self._totals(state._replace(left=self._packed.without_lowest(state.left), spare=0))
        return totals

    def _after(self, state: _State, move: _Move) -> _State | None:
        """The state after a set is laid; None when the rack has not the tiles or what is asked forbids it already."""
        if move.jokers > state.jokers or move.run_colour & state.run_colours:
            return None
        sets, colours = state.sets + move.sets, state.colours | move.colours
        if sets > self._asked.sets[1] or colours.bit_count() > self._asked.colours[1]:
            return None
        if not self._packed.holds(state.left, move.tiles):
            return None
        return _State(
            state.left - move.tiles,
            state.jokers - move.jokers,
            state.spare,
            sets,
            colours,
            state.run_colours | move.run_colour,
        )

    def _passes(self, state: _State) -> bool:
        """Is a rack that is laid out whole a hand as asked?"""
        return (
            not state.jokers
            and not state.spare
            and state.sets >= self._asked.sets[0]
            and state.colours.bit_count() >= self._asked.colours[0]
        )


def _asked(row: Row | None, deck: Deck) -> _Asked:
    if row is None:
        return _Asked()
    local = frozenset(test for test in row.tests if test.local)
    return _Asked(
        local,
        row.high_one(deck) if local else 1,
        _bounds(row, "sets"),
        _bounds(row, "colours"),
        any(test.name == "runs_of_different_colours" for test in row.tests),
        _bounds(row, "sum") != _ANY,
    )


def _bounds(row: Row | None, counted: str) -> _Bounds:
    """The least and the greatest number of sets, of colours, or in the sum, that all tests of a row let pass."""
    low, high = _ANY
    for test in row.tests if row else ():
        name, _, relation = test.name.partition(" ")
        if name == counted:
            low = max(low, test.number) if relation != "<=" else low
            high = min(high, test.number) if relation != ">=" else high
    return low, high


def _sums(row: Row | None, most: int) -> int:
    """The sums up to `most` that the row lets pass, a bit for each."""
    low, high = _bounds(row, "sum")
    return (1 << min(high, most) + 1) - 1 >> low << low


def _targets(
    endings: Sequence[_Ending], sheet: Sheet | None, default_score: int | None
) -> list[tuple[int, int, Row | None, int, _Ending]]:
    """What may be had, the best first: value (negative), place of the row, row, score, and how the rack is laid out."""
    rows: Sequence[Row | None] = sheet.rows if sheet else (None,)
    targets: list[tuple[int, int, Row | None, int, _Ending]] = []
    for place, row in enumerate(rows):
        for jokers, spare in endings:
            paid = row.score(jokers) if row else default_score
            if paid is not None:
                targets.append((-paid if spare else -2 * paid, place, row, paid, (jokers, spare)))
    return sorted(targets, key=lambda target: target[:2])


def _left_over(rack: Sequence[Tile], sets: Iterable[ToldSet]) -> Tile:
    """The one tile that is in no set."""
    left = Counter(rack) - Counter(tile for told in sets for tile in told.shape.tiles)
    return next(left.elements())


def _check(rack: Sequence[Tile], deck: Deck, sheet: Sheet | None, default_score: int | None, hand: int) -> None:
    if (sheet is None) == (default_score is None):
        raise InputError("a Closed hand is paid by a score sheet or by one score for all, give one of the two")
    if default_score is not None and not 0 <= default_score <= MOST_POINTS:
        raise InputError(f"{default_score} is no score of a Closed hand, give 0 to {MOST_POINTS}")
    if hand < 3:
        raise InputError(f"a hand of {hand} tiles makes no set, it must have 3 or more")
    if len(rack) != hand + 1:
        raise InputError(f"a Closed hand needs {hand} tiles and a discard, but the rack has {len(rack)} tiles")
    for tile, count in Counter(rack).items():
        if tile not in deck:
            raise InputError(f"rack: there is no {tile_words(tile)} in a deck of {deck}")
        if count > (deck.copies if tile else deck.jokers):
            raise InputError(f"rack: {count} tiles {tile_words(tile)} are more than a deck of {deck} has")
