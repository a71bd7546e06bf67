"""What an ended hand scores: every worked figure of RULES.md sections 5 to 7, sums of zero, ties, and refusals."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.deck import JOKER, Deck, Tile, make_tile
from solver.errors import RulesError
from solver.games.scoring import Ending, ScoreError, Way, loser_points, score
from solver.notation import parse_tiles
from solver.rules import rules

EXAMPLES = settings.default.max_examples  # pyright: ignore[reportOptionalMemberAccess]
SABRA, AMERICAN, INTERNATIONAL = rules("book-1978"), rules("american-1978"), rules("international-1978")


def racks(*texts: str) -> list[tuple[Tile, ...]]:
    return [parse_tiles(text, Deck(numbers=40)) for text in texts]


def tile(text: str) -> Tile:
    return racks(text)[0][0]


TWENTY, FIFTEEN, SEVEN = "r13 b7", "k4 k5 k6", "o7"
OPENED = (True, True, True)


@pytest.mark.parametrize("edition", [SABRA, AMERICAN])
def test_the_winner_gets_what_the_losers_pay(edition: Any):
    """Racks 20, 15, 7: -20, -15, -7, winner +42; wherever the winner sits."""
    assert score(edition, racks(TWENTY, FIFTEEN, SEVEN, ""), Ending(3)) == (-20, -15, -7, 42)
    assert score(edition, racks("", TWENTY, FIFTEEN, SEVEN), Ending(0)) == (42, -20, -15, -7)


@pytest.mark.parametrize("edition", [SABRA, AMERICAN])
def test_the_lowest_rack_wins_when_nobody_goes_out(edition: Any):
    """Racks 10, 14, 6, 17: -4, -8, +23, -11."""
    ended = score(edition, racks("r10", "r1 b13", "r2 b4", "r4 b13"))
    assert ended == (-4, -8, 23, -11)


def test_players_who_tie_for_the_lowest_rack_share():
    """They share what the others pay, odd points go to who sits first; if all tie nobody pays."""
    assert score(SABRA, racks("r5", "b9", "k5")) == (2, -4, 2)
    assert score(SABRA, racks("b10", "r5", "k5")) == (-5, 3, 2)
    assert score(SABRA, racks("r5", "b10", "k5", "b5")) == (2, -5, 2, 1)
    assert score(SABRA, racks("r5", "k5")) == (0, 0)


def test_a_joker_costs_its_penalty():
    """What is left is summed at face, a joker at the edition's penalty."""
    assert score(SABRA, racks("J r1", ""), Ending(1)) == (-31, 31)
    assert score(rules("dutch-1985"), racks("J r1", ""), Ending(1)) == (-26, 26)
    assert score(rules("raeuber"), racks("J r1", ""), Ending(1)) == (-51, 51)
    assert score(SABRA, racks("J", "r1 b3")) == (-26, 26)


def test_the_american_discard_counts_nothing():
    """The winner's last tile is on no rack: with it or without, a joker too, the score is the same."""
    for discard in (None, tile("o9"), JOKER):
        assert score(AMERICAN, racks("r5 b6", ""), Ending(1, discard)) == (-11, 11)


@pytest.mark.parametrize(
    ("rack", "points"),
    [
        ("r2 b9 k5", 16),
        ("r1", 10),
        ("r1 b10 k11 o12 r13", 50),
        ("J r3", 33),
        ("r9 r10", 19),
        ("r14 r40", 20),
    ],
)
def test_what_an_opened_loser_pays_in_an_international_game(rack: str, points: int):
    """2 to 9 at face, 1 and 10 and up at 10 each, in larger decks too, a joker at the penalty."""
    assert loser_points(racks(rack)[0], INTERNATIONAL.joker_penalty) == points


R_OPENED, R_NOT = "r1 r9 k12", "r2 b3"  # 29 points when opened; 100 or the winner's score when not


