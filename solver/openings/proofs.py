"""What the search for openings has proven by CP-SAT: the extremes of all openings, and that a rest holds none."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from solver.deck import JOKER, Tile
from solver.model.build import Model, build
from solver.model.cpsat import Proof, Term
from solver.model.opening import meld_points
from solver.model.read import tables, undecodable
from solver.position import Position
from solver.rules import Rules

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Extremes:
    """None where there is no opening or the proof did not come in time."""

    min_tiles: int | None
    max_tiles: int | None
    max_points: int | None


def extremes(position: Position, rules: Rules, deadline: float) -> Extremes:
    """Solve for each extreme until the monotonic clock reads `deadline`."""
    if time.monotonic() >= deadline:
        return Extremes(None, None, None)
    model = _own_sets(position, rules)
    tiles = model.goals[0].terms
    fewest = _most(model, [(var, -coefficient) for var, coefficient in tiles], deadline)
    most = _most(model, tiles, deadline)
    return Extremes(
        None if fewest is None else -fewest,
        most,
        _most(model, meld_points(model.layout.it, rules.initial_meld_jokers), deadline),
    )


def _own_sets(position: Position, rules: Rules) -> Model:
    """The model of a turn that opens and does not go on at the table."""
    own, opening = replace(position.canonical(), table=(), others=()), replace(rules, same_turn_manipulation=False)
    model = build(own, opening, ("tiles",), free=True)
    # Where each turn ends with a discard the model lets a turn play nothing, which is no opening.
    model.layout.program.row(model.goals[0].terms, 1)
    return model


def _most(model: Model, terms: Sequence[Term], deadline: float) -> int | None:
    """The proven maximum; what stands for no sets is cut off."""
    program = model.layout.program
    program.maximise(terms)
    while True:
        outcome = program.solve(deadline, None)
        if outcome.proof != Proof.OPTIMAL:
            return None
        if next(tables(model, outcome.values), None) is not None:
            return sum(outcome.values[var] * coefficient for var, coefficient in terms)
        program.differs(undecodable(model, outcome.values))


class Oracle:
    """Tells of some of the rack's tiles whether they hold sets that measure this much."""

    def __init__(self, position: Position, rules: Rules) -> None:
        model = _own_sets(replace(position, to_open=1, must_play=()), rules)
        self._layout = model.layout
        self._tiles = model.layout.program.row(model.goals[0].terms)
        self._points = model.layout.program.row(meld_points(model.layout.it, rules.initial_meld_jokers))

    def refutes(self, rest: Mapping[Tile, Range], tiles: Range, points: Range, jokers: Range, deadline: float) -> bool:
        """Is it proven that no sets of so many tiles of each kind measure so much? False if it is not known in time.

        Ranges are the least and the most.
        """
        program = self._layout.program
        for tile, var in self._layout.played.items():
            program.bound(var, *(jokers if tile == JOKER else rest.get(tile, (0, 0))))
        program.bound_row(self._tiles, *tiles)
        program.bound_row(self._points, *points)
        return program.solve(deadline, None).proof == Proof.INFEASIBLE
