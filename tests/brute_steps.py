"""The fewest blocks that have to be moved on the table, by trying everything: each labelling, each choice of homes.

What a home is, and what a block, is written here anew from what `Explanation.fewest` promises; nothing is shared with
the solver but tiles and sets. For turns in which every labelling is lawful, and few tiles change.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations, product
from math import prod

from solver.deck import Tile
from solver.sets import Run, TileSet
from solver.turn import Turn

Place = tuple[int, int]
Homes = dict[int, tuple[int, frozenset[int], int | None]]
MOST = 3000
"""The most labellings that are tried."""


def fewest_blocks(turn: Turn) -> int | None:
    """The fewest blocks moved, None where there are too many labellings to try."""
    rows, targets = _changed(turn)
    ways = list(_per_kind(rows, targets))
    if prod(len(way) for way in ways) > MOST:
        return None
    return min(_cheapest(rows, targets, {k: v for part in parts for k, v in part}) for parts in product(*ways))


def _changed(turn: Turn) -> tuple[list[TileSet], list[TileSet]]:
    """The sets before and after without those that are on both tables."""
    both = Counter(s.key() for s in turn.position.table) & Counter(s.key() for s in turn.after)
    found: list[list[TileSet]] = []
    for sets in (turn.position.table, turn.after):
        left, kept = both.copy(), list[TileSet]()
        for tile_set in sets:
            if left[tile_set.key()]:
                left[tile_set.key()] -= 1
            else:
                kept.append(tile_set)
        found.append(kept)
    return found[0], found[1]


def _per_kind(rows: Sequence[TileSet], targets: Sequence[TileSet]) -> Iterator[list[list[tuple[Place, Place]]]]:
    """For each kind of tile every way to give its old places new ones: new place to old place."""
    old: defaultdict[Tile, list[Place]] = defaultdict(list)
    new: defaultdict[Tile, list[Place]] = defaultdict(list)
    for places, sets in ((old, rows), (new, targets)):
        for number, tile_set in enumerate(sets):
            for cell, tile in enumerate(tile_set.tiles):
                places[tile].append((number, cell))
    for tile, sources in old.items():
        yield [list(zip(chosen, sources, strict=True)) for chosen in permutations(new[tile], len(sources))]


def _cheapest(rows: Sequence[TileSet], targets: Sequence[TileSet], source: dict[Place, Place]) -> int:
    options = [list(_homes(number, rows, target, source)) for number, target in enumerate(targets)]
    best = 1 << 30
    for chosen in product(*options):
        homes = {number: home for number, home in enumerate(chosen) if home is not None}
        if _together(homes, rows, targets):
            best = min(best, sum(_blocks(n, rows, t, source, chosen[n]) for n, t in enumerate(targets)))
    return best


def _homes(
    number: int, rows: Sequence[TileSet], target: TileSet, source: dict[Place, Place]
) -> Iterator[tuple[int, frozenset[int], int | None] | None]:
    """No home, or a row with the places whose tiles stay there, and where a run begins in it (None: alone there)."""
    yield None
    for row, tile_set in enumerate(rows):
        here = [(p, source[number, p][1]) for p in range(len(target.tiles)) if source.get((number, p), (-1,))[0] == row]
        if isinstance(tile_set, Run) and isinstance(target, Run) and tile_set.colour == target.colour:
            for first in {cell - place for place, cell in here}:
                stays = [p for p, c in here if c - p == first and tile_set.stands[c] == target.stands[p]]
                if stays:
                    yield row, frozenset(stays), first
        elif not isinstance(tile_set, Run) and not isinstance(target, Run) and tile_set.number == target.number:
            if here:
                yield row, frozenset(place for place, _ in here), None
        else:
            for place, _ in here:
                yield row, frozenset([place]), None


def _together(homes: Homes, rows: Sequence[TileSet], targets: Sequence[TileSet]) -> bool:
    """Has each row one new set, or runs with a gap between them?"""
    by_row: defaultdict[int, list[tuple[int, int] | None]] = defaultdict(list)
    for number, (row, _, first) in homes.items():
        by_row[row].append(None if first is None else (first, first + len(targets[number].tiles)))
    for spans in by_row.values():
        if len(spans) > 1:
            if None in spans:
                return False
            ordered = sorted(span for span in spans if span is not None)
            if any(one[1] >= other[0] for one, other in pairwise(ordered)):
                return False
    return True


def _blocks(
    number: int,
    rows: Sequence[TileSet],
    target: TileSet,
    source: dict[Place, Place],
    home: tuple[int, frozenset[int], int | None] | None,
) -> int:
    """How many blocks of table tiles come to a new set."""
    stays = frozenset[int]() if home is None else home[1]
    moved = [p for p in range(len(target.tiles)) if (number, p) in source and p not in stays]
    groups, count = set[int](), 0
    for place in moved:
        row, cell = source[number, place]
        is_run = isinstance(rows[row], Run)
        if not is_run and not isinstance(target, Run):
            groups.add(row)
        elif is_run and isinstance(target, Run) and place - 1 in moved and source[number, place - 1] == (row, cell - 1):
            continue
        else:
            count += 1
    return count + len(groups)
