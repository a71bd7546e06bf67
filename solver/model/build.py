"""The whole model of a position under an edition: layout, table jokers, opening, old sets, objective."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from solver.deck import JOKER, Tile, number_of
from solver.model.apart import keep_apart
from solver.model.attach import attach_to_units
from solver.model.cores import Cores
from solver.model.cpsat import Term
from solver.model.jokers import TableJokers, add_jokers
from solver.model.keeping import Keeping, add_keeping
from solver.model.layoff import Layoff, add_layoffs, as_it_was
from solver.model.layout import Layout
from solver.model.limits import limit_jokers, need_natural_tiles
from solver.model.opening import add_meld, demand_meld, meld_points, points_played
from solver.model.release import add_releases
from solver.nearby import Nearby
from solver.position import Position
from solver.rules import Game, JokerReuse, MeldJokers, Rules
from solver.sets import TileSet


@dataclass(frozen=True, slots=True)
class Goal:
    """One objective term: its value is the sum of `terms` plus `constant`, between 0 and `most`."""

    name: str
    terms: list[Term]
    constant: int
    most: int

    def value(self, values: Sequence[int]) -> int:
        """What a solution claims that the term is worth."""
        return self.constant + sum(values[var] * coefficient for var, coefficient in self.terms)


@dataclass(slots=True)
class Model:
    """A program and what is needed to read its solutions.

    `fixed` are old sets that may not be touched. `exact` says that where released jokers may go is modelled, `cores`
    that part of it is.
    """

    layout: Layout
    rules: Rules
    fixed: tuple[TileSet, ...]
    layoffs: list[Layoff]
    keeping: Keeping
    jokers: TableJokers
    goals: list[Goal]
    exact: bool
    cores: Cores | None = None


def build(
    position: Position,
    rules: Rules,
    objective: Sequence[str],
    free: bool,
    finish: bool = False,
    nearby: Nearby | None = None,
) -> Model:
    """The model of a valid position.

    `free` lets released jokers go anywhere, whatever the edition says. `finish` asks for the Finish of International
    instead of an initial meld. With `nearby` the objective has its terms.
    """
    free = free or rules.joker_reuse == JokerReuse.ANYWHERE
    opening = position.to_open is not None and not finish
    untouched = opening and not rules.same_turn_manipulation
    table = () if untouched else position.table
    layout = _layout(position, table, rules, opening, free)
    layoffs = add_layoffs(layout, position.others, rules.jokers_per_set, untouched)
    keeping, model = Keeping(), TableJokers()
    opens = layout.program.var(0, 1) if opening and rules.game != Game.SABRA else None
    if untouched and nearby is not None:
        keeping = add_keeping(layout, nearby.sets, want_kept=False, want_rows=False)
        layout.program.row(points_played(layout, rules.initial_meld_jokers), position.to_open or 0)
    elif untouched:
        demand_meld(layout, layout.it, rules, position.to_open or 0, opens)
    else:
        model = add_jokers(layout, table, rules, free)
        if not free:
            add_releases(layout, model, table, rules)
        keep_apart(layout, model)
        want_kept = "kept" in objective
        if want_kept or "unbroken" in objective or not rules.rearrange_own or nearby is not None:
            sets = table if nearby is None else nearby.sets
            keeping = add_keeping(layout, sets, want_kept, bool(model.units))
            attach_to_units(layout, model.units, sets, keeping, want_kept)
            if not rules.rearrange_own:
                layout.program.row(keeping.unbroken, len(table))
    if layout.it.own is not None:
        add_meld(layout, layout.it.own, rules, position.to_open or 0, opens)
    if finish:
        _finish(layout, layoffs, position)
    _limit(layout, model, keeping, rules)
    fixed = position.table if untouched else ()
    if nearby is None:
        goals = [_goal(name, position, rules, layout, keeping, layoffs, len(fixed)) for name in objective]
    else:
        goals = _near(nearby, position, layout, keeping)
    exact = not free or rules.joker_reuse == JokerReuse.ANYWHERE or all(joker.fixed for joker in model.jokers)
    return Model(layout, rules, fixed, layoffs, keeping, model, goals, exact)


def _finish(layout: Layout, layoffs: list[Layoff], position: Position) -> None:
    """All but the discard is laid, some on sets of others, worth the initial meld in all (RULES.md section 7).

    A joker counts as its tile, whatever the rules say of jokers in the initial meld.
    """
    program = layout.program
    laid = [(cell.laid, number_of(cell.tile)) for layoff in layoffs for cell in layoff.cells()]
    program.row([(var, 1) for var in layout.played.values()], len(position.rack) - 1)
    program.row([(var, 1) for var, _ in laid], 1)
    program.row([*meld_points(layout.it, MeldJokers.REPRESENTED), *laid], position.to_open or 0)


def _layout(position: Position, table: Sequence[TileSet], rules: Rules, opening: bool, free: bool) -> Layout:
    rack, keep, must = Counter(position.rack), Counter(position.keep), Counter(position.must_play)
    may_play = {tile: (must[tile], count - keep[tile]) for tile, count in rack.items()}
    opening_only = opening and not rules.same_turn_manipulation
    if opening_only and rules.initial_meld_jokers == MeldJokers.FORBIDDEN and JOKER in may_play:
        may_play[JOKER] = (must[JOKER], 0)
    lying = Counter(tile for tile_set in table for tile in tile_set.tiles)
    loose = max(0, may_play.get(JOKER, (0, 0))[1])
    if free:
        loose += lying[JOKER]
    layout = Layout.of(position.deck, rules.ones, lying, may_play, loose, opening and not opening_only)
    played = [(var, 1) for var in layout.played.values()]
    if rules.game == Game.SABRA:
        layout.program.row(played, 1)
    else:
        # Nothing need be played, but one tile that need not be kept must be left for the discard.
        layout.program.row(played, high=len(position.rack) - len(position.keep) - 1)
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


def _goal(
    name: str,
    position: Position,
    rules: Rules,
    layout: Layout,
    keeping: Keeping,
    layoffs: list[Layoff],
    untouched: int,
) -> Goal:
    sets = len(position.table) + len(position.others)
    if name == "unbroken":
        return Goal(name, keeping.unbroken, untouched + len(layoffs), sets)
    if name == "kept":
        same = [as_it_was(layout.program, layoff) for layoff in layoffs]
        terms = keeping.kept + [(var, 1) for var in same if var is not None]
        return Goal(name, terms, untouched + same.count(None), sets)
    if name == "jokers_held":
        return _jokers_held(position, rules, layout)
    if name == "win":
        wins = layout.program.var(0, 1)
        all_but_one = len(position.rack) - 1
        layout.program.row([*((var, 1) for var in layout.played.values()), (wins, -all_but_one)], 0)
        return Goal(name, [(wins, 1)], 0, 1)
    rack = Counter(position.rack)
    worth: dict[Tile, int] = {}
    for tile in layout.played:
        face = number_of(tile)
        worth[tile] = {"tiles": 1, "points": face, "penalty": face if tile else rules.joker_penalty}[name]
    terms = [(var, worth[tile]) for tile, var in layout.played.items() if worth[tile]]
    return Goal(name, terms, 0, sum(worth[tile] * count for tile, count in rack.items()))


def _near(nearby: Nearby, position: Position, layout: Layout, keeping: Keeping) -> list[Goal]:
    """What `Nearby.measure` measures."""
    laid: list[Term] = []
    for tile, count in nearby.laid.items():
        stays = layout.program.var(0, count)
        layout.program.row([(layout.played[tile], 1), (stays, -1)], 0)
        laid.append((stays, 1))
    more = [(var, -1) for var in layout.played.values()]
    rack = len(position.rack)
    return [
        Goal("as_lies", keeping.unbroken, 0, len(nearby.sets)),
        Goal("laid", laid, 0, sum(nearby.laid.values())),
        Goal("few", [*more, *laid], rack, rack),
    ]


def _jokers_held(position: Position, rules: Rules, layout: Layout) -> Goal:
    """Jokers left on the rack, without one that must be discarded because nothing else is left."""
    held = position.rack.count(JOKER)
    terms = [(layout.played[JOKER], -1)] if held else []
    if held and rules.game != Game.SABRA:
        discarded = layout.program.var(0, 1)
        natural = [(var, -1) for tile, var in layout.played.items() if tile]
        spare = sum(map(bool, position.rack)) - sum(map(bool, position.keep))
        layout.program.row([(discarded, 1), *natural], 1 - spare)
        terms.append((discarded, -1))
    return Goal("jokers_held", terms, held, held)
