"""One position under every edition: the best turn that each allows, and what its rules cost.

Editions that cannot differ in a position are solved once; what may make them differ is named in one place, `matters`.
Of several best turns editions are given the same one wherever it is legal under all of them.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.deck import JOKER, Deck, deck
from solver.errors import DeckError, InputError
from solver.measure import check_objective
from solver.position import Position, validate
from solver.referee import check
from solver.result import Result, Status
from solver.rules import PRESETS, Game, Rules
from solver.sets import Group
from solver.solve import DEFAULT_LIMIT, DEFAULT_OBJECTIVE, solve
from solver.turn import Turn


@dataclass(frozen=True, slots=True)
class Edition:
    """The best turn under one edition.

    `cost` tells by how much the first objective term falls short of the best found under any edition; no turn counts 0.
    It is as sure as the results' statuses are.
    """

    rules: Rules
    result: Result
    cost: int


def compare(
    position: Position,
    objective: Sequence[str] = DEFAULT_OBJECTIVE,
    limit: float = DEFAULT_LIMIT,
    *,
    own_points: bool = False,
) -> tuple[Edition, ...]:
    """The best turn under every preset of the common game that plays with the position's deck, in their order.

    Args:
        limit: seconds of wall clock for all editions together; each result has its own status.
        own_points: a player who has not opened needs the points of each edition, not those of the position.

    Raises:
        InputError: a position that cannot occur, an unknown objective term, a negative limit.
    """
    deadline = time.monotonic() + limit
    terms = check_objective(objective)
    if not limit >= 0:
        raise InputError("a time limit cannot be negative")
    asked = [(rules, _points(position, rules) if own_points else position) for rules in _presets(position.deck)]
    for rules, question in asked:
        validate(question, rules)
    keys = [matters(question, rules, terms) for rules, question in asked]
    solved: dict[tuple[object, ...], Result] = {}
    results: list[Result] = []
    for (rules, question), key in zip(asked, keys, strict=True):
        known = _under(solved[key], rules) if key in solved else None
        if known is None:
            left = max(0.0, deadline - time.monotonic())
            share = left / len(set(keys) - set(solved) | {key})
            known = solved[key] = solve(question, rules, terms, share)
        results.append(known)
    if time.monotonic() < deadline:
        results = _agreed(results)
    best = max(result.values.get(terms[0], 0) for result in results)
    return tuple(Edition(result.rules, result, best - result.values.get(terms[0], 0)) for result in results)


def _presets(used: Deck) -> list[Rules]:
    """The editions of the common game, and those made for just this deck."""
    return [
        rules
        for rules in PRESETS.values()
        if rules.game == Game.SABRA and deck(rules.deck) in (used, deck("standard")) and _bears(rules, used)
    ]


def _bears(rules: Rules, used: Deck) -> bool:
    try:
        rules.check_deck(used)
    except DeckError:
        return False
    return True


def _points(position: Position, rules: Rules) -> Position:
    return position if position.to_open is None else replace(position, to_open=rules.initial_meld_points)


def matters(position: Position, rules: Rules, objective: Sequence[str]) -> tuple[object, ...]:
    """What of an edition can make a difference here: with equal keys the same turns are legal, of the same value."""
    rack_jokers = JOKER in position.rack
    opened = position.to_open is None
    key: list[object] = [rules.ones, rules.jokers_per_set, rules.rearrange_own]
    if not opened:
        key += [position.to_open, rules.same_turn_manipulation, rack_jokers and rules.initial_meld_jokers]
    if "penalty" in objective:
        key.append(rack_jokers and rules.joker_penalty)
    touched = opened or rules.same_turn_manipulation
    if touched and JOKER in position.table_tiles():
        key += [rules.joker_clear, rules.joker_reuse]
        if not rules.joker_clear:
            key += [rules.joker_set, rules.joker_pin, rules.replacement_source]
            key.append(_has_joker_group_of_three(position) and rules.group_of_three)
    return tuple(key)


def _has_joker_group_of_three(position: Position) -> bool:
    return any(isinstance(each, Group) and len(each.tiles) == 3 and JOKER in each.tiles for each in position.table)


def _under(result: Result, rules: Rules) -> Result | None:
    """A result as that of another edition, the turn as the referee sees it there; None if it does not agree."""
    if result.turn is None:
        return replace(result, rules=rules)
    turn = _legal(result.turn, rules)
    return None if turn is None else replace(result, rules=rules, turn=turn)


def _legal(turn: Turn, rules: Rules) -> Turn | None:
    """The same turn with tiles from where this edition lets them come; None if it does not."""
    return check(turn.position, turn.after, rules).turn


def _agreed(results: list[Result]) -> list[Result]:
    """The same results with as few different turns as a greedy choice comes to; values and bounds stay."""
    agreed = list(results)
    alike: dict[object, list[int]] = {}
    for i, result in enumerate(results):
        if result.status == Status.OPTIMAL:
            alike.setdefault((result.position, tuple(result.values.items())), []).append(i)
    for places in alike.values():
        tables = {_table(turn): turn for i in reversed(places) if (turn := results[i].turn) is not None}
        if len(tables) < 2:
            continue
        serves = [
            {i: legal for i in places if (legal := _legal(turn, results[i].rules)) is not None}
            for turn in reversed(tables.values())
        ]
        left = set(places)
        while left:
            turns = max(serves, key=lambda each: len(each.keys() & left))
            for i in turns.keys() & left:
                agreed[i] = replace(results[i], turn=turns[i])
            left -= turns.keys()
    return agreed


def _table(turn: Turn) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(tile_set.key() for tile_set in turn.after))
