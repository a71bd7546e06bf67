"""The exhaustive judge of American turns: the worked checks of RULES.md section 6, and one voice with the referee."""

from collections import Counter
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brute_american
from brute_american import AMERICAN, INTERNATIONAL, Example
from brute_rules import COLOURS, Deck, text_of, tiles_of
from solver.referee import check
from solver.turn import RACK
from support_american import american_best, american_cases, judged_legal, own_game, read
from support_random import Case

STANDARD = Deck(4, 13, 2, 2)
assert settings.default is not None
SHARE = settings(max_examples=max(5, settings.default.max_examples // 10))


def best(rack: str, own: str = "", others: str = "", to_open: int | None = None):
    """The best turn by tiles on the standard deck."""
    mine, theirs = ([part.strip() for part in text.split("/") if part.strip()] for text in (own, others))
    return brute_american.best(STANDARD, AMERICAN, mine, theirs, rack.split(), ("tiles",), to_open)


@pytest.mark.parametrize(
    ("rack", "own", "others", "values"),
    [
        ("r5 b5 k5 o9", "", "", (1, 3)),
        ("r5 b5 k5 o5", "", "", (1, 3)),
        ("r5 b5 k5", "", "", (0, 0)),
        ("k7 o1", "", "r7 b7 J=?7", (1, 1)),
        ("k7 b9 k9 o1", "", "r7 b7 J=?7", (0, 1)),
        ("k7 b9 k9 o1", "r7 b7 J=?7", "", (1, 3)),
        ("r8 r6 r7 o2", "", "", (1, 3)),
        ("r8 r6 r7 o2 k4", "", "", (0, 3)),
        ("r5", "", "", (1, 0)),
    ],
)
def test_worked_checks(rack: str, own: str, others: str, values: tuple[int, int]) -> None:
    """Whether the turn wins, and how many tiles it plays, in every check of section 6."""
    found = best(rack, own, others)
    assert found is not None
    assert found[0] == values


def test_opening_and_winning() -> None:
    """A player who has not opened needs 21 points in own sets; a lay-off beside them may win."""
    assert best("r6 b6 k6 o1", to_open=21) == ((0, 0), Example((), (), "r6"))
    assert best("r7 b7 k7 o1", to_open=21) == ((1, 3), Example(("r7 b7 k7",), (), "o1"))
    found = best("r7 b7 k7 b4 o1", "", "b1 b2 b3", 21)
    assert found == ((1, 4), Example(("r7 b7 k7",), ("b1 b2 b3 b4",), "o1"))
    assert best("b4 o1", "", "b1 b2 b3", 21) == ((0, 0), Example((), ("b1 b2 b3",), "b4"))


def test_a_finish() -> None:
    """All but the discard at once, one laid off, worth what is needed; the joker goes where it is worth most."""
    others, rack = ["b9 b10 b11"], "r1 r2 r3 J o4".split()
    found = brute_american.finish(STANDARD, INTERNATIONAL, others, rack, 18)
    assert found == (18, Example(("r1 r2 r3",), ("b9 b10 b11 J=b12",), "o4"))
    assert brute_american.finish(STANDARD, INTERNATIONAL, others, rack, 19) is None
    assert brute_american.finish(STANDARD, INTERNATIONAL, [], rack, 1) is None


@SHARE
@given(american_cases(), st.randoms(use_true_random=False))
def test_legal_turns_pass_the_referee(case: Case, random: Random) -> None:
    """Turns that the exhaustive judge finds are legal to the referee, whose labels account for every tile."""
    place, chosen = case.place, case.edition
    game = own_game(place, chosen)
    plays = list(game.plays())
    for play in random.sample(plays, min(8, len(plays))):
        for after in islice(game.own_tables(play), 6):
            example = game.example(play, after, random.choice(game.lay_offs[play.laid_off]))
            own, others, discard = read(example, place, chosen)
            verdict = check(place, own, chosen, others, discard)
            assert verdict.turn is not None, verdict.broken
            turn = verdict.turn
            assert Counter(turn.played) + Counter(turn.left) + Counter([discard]) == Counter(place.rack)
            assert Counter(turn.others) == Counter(others)
            for i, (new, places) in enumerate(zip(turn.others, turn.others_origin, strict=True)):
                old = [tile for tile, source in zip(new.tiles, places, strict=True) if source != RACK]
                assert Counter(old) == Counter(place.others[i].tiles)
                assert set(places) <= {RACK, i}


@SHARE
@given(american_cases(most_tiles=10, most_rack=5), st.randoms(use_true_random=False))
def test_any_turn_is_judged_alike(case: Case, random: Random) -> None:
    """Sets of the tiles that are there, in any way, with any discard: referee and exhaustive judge agree."""
    place, chosen = case.place, case.edition
    game = own_game(place, chosen)
    rack = list(game.rack.elements())
    for _ in range(12):
        random.shuffle(rack)
        cuts = sorted(random.randint(0, len(rack)) for _ in range(2))
        mine, theirs = Counter(rack[: cuts[0]]), Counter(rack[cuts[0] : cuts[1]])
        own_tables = game.judge.layouts.all(tiles_of(game.judge.table) + mine)
        other_tables = game.judge.layouts.all(tiles_of(game.others) + theirs)
        if own_tables and other_tables:
            own, others = ([text_of(game.deck, one) for one in random.choice(t)] for t in (own_tables, other_tables))
            colour, number = random.choice(rack)
            example = Example(tuple(own), tuple(others), "J" if colour < 0 else f"{COLOURS[colour]}{number}")
            own_sets, others_sets, discard = read(example, place, chosen)
            verdict = check(place, own_sets, chosen, others_sets, discard)
            assert verdict.legal == judged_legal(case, example), (example, verdict.broken)


@SHARE
@given(american_cases(most_tiles=9, most_rack=5))
def test_the_best_turn_is_legal(case: Case) -> None:
    """There is always a best turn, since a turn may only discard, and the referee passes it."""
    found = american_best(case)
    assert found is not None
    own, others, discard = read(found[1], case.place, case.edition)
    verdict = check(case.place, own, case.edition, others, discard, "open" if found[0][0] else None)
    assert verdict.turn is not None, verdict.broken
    assert (verdict.turn.left == ()) == bool(found[0][0])
