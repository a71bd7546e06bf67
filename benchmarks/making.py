"""Random tables and racks for the corpus, and how a position is changed a little. All of it follows from the seed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from solver.deck import JOKER, Deck, Tile, colour_of, make_tile, number_of
from solver.position import Position
from solver.sets import Group, Run, TileSet, run_at


class Pool:
    """The tiles of a deck that are not in use yet."""

    def __init__(self, random: Random, deck: Deck, used: Sequence[Tile] = ()) -> None:
        self.random, self.deck = random, deck
        self.left = Counter(dict.fromkeys(deck.tiles(), deck.copies) | {JOKER: deck.jokers})
        self.left.subtract(used)

    def take(self, tiles: Sequence[Tile]) -> bool:
        """Use these tiles, or none of them where some are not there."""
        if Counter(tiles) - self.left:
            return False
        self.left -= Counter(tiles)
        return True

    def draw(self) -> Tile | None:
        """Any tile that is left; None where there is none."""
        tiles = sorted((+self.left).elements())
        if not tiles:
            return None
        tile = self.random.choice(tiles)
        self.left[tile] -= 1
        return tile

    def a_set(self, jokers: int) -> TileSet | None:
        """A group or a run with so many jokers, or None where the tiles drawn for it are not all there."""
        random, deck = self.random, self.deck
        if deck.colours > 2 and random.random() < 0.5:
            number, size = random.randint(1, deck.numbers), random.randint(3, min(deck.colours, 5))
            colours = sorted(random.sample(range(deck.colours), size - jokers))
            found: TileSet = Group((*(make_tile(colour, number) for colour in colours), *(JOKER,) * jokers), number)
        else:
            length = random.choice((3, 3, 3, 4, 4, 5, 6))
            length = min(length, deck.numbers)
            first, colour = random.randint(1, deck.numbers - length + 1), random.randrange(deck.colours)
            holes = random.sample(range(length), jokers)
            tiles = [JOKER if i in holes else make_tile(colour, first + i) for i in range(length)]
            found = run_at(colour, first, tiles, deck)
        return found if self.take(found.tiles) else None

    def table(self, sets: int, jokers: int) -> list[TileSet]:
        """About so many sets, so many jokers among them: fewer where the deck has no more."""
        found: list[TileSet] = []
        for _ in range(4 * sets):
            wanted = min(jokers, self.random.choice((1, 1, 2)))
            new = self.a_set(wanted) if len(found) < sets else None
            if new is not None:
                found.append(new)
                jokers -= wanted
        return found

    def rack(self, table: Sequence[TileSet], count: int) -> list[Tile]:
        """So many tiles; half of them are what table jokers stand for, or lie near a tile that is there."""
        near = [tile for tile_set in table for tile in tile_set.tiles if tile]
        wanted = [tile for tile in values(table, self.deck) if self.left[tile] > 0]
        rack: list[Tile] = []
        for _ in range(count):
            tile: Tile | None = None
            if wanted and self.random.random() < 0.35:
                tile = self.random.choice(wanted)
            elif near and self.random.random() < 0.5:
                tile = self._beside(self.random.choice(near))
            if tile is None or not self.take([tile]):
                tile = self.draw()
            if tile is not None:
                rack.append(tile)
                near += [tile] if tile else []
        return rack

    def _beside(self, tile: Tile) -> Tile:
        """A tile of the same number, or of the same colour and a number near."""
        if self.random.random() < 0.5:
            return make_tile(self.random.randrange(self.deck.colours), number_of(tile))
        number = min(max(1, number_of(tile) + self.random.choice((-2, -1, 1, 2))), self.deck.numbers)
        return make_tile(colour_of(tile), number)


def values(table: Sequence[TileSet], deck: Deck) -> list[Tile]:
    """What the jokers of a table may stand for."""
    found: list[Tile] = []
    for tile_set in table:
        if isinstance(tile_set, Run):
            found += [stand for tile, stand in zip(tile_set.tiles, tile_set.stands, strict=True) if tile == JOKER]
        elif JOKER in tile_set.tiles:
            found += tile_set.missing(deck.colours)
    return found


def position(random: Random, deck: Deck, sets: int, jokers: int, rack: int) -> Position:
    """A position of a player who has opened."""
    pool = Pool(random, deck)
    table = pool.table(sets, jokers)
    return Position(tuple(table), tuple(pool.rack(table, rack)), deck)


def mutated(random: Random, place: Position, most_rack: int = 20) -> Position:
    """The same position with a rack tile or a table set taken away, added, or exchanged for another."""
    table, rack = list(place.table), list(place.rack)
    kind = random.choice(("rack", "rack", "more", "less", "set", "set out"))
    if kind in ("rack", "less") and len(rack) > 1:
        rack.pop(random.randrange(len(rack)))
    if kind in ("set", "set out") and len(table) > 1 and random.random() < 0.7:
        table.pop(random.randrange(len(table)))
    pool = Pool(random, place.deck, [*rack, *(tile for tile_set in table for tile in tile_set.tiles)])
    if kind in ("rack", "more") and len(rack) < most_rack:
        rack += pool.rack(table, 1)
    if kind == "set":
        table += pool.table(2, min(pool.left[JOKER], random.choice((0, 0, 1))))
    return replace(place, table=tuple(table), rack=tuple(rack))


def near_sets(place: Position) -> Iterator[tuple[Tile, Tile, Tile]]:
    """Two tiles of the rack and one of the table that would make a set."""
    lying = {tile for tile_set in place.table for tile in tile_set.tiles if tile}
    for one, two in combinations(sorted({tile for tile in place.rack if tile}), 2):
        for three in lying:
            low, mid, high = sorted((one, two, three))
            same = number_of(low) == number_of(mid) == number_of(high) and low < mid < high
            if same or (colour_of(low) == colour_of(high) and low + 2 == mid + 1 == high):
                yield one, two, three
