"""Whole games between solvers: no illegal turn, no tile lost, right scores, and a record that replays exactly."""

from typing import Any

import pytest

from solver.deck import JOKER, Deck
from solver.errors import InputError
from solver.games.draw import Source
from solver.games.hand import PENALTY
from solver.games.play import play
from solver.games.record import Record
from solver.games.replay import replay
from solver.games.strategies import Strategy, strategy
from solver.rules import PRESETS, Game, rules
from support_games import assert_conserved, assert_ending, assert_legal, game, plays


def assert_sound(record: Record) -> None:
    """All that a game promises."""
    assert_legal(record)
    assert_conserved(record)
    assert_ending(record)
    assert replay(record.lines()) == record


@pytest.mark.parametrize("edition", PRESETS)
def test_ten_games_of_each_edition(edition: str):
    """No illegal turn, tiles conserved at every move, right scores, exact replay. The first on the full deck."""
    for seed in range(10):
        assert_sound(game(edition, seed, small=seed > 0))


@pytest.mark.parametrize(
    ("edition", "deck", "strategies", "seed"),
    [
        (
            "american-1978,joker_set=locked,jokers_per_set=1,ones=low,rearrange_own=no",
            Deck(5, 9, 2, 2),
            ("jokers", "hold=2", "hold=2"),
            14,
        ),
        (
            "american-1978,joker_set=locked,joker_reuse=new_set_2_rack,jokers_per_set=2,ones=low",
            Deck(5, 7, 3, 0),
            ("jokers", "jokers+hold=1", "tiles"),
            23,
        ),
        ("international-1978,ones=wrap,same_turn_manipulation=no", Deck(5, 8, 2, 4), ("tiles",) * 3, 5),
    ],
)
def test_games_under_house_rules(edition: str, deck: Deck, strategies: tuple[str, ...], seed: int):
    """The same under other knobs, with sets of the others that are alike."""
    assert_sound(play(edition, 3, seed, strategies, chosen=deck))


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("edition", PRESETS)
def test_a_hundred_games_of_each_edition(edition: str):
    """The same on the full deck, a hundred times."""
    for seed in range(100, 200):
        assert_sound(game(edition, seed))


def test_the_same_seed_is_the_same_game():
    """A game is decided by its arguments; another seed is another game."""
    first = game("american-1978", 1, small=True)
    assert game("american-1978", 1, small=True).lines() == first.lines()
    assert game("american-1978", 3, small=True).lines() != first.lines()


@pytest.mark.parametrize("edition", ["lemada-2014", "american-1978", "international-1978"])
def test_holding_the_opening(edition: str):
    """A player who holds the opening for three turns opens in the fourth at the earliest, unless that wins."""
    early = 0
    for seed in range(3):
        held = game(edition, seed, small=True, strategies=("hold=3",))
        free = game(edition, seed, small=True, strategies=("tiles",))
        for player in range(held.setting.players):
            turns = [move.turn for move in plays(held, player)[:3]]
            assert all(turn is None or not turn.played or not turn.left for turn in turns)
            early += any(move.turn and move.turn.played for move in plays(free, player)[:3])
    assert early


@pytest.mark.parametrize("edition", ["popular", "american-1978", "international-1978"])
def test_holding_jokers(edition: str):
    """A player who holds jokers plays one only to win, in a Sabra game also once the pool is empty."""
    held = 0
    for seed in range(4):
        record = game(edition, seed, small=True, strategies=("jokers",))
        sabra = record.setting.rules.game == Game.SABRA
        drawn = record.setting.needed
        for move in record.moves:
            if move.turn is not None and JOKER in move.turn.played:
                assert not move.turn.left or (sabra and drawn == record.setting.deck.size)
            held += JOKER in move.rack
            drawn += move.drawn is not None and move.drawn.source == Source.POOL
    assert held


def test_popular_draws_after_playing():
    """Where a tile is drawn also after playing, each move ends with a draw until the pool is empty or the hand over."""
    for seed in range(3):
        record = game("popular", seed, small=True)
        pool = record.setting.deck.size - record.setting.needed
        for move in record.moves:
            assert (move.drawn is None) == (pool == 0 or not move.rack)
            pool -= move.drawn is not None
    with pytest.raises(InputError, match="draw_after_play=yes exclude each other: in this game each turn begins"):
        rules("american-1978,draw_after_play=yes")


