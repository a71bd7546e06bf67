"""The referee: is a turn legal? It finds by itself what jokers stand for, which are released, which copy went where.

It knows the rules and nothing of how a turn was found. `basics` judges tiles and sets, `opening` the initial meld,
`jokers` the jokers of the table (with `fates`, `conditions` and `copies`), `origin` tells where each tile came from.
`own_games` judges American and International turns, with `lay_offs` on sets that may only be added to and `wins`.
"""

from collections.abc import Sequence

from solver.deck import Tile
from solver.position import Position
from solver.referee.basics import change, joker_count_faults, play_faults, set_faults, tile_faults, wish_faults
from solver.referee.board import board
from solver.referee.opening import joint_faults
from solver.referee.own_games import check_own_game
from solver.referee.rearranging import first_meld_only, ordinary
from solver.referee.verdict import Broken, Verdict
from solver.referee.wins import Win
from solver.rules import Game, Rules
from solver.sets import TileSet

__all__ = ["Broken", "Verdict", "Win", "check"]


def check(
    position: Position,
    after: Sequence[TileSet],
    rules: Rules,
    others: Sequence[TileSet] | None = None,
    discard: Tile | None = None,
    win: Win | None = None,
) -> Verdict:
    """Judge the turn that leads from a valid position to the new table.

    Exact: the turn is legal when some choice of joker values, labels and physical copies makes it legal. Otherwise the
    verdict tells what the choice that breaks fewest rules breaks, in the order of RULES.md.

    American and International: `after` are the player's own sets, `others` the sets of the other players after the turn
    in any order (None: as before), `discard` the tile discarded from the rack. `win` names a win that is claimed:
    `open` asks that nothing is left, `finish` and `closed` judge the special wins of International in place of the
    initial meld. A turn without a claim is an ordinary turn, which may leave nothing, too.
    """
    if rules.game != Game.SABRA:
        return check_own_game(position, after, rules, position.others if others is None else others, discard, win)
    gained = change(position.table, after)
    lost, bad_sets = tile_faults(position, gained), set_faults(position, after, rules)
    broken = [
        *lost,
        *play_faults(gained),
        *_strange(rules, others, discard, win),
        *bad_sets,
        *joker_count_faults(after, rules),
        *wish_faults(position, gained),
    ]
    if lost or bad_sets:
        return Verdict(False, tuple(broken), None)
    tables = board(position, after, rules, gained)
    if position.to_open is not None and not rules.same_turn_manipulation:
        found, faults = first_meld_only(tables)
    else:
        broken += joint_faults(position, gained, rules)
        found, faults = ordinary(tables)
    broken += faults
    return Verdict(not broken, tuple(broken), None if broken else found)


def _strange(rules: Rules, others: Sequence[TileSet] | None, discard: Tile | None, win: Win | None) -> list[Broken]:
    """What a turn of a Sabra game cannot have."""
    return [
        Broken("not_in_sabra", f"{what} in a Sabra game, and {rules.name} is one")
        for there, what in (
            (bool(others), "no sets belong to other players"),
            (discard is not None, "no tile is discarded"),
            (win is not None, "no win is claimed"),
        )
        if there
    ]
