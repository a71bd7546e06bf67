"""The initial meld inside a turn that goes on: own sets, worth enough, out of the tiles played (RULES.md section 2).

A second, smaller layout beside that of the table. It shares only the tiles played, so both are decided at once.
"""

from solver.deck import number_of
from solver.model.cpsat import Term
from solver.model.layout import Layout, Template
from solver.rules import MeldJokers, Rules
from solver.sets import number_at


def meld_points(it: Template, rules: Rules) -> list[Term]:
    """What the sets of a layout are worth: each tile its number, a joker by the rules."""
    terms: list[Term] = []
    for colour in range(it.deck.colours):
        for p in range(1, it.track + 1):
            terms += [(var, number_at(p, it.deck)) for var in it.cover((colour, p))]
    terms += [(var, number_of(tile)) for tile, var in it.shown.items()]
    if rules.initial_meld_jokers != MeldJokers.REPRESENTED:
        terms += [(var, -number_of(tile)) for tile, var in it.joker.items()]
    return terms


def add_meld(layout: Layout, own: Template, rules: Rules, to_open: int) -> None:
    """Own sets in `own`, a template in the same program, made of tiles played and worth `to_open` or more."""
    program = layout.program
    for tile, var in layout.played.items():
        if tile:
            program.extend(own.balance[tile], var, -1)
            program.bound_row(own.balance[tile], -own.deck.copies, 0)
        elif rules.initial_meld_jokers != MeldJokers.FORBIDDEN:
            program.extend(own.loose, var, -1)
            program.bound_row(own.loose, -own.deck.jokers, 0)
    program.row(meld_points(own, rules), to_open)
