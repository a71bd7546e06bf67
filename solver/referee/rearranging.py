"""What is left to judge where tiles are conserved and sets are sets: the jokers, and a play that touches nothing."""

from solver.deck import JOKER
from solver.referee.board import Board
from solver.referee.jokers import best_choice
from solver.referee.opening import own_faults, untouched
from solver.referee.origin import turn, untouched_turn
from solver.referee.sentences import sentence
from solver.referee.verdict import Broken
from solver.turn import Turn


def first_meld_only(tables: Board) -> tuple[Turn, list[Broken]]:
    """The first play where nothing on the table may be touched."""
    old_places, faults = untouched(tables.position, tables.after)
    if not faults:
        own = [tile_set for place, tile_set in enumerate(tables.after) if place not in old_places]
        faults = own_faults(tables.position, own, tables.rules)
    return untouched_turn(tables, old_places), faults


def ordinary(tables: Board) -> tuple[Turn | None, list[Broken]]:
    """A turn that may rearrange the table: what remains to judge are its jokers."""
    if tables.rules.joker_clear or not any(JOKER in tile_set.tiles for tile_set in tables.before):
        return turn(tables, None), []
    choice = best_choice(tables)
    if choice.faults:
        return None, [sentence(fault, choice, tables) for fault in choice.told()]
    return turn(tables, choice.outcome), []