@pytest.mark.parametrize("edition", ["lemada-2014", "popular", "xp"])
def test_who_runs_out_of_time_draws_three(edition: str):
    """A search that ends without a turn costs three tiles and not one, the last time as many as the pool has."""
    drawn = list[int]()
    for seed in range(2):
        record = game(edition, seed, small=True, work_limit=1e-9)
        assert_sound(record)
        pool = record.setting.deck.size - record.setting.needed
        for move in record.moves:
            if move.penalty:
                assert len(move.rack) == len(move.position.rack) + len(move.penalty)
                assert len(move.penalty) == min(PENALTY, pool)
                drawn.append(len(move.penalty))
            pool -= len(move.penalty) + (move.drawn is not None)
    assert 3 in drawn
    assert not any(move.penalty for move in game(edition, 0, small=True).moves)


def test_nobody_is_punished_where_each_turn_ends_with_a_discard():
    """In an American game a player whose time runs out discards, which is a legal turn."""
    record = game("american-1978", 0, small=True, work_limit=1e-9)
    assert_sound(record)
    assert not any(move.penalty for move in record.moves)
    assert any(move.turn is not None and not move.turn.played for move in record.moves)


def test_the_starter_of_an_international_game():
    """The starter has 15 tiles and does not draw; afterwards every player does, and everybody discards."""
    first, *others = game("international-1978", 0, small=True).moves
    assert len(first.position.rack) == 15
    assert first.drawn is None
    assert all(move.drawn is not None for move in others)
    assert all(move.turn is not None and move.turn.discard is not None for move in (first, *others))


def test_positions_of_a_game():
    """The record gives what each player saw, with the tile drawn, in order."""
    record = game("american-1978", 2, small=True)
    assert list(record.positions()) == [move.position for move in record.moves]


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("tiles", Strategy()),
        ("jokers", Strategy(hold_jokers=True)),
        ("hold=3", Strategy(hold_opening=3)),
        ("jokers+hold=12", Strategy(hold_jokers=True, hold_opening=12)),
    ],
)
def test_strategies_are_read_and_written(text: str, known: Strategy):
    """Each strategy has a text, which is the one that it is read from."""
    assert strategy(text) == known
    assert str(known) == text


@pytest.mark.parametrize("text", ["", "x", "hold", "hold=", "hold=x", "jokers+jokers", "tiles+jokers", "hold=2+hold=3"])
def test_an_unknown_strategy(text: str):
    """One clear sentence, with the strategies that there are."""
    with pytest.raises(InputError, match=r"unknown strategy '.*', choose tiles, jokers, or hold=TURNS"):
        strategy(text)


@pytest.mark.parametrize("turns", [0, 1001])
def test_held_for_too_long(turns: int):
    """The opening is held for 1 to 1000 turns."""
    with pytest.raises(InputError, match=f"for 1 to 1000 turns, not for {turns}"):
        strategy(f"hold={turns}")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"edition": "nim"}, "unknown rules 'nim'"),
        ({"players": 1}, "a game has 2 to 8 players, not 1"),
        ({"players": 8}, "a deck of 4 x 13 x 2 \\+ 2 has 106 tiles, but 8 players of lemada-2014 need 112"),
        ({"seed": -1}, "the seed must be from 0"),
        ({"strategies": ("tiles",) * 3}, "3 strategies are given for 2 players"),
        ({"work_limit": 0}, "work_limit=0 is out of range"),
        ({"closed_score": 5}, "a win of International Rummikub only, but lemada-2014 is sabra"),
        ({"edition": "international-1978", "closed_score": -1}, "-1 is no score of a Closed hand"),
        ({"edition": "international-1978", "chosen": Deck(2, 7, 2, 1)}, "has 29 tiles, but .* need 30"),
    ],
)
def test_games_that_cannot_be_dealt(options: dict[str, Any], why: str):
    """One clear sentence each."""
    given = {"edition": "lemada-2014", "players": 2, "seed": 0, **options}
    with pytest.raises(InputError, match=why):
        play(**given)
