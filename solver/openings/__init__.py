"""The ways to make the initial meld: which own sets of the rack are worth enough (RULES.md section 2).

An opening is a multiset of own sets: jokers of runs have their place, jokers of groups are undecided. Whether the turn
may then go on at the table changes nothing in what opens.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from solver.errors import InputError
from solver.openings.own_sets import MANY, OwnSet, Rack
from solver.openings.proofs import Extremes, Oracle, extremes
from solver.openings.search import Box, Search
from solver.position import Position, validate
from solver.rules import DEFAULT, Rules, rules
from solver.sets import TileSet

Order = Literal["fewest_tiles", "most_tiles", "most_points", "fewest_points"]
CAP = 10_000


@dataclass(frozen=True, slots=True)
class Openings:
    """How many openings a rack has, and the first of them in some order.

    `count` is exact if `complete`; else there are more: the count stopped at the cap, or time ran out. `openings` is
    always the true beginning of the order, shorter than asked for if there are no more or time ran out. `min_tiles`,
    `max_tiles` and `max_points` hold for all openings, also those not counted; None if there is no opening, or if the
    limit came before the proof.
    """

    count: int
    complete: bool
    min_tiles: int | None
    max_tiles: int | None
    max_points: int | None
    openings: tuple[tuple[TileSet, ...], ...]


def openings(
    position: Position,
    edition: Rules | str = DEFAULT,
    order: Order = "fewest_tiles",
    first: int = 20,
    limit: float = 10.0,
) -> Openings:
    """The first openings of a rack that are worth `position.to_open` points or more, and how many there are.

    An opening holds all `must_play` tiles and no `keep` tile. Equal in tiles or points, openings with fewer jokers come
    first; then they compare set by set, sets by their highest tile, groups before runs.

    Args:
        first: how many openings to give, 1 to 10,000.
        limit: seconds of wall clock for everything.

    Raises:
        InputError: a player who has opened, a position that cannot occur, an unknown order, a bad number.
    """
    start = time.monotonic()
    chosen = rules(edition) if isinstance(edition, str) else edition
    if order not in get_args(Order):
        raise InputError(f"unknown order {order[:40]!r}, choose from {', '.join(get_args(Order))}")
    if not 1 <= first <= CAP:
        raise InputError(f"first must be 1 to {CAP}, not {first}")
    if not limit >= 0:
        raise InputError("a time limit cannot be negative")
    if position.to_open is None:
        raise InputError("the player has opened, so there are no openings: give the points that the initial meld needs")
    validate(position, chosen)
    rack = Rack(position, chosen)
    oracle = cache(lambda: Oracle(position, chosen))
    every = Search(rack, oracle, start + limit / 2)
    found = every.run(Box(points=(rack.to_open, MANY)), CAP + 1)
    complete = every.finished and len(found) <= CAP
    if complete and not found:
        return Openings(0, True, None, None, None, ())
    known = extremes(position, chosen, start + limit)
    if complete:
        listed = sorted(found, key=lambda opening: sort_key(opening, order))[:first]
    else:
        listed = _first(rack, oracle, known, order, first, start + limit)
    sets = tuple(tuple(map(rack.as_set, opening)) for opening in listed)
    count = max(min(len(found), CAP), len(sets))
    return Openings(count, complete, known.min_tiles, known.max_tiles, known.max_points, sets)


def sort_key(opening: tuple[OwnSet, ...], order: Order) -> tuple[object, ...]:
    """Sorts openings by an order; no two are equal."""
    kind, _, measure = order.partition("_")
    value = sum(own.tiles if measure == "tiles" else own.points for own in opening)
    return (
        value if kind == "fewest" else -value,
        sum(own.jokers for own in opening),
        tuple(own.key for own in opening),
    )


def _first(
    rack: Rack, oracle: Callable[[], Oracle], known: Extremes, order: Order, first: int, deadline: float
) -> list[tuple[OwnSet, ...]]:
    """The first openings of an order without looking at all of them: one search for each value and number of jokers."""
    listed: list[tuple[OwnSet, ...]] = []
    for box in _boxes(rack, known, order):
        search = Search(rack, oracle, deadline)
        listed += search.run(box, first - len(listed))
        if len(listed) == first or not search.finished:
            break
    return listed


def _boxes(rack: Rack, known: Extremes, order: Order) -> Iterator[Box]:
    """Boxes that hold all openings, each alike in value and number of jokers, in the order asked for."""
    least, most = known.min_tiles or 3, known.max_tiles or rack.size
    tiles = range(least, most + 1)
    points = range(rack.to_open, (known.max_points or rack.most_points) + 1)
    values = {
        "fewest_tiles": tiles,
        "most_tiles": reversed(tiles),
        "fewest_points": points,
        "most_points": reversed(points),
    }[order]
    for value in values:
        for jokers in range(rack.must_jokers, rack.jokers + 1):
            if order.endswith("tiles"):
                yield Box((value, value), (rack.to_open, MANY), (jokers, jokers))
            else:
                yield Box(points=(value, value), jokers=(jokers, jokers))
