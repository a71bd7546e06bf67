"""The initial meld inside a turn that goes on: own sets, worth enough, out of the tiles played (RULES.md section 2).

A second, smaller layout beside that of the table. It shares only the tiles played, so both are decided at once.
"""

from solver.deck import number_of
from solver.model.cpsat import Term
from solver.model.layout import Layout, Template
from solver.rules import MeldJokers, Rules
from solver.sets import number_at


def meld_points(it: Template, jokers: MeldJokers) -> list[Term]:
    """What the sets of a layout are worth: each tile its number, a joker that of its tile where it is represented."""
    terms: list[Term] = []
    for colour in range(it.deck.colours):
        for p in range(1, it.track + 1):
            terms += [(var, number_at(p, it.deck)) for var in it.cover((colour, p))]
    terms += [(var, number_of(tile)) for tile, var in it.shown.items()]
    if jokers != MeldJokers.REPRESENTED:
        terms += [(var, -number_of(tile)) for tile, var in it.joker.items()]
    return terms


def points_played(layout: Layout, jokers: MeldJokers) -> list[Term]:
    """The same for a layout that holds nothing but what is played, also where old sets have columns of their own."""
    terms = [
        (var, weight * number_of(tile)) for tile in layout.played if tile for var, weight in layout.own_played(tile)
    ]
    if jokers == MeldJokers.REPRESENTED:
        terms += [(var, number_of(tile)) for tile, var in layout.it.joker.items()]
    return terms


def demand_meld(layout: Layout, it: Template, rules: Rules, to_open: int, opens: int | None) -> None:
    """The sets of a layout are worth `to_open` or more; or, if the variable `opens` is zero, nothing is played."""
    program = layout.program
    points = meld_points(it, rules.initial_meld_jokers)
    if opens is None:
        program.row(points, to_open)
        return
    program.row([*points, (opens, -to_open)], 0)
    for var in layout.played.values():
        program.row([(opens, program.domain(var)[1]), (var, -1)], 0)


def add_meld(layout: Layout, own: Template, rules: Rules, to_open: int, opens: int | None) -> None:
    """Own sets in `own`, a template in the same program, made of tiles played; worth as `demand_meld` says."""
    program = layout.program
    for tile in layout.played:
        if tile or rules.initial_meld_jokers != MeldJokers.FORBIDDEN:
            row = own.balance[tile] if tile else own.loose
            for term, weight in layout.own_played(tile):
                program.extend(row, term, -weight)
            program.bound_row(row, -max(own.deck.copies, own.deck.jokers), 0)
    demand_meld(layout, own, rules, to_open, opens)
