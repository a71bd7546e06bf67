"""Logs of games: what is changed anywhere in one is found out, and the error names the line."""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from solver.deck import Deck
from solver.errors import InputError
from solver.games.hand import Hand
from solver.games.record import Record, seal
from solver.games.replay import RecordError, replay
from solver.games.scoring import Way
from solver.games.setting import setting, shuffled
from solver.games.sheets import sample_sheet
from solver.notation import parse_tiles
from support_games import game

AMERICAN, SABRA, INTERNATIONAL = "american-1978", "lemada-2014", "international-1978"


@cache
def played(edition: str) -> Record:
    """A short game; the International one ends with a Closed win."""
    return game(edition, 7 if edition == INTERNATIONAL else 1, small=True)


def documents(edition: str, record: Record | None = None) -> list[dict[str, Any]]:
    """The lines of its log, without the checks."""
    lines = [json.loads(line) for line in (record or played(edition)).lines()]
    return [{name: value for name, value in line.items() if name != "check"} for line in lines]


def sealed(lines: Sequence[dict[str, Any]]) -> list[str]:
    """Lines with checks that fit, as somebody would write them who means to deceive."""
    check, texts = "", list[str]()
    for line in lines:
        check = seal(check, line)
        texts.append(json.dumps({**line, "check": check}))
    return texts


def refused(lines: Sequence[str]) -> str:
    """Why a log is refused."""
    with pytest.raises(RecordError) as caught:
        replay(lines)
    return str(caught.value)


def place(lines: Sequence[dict[str, Any]], name: str, start: int = 1) -> int:
    """The first line that has a value of that name."""
    return next(i for i, line in enumerate(lines) if i >= start and line.get(name))


def changed(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, str):
        return value + "x"
    if isinstance(value, bool) or value is None:
        return "x"
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, list):
        return [*value, "r1"]
    return {**value, "more": 1}


@pytest.mark.parametrize("edition", [SABRA, "popular", AMERICAN, INTERNATIONAL])
def test_a_log_replays_exactly(edition: str):
    """The record that a replay gives is the one that was played, and its log is the same text."""
    record = played(edition)
    again = replay(record.lines())
    assert again == record
    assert again.lines() == record.lines()
    assert edition != INTERNATIONAL or again.ending.way == Way.CLOSED
    assert sealed(documents(edition)) == record.lines()


def test_a_sheet_is_in_the_log():
    """The score sheet that a game was played with goes along, and is used again."""
    options = {"sheet": sample_sheet(), "closed_score": None}
    record = game(INTERNATIONAL, 0, small=True, **options)
    again = replay(record.lines())
    assert again == record
    assert again.setting.sheet == sample_sheet()


