"""Outs: what each tile that could be drawn would do, as an exhaustive search over the next turn says."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings

from solver.deck import JOKER, Deck, tile_name
from solver.errors import InputError
from solver.hints.outs import outs
from solver.position import Position
from solver.result import Result
from solver.rules import PRESETS, Rules, rules
from solver.solve import solve
from support import brute_best, position
from support_random import EXAMPLES, PHASES, Case, cases


@settings(max_examples=EXAMPLES // 80, phases=PHASES)
@given(cases(most_tiles=7, most_rack=3))
def test_each_draw_is_that_of_an_exhaustive_search(case: Case) -> None:
    """Under random rules: for each unseen tile the most tiles that could be played, and whether none are left."""
    found = outs(case.place, case.edition, limit=60)
    assert found.proven
    seen = Counter(case.place.rack) + Counter(case.place.table_tiles())
    deck = case.place.deck
    assert {draw.tile: draw.copies for draw in found.draws} == {
        tile: left
        for tile in (*deck.tiles(), JOKER)
        if (left := (deck.copies if tile else deck.jokers) - seen[tile]) > 0
    }
    for draw in found.draws:
        drawn = replace(case.place, rack=(*case.place.rack, draw.tile))
        best = brute_best(drawn, case.edition, ("tiles",))
        tiles = 0 if best is None else best[0][0]
        assert (draw.tiles, draw.ends) == (tiles, tiles == len(drawn.rack))


def test_counts_are_of_tiles_not_of_kinds() -> None:
    """Two copies of the tile that lets a player go out are two outs."""
    found = outs(position("", "r1 r2"), rules("lemada-2014"))
    ending = {tile_name(draw.tile): draw.copies for draw in found.draws if draw.ends}
    assert ending == {"r3": 2, "J": 2}
    assert (found.unseen, found.winning, found.playable) == (104, 4, 4)


def test_what_is_played_without_the_tile_stays_playable() -> None:
    """A tile that is of no use does not make the turn worse."""
    found = outs(position("", "r1 r2 r3 k9"), rules("lemada-2014"))
    assert {draw.tiles for draw in found.draws} == {3, 4}
    assert found.winning == 0


@pytest.mark.parametrize("name", ["american-1978", "international-1978"])
def test_in_games_with_a_discard_the_tile_may_be_discarded(name: str) -> None:
    """All but one tile lie in sets: any tile that is drawn may be the discard, and the hand is won."""
    edition = rules(name)
    place = position("k1 k2 k3", "k4", edition)
    found = outs(place, edition)
    assert all(draw.ends and draw.tiles == 1 for draw in found.draws)
    assert found.unseen == 102


@pytest.mark.parametrize("name", list(PRESETS))
def test_every_edition_has_outs(name: str) -> None:
    """What is told of a draw is what the solver says of the rack with that tile."""
    edition = rules(name)
    place = position("r4 r5 J=r6", "r7 k9", edition)
    found = outs(place, edition)
    for draw in found.draws[::9]:
        result = solve(replace(place, rack=(*place.rack, draw.tile)), edition, ("tiles",))
        assert draw.tiles == (0 if result.turn is None else len(result.turn.played))


def test_no_time_is_no_proof() -> None:
    """Without time nothing is proven, and what is told is a lower bound."""
    found = outs(position("", "r1 r2 k5"), rules("lemada-2014"), limit=0)
    assert not found.proven


def test_without_time_no_search_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large deck has many draws, and to begin a search for each would take long after the time is over."""
    searches: list[Position] = []

    def counted(place: Position, edition: Rules, objective: tuple[str, ...], limit: float) -> Result:
        searches.append(place)
        return solve(place, edition, objective, limit)

    monkeypatch.setattr("solver.hints.outs.solve", counted)
    deck = Deck(8, 26, 4, 4)
    place = position("r3 r4 r5", "r6 r7 r9", "lemada-2014", deck)
    found = outs(place, rules("lemada-2014"), limit=0)
    assert len(searches) == 1
    assert len(found.draws) == 8 * 26 + 1
    assert not any(draw.proven or draw.ends for draw in found.draws)


def test_a_position_that_cannot_occur_is_refused() -> None:
    """The faults of a position are those of `solve`."""
    with pytest.raises(InputError, match="3 tiles red 1"):
        outs(Position((), (1, 1, 1), Deck()), rules("lemada-2014"))
