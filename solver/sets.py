"""Groups and runs: what a legal set is, and which sets a list of tiles with jokers can be read as (RULES.md section 1).

How a turn may change a set is the business of the referee and of the model.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from solver.deck import COLOURS, JOKER, Deck, Tile, colour_of, make_tile, number_of, tile_name


class Ones(StrEnum):
    """Where a run may pass the lowest and the highest number (RULES.md section 3.4)."""

    LOW = "low"
    LOW_OR_HIGH = "low_or_high"
    WRAP = "wrap"


@dataclass(frozen=True, slots=True)
class Run:
    """Tiles in run order, JOKER where a joker lies, and the tile that each place stands for (same length)."""

    tiles: tuple[Tile, ...]
    stands: tuple[Tile, ...]

    @property
    def colour(self) -> int:
        return colour_of(self.stands[0])

    def from_one(self) -> "Run":
        """The same run; one of all the numbers there are, which may be cut anywhere, begins with its 1."""
        if self.stands[0] < self.stands[-1] or number_of(max(self.stands)) != len(self.stands):
            return self
        cut = self.stands.index(min(self.stands))
        return Run(self.tiles[cut:] + self.tiles[:cut], self.stands[cut:] + self.stands[:cut])

    def key(self) -> tuple[int, ...]:
        """Sorts runs by colour, first number and length; equal for runs that are the same."""
        run = self.from_one()
        return (0, *run.stands[:1], len(run.tiles), *run.stands, *run.tiles)


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles in the order given, JOKER for each joker; what a joker stands for is undecided."""

    tiles: tuple[Tile, ...]
    number: int

    def key(self) -> tuple[int, ...]:
        """Sorts groups by colour and number of their first tile in deck order; equal for groups that are the same."""
        return (1, *sorted(tile or 1 << 30 for tile in self.tiles))

    def missing(self, colours: int) -> tuple[Tile, ...]:
        """The tiles that a joker of this group may stand for, in a deck of so many colours."""
        every = (make_tile(c, self.number) for c in range(colours))
        return tuple(tile for tile in every if tile not in self.tiles)


TileSet = Run | Group


@dataclass(frozen=True, slots=True)
class JokerAs:
    """A joker as written: nothing said, a number (group), or a tile."""

    number: int | None = None
    tile: Tile | None = None


Slot = Tile | JokerAs


def naturals(tiles: Sequence[Tile]) -> list[Tile]:
    """The tiles that are no jokers."""
    return [tile for tile in tiles if tile]


def jokers(tiles: Sequence[Tile]) -> int:
    """How many of the tiles are jokers."""
    return sum(1 for tile in tiles if not tile)


def run_positions(deck: Deck, ones: Ones) -> int:
    """Length of the track on which runs lie: place p carries number `(p - 1) % numbers + 1`."""
    if ones == Ones.LOW:
        return deck.numbers
    return deck.numbers + 1 if ones == Ones.LOW_OR_HIGH else 2 * deck.numbers - 1


def number_at(place: int, deck: Deck) -> int:
    """The number at a place of the run track (see `run_positions`)."""
    return (place - 1) % deck.numbers + 1


def run_at(colour: int, first: int, tiles: Sequence[Tile], deck: Deck) -> Run:
    """The run whose first tile lies at place `first` of its colour's track."""
    stands = tuple(make_tile(colour, number_at(first + i, deck)) for i in range(len(tiles)))
    return Run(tuple(tiles), stands)


def _starts(length: int, deck: Deck, ones: Ones) -> range:
    """Every place where a run of that length may start, each run once."""
    if not 3 <= length <= deck.numbers:
        return range(0)
    last = run_positions(deck, ones) - length + 1
    return range(1, min(last, deck.numbers) + 1)


def _as_group(slots: Sequence[Slot], deck: Deck) -> Iterator[Group]:
    tiles = [JOKER if isinstance(slot, JokerAs) else slot for slot in slots]
    natural = naturals(tiles)
    told = [slot for slot in slots if isinstance(slot, JokerAs)]
    number = number_of(natural[0])
    named = natural + [slot.tile for slot in told if slot.tile is not None]
    if (
        3 <= len(slots) <= deck.colours
        and all(number_of(tile) == number for tile in named)
        and len(set(named)) == len(named)
        and all(slot.number in (None, number) for slot in told)
    ):
        yield Group(tuple(tiles), number)


