"""Which draw to choose in American and International games: what may be taken, and what it is good for."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.deck import JOKER, Tile, tile_name
from solver.errors import InputError
from solver.games import draw as games_draw
from solver.games.draw import Draw, DrawAdvice, Source, draw_advice
from solver.games.reach import cannot_win, stuck
from solver.games.scoring import Way
from solver.notation import read_position
from solver.position import Position
from solver.referee import check
from solver.result import Result, Status
from solver.rules import Game, Rules, rules
from solver.solve import solve
from support_american import AmericanCase, american_best, american_cases
from support_games import tiles_of

AMERICAN, INTERNATIONAL = rules("american-1978"), rules("international-1978")
EXAMPLES = settings.default.max_examples  # pyright: ignore[reportOptionalMemberAccess]
ALMOST = "r4r5r6 b8-10 k8-10 o8-11"
"""All of a hand but a tile: with r7, 14 tiles lie in four sets."""


def advice(line: str, edition: str = "american-1978", closed_score: int | None = None) -> DrawAdvice:
    """The advice for a position, every turn of it refereed once more."""
    chosen = rules(edition)
    found = draw_advice(read_position(line, chosen), chosen, closed_score=closed_score)
    for draw in found.draws:
        if draw.turn is not None:
            claimed = draw.way.value if draw.way else None
            turn = draw.turn
            assert check(turn.position, turn.after, chosen, turn.others, turn.discard, claimed).legal
    return found


def draw_of(found: DrawAdvice, source: Source) -> Draw:
    """The draw from a source."""
    return next(draw for draw in found.draws if draw.source == source)


def test_the_bonus_tile_that_wins():
    """RULES.md 6: bonus r8 with r6 r7 o2 may be taken: meld r6 r7 r8, discard o2, win."""
    found = advice("r1-3 r6r7o2 b=r8")
    bonus = draw_of(found, Source.BONUS)
    assert bonus.lawful
    assert bonus.wins
    assert found.best == bonus
    assert bonus.turn is not None
    assert tile_name(bonus.turn.discard or 0) == "o2"


def test_the_bonus_tile_that_does_not():
    """RULES.md 6: with r6 r7 o2 k4 it may not, for it would not win at once; nor when no search is needed to see it."""
    for line in ("r1-3 r6r7o2k4 b=r8", "r1-3 r6r7r8o2k4 b=r8", "r1-3 r6r7o2k4k5 b=k6"):
        found = advice(line)
        bonus = draw_of(found, Source.BONUS)
        assert not bonus.lawful
        assert bonus.refused == "the bonus tile may be taken only when that wins at once"
        assert found.best is None
        assert found.proven


def test_the_discard_only_after_opening():
    """RULES.md 6: an American player who has not opened may not take it, an International one may (section 7)."""
    refused = draw_of(advice("- r6r7o2k4r9r10 21 d=r8"), Source.DISCARD)
    assert refused.refused == "the previous discard may be taken only by a player who has opened"
    assert refused.turn is None
    taken = draw_of(advice("- r6r7r9r10o1o3o5o7b1b3b5b7k11k13 50 d=r8", "international-1978"), Source.DISCARD)
    assert taken.lawful
    assert not taken.opens


def test_a_discard_that_opens():
    """The best turn after the draw may be the initial meld; then it gains, and is chosen."""
    found = advice("- r9r10r11r13o1o3o5o7b1b3b5b7k11k13 50 d=r12", "international-1978")
    taken = draw_of(found, Source.DISCARD)
    assert taken.opens
    assert taken.gain == 4
    assert found.best == taken


@pytest.mark.parametrize(
    ("line", "gain", "best"),
    [
        ("r1-3 r6r7o2k4 d=r8", 2, True),
        ("r1-3 o2k4k13 d=r4", 0, False),
        ("r1-3 r6r7r8o2k4 d=b9", -1, False),
        ("r1-3 r6r7r8o2k4 d=r9", 0, False),
    ],
)
def test_a_discard_that_gains(line: str, gain: int, best: bool):
    """Chosen when more of the rack goes with it than without; a tile that only goes itself is no gain."""
    found = advice(line)
    assert draw_of(found, Source.DISCARD).gain == gain
    assert (found.best is not None) == best


def test_a_discard_that_wins_comes_first():
    """A draw that wins is chosen over all others, of two the one that pays more."""
    found = advice("r1-3 r6r7o2 d=r8 b=r5")
    assert found.best == draw_of(found, Source.DISCARD)
    found = advice("r1-3~rbk5 r7r8o2 d=b13 b=r6")
    assert found.best == draw_of(found, Source.BONUS)


def test_international_never_wins_open_with_the_bonus_tile():
    """Open never: after opening it is refused; before it, only a Closed win or a Finish makes it lawful."""
    opened = draw_of(advice("r1-3 r6r7o2 b=r8", "international-1978"), Source.BONUS)
    assert opened.refused == "after opening only an Open win is left, and that is never with the bonus tile"
    line = f"- {ALMOST.replace(' ', '')}r13 50 b=r7"
    assert not draw_of(advice(line, "international-1978"), Source.BONUS).lawful
    closed = draw_of(advice(line, "international-1978", closed_score=300), Source.BONUS)
    assert (closed.way, closed.score) == (Way.CLOSED, 300)
    finish = draw_of(advice(line.replace("-", "-~rbk13", 1), "international-1978"), Source.BONUS)
    assert not finish.lawful
    finish = draw_of(advice(line.replace("-", "-~r1-3", 1), "international-1978"), Source.BONUS)
    assert (finish.way, finish.score) == (Way.FINISH, 200)


def test_nothing_in_sight():
    """Where no tile lies open there is nothing to choose."""
    found = advice("r1-3 r6r7o2")
    assert found.draws == ()
    assert found.best is None
    assert found.proven


def test_out_of_time():
    """Without time nothing is claimed to be proven, and the bonus tile is not given away."""
    chosen = rules("american-1978")
    found = draw_advice(read_position("r1-3 r6r7o2 b=r8 d=r8", chosen), chosen, limit=0)
    assert not found.proven
    bonus = draw_of(found, Source.BONUS)
    assert bonus.wins or bonus.refused.endswith("and no win was found in time")


def test_a_gain_is_as_sure_as_both_turns(monkeypatch: pytest.MonkeyPatch):
    """Where the time ends before the turn without the tile is proven, the gain is not proven either."""

    def late(position: Position, *_: object) -> Result:
        return solve(position, AMERICAN, limit=60 if len(position.rack) == 5 else 0)

    monkeypatch.setattr(games_draw, "solve", late)
    found = draw_advice(read_position("r1-3 r6r7o2k4 d=r8", AMERICAN), AMERICAN)
    assert draw_of(found, Source.DISCARD).status == Status.FEASIBLE
    assert not found.proven


def test_a_gain_is_counted_between_turns_of_one_objective():
    """Where the most points are wanted, the turn without the tile is the one of most points, too."""
    # The joker makes four low tiles lie, or two tiles of 13, which are worth more. The discard fits nowhere.
    place = read_position("- b1b2b4k13o13jr9 d=k7", AMERICAN)
    for objective, played in (("tiles", 4), ("points", 3)):
        found = draw_of(draw_advice(place, AMERICAN, objective=(objective,)), Source.DISCARD)
        assert found.turn is not None
        assert (len(found.turn.played), found.gain) == (played, -1)


@pytest.mark.parametrize(
    ("line", "edition", "why"),
    [
        ("r1-3 r6", "lemada-2014", "nobody chooses a draw in a Sabra game, and lemada-2014 is one"),
        ("r1-3 -", "american-1978", "the rack is empty, and so the hand is over"),
        ("- r6 50 d=r7", "international-1978", "a player who has melded nothing holds 14 tiles before the draw"),
        ("r1-3 r6 d=r6 b=r6", "american-1978", "3 tiles red 6"),
    ],
)
def test_questions_that_are_none(line: str, edition: str, why: str):
    """One clear sentence each."""
    with pytest.raises(InputError, match=why):
        advice(line, edition)


def test_wishes_do_not_go_with_it():
    """What must stay or go is asked of a turn, not of a draw."""
    place = Position((), (5, 6), read_position("- r1").deck, 21, keep=(5,))
    with pytest.raises(InputError, match="keep and must_play do not go with the choice of a draw"):
        draw_advice(place, AMERICAN)


@settings(max_examples=EXAMPLES // 5)
@given(american_cases(most_rack=7))
def test_stuck_tiles_are_never_laid(case: AmericanCase):
    """A tile that the quick look calls stuck is in no legal turn, and where it sees no win the solver finds none."""
    result = solve(case.place, case.edition, ("tiles",), limit=60)
    assert result.status == Status.OPTIMAL
    turn = result.turn
    assert turn is not None
    assert not set(stuck(case.place, case.place.rack, case.edition)) & set(turn.played)
    assert turn.left or not cannot_win(case.place, case.edition)


@settings(max_examples=EXAMPLES // 20)
@given(american_cases(most_tiles=9, most_rack=5), st.randoms(use_true_random=False))
def test_the_advice_is_that_of_an_exhaustive_search(case: AmericanCase, random: Random):
    """What the discard and the bonus tile lead to, by every play with them and without; jokers lie open, too."""
    place, chosen = case.place, case.edition
    used = Counter([*place.rack, *tiles_of((*place.table, *place.others)).elements()])
    left = Counter(dict.fromkeys(place.deck.tiles(), place.deck.copies) | {JOKER: place.deck.jokers}) - used
    unopened = place.to_open is not None
    if left.total() < 2 or (unopened and chosen.game == Game.INTERNATIONAL):
        return
    discard = JOKER if left[JOKER] and random.random() < 0.3 else random.choice(sorted(left.elements()))
    bonus = random.choice(sorted((left - Counter([discard])).elements()))
    taken, extra = draw_advice(replace(place, discard=discard, bonus=bonus), chosen).draws
    wins, tiles = most(place, chosen, discard)
    if chosen.game == Game.AMERICAN and unopened:
        assert not taken.lawful
    else:
        assert (taken.lawful, taken.wins) == (True, wins)
        assert wins or taken.gain == tiles - 1 - most(place, chosen)[1]
    assert extra.lawful == (chosen.game == Game.AMERICAN and most(place, chosen, bonus)[0])


def most(place: Position, chosen: Rules, *drawn: Tile) -> tuple[bool, int]:
    """Whether a turn wins with the tile drawn, else the most tiles that one plays, by exhaustive search."""
    with_it = AmericanCase(chosen, replace(place, rack=(*place.rack, *drawn)), ("tiles",))
    found = american_best(with_it)
    assert found is not None
    return bool(found[0][0]), found[0][1]
