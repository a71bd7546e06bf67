"""Turns of American and International games, where each player has sets of their own (RULES.md sections 6 and 7).

A turn is judged after the draw: own sets as in a Sabra game, the sets of others only added to, one tile discarded.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from solver.deck import JOKER, Tile
from solver.position import Position
from solver.referee.basics import change, joker_count_faults, set_faults, times, wish_faults
from solver.referee.board import board
from solver.referee.lay_offs import origins, others_faults, own_set_faults, places_of
from solver.referee.opening import joint_faults
from solver.referee.rearranging import first_meld_only, ordinary
from solver.referee.verdict import Broken, Verdict
from solver.referee.wins import Win, replaces_meld, win_faults
from solver.rules import Rules
from solver.sets import TileSet, written
from solver.turn import Turn


def check_own_game(
    position: Position,
    after: Sequence[TileSet],
    rules: Rules,
    others: Sequence[TileSet],
    discard: Tile | None,
    win: Win | None,
) -> Verdict:
    """As `check`: `after` are the own sets, `others` those of the others after the turn."""
    own, laid_off = change(position.table, after), change(position.others, others)
    every = (*after, *others)
    lost, bad_sets = list(_tile_faults(position, own, laid_off)), set_faults(position, every, rules)
    laid = Counter(own)
    laid.update(laid_off)
    broken = [
        *lost,
        *_discard_faults(position, laid, discard),
        *bad_sets,
        *joker_count_faults(every, rules),
        *wish_faults(position, laid, discard),
    ]
    if lost or bad_sets:
        return Verdict(False, tuple(broken), None)
    places = places_of(position.others, others)
    broken += others_faults(position, others, places)
    opening = position.to_open is not None and bool(laid) and not replaces_meld(win, rules)
    found, faults = _own_sets(position, after, rules, own, opening)
    if opening:
        broken += _opening_faults(position, rules, own, others, places)
    broken += [*faults, *win_faults(position, after, others, (own, laid_off), win, rules)]
    if broken or found is None:
        return Verdict(False, tuple(broken), None)
    return Verdict(True, (), _with_others(found, others, places, discard))


def _tile_faults(position: Position, own: dict[Tile, int], laid_off: dict[Tile, int]) -> Iterator[Broken]:
    """Own tiles stay own, those of others stay theirs, and what is new comes from the rack."""
    rack = Counter(position.rack)
    for tile in sorted(own.keys() | laid_off.keys()):
        mine, theirs = own.get(tile, 0), laid_off.get(tile, 0)
        across = min(abs(mine), abs(theirs)) if mine * theirs < 0 else 0
        if across and theirs < 0 and tile == JOKER:
            yield Broken(
                "others_joker_taken",
                f"{times(tile, across)} of another player's set was taken, but only your own can be released",
            )
        elif across:
            whose = (
                "your own sets lies on a set of another player"
                if mine < 0
                else "another player's set lies in your own sets"
            )
            yield Broken("tile_between_players", f"{times(tile, across)} of {whose}: no tile moves between them")
        if mine < 0 and -mine > across:
            yield Broken(
                "table_tile_missing", f"{times(tile, -mine - across)} of your own sets is not in them any more"
            )
        if theirs < 0 and -theirs > across:
            yield Broken(
                "others_tile_missing", f"{times(tile, -theirs - across)} of the others' sets is not in them any more"
            )
        needed = max(mine, 0) + max(theirs, 0) - across
        if needed > rack[tile]:
            yield Broken(
                "tile_from_nowhere",
                f"the new table needs {times(tile, needed)} from the rack, but the rack holds {rack[tile] or 'none'}",
            )


def _discard_faults(position: Position, laid: Counter[Tile], discard: Tile | None) -> list[Broken]:
    """One tile of the rack that was not laid is discarded."""
    if discard is None:
        rest = len(position.rack) - sum(count for count in laid.values() if count > 0)
        why = (
            "one tile must be left to discard, but every tile of the rack was laid"
            if rest <= 0
            else "no tile was discarded: each turn ends with one"
        )
        return [Broken("discard_missing", why)]
    held = position.rack.count(discard)
    if held > max(laid[discard], 0):
        return []
    name = times(discard, 1)
    why = f"and each {name.removeprefix('one ')} of the rack was laid" if held else "but the rack holds none"
    return [Broken("discard_not_from_rack", f"{name} was discarded, {why}")]


def _own_sets(
    position: Position, after: Sequence[TileSet], rules: Rules, gained: dict[Tile, int], opening: bool
) -> tuple[Turn | None, list[Broken]]:
    """The turn on the own sets alone, and what it breaks there."""
    if opening and not rules.same_turn_manipulation:
        return first_meld_only(board(position, after, rules, gained))
    if rules.rearrange_own:
        return ordinary(board(position, after, rules, gained))
    places = places_of(position.table, after)
    origin = origins(position.table, after, places)
    return Turn(position, tuple(after), tuple(origin)), own_set_faults(position, places, rules)


def _opening_faults(
    position: Position,
    rules: Rules,
    own: dict[Tile, int],
    others: Sequence[TileSet],
    places: Sequence[int | None],
) -> list[Broken]:
    """The first play holds own sets worth enough; it may lay off beside them only where the turn may go on."""
    if rules.same_turn_manipulation:
        return joint_faults(position, own, rules)
    return [
        Broken(
            "initial_untouched",
            f"nothing may be laid off in the turn of the initial meld, but {written(old)} has changed",
        )
        for old, place in zip(position.others, places, strict=True)
        if place is not None and len(others[place].tiles) > len(old.tiles)
    ]


def _with_others(own: Turn, others: Sequence[TileSet], places: Sequence[int | None], discard: Tile | None) -> Turn:
    """The whole turn, the sets of the others in the order that they had before."""
    order = [place for place in places if place is not None]
    origin = origins(own.position.others, others, places)
    return replace(
        own,
        others=tuple(others[place] for place in order),
        others_origin=tuple(origin[place] for place in order),
        discard=discard,
    )
