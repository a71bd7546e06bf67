"""The worked examples of others, as data/cases.jsonl tells them, under the rules that their notes speak of."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.candidate import Candidate
from solver.deck import Deck
from solver.notation import parse_set, parse_tiles
from solver.position import Position
from solver.result import Result
from solver.rules import rules

CASES = Path(__file__).parent / "data" / "cases.jsonl"
_FREE, _LOCKED, _OPENING = "goliath-2014", "book-1978", 30


def paper(random: Random) -> Iterator[Candidate]:
    """Each example under each of the rules for which it tells the most tiles; nothing in it is random."""
    del random
    for line in CASES.read_text(encoding="utf-8").splitlines():
        yield from _candidates(json.loads(line))


def _candidates(case: dict[str, Any]) -> Iterator[Candidate]:
    told, notes = case["expected"], case["rule_notes"]
    chosen = Deck(jokers=3) if "3 jokers" in notes else Deck()
    to_open = _OPENING if notes.startswith(("initial meld", "variant: joker counts")) else None
    plain = 0 if told.get("status") == "no_play" else told.get("max_tiles", told.get("initial_joker_face"))
    wanted = {_FREE: told.get("free"), _LOCKED: told.get("locked")}
    if plain is not None:
        wanted[_LOCKED if "table may be used" in notes else _FREE] = plain
    for name, tiles in wanted.items():
        if tiles is not None:
            place = _position(case, chosen, to_open, name)
            yield Candidate(place, name, _source(case), partial(_as_told, case["name"], tiles))


def _position(case: dict[str, Any], chosen: Deck, to_open: int | None, edition: str) -> Position:
    table = tuple(parse_set(text, chosen, rules(edition).ones) for text in case["table"])
    return Position(table, parse_tiles(case["rack"], chosen), chosen, to_open)


def _source(case: dict[str, Any]) -> str:
    return f"{case['name']}: {case['source']}".replace('"', "'").replace(";", ",")


def _as_told(name: str, tiles: int, result: Result) -> bool:
    """The answer must be the one told: else the example or the solver is wrong, and somebody must look."""
    found = result.values.get("tiles", 0)
    if found != tiles:
        raise ValueError(f"{name} under {result.rules.name}: {found} tiles found, {tiles} told")
    return True