@pytest.mark.parametrize(
    ("ending", "scores"),
    [
        # Open: 100, 200 when nobody else has melded; twice that when the last discard is a joker.
        (Ending(0, tile("o9"), Way.OPEN, opened=(True, True, False)), (100, -29, -100)),
        (Ending(0, JOKER, Way.OPEN, opened=(True, True, False)), (200, -29, -100)),
        (Ending(0, tile("o9"), Way.OPEN, opened=(True, False, False)), (200, -100, -100)),
        (Ending(0, JOKER, Way.OPEN, opened=(True, False, False)), (400, -100, -100)),
        # Finish: 200.
        (Ending(0, tile("o9"), Way.FINISH, opened=(True, True, False)), (200, -29, -100)),
        (Ending(0, JOKER, Way.FINISH, opened=(False, True, False)), (400, -29, -100)),
        # Closed: as the hand scores, and who has not opened loses as much, doubled too.
        (Ending(0, tile("o9"), Way.CLOSED, 450, (True, True, False)), (450, -29, -450)),
        (Ending(0, JOKER, Way.CLOSED, 450, (True, True, False)), (900, -29, -900)),
        (Ending(0, tile("o9"), Way.CLOSED, 450, (False, False, False)), (450, -450, -450)),
        (Ending(0, tile("o9"), Way.CLOSED, 0, (True, True, False)), (0, -29, 0)),
    ],
)
def test_an_international_game_that_is_won(ending: Ending, scores: tuple[int, ...]):
    """The winner scores the way that the game was won, the losers by whether they have opened."""
    assert score(INTERNATIONAL, racks("", R_OPENED, R_NOT), ending) == scores


def test_an_international_game_that_nobody_wins():
    """Everybody loses: the rack, or 100."""
    ending = Ending(opened=(True, False, True))
    assert score(INTERNATIONAL, racks(R_OPENED, R_NOT, "J r10"), ending) == (-29, -100, -40)


TWO = (True, True)
BOTH = racks("r1", "b2")
WON = racks("", "b2")


@pytest.mark.parametrize(
    ("edition", "hands", "ending", "error"),
    [
        (SABRA, racks("r1"), Ending(), "a game has at least 2 players, but there is 1 rack"),
        (SABRA, [], Ending(), "a game has at least 2 players, but there are 0 racks"),
        (SABRA, BOTH, Ending(2), "winner 2 is not a player, the players are 0 to 1"),
        (SABRA, BOTH, Ending(-1), "winner -1 is not a player, the players are 0 to 1"),
        (SABRA, BOTH, Ending(0), "winner 0 has 1 tile left, but a winner has none"),
        (AMERICAN, racks("r1 r2", "b2"), Ending(0), "winner 0 has 2 tiles left, but a winner has none"),
        (SABRA, WON, Ending(), "player 0 has no tiles left and is not the winner"),
        (SABRA, racks("", "", "r3"), Ending(0), "player 1 has no tiles left and is not the winner"),
        (SABRA, WON, Ending(0, tile("r1")), "nobody discards in a Sabra game, but a discard (red 1) is given"),
        (AMERICAN, BOTH, Ending(None, JOKER), "the discard is the winner's last tile, but no winner is given"),
        (
            SABRA,
            WON,
            Ending(0, way=Way.OPEN),
            "way and points tell how an International game was won, but book-1978 is sabra",
        ),
        (
            AMERICAN,
            WON,
            Ending(0, points=3),
            "way and points tell how an International game was won, but american-1978 is american",
        ),
        (SABRA, BOTH, Ending(opened=(True,)), "opened is told of 1 player, but there are 2 racks"),
        (SABRA, racks("r1 r1 r1", "b2"), Ending(), "3 tiles red 1 are more than a deck of 4 x 13 x 2 + 2 has"),
        (SABRA, racks("J J", "J"), Ending(), "3 tiles joker are more than a deck of 4 x 13 x 2 + 2 has"),
        (SABRA, racks("r14", "b2"), Ending(), "there is no red 14 in a deck of 4 x 13 x 2 + 2"),
        (
            INTERNATIONAL,
            BOTH,
            Ending(),
            "an International game needs opened: for each player, whether the player has melded",
        ),
        (
            INTERNATIONAL,
            BOTH,
            Ending(way=Way.OPEN, opened=TWO),
            "way and points tell how the winner won, but no winner is given",
        ),
        (
            INTERNATIONAL,
            WON,
            Ending(0, JOKER, opened=TWO),
            "the winner of an International game needs a way, one of open, finish, closed",
        ),
        (
            INTERNATIONAL,
            WON,
            Ending(0, None, Way.OPEN, opened=TWO),
            "the winner of an International game discards a last tile, but no discard is given",
        ),
        (
            INTERNATIONAL,
            WON,
            Ending(0, JOKER, Way.CLOSED, opened=TWO),
            "a Closed hand scores 0 to 1000000 points, but no points are given",
        ),
        (
            INTERNATIONAL,
            WON,
            Ending(0, JOKER, Way.CLOSED, -5, TWO),
            "a Closed hand scores 0 to 1000000 points, but -5 points are given",
        ),
        (
            INTERNATIONAL,
            WON,
            Ending(0, JOKER, Way.OPEN, 5, TWO),
            "points are given for a Closed hand only, open has a fixed score",
        ),
        (
            INTERNATIONAL,
            WON,
            Ending(0, JOKER, Way.FINISH, None, (True, False)),
            "a Finish lays a tile off on another player's set, but nobody else has melded",
        ),
    ],
)
def test_refusals(edition: Any, hands: Sequence[Sequence[Tile]], ending: Ending, error: str):
    """An ending that cannot be is refused in one sentence."""
    with pytest.raises(ScoreError) as raised:
        score(edition, hands, ending)
    assert str(raised.value) == error


