"""The referee: is a turn legal? It finds by itself what jokers stand for, which are released, which copy went where.

It knows the rules and nothing of how a turn was found. `basics` judges tiles and sets, `opening` the initial meld,
`jokers` the jokers of the table (with `fates`, `conditions` and `copies`), `origin` tells where each tile came from.
"""

from collections.abc import Sequence

from solver.position import Position
from solver.referee.basics import change, joker_count_faults, play_faults, set_faults, tile_faults, wish_faults
from solver.referee.board import Board, board
from solver.referee.jokers import best_choice
from solver.referee.opening import joint_faults, own_faults, untouched
from solver.referee.origin import turn, untouched_turn
from solver.referee.sentences import sentence
from solver.referee.verdict import Broken, Verdict
from solver.rules import Rules
from solver.sets import TileSet
from solver.turn import Turn

__all__ = ["Broken", "Verdict", "check"]


def check(position: Position, after: Sequence[TileSet], rules: Rules) -> Verdict:
    """Judge the turn that leads from a valid position to the new table.

    Exact: the turn is legal when some choice of joker values, labels and physical copies makes it legal. Otherwise the
    verdict tells what the choice that breaks fewest rules breaks, in the order of RULES.md.
    """
    gained = change(position, after)
    lost, bad_sets = tile_faults(position, gained), set_faults(position, after, rules)
    broken = [
        *lost,
        *play_faults(gained),
        *bad_sets,
        *joker_count_faults(after, rules),
        *wish_faults(position, gained),
    ]
    if lost or bad_sets:
        return Verdict(False, tuple(broken), None)
    tables = board(position, after, rules, gained)
    if position.to_open is not None and not rules.same_turn_manipulation:
        found, faults = _first_meld_only(tables)
    else:
        broken += joint_faults(position, gained, rules)
        found, faults = _ordinary(tables)
    broken += faults
    return Verdict(not broken, tuple(broken), None if broken else found)


def _first_meld_only(tables: Board) -> tuple[Turn, list[Broken]]:
    """The first play where nothing on the table may be touched."""
    old_places, faults = untouched(tables.position, tables.after)
    if not faults:
        own = [tile_set for place, tile_set in enumerate(tables.after) if place not in old_places]
        faults = own_faults(tables.position, own, tables.rules)
    return untouched_turn(tables, old_places), faults


def _ordinary(tables: Board) -> tuple[Turn | None, list[Broken]]:
    """A turn that may rearrange the table: what remains to judge are its jokers."""
    if tables.rules.joker_clear or not any(0 in tile_set.tiles for tile_set in tables.before):
        return turn(tables, None), []
    choice = best_choice(tables)
    if choice.faults:
        return None, [sentence(fault, choice, tables) for fault in choice.told()]
    return turn(tables, choice.outcome), []
