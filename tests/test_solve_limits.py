"""Results and time: honest outcomes at every limit, and refusal of what is no question."""

import time
from dataclasses import FrozenInstanceError
from math import inf, nan

import pytest

from solver.errors import InputError, PositionError, RulesError
from solver.measure import TERMS
from solver.position import Position
from solver.result import VERSION, Status
from solver.rules import rules
from solver.solve import DEFAULT_LIMIT, DEFAULT_OBJECTIVE, solve
from support import SABRA, assert_sound, position, tables_of

OWN = position("r4 r5 J=r6", "b9 k9 o9 b1 r6")
NO_OWN = position("r4 r5 r6", "r7 b1")
NOTHING = position("r4 r5 r6", "b1 k9")
HARD = position(
    "b5 b6 b7 / b8 b9 b10 / b10 b11 b12 / o7 o8 o9 o10 / k9 k10 k11 / b13 o13 k13 / o10 o11 o12 / r1 o1 k1 / "
    "r10 r11 J=r12 / k3 k4 k5 k6 k7",
    "r2 r5 r6 r8 o2 b2 b12 k2 k12 o5 b5 k8",
)


def test_no_time_gives_own_sets() -> None:
    """At limit 0 the answer is a turn of own sets, not proven."""
    result = solve(OWN, limit=0)
    assert result.status == Status.FEASIBLE
    assert tables_of(result) == ["r4 r5 J=r6", "b9 k9 o9"]
    assert_sound(result)


@pytest.mark.parametrize("place", [NO_OWN, NOTHING])
def test_no_time_and_no_own_sets(place: Position) -> None:
    """At limit 0 without own sets nothing is known: neither a turn nor that there is none."""
    result = solve(place, limit=0)
    assert result.status == Status.UNKNOWN
    assert result.turn is None
    assert not result.values


@pytest.mark.parametrize("edition", SABRA)
@pytest.mark.parametrize(("points", "status"), [(27, "feasible"), (28, "unknown")])
def test_no_time_to_open(edition: str, points: int, status: str) -> None:
    """At limit 0 own sets open when they are worth enough, under every edition."""
    place = position("r4 r5 r6", "b9 k9 o9 r7", to_open=points)
    result = solve(place, edition, limit=0)
    assert result.status == status
    assert_sound(result)


@pytest.mark.parametrize(
    ("keep", "must_play", "status"), [("b9", "", "unknown"), ("", "b1", "unknown"), ("", "o9", "feasible")]
)
def test_no_time_and_wishes(keep: str, must_play: str, status: str) -> None:
    """The turn of own sets keeps the wishes too."""
    result = solve(position("r4 r5 r6", "b9 k9 o9 b1", keep=keep, must_play=must_play), limit=0)
    assert result.status == status
    assert_sound(result)


def test_statuses() -> None:
    """Proven play, proven lack of one, and neither."""
    assert solve(NO_OWN).status == Status.OPTIMAL
    assert solve(NOTHING).status == Status.NO_PLAY
    assert solve(NOTHING, limit=0).status == Status.UNKNOWN
    assert [str(status) for status in Status] == ["optimal", "feasible", "no_play", "unknown"]


@pytest.mark.parametrize("edition", ["goliath-2014", "lemada-2014", "book-1978", "pressman-1998"])
@pytest.mark.parametrize("limit", [0, 0.001, 0.003, 0.01, 0.03, 0.1])
def test_tiny_limits_are_honest(edition: str, limit: float) -> None:
    """However short the time, a turn is legal, its values are true, and no better turn exceeds the bounds."""
    result = solve(HARD, edition, limit=limit)
    assert_sound(result)
    assert result.status != Status.NO_PLAY
    full = solve(HARD, edition, limit=60)
    assert full.status == Status.OPTIMAL
    told = [term for term in result.objective if term in result.bounds]
    assert tuple(result.bounds[term] for term in told) >= tuple(full.values[term] for term in told)
    assert tuple(result.values.values()) <= tuple(full.values.values())


