"""Why the best turn leaves a rack tile: it cannot be played, playing it costs something, or other rules are needed."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from solver.deck import Tile, tile_words
from solver.editions import matters
from solver.errors import InputError, PositionError, RulesError
from solver.games.reach import stuck
from solver.measure import check_objective
from solver.position import Position, validate
from solver.result import Result, Status
from solver.rules import (
    PRESETS,
    Game,
    GroupOfThree,
    JokerPin,
    JokerReuse,
    JokerSet,
    MeldJokers,
    ReplacementSource,
    Rules,
)
from solver.rules import rules as rules_of
from solver.sets import Ones
from solver.solve import DEFAULT_LIMIT, DEFAULT_OBJECTIVE, solve


class Answer(StrEnum):
    """Why a tile stays on the rack."""

    PLAYED = "played"
    """It does not stay: the best turn plays it."""
    COSTS = "costs"
    """It could be played, in a turn that is worth less or just as much."""
    RULES = "rules"
    """Not under these rules, but if one thing in them were different."""
    NEVER = "never"
    """Not this turn, under no rules."""
    UNKNOWN = "unknown"
    """The time was over before that was known."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The answer for one tile.

    `shown` is the best turn that plays it, under `rules_needed` where the answer is RULES. `cost` is what that turn
    falls short of the best, for the first objective term in which they differ (`term`; None where they are equal).
    `changed` are the knobs that differ from the rules asked for.
    """

    tile: Tile
    answer: Answer
    best: Result
    shown: Result | None = None
    term: str | None = None
    cost: int = 0
    rules_needed: Rules | None = None
    changed: tuple[str, ...] = ()
    seconds: float = 0.0


def why_not(
    position: Position,
    rules: Rules,
    tile: Tile,
    objective: tuple[str, ...] = DEFAULT_OBJECTIVE,
    limit: float = DEFAULT_LIMIT,
) -> WhyNot:
    """Why the best turn leaves a tile of the rack.

    Of several copies it is the first one left that is asked about. Other rules are tried in this order: one knob
    changed, then each edition of the same game, the one with the fewest different knobs first, then the most lenient
    rules that there can be.

    Raises:
        InputError: a position that cannot occur, an unknown objective term, a tile that is not on the rack or is kept.
    """
    start = time.monotonic()
    terms = check_objective(objective)
    validate(position, rules)
    free = position.rack.count(tile) - position.keep.count(tile)
    if tile not in position.rack:
        raise PositionError(f"there is no {tile_words(tile)} on the rack, ask about a tile that is there")
    if not free:
        raise PositionError(f"{tile_words(tile)} is to be kept, ask about a tile that may be played")

    def left() -> float:
        return max(0.0, start + limit - time.monotonic())

    found = _answer(position, rules, tile, free, terms, left)
    return replace(found, seconds=time.monotonic() - start)


def _answer(
    position: Position, rules: Rules, tile: Tile, free: int, terms: tuple[str, ...], left: Callable[[], float]
) -> WhyNot:
    best = solve(position, rules, terms, left() / 2)
    copies = 1 + (0 if best.turn is None else best.turn.played.count(tile))
    if copies > free:
        return WhyNot(tile, Answer.PLAYED, best, best)
    wishes = [wish for wish in position.must_play if wish != tile]
    asked = replace(position, must_play=(*wishes, *[tile] * copies))
    forced = solve(asked, rules, terms, left())
    if forced.turn is not None:
        proven = best.status == forced.status == Status.OPTIMAL
        term = next((term for term in terms if best.values[term] != forced.values[term]), None)
        cost = 0 if term is None else best.values[term] - forced.values[term]
        return WhyNot(tile, Answer.COSTS if proven else Answer.UNKNOWN, best, forced, term, cost)
    if forced.status != Status.NO_PLAY or best.status not in (Status.OPTIMAL, Status.NO_PLAY):
        return WhyNot(tile, Answer.UNKNOWN, best)
    if stuck(asked, [tile], replace(rules, ones=Ones.WRAP)):
        return WhyNot(tile, Answer.NEVER, best)
    return _under_other_rules(best, asked, tile, left)


def _under_other_rules(best: Result, asked: Position, tile: Tile, left: Callable[[], float]) -> WhyNot:
    """The smallest change of the rules that lets the tile be played; none where the most lenient rules do not."""
    lenient = _most_lenient(best.rules)
    at_most = solve(_asked(asked, best.rules, lenient), lenient, best.objective, left() / 2)
    if at_most.status == Status.NO_PLAY:
        return WhyNot(tile, Answer.NEVER, best)
    for other in _others(best.rules, asked):
        result = solve(_asked(asked, best.rules, other), other, best.objective, left())
        if result.turn is not None:
            return _needed(best, tile, result)
    return WhyNot(tile, Answer.UNKNOWN, best) if at_most.turn is None else _needed(best, tile, at_most)


def _needed(best: Result, tile: Tile, shown: Result) -> WhyNot:
    """The tile can be played under the rules of another result."""
    old, new = best.rules.knobs(), shown.rules.knobs()
    changed = tuple(knob for knob in old if old[knob] != new[knob])
    return WhyNot(tile, Answer.RULES, best, shown, rules_needed=shown.rules, changed=changed)


_CHOICES: dict[str, tuple[str, ...]] = {
    "initial_meld_points": ("50", "30", "21", "20", "1"),
    "initial_meld_jokers": tuple(MeldJokers),
    "same_turn_manipulation": ("yes",),
    "joker_set": (JokerSet.SPLIT,),
    "joker_pin": (JokerPin.VALUE,),
    "joker_clear": ("yes",),
    "replacement_source": (ReplacementSource.ANY,),
    "group_of_three": tuple(GroupOfThree),
    "joker_reuse": tuple(reversed(JokerReuse)),
    "jokers_per_set": ("none",),
    "ones": (Ones.LOW_OR_HIGH, Ones.WRAP),
    "rearrange_own": ("yes",),
}
"""The values of each knob that can let more tiles be played, the least change first."""

_MOST = {
    "initial_meld_points": "1",
    "initial_meld_jokers": "represented",
    "same_turn_manipulation": "yes",
    "jokers_per_set": "none",
    "ones": "wrap",
}
_FREE = {"joker_clear": "yes", "joker_reuse": "anywhere"}
_OWN = {
    "joker_set": "split",
    "joker_pin": "value",
    "group_of_three": "either",
    "joker_reuse": "new_set",
    "rearrange_own": "yes",
}
"""What lets most tiles be played, all together: in any game, in a Sabra game, where players have sets of their own."""


def _others(rules: Rules, position: Position) -> Iterator[Rules]:
    """Other rules for the same game, the smallest change first; each that can make a difference once."""
    tried = {matters(position, rules, ())}
    for other in (*_one_knob(rules), *_editions(rules)):
        asked = _asked(position, rules, other)
        if (key := matters(asked, other, ())) not in tried and _can_occur(asked, other):
            tried.add(key)
            yield other


def _one_knob(rules: Rules) -> Iterator[Rules]:
    """These rules with one knob changed."""
    for knob, choices in _CHOICES.items():
        for value in choices:
            if value != rules.knobs()[knob]:
                try:
                    yield _with(rules, {knob: value})
                except RulesError:
                    continue  # The knob does not go with another one.


def _most_lenient(rules: Rules) -> Rules:
    """The rules of the same game under which a tile can be played if it can under any."""
    most, mine = _MOST | (_FREE if rules.game == Game.SABRA else _OWN), rules.knobs()
    return _with(rules, {knob: value for knob, value in most.items() if mine[knob] != value})


def _with(rules: Rules, values: Mapping[str, str]) -> Rules:
    """These rules with other values for some knobs, each told once in the name."""
    name, *overrides = (part.strip() for part in rules.name.split(","))
    kept = [part for part in overrides if part.partition("=")[0] not in values]
    return rules_of(",".join([name, *kept, *(f"{knob}={value}" for knob, value in values.items())]))


def _editions(rules: Rules) -> list[Rules]:
    """The editions of the same game and deck, those with the fewest different knobs first."""
    mine = rules.knobs()
    same = [preset for preset in PRESETS.values() if (preset.game, preset.deck) == (rules.game, rules.deck)]
    return sorted(same, key=lambda preset: sum(mine[knob] != value for knob, value in preset.knobs().items()))


def _can_occur(position: Position, rules: Rules) -> bool:
    """Other rules may know neither the deck nor a run that lies on the table."""
    try:
        validate(position, rules)
    except InputError:
        return False
    return True


def _asked(position: Position, old: Rules, new: Rules) -> Position:
    """The position under other rules, whose points to open, where they differ, replace those of the old ones."""
    if position.to_open is None or old.initial_meld_points == new.initial_meld_points:
        return position
    return replace(position, to_open=new.initial_meld_points)