@pytest.mark.parametrize("edition", [SABRA, AMERICAN])
def test_every_change_is_found_where_it_is(edition: str):
    """Any value of a line that is changed, dropped or added is refused with the number of that line."""
    lines = played(edition).lines()
    for number in (1, 2, len(lines) // 2, len(lines)):
        line = json.loads(lines[number - 1])
        others = [{**line, name: changed(value)} for name, value in line.items()]
        others += [{key: value for key, value in line.items() if key != name} for name in line]
        others += [{**line, "more": 1}, dict(reversed(line.items()))]
        for other in others:
            tampered = [*lines[: number - 1], json.dumps(other), *lines[number:]]
            why = refused(tampered)
            # Another deal, and other strategies, are found out by the check at the latest.
            assert why.startswith(f"line {number}: "), (other, why)


def test_a_change_that_stays_a_legal_game_is_found():
    """A table with the same tiles in other sets is legal too, but it is not the game that was played."""
    given = game(SABRA, 4).lines()
    lines = [json.loads(line) for line in given]
    at, long = next(
        (i, text)
        for i, line in enumerate(lines)
        for text in line.get("table") or ()
        if len(text.split()) == 6 and "J" not in text
    )
    tiles = long.split()
    lines[at]["table"].remove(long)
    lines[at]["table"] += [" ".join(tiles[:3]), " ".join(tiles[3:])]
    given[at] = json.dumps(lines[at])
    assert refused(given) == f"line {at + 1}: its check does not fit the lines up to it: something was changed"


def deceit(edition: str, name: str, value: Any, start: int = 1) -> str:
    """Why a log is refused in which one value was changed and all checks were made to fit; without the line."""
    lines = documents(edition)
    at = place(lines, name, start)
    lines[at] = {**lines[at], name: value}
    line, _, why = refused(sealed(lines)).partition(": ")
    assert line == f"line {at + 1}"
    return why


def test_what_the_rules_do_not_allow():
    """With fitting checks the referee and the hand still judge each move: one clear sentence each."""
    rack = documents(AMERICAN)[1]["rack"]
    missing = next(name for name in ("r1", "r2", "r3", "r4", "r5") if name not in rack)
    for name, value, why in (
        ("discard", "g1", "discard: there is no green in this deck"),
        ("discard", missing, f"the turn is not legal: one red {missing[1]} was discarded, but the rack holds none"),
        ("others", ["r1 r2 r3"], "the turn is not legal: "),
        ("draw", {"from": "hat", "tile": "r1"}, "from must be one of pool, discard, bonus"),
        ("draw", {"from": "discard", "tile": "r1"}, "there is no tile to draw from the discard"),
        ("draw", {"from": "bonus", "tile": "r1"}, "the bonus tile may be taken only when that wins at once"),
        ("draw", 7, "a tile must be drawn before the play"),
    ):
        assert deceit(AMERICAN, name, value).startswith(why)
    assert deceit(SABRA, "rack", ["r1"]).startswith('rack is ["r1"], but it must be [')
    assert deceit(SABRA, "scores", [1, -1]).startswith("scores is [1, -1], but it must be [")


def test_a_penalty_is_what_the_rules_say():
    """Three tiles of the pool, no others, not beside a play, and not in a game where each turn ends with a discard."""
    lines = documents(SABRA, game(SABRA, 0, small=True, work_limit=1e-9))
    at, play_at = place(lines, "penalty"), place(lines, "table")
    assert replay(sealed(lines)).moves[at - 1].penalty
    three = lines[at]["penalty"]
    for penalty in (three[:2], [*three, three[0]], three[::-1] if three[0] != three[2] else ["r1"], [], None):
        told = sealed([*lines[:at], {**lines[at], "penalty": penalty}, *lines[at + 1 :]])
        assert refused(told).startswith(f"line {at + 1}: penalty is {json.dumps(penalty)}, but it must be ")
    without = {name: value for name, value in lines[at].items() if name != "penalty"}
    assert refused(sealed([*lines[:at], without])).startswith(f"line {at + 1}: draw is null, but it must be ")
    beside = sealed([*lines[:play_at], {**lines[play_at], "penalty": three}])
    assert refused(beside).startswith(f"line {play_at + 1}: ")
    american = documents(AMERICAN)
    american[1] |= {"table": None, "penalty": three}
    assert refused(sealed(american)).startswith("line 2: each turn ends with a discard")


def test_a_win_is_told_as_it_is():
    """The way of an International win is judged: not another one, not none, and no way where nobody wins."""
    record = game(INTERNATIONAL, 4, small=True)
    assert record.ending.way == Way.OPEN
    lines = documents(INTERNATIONAL, record)
    at = len(lines) - 2
    for way, why in (
        ("closed", "the turn is not legal: a Closed win is only for a player who has melded nothing before"),
        ("finish", "the turn is not legal: a Finish is only for a player who has melded nothing before"),
        ("luck", "way must be one of open, finish, closed"),
        (None, "nothing is left, but the way to win is not told, one of open, finish, closed"),
    ):
        told = {name: value for name, value in lines[at].items() if name != "way"} | ({"way": way} if way else {})
        assert refused(sealed([*lines[:at], told, lines[-1]])) == f"line {at + 1}: {why}"
    early = {**lines[1], "way": "open"}
    assert refused(sealed([lines[0], early])).startswith("line 2: the turn is not legal: an Open win leaves nothing")
    american = documents(AMERICAN)
    american[1]["way"] = "open"
    assert refused(sealed(american)).startswith("line 2: no way to win is told under american-1978")


def test_another_deal_shows_in_the_first_move():
    """The deal follows from the seed, so with another seed the first move does not fit."""
    lines = documents(SABRA)
    lines[0] = {**lines[0], "seed": 77}
    assert refused(sealed(lines)).startswith("line 2: ")


def test_a_log_that_is_cut_or_goes_on():
    """Lines that are missing or too many, and what is no JSON object, are named."""
    lines = played(AMERICAN).lines()
    number = len(lines)
    assert refused([]) == "line 1: the log is empty"
    assert refused(lines[:-1]) == f"line {number}: the log ends before the hand"
    assert refused([*lines, lines[-1]]) == f"line {number + 1}: the hand is over, but the log goes on"
    assert refused([*lines[:-1], lines[2], lines[-1]]).startswith(f"line {number}: the hand is over")
    assert refused([lines[0], "x"]) == "line 2: the line is not JSON"
    assert refused([lines[0], "[]"]) == "line 2: the line is no JSON object"
    assert refused([lines[0], "[" * 100_000]) == "line 2: the line is not JSON"
    assert refused([lines[0], lines[-1]]).startswith("line 2: the hand goes on: ")


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("rules", "nim", "unknown rules 'nim'"),
        ("rules", None, "rules must be text"),
        ("deck", "standard", "deck must be an object"),
        ("deck", {}, "colours must be a whole number"),
        ("players", True, "players must be a whole number"),
        ("players", 9, "a game has 2 to 8 players, not 9"),
        ("strategies", ["x", "x"], "unknown strategy 'x'"),
        ("strategies", "tiles", "strategies must be a list of texts"),
        ("work_limit", "1", "work_limit must be a number"),
        ("sheet", [{}], "row 1"),
        ("game", "sabra", 'game is "sabra", but it must be "american"'),
    ],
)
def test_headers_that_are_none(name: str, value: object, why: str):
    """A header that tells no game: the first line, and why."""
    lines = documents(AMERICAN)
    lines[0] = {**lines[0], name: value}
    assert refused(sealed(lines)).startswith(f"line 1: {why}")