def _as_written_run(slots: Sequence[Slot], colour: int, deck: Deck, ones: Ones) -> Iterator[Run]:
    asked = [slot.tile if isinstance(slot, JokerAs) else slot for slot in slots]
    place, number = next((i, number_of(tile)) for i, tile in enumerate(asked) if tile is not None)
    for first in _starts(len(slots), deck, ones):
        if number_at(first + place, deck) != number:
            continue
        stands = [make_tile(colour, number_at(first + i, deck)) for i in range(len(slots))]
        if all(want is None or want == have for want, have in zip(asked, stands, strict=True)):
            yield Run(tuple(JOKER if isinstance(slot, JokerAs) else slot for slot in slots), tuple(stands))


def _as_sorted_run(slots: Sequence[Slot], colour: int, deck: Deck, ones: Ones) -> Iterator[Run]:
    natural = [slot for slot in slots if not isinstance(slot, JokerAs)]
    named = natural + [slot.tile for slot in slots if isinstance(slot, JokerAs) and slot.tile is not None]
    if len(set(named)) < len(named):
        return
    for first in _starts(len(slots), deck, ones):
        stands = [make_tile(colour, number_at(first + i, deck)) for i in range(len(slots))]
        if set(named) <= set(stands):
            yield Run(tuple(tile if tile in natural else JOKER for tile in stands), tuple(stands))


def readings(slots: Sequence[Slot], deck: Deck, ones: Ones) -> list[TileSet]:
    """Every set that the slots can be read as, none if they are no set.

    Written in run order the order counts; out of order all ways to sort them into a run are readings.
    """
    natural = [slot for slot in slots if not isinstance(slot, JokerAs)]
    if not natural:
        return []
    found: list[TileSet] = list(_as_group(slots, deck))
    colour = colour_of(natural[0])
    if all(colour_of(tile) == colour for tile in natural) and all(
        slot.number is None and (slot.tile is None or colour_of(slot.tile) == colour)
        for slot in slots
        if isinstance(slot, JokerAs)
    ):
        runs = list(_as_written_run(slots, colour, deck, ones)) or list(_as_sorted_run(slots, colour, deck, ones))
        # A full circle without jokers can be cut anywhere: it is one and the same set of tiles.
        found += runs if len(natural) < len(slots) else runs[:1]
    return found


def is_set(candidate: TileSet, deck: Deck, ones: Ones) -> bool:
    """Is this value, however it was built, a legal group or run of the deck?"""
    tiles = candidate.tiles
    natural = [tile for tile in tiles if tile]
    if not natural or len(tiles) < 3 or not all(tile in deck for tile in natural):
        return False
    if isinstance(candidate, Group):
        number = candidate.number
        return (
            len(tiles) <= deck.colours
            and len(set(natural)) == len(natural)
            and all(number_of(tile) == number for tile in natural)
        )
    stands = candidate.stands
    colour, first = divmod(stands[0], make_tile(1, 0)) if stands else (0, 0)
    last = first + len(tiles) - 1
    return (
        len(tiles) == len(stands) <= deck.numbers
        and 1 <= first <= deck.numbers
        and last <= run_positions(deck, ones)
        and all(stand == make_tile(colour, number_at(first + i, deck)) for i, stand in enumerate(stands))
        and all(tile in (JOKER, stand) for tile, stand in zip(tiles, stands, strict=True))
    )


def written(tile_set: TileSet) -> str:
    """The set as a list of tiles: `r5 r6 J=r7`, `b7 k7 J=?7`."""
    if isinstance(tile_set, Group):
        return " ".join(tile_name(tile) if tile else f"J=?{tile_set.number}" for tile in tile_set.tiles)
    pairs = zip(tile_set.tiles, tile_set.stands, strict=True)
    return " ".join(tile_name(tile) if tile else f"J={tile_name(stand)}" for tile, stand in pairs)


def in_deck_order(tile_set: TileSet) -> TileSet:
    """The same set; a group with its colours in deck order and its jokers last, a full circle from its 1."""
    if isinstance(tile_set, Run):
        return tile_set.from_one()
    return Group(tuple(sorted(tile_set.tiles, key=lambda tile: tile or len(COLOURS) << 8)), tile_set.number)