def test_an_unknown_game_is_refused_with_the_rules():
    """The game is a knob of the rules."""
    with pytest.raises(RulesError, match="game cannot be 'chess', it must be sabra or american or international"):
        rules("book-1978,game=chess")


@st.composite
def dealt(draw: st.DrawFn) -> list[tuple[Tile, ...]]:
    """Racks of two to six players, no tile too often, jokers among them."""
    deck = [*Deck().tiles()] * 2 + [JOKER] * 2
    players = draw(st.integers(2, 6))
    places = draw(st.lists(st.integers(0, len(deck) - 1), min_size=players, max_size=60, unique=True))
    return [tuple(deck[place] for place in places[player::players]) for player in range(players)]


@settings(max_examples=EXAMPLES // 10)
@given(dealt(), st.sampled_from([SABRA, AMERICAN]), st.data())
def test_sabra_and_american_scores_sum_to_zero(hands: list[tuple[Tile, ...]], edition: Any, data: st.DataObject):
    """Whoever wins, and if nobody does; no loser gains, and only the lowest racks do."""
    blocked = score(edition, hands)
    assert sum(blocked) == 0
    sums = [sum(t % 64 if t else edition.joker_penalty for t in rack) for rack in hands]
    assert all((points >= 0) == (own == min(sums)) for points, own in zip(blocked, sums, strict=True))
    winner = data.draw(st.integers(0, len(hands) - 1))
    hands[winner] = ()
    won = score(edition, hands, Ending(winner))
    assert sum(won) == 0
    assert won[winner] == -sum(points for player, points in enumerate(won) if player != winner) > 0


@settings(max_examples=EXAMPLES // 10)
@given(dealt(), st.sampled_from(Way), st.integers(0, 5000), st.data())
def test_a_joker_discarded_doubles_the_winner_and_no_opened_loser(
    hands: list[tuple[Tile, ...]], way: Way, points: int, data: st.DataObject
):
    """Twice the winner's score; opened losers pay their racks all the same."""
    opened = (False, True, *data.draw(st.lists(st.booleans(), min_size=len(hands) - 2, max_size=len(hands) - 2)))
    given_points = points if way == Way.CLOSED else None
    hands = [(), *(tuple(t for t in rack if t) or (make_tile(0, 1),) for rack in hands[1:])]
    deck = Deck(copies=8)
    once = score(INTERNATIONAL, hands, Ending(0, make_tile(3, 9), way, given_points, opened), deck)
    twice = score(INTERNATIONAL, hands, Ending(0, JOKER, way, given_points, opened), deck)
    assert twice[0] == 2 * once[0] >= 0
    assert all(a == b for a, b, has in zip(once, twice, opened, strict=True) if has)
