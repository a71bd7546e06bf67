"""The whole model of a position under an edition: layout, table jokers, opening, old sets, objective."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from solver.deck import JOKER, Tile, number_of
from solver.model.attach import attach_to_units
from solver.model.cpsat import Term
from solver.model.jokers import TableJokers, add_jokers
from solver.model.keeping import Keeping, add_keeping
from solver.model.layout import Layout
from solver.model.limits import limit_jokers, need_natural_tiles
from solver.model.opening import add_meld, meld_points
from solver.model.release import add_releases
from solver.position import Position
from solver.rules import JokerReuse, MeldJokers, Rules
from solver.sets import TileSet


@dataclass(frozen=True, slots=True)
class Goal:
    """One objective term: its value is the sum of `terms` plus `constant`, between 0 and `most`."""

    name: str
    terms: list[Term]
    constant: int
    most: int


@dataclass(slots=True)
class Model:
    """A program and what is needed to read its solutions.

    `fixed` are old sets that may not be touched. `exact` says that where released jokers may go is modelled.
    """

    layout: Layout
    rules: Rules
    fixed: tuple[TileSet, ...]
    keeping: Keeping
    jokers: TableJokers
    goals: list[Goal]
    exact: bool


def build(position: Position, rules: Rules, objective: Sequence[str], free: bool) -> Model:
    """The model of a valid position; `free` lets released jokers go anywhere, whatever the edition says."""
    free = free or rules.joker_reuse == JokerReuse.ANYWHERE
    untouched = position.to_open is not None and not rules.same_turn_manipulation
    with_meld = position.to_open is not None and rules.same_turn_manipulation
    table = () if untouched else position.table
    layout = _layout(position, table, rules, with_meld, free)
    want_kept = "kept" in objective
    keeping, model = Keeping(), TableJokers()
    if not untouched:
        model = add_jokers(layout, table, rules, free)
        if not free:
            add_releases(layout, model, table, rules)
        if want_kept or "unbroken" in objective:
            keeping = add_keeping(layout, table, want_kept, bool(model.units))
            attach_to_units(layout, model.units, table, keeping, want_kept)
    elif position.to_open is not None:
        layout.program.row(meld_points(layout.it, rules), position.to_open)
    if layout.it.own is not None and position.to_open is not None:
        add_meld(layout, layout.it.own, rules, position.to_open)
    _limit(layout, model, keeping, rules)
    fixed = position.table if untouched else ()
    goals = [_goal(name, position, rules, layout, keeping, len(fixed)) for name in objective]
    exact = not free or rules.joker_reuse == JokerReuse.ANYWHERE or all(joker.fixed for joker in model.jokers)
    return Model(layout, rules, fixed, keeping, model, goals, exact)


def _layout(position: Position, table: Sequence[TileSet], rules: Rules, with_meld: bool, free: bool) -> Layout:
    rack, keep, must = Counter(position.rack), Counter(position.keep), Counter(position.must_play)
    may_play = {tile: (must[tile], count - keep[tile]) for tile, count in rack.items()}
    opening_only = position.to_open is not None and not rules.same_turn_manipulation
    if opening_only and rules.initial_meld_jokers == MeldJokers.FORBIDDEN and JOKER in may_play:
        may_play[JOKER] = (must[JOKER], 0)
    lying = Counter(tile for tile_set in table for tile in tile_set.tiles)
    loose = max(0, may_play.get(JOKER, (0, 0))[1])
    if free:
        loose += lying[JOKER]
    layout = Layout.of(position.deck, rules.ones, lying, may_play, loose, with_meld)
    layout.program.row([(var, 1) for var in layout.played.values()], 1)
    return layout


def _limit(layout: Layout, model: TableJokers, keeping: Keeping, rules: Rules) -> None:
    """At least one natural tile in a set, and not more jokers than the edition allows."""
    most = rules.jokers_per_set
    for it in (layout.it, layout.it.own):
        if it is None or not it.with_jokers:
            continue
        need_natural_tiles(layout, it)
        if most is not None and it is layout.it:
            limit_jokers(layout, it, most, model.units, keeping.groups)
        elif most is not None:
            limit_jokers(layout, it, most, (), ())


def _goal(name: str, position: Position, rules: Rules, layout: Layout, keeping: Keeping, untouched: int) -> Goal:
    rack = Counter(position.rack)
    if name in ("unbroken", "kept"):
        terms = keeping.unbroken if name == "unbroken" else keeping.kept
        return Goal(name, terms, untouched, len(position.table))
    if name == "jokers_held":
        held = [(layout.played[JOKER], -1)] if JOKER in layout.played else []
        return Goal(name, held, rack[JOKER], rack[JOKER])
    worth: dict[Tile, int] = {}
    for tile in layout.played:
        face = number_of(tile)
        worth[tile] = {"tiles": 1, "points": face, "penalty": face if tile else rules.joker_penalty}[name]
    terms = [(var, worth[tile]) for tile, var in layout.played.items() if worth[tile]]
    return Goal(name, terms, 0, sum(worth[tile] * count for tile, count in rack.items()))
