"""The broken joker rules in words. What is broken was decided in `jokers`."""

from collections.abc import Sequence

from solver.deck import Tile, tile_words
from solver.referee.board import Board
from solver.referee.conditions import PutIn
from solver.referee.fates import RACK_TILES
from solver.referee.jokers import Choice, Fault
from solver.referee.verdict import Broken
from solver.rules import JokerReuse, ReplacementSource
from solver.sets import Group, TileSet, written


def sentence(fault: Fault, choice: Choice, board: Board) -> Broken:
    """A fault of a choice, told to a player."""
    joker, fate = choice.outcome.jokers[fault.joker], choice.outcome.fates[fault.joker]
    old, new = board.before[joker.old], board.after[fate.place]
    tell = {
        "joker_locked": _locked,
        "joker_kind": _kind,
        "joker_value": _value,
        "joker_companion": _companion,
        "joker_not_replaced": _not_replaced,
        "replacement_order": _order,
        "group_of_three": _group_of_three,
        "joker_new_set": _new_set,
        "joker_rack_tiles": _rack_tiles,
    }[fault.rule]
    return Broken(fault.rule, tell(_Case(board, choice, fault, old, new, joker.value)))


class _Case:
    """What a sentence may speak of."""

    def __init__(self, board: Board, choice: Choice, fault: Fault, old: TileSet, new: TileSet, value: Tile) -> None:
        self.rules = board.rules
        self.old, self.new = old, new
        self.old_text, self.new_text = written(old), written(new)
        self.about = written(board.before[fault.old]) if fault.old >= 0 else ""
        own = choice.outcome.jokers[fault.joker].old
        self.star = _star(choice.outcome.put_in, fault.old if fault.old >= 0 else own, board)
        missing = old.missing(board.position.deck.colours) if isinstance(old, Group) else (value,)
        self.values = [tile_words(tile) for tile in missing]
        self.given = [
            tile_words(put_in.tile)
            for put_in in choice.outcome.put_in
            if put_in.old == own and put_in.source == fault.old
        ]


def _star(put_in: Sequence[PutIn], old: int, board: Board) -> str:
    """The old set, with what was put in."""
    extra = [tile_words(one.tile) for one in put_in if one.old == old]
    return " with ".join([written(board.before[old]), *([" and ".join(extra)] if extra else [])])


def _locked(case: _Case) -> str:
    return (
        f"the joker in {case.old_text} is not released, so under {case.rules.name} {case.star} "
        "stays together in one set: tiles may be added, none taken out"
    )


def _kind(case: _Case) -> str:
    kind, other = ("group", "run") if isinstance(case.old, Group) else ("run", "group")
    return (
        f"the joker in {case.old_text} is not released, so it belongs in a {kind} under {case.rules.name}, "
        f"and {case.new_text} is a {other}"
    )


def _value(case: _Case) -> str:
    return (
        f"the joker in {case.old_text} is not released and stands for {' or '.join(case.values)}, "
        f"but in {case.new_text} it stands for another tile"
    )


def _companion(case: _Case) -> str:
    return (
        f"the joker in {case.old_text} is not released, so under {case.rules.name} another tile of that set "
        f"stays with it, but {case.new_text} holds none"
    )


def _not_replaced(case: _Case) -> str:
    only_rack = case.rules.replacement_source == ReplacementSource.RACK
    source = "your rack" if only_rack else "your rack or from another set"
    frees = " or ".join(f"{'an' if value[0] in 'aeiou' else 'a'} {value}" for value in case.values)
    return (
        f"the joker in {case.old_text} stands for {' or '.join(case.values)}; "
        f"under {case.rules.name} only {frees} from {source} frees it"
    )


def _order(case: _Case) -> str:
    return (
        f"the joker in {case.old_text} was replaced by {' and '.join(case.given)} of {case.about}, which under "
        f"{case.rules.name} gives no tile before each of its own jokers has been released"
    )


def _group_of_three(case: _Case) -> str:
    return (
        f"under {case.rules.name} a joker leaves the group of three {case.old_text} only together with all its jokers, "
        f"when {' and '.join(case.values)} {'is' if len(case.values) == 1 else 'are'} put in"
    )


def _new_set(case: _Case) -> str:
    return (
        f"the joker released from {case.old_text} goes to a new set under {case.rules.name}, "
        f"but {case.new_text} contains all of {case.star}"
    )


def _rack_tiles(case: _Case) -> str:
    if case.rules.joker_reuse == JokerReuse.NEW_SET_ALL_RACK:
        needs = "with tiles from your rack and released jokers only"
    else:
        count = RACK_TILES[case.rules.joker_reuse]
        needs = f"with at least {count} {'tile' if count == 1 else 'tiles'} from your rack"
    return (
        f"the joker released from {case.old_text} goes to a set {needs} under {case.rules.name}, "
        f"and {case.new_text} is none"
    )
