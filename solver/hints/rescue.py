"""Help for a player who got lost in the middle of a turn: from the table as it lies now to the nearest legal turn, or
back to where the turn began.

Nearest is the legal turn in which most of the sets that lie on the table now stay as they are, then fewest rack tiles
go back to the rack, then fewest more are laid.
"""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from solver.deck import Tile, tile_words
from solver.errors import InputError, PositionError
from solver.measure import attachment
from solver.nearby import NEARBY, Nearby
from solver.position import Position, validate
from solver.result import Status
from solver.rules import Game, Rules
from solver.sets import TileSet, is_set
from solver.solve import DEFAULT_LIMIT, Search
from solver.turn import Turn

Tiles = tuple[Tile, ...]


class Way(StrEnum):
    """Out of the mess: on to a legal turn, or back to the start of the turn."""

    COMPLETION = "completion"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Piece:
    """Tiles that come together to a set: of a pile (its number, from 0), of the loose tiles, or of the rack."""

    tiles: Tiles
    pile: int | None
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies where: the piles on the table and their numbers (from 0, an emptied pile keeps its own), loose tiles,
    the rack.
    """

    table: tuple[Tiles, ...]
    numbers: tuple[int, ...]
    loose: Tiles
    rack: Tiles


@dataclass(frozen=True, slots=True)
class Mend:
    """One set to be made: the pile that it grows from (None: a free place), what comes to it, what lies where then."""

    made: TileSet
    grows_from: int | None
    pieces: tuple[Piece, ...]
    after: Lying


@dataclass(frozen=True, slots=True)
class Rescue:
    """The way out. `status` is that of the search for a legal turn; `turn` is None on the way back.

    `returned` are the tiles that go back to the rack, before `mends`; `cleared` is what lies where then.
    """

    way: Way
    status: Status
    turn: Turn | None
    table: tuple[TileSet, ...]
    returned: Tiles
    cleared: Lying
    mends: tuple[Mend, ...]
    seconds: float

    @property
    def movements(self) -> int:
        """Tiles taken back to the rack, and pieces moved."""
        return len(self.returned) + sum(len(mend.pieces) for mend in self.mends)


def rescue(
    position: Position, rules: Rules, now: Sequence[TileSet], loose: Sequence[Tile], limit: float = DEFAULT_LIMIT
) -> Rescue:
    """The nearest legal turn from a table that was torn up.

    Args:
        position: the table and the rack at the start of the turn.
        now: what lies together on the table now, sets or not, or an empty place; loose: tiles that lie about.
        limit: seconds; where none was found in time the way back is told, with status `unknown`.

    Raises:
        InputError: a position that cannot occur, a game in which players have sets of their own, tiles that are not
            those of the position.
    """
    start = time.monotonic()
    validate(position, rules)
    if rules.game != Game.SABRA:
        raise InputError(f"rescue knows games with one table for all, and {rules.name} is not one: ask for Sabra rules")
    laid = _laid(position, now, loose)
    untouched = position.to_open is not None and not rules.same_turn_manipulation
    fixed = position.table if untouched else ()
    free = Counter(position.rack) if untouched else Counter((*position.rack, *position.table_tiles()))
    whole = [s for s in now if is_set(s, position.deck, rules.ones)]
    others = [s for s, home in zip(whole, attachment(whole, fixed), strict=True) if home is None]
    near = Nearby(tuple(s for s in others if Counter(s.tiles) <= free), laid, fixed)
    search = Search(position, rules, NEARBY, start + limit, None, nearby=near)
    status, turn, _ = search.run()
    table = position.table if turn is None else turn.after
    piles = [tile_set.tiles for tile_set in now]
    returned, cleared, mends = _mends(position, table, piles, tuple(loose))
    way = Way.BACK if turn is None else Way.COMPLETION
    return Rescue(way, status, turn, table, returned, cleared, mends, time.monotonic() - start)


def _laid(position: Position, now: Sequence[TileSet], loose: Sequence[Tile]) -> Counter[Tile]:
    """The rack tiles that lie on the table now."""
    lying = Counter(loose)
    for tile_set in now:
        lying.update(tile_set.tiles)
    before = Counter(position.table_tiles())
    for tile, count in (before - lying).items():
        raise PositionError(
            f"{count} x {tile_words(tile)} of the table at the start of the turn lie nowhere now, "
            "now and loose must have every tile of the table"
        )
    laid = lying - before
    for tile, count in (laid - Counter(position.rack)).items():
        raise PositionError(
            f"{count} x {tile_words(tile)} lie on the table now that were neither there nor on the rack "
            "at the start of the turn"
        )
    return laid


class _Mess:
    """What lies where, while it is put in order."""

    def __init__(self, piles: Sequence[Tiles], loose: Tiles, rack: Counter[Tile]) -> None:
        self.piles = [list(pile) for pile in piles]
        self.loose, self.rack = list(loose), rack

    def take_from_pile(self, number: int, wanted: Counter[Tile]) -> Tiles:
        """The tiles of a pile that are wanted; they leave it."""
        taken: list[Tile] = []
        for tile in list(self.piles[number]):
            if wanted[tile] > 0:
                wanted[tile] -= 1
                taken.append(tile)
                self.piles[number].remove(tile)
        return tuple(taken)

    def take_loose(self, wanted: Counter[Tile]) -> Tiles:
        """The loose tiles that are wanted."""
        taken = list((Counter(self.loose) & +wanted).elements())
        for tile in taken:
            self.loose.remove(tile)
        wanted.subtract(taken)
        return tuple(taken)

    def lying(self, growing: Mapping[int, TileSet]) -> Lying:
        """What lies where now; piles that grow to a set are in its order once they have all of it."""
        left = [(number, pile) for number, pile in enumerate(self.piles) if pile]
        return Lying(
            tuple(_laid_out(pile, growing.get(number)) for number, pile in left),
            tuple(number for number, _ in left),
            tuple(self.loose),
            tuple(sorted(self.rack.elements(), key=_jokers_last)),
        )


def _mends(
    position: Position, table: Sequence[TileSet], piles: Sequence[Tiles], loose: Tiles
) -> tuple[Tiles, Lying, tuple[Mend, ...]]:
    """The tiles that go back to the rack, what lies where then, and the sets to be made, each from the pile with most
    of it.
    """
    homes = _homes(table, piles)
    lying = Counter(loose)
    for pile in piles:
        lying.update(pile)
    needed = Counter(tile for tile_set in table for tile in tile_set.tiles)
    returned = tuple(sorted((lying - needed).elements()))
    mess = _Mess(piles, loose, Counter(position.rack) - (lying - Counter(position.table_tiles())))
    back = Counter(returned)
    mess.take_loose(back)
    for number in range(len(piles)):
        spare = Counter(piles[number]) - Counter(table[homes[number]].tiles if number in homes else ())
        wanted = back & spare
        back -= wanted
        mess.take_from_pile(number, wanted)
    for number in range(len(piles)):
        back.subtract(mess.take_from_pile(number, +back))
    mess.rack.update(returned)
    cleared = mess.lying({})
    grown = {target: number for number, target in homes.items()}
    found = [mend for i, tile_set in enumerate(table) if (mend := _mend(mess, i, tile_set, grown, table)) is not None]
    return returned, cleared, tuple(found)


def _homes(table: Sequence[TileSet], piles: Sequence[Tiles]) -> dict[int, int]:
    """For each pile the set that grows from it, those that share most tiles first; each pile and set once."""
    counts = [Counter(tile_set.tiles) for tile_set in table]
    shared = [
        ((lying & wanted).total(), number, target)
        for number, lying in enumerate(map(Counter, piles))
        for target, wanted in enumerate(counts)
        if not lying.keys().isdisjoint(wanted)
    ]
    found: dict[int, int] = {}
    for _, number, target in sorted(shared, key=lambda each: (-each[0], each[1], each[2])):
        if number not in found and target not in found.values():
            found[number] = target
    return found


def _mend(mess: _Mess, target: int, tile_set: TileSet, grown: dict[int, int], table: Sequence[TileSet]) -> Mend | None:
    """Make one set: what its pile lacks comes from where nothing needs it, then from what is loose, then the rack."""
    home = grown.get(target)
    wanted = Counter(tile_set.tiles)
    if home is not None:
        wanted -= Counter(mess.piles[home])
    if not wanted:
        return None
    row = mess.piles[home] if home is not None else []
    own = {pile: set_number for set_number, pile in grown.items()}
    pieces: list[Piece] = []
    for number in range(len(mess.piles)):
        if number == home or (+wanted).keys().isdisjoint(mess.piles[number]):
            continue
        spare = Counter(mess.piles[number])
        if number in own:
            spare -= Counter(table[own[number]].tiles)
        if tiles := mess.take_from_pile(number, wanted & spare):
            wanted.subtract(tiles)
            pieces.append(Piece(tiles, number))
    if tiles := mess.take_loose(wanted):
        pieces.append(Piece(tiles, None, loose=True))
    if tiles := tuple(sorted((+wanted).elements())):
        mess.rack.subtract(tiles)
        pieces.append(Piece(tiles, None))
    row += [tile for piece in pieces for tile in piece.tiles]
    if home is None:
        grown[target] = len(mess.piles)
        own[len(mess.piles)] = target
        mess.piles.append(row)
    return Mend(tile_set, home, tuple(pieces), mess.lying({number: table[own[number]] for number in own}))


def _laid_out(pile: Sequence[Tile], grows_to: TileSet | None) -> Tiles:
    """A pile as it lies: in the order of its set once it has all of it."""
    if grows_to is not None and sorted(pile) == sorted(grows_to.tiles):
        return grows_to.tiles
    return tuple(pile)


def _jokers_last(tile: Tile) -> int:
    return tile or 1 << 30