def hand(edition: str = AMERICAN, **options: Any) -> Hand:
    """A hand that has just been dealt."""
    return Hand(setting(edition, 2, 5, **options))


def test_a_hand_allows_what_the_rules_allow():
    """Draws and plays out of turn, and an end while there is a pool, are refused with one clear sentence each."""
    american, sabra, international = hand(), hand(SABRA), hand(INTERNATIONAL)
    for what, why in (
        (lambda: american.play((), discard=american.position.rack[0]), "a tile must be drawn before the play"),
        (lambda: american.draw("discard"), "there is no tile to draw from the discard"),  # pyright: ignore[reportArgumentType]
        (american.stop, "the hand goes on: 77 tiles are in the pool"),
        (american.pass_turn, "each turn ends with a discard"),
        (lambda: american.pass_turn(penalty=True), "each turn ends with a discard"),
        (lambda: sabra.draw("pool"), "no tile is drawn before this play"),  # pyright: ignore[reportArgumentType]
        (lambda: sabra.play(()), "the turn is not legal: no tile was played from the rack"),
        (lambda: international.draw("pool"), "no tile is drawn before this play"),  # pyright: ignore[reportArgumentType]
        (lambda: international.play(()), "no tile was discarded: each turn ends with one"),
    ):
        with pytest.raises(InputError, match=why):
            what()


def test_the_deal_is_the_seeds():
    """The shuffle follows from the seed alone, and stays what it is from version to version: logs depend on it."""
    first = shuffled(Deck(), 1)
    assert sorted(first) == sorted(shuffled(Deck(), 2))
    assert first != shuffled(Deck(), 2)
    assert tuple(first[:5]) == parse_tiles("r2 k11 r12 r4 o12", Deck())
