"""Where tiles may lie: the flow of runs and the counts of groups, one template for a deck, filled for a position.

Per colour and place p of the run track, with `cover` the number of runs that hold place p:
  first[p]   runs that start at p
  third[p]   runs in which p is the third tile or later
  first[p-2] <= third[p] <= first[p-2] + third[p-1]      (a run has three tiles or more and no gaps)
  cover(p) = first[p] + first[p-1] + third[p]
  third[p] <= first[p-N+1] + ... + first[p-2]            (where the track is longer than N, the most tiles of a run)
Per number: groups, and in how many of them each colour is shown; each group shows three colours or more.
Per tile: runs and groups that show it = copies on the table + copies played + jokers that stand for it.
A joker in a group can stand for any colour that the group does not show otherwise, so this loses no table.

A *block* is a stretch of three or more places that one run must hold together: an old run. It may follow any prefix
and be followed by any suffix. A *column* is a whole run by itself. Loose jokers are those without conditions.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache

from solver.deck import JOKER, Deck, Tile, make_tile
from solver.model.cpsat import Program, Term
from solver.sets import Ones, number_at, run_positions

Place = tuple[int, int]
"""A colour and a place on its run track."""


@dataclass(slots=True)
class Template:
    """The part of the model that depends on the deck alone: variables and rows by name."""

    program: Program
    deck: Deck
    track: int
    with_jokers: bool
    balance: dict[Tile, int] = field(default_factory=dict[Tile, int])
    low: dict[Place, int] = field(default_factory=dict[Place, int])
    high: dict[Place, int] = field(default_factory=dict[Place, int])
    fresh: dict[Place, int] = field(default_factory=dict[Place, int])
    loose: int = -1
    first: dict[Place, int] = field(default_factory=dict[Place, int])
    third: dict[Place, int] = field(default_factory=dict[Place, int])
    groups: dict[int, int] = field(default_factory=dict[int, int])
    shown: dict[Tile, int] = field(default_factory=dict[Tile, int])
    joker: dict[Tile, int] = field(default_factory=dict[Tile, int])
    own: "Template | None" = None

    def cover(self, place: Place) -> list[int]:
        """The flow variables that count the runs over a place."""
        colour, p = place
        found = (self.first.get(place), self.first.get((colour, p - 1)), self.third.get(place))
        return [var for var in found if var is not None]

    def tile_at(self, place: Place) -> Tile:
        """The tile that a place of a run track stands for."""
        return make_tile(place[0], number_at(place[1], self.deck))

    def tiles_of(self, number: int) -> list[Tile]:
        """The tile of each colour."""
        return [make_tile(colour, number) for colour in range(self.deck.colours)]


@lru_cache(maxsize=64)
def template(deck: Deck, ones: Ones, with_jokers: bool, with_own: bool) -> Template:
    """Build the rows and columns of an empty table; no tile may be laid until `Layout` opens the balance rows.

    `with_own` adds a second template to the same program, for sets of the player's own.
    """
    it = Template(Program(), deck, run_positions(deck, ones), with_jokers)
    _fill(it)
    if with_own:
        it.own = Template(it.program, deck, it.track, with_jokers)
        _fill(it.own)
    it.program.flush()
    return it


def _fill(it: Template) -> None:
    program, deck = it.program, it.deck
    for tile in deck.tiles():
        it.balance[tile] = program.row((), 0, 0)
    if it.with_jokers:
        it.loose = program.row((), 0, 0)
        for tile in deck.tiles():
            it.joker[tile] = var = program.var(0, deck.jokers)
            program.extend(it.balance[tile], var, -1)
            program.extend(it.loose, var, 1)
    for colour in range(deck.colours):
        _add_runs(it, colour)
    if deck.colours >= 3:
        for number in range(1, deck.numbers + 1):
            _add_groups(it, number)


def _most(it: Template) -> int:
    """Most runs or groups that can show one tile."""
    return it.deck.copies + (it.deck.jokers if it.with_jokers else 0)


def _add_runs(it: Template, colour: int) -> None:
    program, most = it.program, _most(it)
    for p in range(1, it.track + 1):
        place = (colour, p)
        if p <= min(it.track - 2, it.deck.numbers):
            it.first[place] = program.var(0, most)
        if p >= 3:
            it.third[place] = program.var(0, most)
        for var in it.cover(place):
            program.extend(it.balance[it.tile_at(place)], var, 1)
    for p in range(3, it.track + 1):
        place = (colour, p)
        start = it.first.get((colour, p - 2))
        low = [(it.third[place], 1)] + ([(start, -1)] if start is not None else [])
        before = it.third.get((colour, p - 1))
        it.low[place] = program.row(low, 0)
        it.high[place] = program.row(low + ([(before, -1)] if before is not None else []), high=0)
        if p > it.deck.numbers:
            starts = [it.first.get((colour, q)) for q in range(p - it.deck.numbers + 1, p - 1)]
            it.fresh[place] = program.row([(it.third[place], -1), *((var, 1) for var in starts if var is not None)], 0)


def _add_groups(it: Template, number: int) -> None:
    program, most = it.program, _most(it)
    top = (it.deck.colours * it.deck.copies + (it.deck.jokers if it.with_jokers else 0)) // 3
    it.groups[number] = groups = program.var(0, top)
    for tile in it.tiles_of(number):
        it.shown[tile] = shown = program.var(0, most)
        program.extend(it.balance[tile], shown, 1)
        program.row([(groups, 1), (shown, -1)], 0)
    program.row([*((it.shown[tile], 1) for tile in it.tiles_of(number)), (groups, -3)], 0)


@dataclass(frozen=True, slots=True)
class Block:
    """`count` (a variable) runs each hold the places from `first` to `last` together.

    At `jokers` they show jokers, at the other places natural tiles.
    """

    count: int
    colour: int
    first: int
    last: int
    jokers: frozenset[int]

    def over(self, place: Place) -> bool:
        return self.colour == place[0] and self.first <= place[1] <= self.last


@dataclass(slots=True)
class Layout:
    """A template filled for one position: what lies on the table, and who may be laid.

    `played` has a variable for each kind of rack tile, JOKER too; `most_loose` jokers may lie without conditions.
    """

    it: Template
    program: Program
    lying: Counter[Tile]
    played: dict[Tile, int]
    most_loose: int
    blocks: list[Block] = field(default_factory=list[Block])
    columns: list[Block] = field(default_factory=list[Block])
    entry_short: dict[Place, int] = field(default_factory=dict[Place, int])
    entry_long: dict[Place, int] = field(default_factory=dict[Place, int])
    joker_claims: dict[Tile, int] = field(default_factory=dict[Tile, int])
    pinned: dict[Tile, list[int]] = field(default_factory=dict[Tile, list[int]])
    laid_off: dict[Tile, list[Term]] = field(default_factory=dict[Tile, list[Term]])
    jokers_laid_off: dict[Tile, list[int]] = field(default_factory=dict[Tile, list[int]])
    _starts: dict[Place, int] = field(default_factory=dict[Place, int])

    @classmethod
    def of(
        cls,
        deck: Deck,
        ones: Ones,
        lying: Counter[Tile],
        rack: dict[Tile, tuple[int, int]],
        most_loose: int,
        with_own: bool = False,
    ) -> "Layout":
        """`rack` tells for each kind of rack tile, JOKER too, how many must and how many may be played."""
        it = template(deck, ones, JOKER in rack or lying[JOKER] > 0, with_own)
        program = it.program.clone()
        for tile, count in lying.items():
            if tile:
                program.bound_row(it.balance[tile], count, count)
        played: dict[Tile, int] = {}
        for tile, (least, most) in rack.items():
            played[tile] = var = program.var(0, max(0, most))
            program.extend(it.balance[tile] if tile else it.loose, var, -1)
            if least:
                program.row([(var, 1)], least)
        return cls(it, program, lying, played, most_loose)

    def playable(self, tile: Tile) -> int:
        """Most copies of a rack tile that may be played."""
        return self.program.domain(self.played[tile])[1] if tile in self.played else 0

    def own_played(self, tile: Tile) -> list[Term]:
        """How many copies of a tile the player lays into own sets."""
        if tile not in self.played:
            return []
        return [(self.played[tile], 1), *((var, -weight) for var, weight in self.laid_off.get(tile, ()))]

    def show(self, tile: Tile, var: int) -> None:
        """`var` more sets show a tile, or a joker in its place."""
        self.program.extend(self.it.balance[tile], var, 1)

    def stand(self, tile: Tile, var: int) -> None:
        """`var` table jokers that are not loose stand for a tile."""
        self.program.extend(self.it.balance[tile], var, -1)

    def pin(self, tile: Tile, var: int) -> None:
        """`var` table jokers may lie wherever the tile that they stand for may."""
        self.stand(tile, var)
        self.pinned.setdefault(tile, []).append(var)

    def claim_joker(self, tile: Tile, var: int) -> None:
        """At least the sum of all that is claimed are loose or pinned jokers that stand for a tile."""
        if tile not in self.joker_claims:
            terms = [(self.it.joker[tile], 1), *((pinned, 1) for pinned in self.pinned.get(tile, ()))]
            self.joker_claims[tile] = self.program.row(terms, 0)
        self.program.extend(self.joker_claims[tile], var, -1)

    def add_block(self, block: Block) -> None:
        """Let `block.count` runs hold the block together, with any prefix and any suffix."""
        program, start = self.program, (block.colour, block.first)
        self.blocks.append(block)
        self._show_block(block)
        if start not in self._starts:
            self._open_entry(start)
        program.extend(self._starts[start], block.count, 1)
        after = self.it.high.get((block.colour, block.last + 1))
        if after is not None:
            program.extend(after, block.count, -1)
        for p in range(block.last + 1, block.first + self.it.deck.numbers):
            if (block.colour, p) in self.it.fresh:
                program.extend(self.it.fresh[block.colour, p], block.count, 1)

    def add_column(self, block: Block) -> None:
        """Let `block.count` runs consist of exactly this block."""
        self.columns.append(block)
        self._show_block(block)

    def _show_block(self, block: Block) -> None:
        for p in range(block.first, block.last + 1):
            tile = self.it.tile_at((block.colour, p))
            self.show(tile, block.count)
            if p in block.jokers:
                self.claim_joker(tile, block.count)

    def _open_entry(self, start: Place) -> None:
        """Flow that enters blocks at a place: prefixes of one tile, and longer ones."""
        program, it = self.program, self.it
        colour, p = start
        self._starts[start] = row = program.row((), 0)
        before = it.first.get((colour, p - 1))
        if before is not None:
            self.entry_short[start] = short = program.var(0, program.domain(before)[1])
            program.extend(row, short, -1)
            program.row([(before, 1), (short, -1)], 0)
            program.extend(it.balance[it.tile_at(start)], short, -1)
            for rows in (it.low, it.high):
                if (colour, p + 1) in rows:
                    program.extend(rows[colour, p + 1], short, 1)
        if start in it.low:
            self.entry_long[start] = long = program.var(0, program.domain(it.third[start])[1])
            program.extend(row, long, -1)
            program.extend(it.low[start], long, 1)
            program.extend(it.high[start], long, 1)

    def every_block(self, colour: int) -> list[Block]:
        """Blocks and columns of a colour."""
        return [block for block in (*self.blocks, *self.columns) if block.colour == colour]

    def natural_terms(self, tile: Tile) -> tuple[list[Term], int]:
        """Natural copies in own sets after the turn: terms and a constant."""
        return self.own_played(tile), self.lying[tile]
