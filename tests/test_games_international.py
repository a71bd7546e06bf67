"""The ways to win an International game: Closed, Finish and Open, each with its score, and which to choose."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.deck import JOKER, Deck, tile_name
from solver.errors import InputError
from solver.games.closed import best_closed
from solver.games.international import BestWins, Choice, best_wins, closed_points
from solver.games.scoring import Way
from solver.games.sheets import Sheet, read_sheet, sample_sheet
from solver.notation import read_position
from solver.referee import check
from solver.result import Status
from solver.rules import rules
from solver.sets import Group, Run, written

INTERNATIONAL = rules("international-1978")
EXAMPLES = settings.default.max_examples  # pyright: ignore[reportOptionalMemberAccess]
HAND = "r4-7b8-10k8-10o8-11"
"""Fourteen tiles in four sets, worth 113 points."""


def wins(
    line: str, sheet: Sheet | None = None, closed_score: int | None = None, *, from_bonus: bool = False
) -> BestWins:
    """The answer to a position, everything that must hold for it checked."""
    place = read_position(line, INTERNATIONAL)
    found = best_wins(place, INTERNATIONAL, sheet, closed_score, from_bonus=from_bonus)
    assert found.proven
    for choice in found.choices:
        turn = choice.turn
        if turn is None:
            assert (choice.status, choice.score) == (Status.NO_PLAY, 0)
            continue
        assert turn.position == place
        claimed = choice.way.value if choice.wins else None
        verdict = check(place, turn.after, INTERNATIONAL, turn.others, turn.discard, claimed)
        assert verdict.legal, verdict.broken
        assert (choice.score > 0) == choice.wins
        assert choice.wins or choice.way == Way.OPEN
    return found


def best_of(found: BestWins) -> tuple[Way, int]:
    """The way to choose, and what it pays."""
    assert found.best is not None
    return found.best.way, found.best.score


def test_open_alone_pays_twice():
    """An Open win is 100 points, 200 when nobody else has melded, told by their sets or by the mark."""
    assert best_of(wins(f"- {HAND}r13 50")) == (Way.OPEN, 200)
    assert best_of(wins(f"- {HAND}r13 50 m=1")) == (Way.OPEN, 100)
    assert best_of(wins(f"-~rbk13 {HAND}o2 50")) == (Way.OPEN, 100)
    assert best_of(wins("r4-6 r7o2")) == (Way.OPEN, 200)
    assert best_of(wins("r4-6~rbk13 r7o2")) == (Way.OPEN, 100)


def test_a_finish_pays_more():
    """A Finish is 200 points: 14 tiles at once, one of them on a set of another player."""
    found = wins(f"-~r1-3 {HAND}r13 50")
    assert best_of(found) == (Way.FINISH, 200)
    assert (found.open.score, found.finish.score) == (100, 200)
    assert found.finish.turn is not None
    assert found.finish.turn.others != found.position.others


@pytest.mark.parametrize("jokers", ["represented", "zero", "forbidden"])
@pytest.mark.parametrize("same_turn", ["yes", "no"])
def test_a_joker_of_a_finish_counts_as_its_tile(jokers: str, same_turn: str):
    """Whatever a house rule says of jokers in the initial meld, which a Finish is not: b8 b9 J is worth 27 in it."""
    edition = rules(f"international-1978,initial_meld_jokers={jokers},same_turn_manipulation={same_turn}")
    for points, score in ((114, 200), (140, 0)):
        place = read_position(f"-~r1-3 r4-7b8-9k8-10o8-11jr13 {points}", edition)
        finish = best_wins(place, edition).finish
        assert (finish.score, finish.status) == (score, Status.OPTIMAL if score else Status.NO_PLAY)


def test_a_closed_hand_pays_what_the_sheet_says():
    """Closed is paid by the sheet or by the number given; of equal scores Closed is chosen, then Finish."""
    line = f"-~r1-3 {HAND}r13 50"
    assert best_of(wins(line, closed_score=300)) == (Way.CLOSED, 300)
    assert best_of(wins(line, closed_score=200)) == (Way.CLOSED, 200)
    assert best_of(wins(line, closed_score=150)) == (Way.FINISH, 200)
    sheet = read_sheet('[{"id": 1, "name": "four sets", "tests": ["sets == 4"], "scores": [500, 0, 0]}]')
    closed = wins(line, sheet).closed
    assert closed.hand is not None
    assert closed.hand.row == sheet.rows[0]
    assert closed.score == 500
    none = read_sheet('[{"id": 1, "name": "six", "tests": ["sets == 6"], "scores": [500, 0, 0]}]')
    assert wins(line, none).closed == Choice(Way.CLOSED, Status.NO_PLAY)


def test_a_joker_kept_for_the_discard_doubles():
    """Each way is won with the joker left over where that can be, though it could be played as well."""
    found = wins(f"-~r1-3 {HAND}j 50", closed_score=70)
    assert [choice.score for choice in found.choices] == [140, 400, 200]
    assert all(choice.turn is not None and choice.turn.discard == JOKER for choice in found.choices)
    assert best_of(wins("r4-6 r7j")) == (Way.OPEN, 400)


def test_a_joker_that_is_needed_doubles_nothing():
    """Where the joker must lie in a set the score is the plain one."""
    found = wins("-~r1-3 r4-6b8k8-10o8-11jb10r9r13 50", closed_score=70)
    assert [choice.score for choice in found.choices] == [0, 0, 0]
    found = wins("-~r1-3 r4-7b8k8-10o8-11jb10r13 50", closed_score=70)
    assert [choice.score for choice in found.choices] == [70, 200, 100]


def test_two_jokers():
    """With two jokers one may lie in a set and the other be the discard."""
    found = wins("-~r1-3 r4-7b8k8-10o8-11jjb10 50", closed_score=70)
    assert [choice.score for choice in found.choices] == [140, 400, 200]


def test_jokers_per_set_bounds_every_way():
    """Where a set may hold one joker, no way is won with two in one."""
    place = read_position("- r4-6b8-10k8-10o8-9jjr7r13 50", INTERNATIONAL)
    free = best_wins(place, INTERNATIONAL, closed_score=70)
    assert free.closed.wins
    for most in (1, 2):
        chosen = rules(f"international-1978,jokers_per_set={most}")
        found = best_wins(place, chosen, closed_score=70)
        for choice in found.choices:
            if choice.turn is not None:
                assert all(each.tiles.count(JOKER) <= most for each in choice.turn.after)


def test_no_win_leaves_the_best_open_turn():
    """Without a win the best Open turn is chosen, which may be only a discard; it pays nothing."""
    found = wins("- r9-11o1o3o5o7b1b3b5b7k11k13k9r3 50", closed_score=100)
    assert best_of(found) == (Way.OPEN, 0)
    found = wins("- r9-12o1o3o5o7b1b3b5b7k11k13k4 42", closed_score=100)
    assert found.best is not None
    assert found.best.turn is not None
    assert len(found.best.turn.played) == 4


def test_a_player_who_has_melded():
    """After the first meld only Open is left, from a rack of any size."""
    found = wins("r4-6~rbk13 r7o2", closed_score=1000)
    assert found.closed.refused == "a Closed win is only for a player who has melded nothing before"
    assert found.finish.refused == "a Finish win is only for a player who has melded nothing before"
    assert best_of(found) == (Way.OPEN, 100)


def test_the_bonus_tile():
    """With the bonus tile an Open win is not allowed, the others are."""
    line = f"-~r1-3 {HAND}r13 50"
    assert best_of(wins(line, from_bonus=True)) == (Way.FINISH, 200)
    found = wins(f"- {HAND}r13 50", from_bonus=True)
    assert found.open.refused == "an Open win is never with the bonus tile"
    assert found.best is None


def test_what_is_not_looked_for():
    """Nothing said of what Closed pays, or no set to lay off on: refused with the reason."""
    found = wins(f"- {HAND}r13 50")
    assert found.closed.refused == "nothing says what a Closed hand pays, give a score sheet or a score"
    assert found.finish.refused.startswith("a Finish lays a tile off on a set of another player")


def test_out_of_time():
    """Without time nothing is claimed to be proven."""
    place = read_position(f"-~r1-3 {HAND}r13 50", INTERNATIONAL)
    found = best_wins(place, INTERNATIONAL, limit=0)
    assert not found.proven
    assert found.finish == Choice(Way.FINISH, Status.UNKNOWN)


@pytest.mark.parametrize(
    ("line", "edition", "why"),
    [
        (f"- {HAND} 50", "international-1978", r"holds 15 tiles.* there are 14: the 15th tile is missing"),
        ("- r5 50", "international-1978", r"holds 15 tiles, the one drawn included, but there is 1$"),
        (f"- {HAND}r13k1 50", "international-1978", r"holds 15 tiles.* there are 16$"),
        (f"- {HAND}r13 50", "american-1978", "wins of International Rummikub, but american-1978 is american"),
        (f"- {HAND}r13 50", "lemada-2014", "wins of International Rummikub, but lemada-2014 is sabra"),
    ],
)
def test_questions_that_are_none(line: str, edition: str, why: str):
    """One clear sentence each."""
    with pytest.raises(InputError, match=why):
        best_wins(read_position(line, edition), rules(edition))


def test_wishes_and_two_payments():
    """Wishes do not go with the ways to win, nor a sheet with a score."""
    place = read_position(f"- {HAND}r13 50", INTERNATIONAL)
    with pytest.raises(InputError, match="keep and must_play do not go with the ways to win"):
        best_wins(replace(place, keep=place.rack[:1]), INTERNATIONAL)
    with pytest.raises(InputError, match="by a score sheet or by one score for all, give one of the two"):
        best_wins(place, INTERNATIONAL, sample_sheet(), 5)


@settings(max_examples=EXAMPLES // 20)
@given(st.permutations(range(4)), st.integers(0, 2), st.randoms(use_true_random=False))
def test_what_a_hand_pays_is_what_the_search_says(colours: list[int], jokers: int, chance: Random):
    """The sets of the best Closed hand, judged by themselves, pay what the search found for them."""
    place = read_position(f"- {HAND}r13 50", INTERNATIONAL)
    rack = [64 * colours[tile // 64] + tile % 64 for tile in place.rack]
    for _ in range(jokers):
        rack[chance.randrange(len(rack))] = JOKER
    jokers = rack.count(JOKER)
    hand = best_closed(rack, Deck(), INTERNATIONAL.ones, sample_sheet()) if jokers <= 2 else None
    if hand is not None:
        sets = [told.shape for told in hand.sets]
        assert closed_points(sets, replace(place, rack=tuple(rack)), sample_sheet(), None) == hand.score


def test_what_sets_pay():
    """The jokers of a group stand for whatever pays most; a hand without a row pays nothing that is known."""
    place = read_position("- r1", INTERNATIONAL)
    group = Group((7, 71, JOKER), 7)
    run = Run((4, 5, 6), (4, 5, 6))
    sheet = read_sheet('[{"id": 1, "name": "two", "tests": ["colours <= 3"], "scores": [10, 20, 30]}]')
    assert closed_points((group, run), place, sheet, None) == 20
    assert closed_points((Group((7, 71, 135, 199), 7), run), place, sheet, None) is None
    assert closed_points((run,), place, None, 55) == 55
    assert closed_points((run,), place, None, None) is None
    assert written(group) == "r7 b7 J=?7"
    assert tile_name(run.tiles[0]) == "r4"


def planted(chance: Random) -> tuple[str, bool]:
    """A position with a Finish in it, and whether a joker is left to discard in that one."""
    tiles = {f"{colour}{number}": 2 for colour in "rbko" for number in range(1, 14)}
    sets: list[str] = []
    rack: list[str] = []

    def take(names: list[str]) -> bool:
        if any(names.count(name) > tiles.get(name, 0) for name in names):
            return False
        for name in names:
            tiles[name] -= 1
        return True

    while not sets:
        colour, first, length = chance.choice("rbko"), chance.randint(1, 8), chance.randint(1, 3)
        names = [f"{colour}{number}" for number in range(first, first + 3 + length)]
        if take(names):
            sets.append(f"{colour}{first}-{first + 2}")
            rack += names[3:]
    while len(rack) < 14:
        size = 14 - len(rack) if 14 - len(rack) < 6 else 3
        colour, first = chance.choice("rbko"), chance.randint(1, 14 - size)
        names = [f"{colour}{number}" for number in range(first, first + size)]
        if chance.random() < 0.4 and size <= 4:
            names = [f"{colour}{first}" for colour in chance.sample("rbko", size)]
        if take(names):
            rack += names
    joker = chance.random() < 0.5
    last = "j" if joker else next(name for name in chance.sample(sorted(tiles), len(tiles)) if take([name]))
    if chance.random() < 0.3 and not joker:
        rack[chance.randrange(len(rack))] = "j"
    return f"-~{'.'.join(sets)} {''.join(chance.sample([*rack, last], 15))} 1", joker


@settings(max_examples=EXAMPLES // 20)
@given(st.randoms(use_true_random=True))
def test_a_finish_that_is_there_is_found(chance: Random):
    """Where a Finish was laid out and mixed up one is found, with a joker as the discard if that one had it."""
    line, joker = planted(chance)
    found = wins(line)
    assert found.finish.score == 400 if joker else found.finish.score >= 200
    assert found.best is not None
    assert found.best.score >= found.finish.score