@pytest.mark.parametrize("work", [0, 0.0001, 0.001, 0.01])
@pytest.mark.parametrize("objective", [("tiles", "unbroken"), ("unbroken", "tiles"), ("points", "kept", "jokers_held")])
def test_tiny_work_limits_are_honest(work: float, objective: tuple[str, ...]) -> None:
    """The same under a limit of deterministic work, whatever the objective."""
    result = solve(HARD, "book-1978", objective, limit=60, work_limit=work)
    assert_sound(result)
    full = solve(HARD, "book-1978", objective, limit=60)
    told = [term for term in objective if term in result.bounds]
    assert tuple(result.bounds[term] for term in told) >= tuple(full.values[term] for term in told)


def test_result_fields() -> None:
    """A result tells the question, the answer, what it took and what was allowed."""
    start = time.monotonic()
    result = solve(OWN, "book-1978", ("tiles", "kept"), limit=7.5, work_limit=100.0)
    spent = time.monotonic() - start
    assert result.position is OWN
    assert result.rules is rules("book-1978") or result.rules == rules("book-1978")
    assert result.objective == ("tiles", "kept")
    assert dict(result.values) == dict(result.bounds) == {"tiles": 4, "kept": 0}
    assert result.turn is not None
    assert set(result.turn.played) | set(result.turn.left) == set(OWN.rack)
    assert 0 < result.seconds <= spent
    assert result.work > 0
    assert (result.limit, result.work_limit, result.version) == (7.5, 100.0, VERSION)
    with pytest.raises(FrozenInstanceError):
        result.limit = 1.0  # type: ignore[misc]


def test_defaults() -> None:
    """Without more words: the default edition, tiles and unbroken sets, ten seconds."""
    result = solve(OWN)
    assert result.rules == rules("lemada-2014")
    assert result.objective == DEFAULT_OBJECTIVE == ("tiles", "unbroken")
    assert result.limit == DEFAULT_LIMIT == 10.0
    assert result.work_limit is None


def test_rules_by_name_or_value() -> None:
    """An edition may be given by its name with overrides or as a value."""
    by_name = solve(OWN, "book-1978,joker_reuse=anywhere")
    by_value = solve(OWN, rules("book-1978,joker_reuse=anywhere"))
    assert (by_name.values, by_name.turn) == (by_value.values, by_value.turn)


@pytest.mark.parametrize("term", TERMS)
def test_each_term_alone(term: str) -> None:
    """Every term can be the whole objective, in any container."""
    result = solve(OWN, "lemada-2014", [term])
    assert result.status == Status.OPTIMAL
    assert result.objective == (term,)
    assert_sound(result)


LIMITS = "limit and work_limit must be finite and not negative"


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"objective": ()}, InputError, "the objective must name one term or more, each once"),
        ({"objective": ("tiles", "tiles")}, InputError, "the objective must name one term or more, each once"),
        ({"objective": ("size",)}, InputError, "unknown objective term 'size', choose from tiles, points"),
        *(({name: value}, InputError, LIMITS) for name in ("limit", "work_limit") for value in (-1, -1e-9, inf, nan)),
        ({"edition": "chess"}, RulesError, "unknown rules 'chess'"),
        ({"edition": "book-1978,joker_clear=yes"}, RulesError, "exclude each other"),
    ],
)
def test_questions_that_are_refused(arguments: dict, error: type[Exception], text: str) -> None:
    """Bad objectives, limits and rules are refused before any search."""
    with pytest.raises(error, match=text):
        solve(OWN, **arguments)


def test_impossible_positions_are_refused_at_every_limit() -> None:
    """A position that cannot occur is refused even when there is no time."""
    with pytest.raises(PositionError, match="keep: 1 x orange 5 asked for"):
        solve(position("", "r1 r2 r3", keep="o5"), limit=0)
