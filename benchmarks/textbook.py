"""The textbook model, to compare with: an integer variable for each possible set (den Hertog and Hulshof, "Solving
Rummikub problems by integer linear programming", The Computer Journal 49, 2006), on CP-SAT as it comes.

Longer runs are cut into sets of three to five tiles, so sets of up to five are enough. Jokers are free, and only tiles
are counted. It shares no line with the solver that it is compared with.
"""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from ortools.sat.python import cp_model_helper as cmh

from solver.deck import JOKER, Deck, Tile, make_tile
from solver.position import Position

LONGEST = 5
LegalSet = tuple[Tile, ...]
"""The tiles of a set in ascending order, jokers first. What the jokers stand for does not matter here."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The most rack tiles played (0: no play) in the time given; None where no solution was found."""

    tiles: int | None
    proven: bool
    seconds: float


def legal_sets(deck: Deck, most_jokers: int, longest: int) -> list[LegalSet]:
    """Every legal set of at most so many tiles with at most so many jokers, each once."""
    found: dict[LegalSet, None] = {}
    for tiles in _natural_sets(deck, longest):
        for jokers in range(min(most_jokers, len(tiles) - 1) + 1):
            for natural in combinations(tiles, len(tiles) - jokers):
                found[(JOKER,) * jokers + natural] = None
    return list(found)


def _natural_sets(deck: Deck, longest: int) -> Iterator[LegalSet]:
    for number in range(1, deck.numbers + 1):
        colours = [make_tile(colour, number) for colour in range(deck.colours)]
        for size in range(3, min(deck.colours, longest) + 1):
            yield from combinations(colours, size)
    for colour in range(deck.colours):
        for size in range(3, min(deck.numbers, longest) + 1):
            for first in range(1, deck.numbers - size + 2):
                yield tuple(make_tile(colour, number) for number in range(first, first + size))


class Textbook:
    """The model of a deck, built once; a position only sets bounds. What is measured is copy, bounds and search."""

    def __init__(self, deck: Deck) -> None:
        sets = legal_sets(deck, deck.jokers, LONGEST)
        self._tiles = [JOKER, *deck.tiles()]
        self._proto = cmh.CpModelProto()
        for _ in sets:
            self._proto.variables.add().domain.extend((0, deck.copies))
        for _ in self._tiles:
            self._proto.variables.add().domain.extend((0, 0))
        for place, tile in enumerate(self._tiles):
            held = [(i, tiles.count(tile)) for i, tiles in enumerate(sets) if tile in tiles]
            linear = self._proto.constraints.add().linear
            linear.vars.extend([*(i for i, _ in held), len(sets) + place])
            linear.coeffs.extend([*(count for _, count in held), -1])
            linear.domain.extend((0, 0))
        self._played = range(len(sets), len(sets) + len(self._tiles))
        self._proto.objective.vars.extend(list(self._played))
        self._proto.objective.coeffs.extend([-1] * len(self._tiles))

    def solve(self, position: Position, limit: float) -> Answer:
        """The most tiles for a player who has opened: default parameters, one worker, so many seconds."""
        start = time.perf_counter()
        table, rack = Counter(position.table_tiles()), Counter(position.rack)
        proto = cmh.CpModelProto()
        proto.copy_from(self._proto)
        for place, tile in enumerate(self._tiles):
            proto.variables[self._played[place]].domain[1] = rack[tile]
            domain = proto.constraints[place].linear.domain
            domain[0] = domain[1] = table[tile]
        parameters = cmh.SatParameters()
        parameters.num_workers = 1
        parameters.max_time_in_seconds = limit
        parameters.catch_sigint_signal = False  # no matter of search: Control-C is for Python to hear
        wrapper = cmh.SolveWrapper()
        wrapper.set_parameters(parameters)
        response = wrapper.solve(proto)
        seconds = time.perf_counter() - start
        found = response.status in (cmh.CpSolverStatus.OPTIMAL, cmh.CpSolverStatus.FEASIBLE)
        tiles = -round(response.objective_value) if found else None
        return Answer(tiles, response.status == cmh.CpSolverStatus.OPTIMAL, seconds)
