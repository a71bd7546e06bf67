"""Closed hands the naive way: every discard, every tile for every joker, every partition, every row.

It is there to be compared with `solver.games.closed` and shares no code with it. Tiles are ints as in `solver.deck`:
colour * 64 + number, 0 for a joker. A laid tile is a pair (what it stands for, whether it is a joker), a set is a
sorted tuple of those. Rows are as in JSON.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

Laid = tuple[int, bool]
LaidSet = tuple[Laid, ...]
Hand = tuple[LaidSet, ...]


class Size(NamedTuple):
    """The deck: colours and numbers, and whether a run may end with a 1 above the top number."""

    colours: int
    numbers: int
    high: bool


def colour(tile: int) -> int:
    """From 0."""
    return tile // 64


def number(tile: int) -> int:
    """From 1."""
    return tile % 64


def is_group(piece: LaidSet) -> bool:
    """One number, different colours."""
    stands = [stand for stand, _ in piece]
    return len({number(tile) for tile in stands}) == 1 and len(set(stands)) == len(stands)


def run_numbers(piece: LaidSet, size: Size) -> list[int]:
    """The numbers of a run in order, a high 1 as top + 1; [] for what is no run."""
    numbers = [number(stand) for stand, _ in piece]
    if len({colour(stand) for stand, _ in piece}) > 1:
        return []
    low, high = sorted(numbers), sorted(n if n > 1 else size.numbers + 1 for n in numbers)
    for order in [low, high] if size.high else [low]:
        if order == list(range(order[0], order[0] + len(order))):
            return order
    return []


def is_set(piece: LaidSet, size: Size) -> bool:
    """Three tiles or more, one of them no joker, a group or a run."""
    natural = any(not joker for _, joker in piece)
    return len(piece) >= 3 and natural and (is_group(piece) or bool(run_numbers(piece, size)))


def splits(laid: list[Laid], size: Size) -> Iterator[list[LaidSet]]:
    """Every way to split the laid tiles into sets, some of them more than once."""
    if not laid:
        yield []
        return
    first, rest = laid[0], laid[1:]
    for count in range(2, len(laid)):
        for places in combinations(range(len(rest)), count):
            piece = tuple(sorted([first, *(rest[place] for place in places)]))
            if is_set(piece, size):
                left = [tile for place, tile in enumerate(rest) if place not in places]
                yield from ([piece, *others] for others in splits(left, size))


def partitions(tiles: Sequence[int], size: Size) -> set[Hand]:
    """Every way to lay out exactly these tiles in sets, each joker told its tile."""
    every = [c * 64 + n for c in range(size.colours) for n in range(1, size.numbers + 1)]
    natural: list[Laid] = [(tile, False) for tile in tiles if tile]
    found: set[Hand] = set()
    for roles in combinations_with_replacement(every, len(tiles) - len(natural)):
        for hand in splits([*natural, *((role, True) for role in roles)], size):
            found.add(tuple(sorted(hand)))
    return found


def passes(hand: Hand, row: dict[str, Any], size: Size) -> bool:
    """All the tests of the row, read from their text."""
    high = "ones_high" in row["tests"]
    runs = [piece for piece in hand if not is_group(piece)]
    stands = [stand for piece in hand for stand, _ in piece]
    numbers = [number(tile) for tile in stands]
    ranked = [size.numbers + 1 if high and n == 1 else n for n in numbers]
    values = {
        "sets": len(hand),
        "colours": len({colour(tile) for tile in stands}),
        "min_number": min(ranked),
        "max_number": max(ranked),
        "sum": sum(numbers),
    }
    plain = {
        "all_runs": len(runs) == len(hand),
        "all_groups": not runs,
        "runs_of_different_colours": len({colour(piece[0][0]) for piece in runs}) == len(runs),
        "all_even": not any(n % 2 for n in numbers),
        "all_odd": all(n % 2 for n in numbers),
        "ones_high": True,
    }
    for test in row["tests"]:
        if test in plain:
            if not plain[test]:
                return False
        else:
            name, relation, text = test.split()
            have, want = values[name], int(text)
            if not {"==": have == want, "<=": have <= want, ">=": have >= want}[relation]:
                return False
    return True


def order(piece: LaidSet, size: Size) -> tuple[int, ...]:
    """The canonical order of sets: runs by first tile, length, tiles; groups by tiles; jokers' tiles at the end."""
    if is_group(piece):
        natural = [stand for stand, joker in piece if not joker]
        told = [stand for stand, joker in piece if joker]
        return (1, *natural, *(1 << 30 for _ in told), *natural, *told)
    jokers = dict(piece)
    first = colour(piece[0][0]) * 64
    stands = [first + (n if n <= size.numbers else 1) for n in run_numbers(piece, size)]
    return (0, stands[0], len(stands), *stands, *(0 if jokers[stand] else stand for stand in stands), *stands)


def best(rack: Sequence[int], size: Size, rows: list[dict[str, Any]]) -> tuple[int, str, list[LaidSet]] | None:
    """The value, the row's id and the sets in canonical order of the best Closed hand; None when there is none."""
    top: tuple[Any, ...] | None = None
    for discard in set(rack):
        rest = list(rack)
        rest.remove(discard)
        held = rest.count(0)
        for hand in partitions(rest, size):
            for place, row in enumerate(rows):
                if held < len(row["scores"]) and passes(hand, row, size):
                    value = row["scores"][held] * (1 if discard else 2)
                    sets = sorted(hand, key=lambda piece: order(piece, size))
                    rank = (-value, place, [order(piece, size) for piece in sets], sets)
                    top = rank if top is None else min(top, rank)
    return None if top is None else (-top[0], rows[top[1]]["id"], top[3])
