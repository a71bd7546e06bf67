"""Rescue: from a torn-up table to the nearest legal turn, or back."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings

from brute import parse_set as brute_set
from brute_rules import GameSet
from solver.deck import JOKER, Tile
from solver.errors import InputError, NotationError
from solver.hints.mending import rescue_text
from solver.hints.rescue import Rescue, Way, rescue
from solver.notation import parse_set, parse_tiles
from solver.position import Position
from solver.referee import check
from solver.result import Status
from solver.rules import Rules, rules
from solver.sets import TileSet, written
from support import STANDARD, judge_of, names, position
from support_random import EXAMPLES, PHASES, Case, cases


def torn(text: str, edition: str = "lemada-2014") -> list[TileSet]:
    """What lies together: `r5 r6 / k2`."""
    ones = rules(edition).ones
    return [parse_set(part, STANDARD, ones, any_sets=True) for part in text.split("/") if part.strip()]


def saved(table: str, rack: str, now: str, loose: str = "", edition: str = "lemada-2014", **more: int) -> Rescue:
    """The rescue from a position in short text, replayed."""
    place = position(table, rack, edition, to_open=more.get("to_open"))
    answer = rescue(place, rules(edition), torn(now), parse_tiles(loose, STANDARD), limit=60)
    assert_leads_there(place, rules(edition), torn(now), parse_tiles(loose, STANDARD), answer)
    return answer


def assert_leads_there(
    place: Position, edition: Rules, now: Sequence[TileSet], loose: Sequence[Tile], answer: Rescue
) -> None:
    """The mends, done one by one with the tiles in hand, lead from the mess to the table of the answer."""
    if answer.way == Way.COMPLETION:
        assert check(place, answer.table, edition).legal
    else:
        assert answer.table == place.table
    piles: dict[int, Counter[Tile]] = {i: Counter(tile_set.tiles) for i, tile_set in enumerate(now)}
    about = Counter(loose)
    lying = about + sum(piles.values(), Counter())
    rack = Counter(place.rack) - (lying - Counter(place.table_tiles()))
    for tile in answer.returned:
        source = next(p for p in (about, *piles.values()) if p[tile])
        source[tile] -= 1
        rack[tile] += 1
    # Which pile a returned tile comes from is the player's choice, so from here on only the piles' sum counts.
    heap = about + sum(piles.values(), Counter())
    for mend in answer.mends:
        for piece in mend.pieces:
            from_rack = piece.pile is None and not piece.loose
            source = rack if from_rack else heap
            source.subtract(piece.tiles)
            assert min(source.values(), default=0) >= 0
            heap.update(piece.tiles)
        assert sum(map(Counter, mend.after.table), Counter(mend.after.loose)) == +heap
        assert Counter(mend.after.rack) == +rack
    wanted = Counter(tile for tile_set in answer.table for tile in tile_set.tiles)
    assert +heap == wanted
    if answer.mends:
        last = answer.mends[-1]
        assert sorted(map(sorted, last.after.table)) == sorted(sorted(tile_set.tiles) for tile_set in answer.table)
        assert not last.after.loose


def test_a_run_pulled_apart_is_completed() -> None:
    """The middle of a run was taken out for a group: the last tile of the group is all that is missing."""
    answer = saved("r2 r3 r4 r5 r6 r7 r8", "b5 k5", "r2 r3 r4 / r6 r7 r8 / r5 b5", "k5")
    assert (answer.way, answer.status, answer.movements) == (Way.COMPLETION, Status.OPTIMAL, 1)
    assert sorted(map(written, answer.table)) == ["r2 r3 r4", "r5 b5 k5", "r6 r7 r8"]


def test_what_lies_as_a_set_stays() -> None:
    """A good start is kept: the group stays, the loose tiles become a run."""
    answer = saved("r3 r4 r5 r6 / r5 b5 k5", "r7 o5 b1", "r3 r4 r5 / r5 b5 k5 o5 / r6", "r7")
    assert answer.way == Way.COMPLETION
    assert sorted(map(written, answer.table)) == ["r3 r4 r5 r6 r7", "r5 b5 k5 o5"]
    assert answer.returned == ()
    assert answer.movements == 2


def test_a_tile_with_no_place_goes_back_to_the_rack() -> None:
    """What can be completed is, what cannot is taken back."""
    answer = saved("r3 r4 r5", "r6 k13", "r3 r4 r5 r6", "k13")
    assert answer.returned == parse_tiles("k13", STANDARD)
    assert [written(tile_set) for tile_set in answer.table] == ["r3 r4 r5 r6"]


def test_the_way_back_where_there_is_no_turn() -> None:
    """Nothing can be played: everything goes to where it lay."""
    answer = saved("r3 r4 r5 / b1 b2 b3", "k13", "r3 r4 / r5 b1 / k13", "b2 b3")
    assert (answer.way, answer.status, answer.turn) == (Way.BACK, Status.NO_PLAY, None)
    assert answer.returned == parse_tiles("k13", STANDARD)


def test_a_finished_turn_needs_nothing() -> None:
    """A legal table is its own nearest completion."""
    answer = saved("r3 r4 r5", "r6", "r3 r4 r5 r6")
    assert (answer.movements, answer.mends) == (0, ())


@pytest.mark.parametrize(("now", "end"), [("r3 r4 r5 r6", "the way back"), ("r3 r4 r5", "the table lies as it did")])
def test_without_time_no_claim_is_made(now: str, end: str) -> None:
    """That there is no legal turn is said only where that is proven, not where the time was over."""
    place = position("r3 r4 r5", "r6" if "r6" in now else "r6 r7")
    answer = rescue(place, rules("lemada-2014"), torn(now), (), limit=0)
    assert (answer.way, answer.status) == (Way.BACK, Status.UNKNOWN)
    assert rescue_text(answer).startswith(f"No legal turn was found in the time given, but there may be one; {end}")
    assert rescue_text(answer, "zh-Hans").startswith("在限定时间内没有找到合规的出牌，但也许仍有出法；")
    proven = rescue(position("r3 r4 r5", "k13"), rules("lemada-2014"), torn("r3 r4 r5 k13"), (), limit=60)
    assert rescue_text(proven).startswith("There is no legal turn from here; ")


def test_a_player_who_has_not_opened_leaves_the_table_alone() -> None:
    """Where the first turn may not touch the table, a tile laid on it comes back and the opening is completed."""
    answer = saved("r3 r4 r5", "r6 k10 o10 b10 b1", "r3 r4 r5 r6 / k10 o10", "", to_open=30)
    assert sorted(map(written, answer.table)) == ["b10 k10 o10", "r3 r4 r5"]
    assert answer.returned == parse_tiles("r6", STANDARD)


@pytest.mark.parametrize(
    ("table", "rack", "now", "movements"),
    [
        ("r3 r4 r5", "r6 k10 o10 b10", "r3 r4 r5 / b10 k10 o10", 0),
        ("r3 r4 r5", "r6 k10 o10 b10", "r3 r4 r5 r6 / b10 k10 o10", 1),
        ("r3 r4 r5 / r3 r4 r5", "r10 r11 r12", "r3 r4 r5 / r10 r11 r12 / r3 r4 r5", 0),
    ],
)
def test_an_opening_that_lies_there_stays(table: str, rack: str, now: str, movements: int) -> None:
    """Where the first turn may not touch the table, a meld that lies beside it is what is nearest, whole as it lies."""
    answer = saved(table, rack, now, to_open=30)
    assert (answer.way, answer.status, answer.movements) == (Way.COMPLETION, Status.OPTIMAL, movements)


def test_a_joker_that_belongs_to_the_table_goes_back() -> None:
    """A set that was laid with the joker of a table that may not be touched cannot stay."""
    answer = saved("r3 r4 J=r5", "r5 r11 r12 r10", "r3 r4 r5 / r11 r12 J=r13", "r10", to_open=30)
    assert sorted(map(written, answer.table)) == ["r10 r11 r12", "r3 r4 J=r5"]
    assert answer.returned == parse_tiles("r5", STANDARD)


@pytest.mark.parametrize(
    ("now", "loose", "edition", "text"),
    [
        ("r3 r4", "", "lemada-2014", r"1 x red 5 of the table at the start of the turn lie nowhere now, .*"),
        (
            "r3 r4 r5 r7",
            "",
            "lemada-2014",
            r"1 x red 7 lie on the table now that were neither there .*",
        ),
        (
            "r3 r4 r5",
            "",
            "american-1978",
            r"rescue knows games with one table for all, and american-1978 is .*",
        ),
    ],
)
def test_bad_input_is_told(now: str, loose: str, edition: str, text: str) -> None:
    """Tiles that cannot lie there, or a game that has no common table: one sentence."""
    with pytest.raises(InputError, match=text):
        saved("r3 r4 r5", "r6", now, loose, edition)


def tear(case: Case, random: Random) -> tuple[list[TileSet], list[Tile]]:
    """A table that somebody has pulled apart, some rack tiles laid."""
    rack = list(case.place.rack)
    laid = random.sample(rack, random.randint(0, len(rack)))
    now: list[TileSet] = []
    about: list[Tile] = laid
    for tile_set in case.place.table:
        if random.random() < 0.5:
            now.append(tile_set)
        else:
            about += tile_set.tiles
    random.shuffle(about)
    while len(about) > 2 and random.random() < 0.7:
        tiles = [about.pop() for _ in range(random.randint(1, 3))]
        try:
            now.append(parse_set(" ".join(names(tiles)), case.place.deck, case.edition.ones, any_sets=True))
        except NotationError:  # jokers that could be read in several ways
            about += tiles
            break
    return now, about


def stay(sets: Sequence[GameSet], after: Sequence[GameSet], case: Case) -> int:
    """How many sets live on, by the exhaustive judge."""
    from brute import unbroken
    from support import brute_deck

    return unbroken(brute_deck(case.place.deck), tuple(sets), tuple(after))


@settings(max_examples=EXAMPLES // 40, phases=PHASES)
@given(cases(opened=False, most_tiles=7, most_rack=6))
def test_the_nearest_first_turn_is_that_of_an_exhaustive_search(case: Case) -> None:
    """Also where the player has to open, and may touch the table or not."""
    assert_nearest(case)


@settings(max_examples=EXAMPLES // 20, phases=PHASES)
@given(cases(most_tiles=9, most_rack=5))
def test_the_nearest_is_that_of_an_exhaustive_search(case: Case) -> None:
    """Under random rules: most sets stay, fewest tiles go back, then fewest more are laid; and the way is replayed."""
    assert_nearest(case)


def assert_nearest(case: Case) -> None:
    """The turn that is found is as near to a torn table as any that the exhaustive judge finds."""
    random = Random(repr(case))
    now, loose = tear(case, random)
    if case.place.keep or case.place.must_play:
        return
    answer = rescue(case.place, case.edition, now, loose, limit=60)
    assert_leads_there(case.place, case.edition, now, loose, answer)
    whole = [brute_set(written(tile_set)) for tile_set in now if check_is_set(tile_set, case)]
    judge = judge_of(case.place, case.edition)
    lying = Counter(loose) + sum((Counter(tile_set.tiles) for tile_set in now), Counter())
    laid = lying - Counter(case.place.table_tiles())
    ranked = [
        (stay(whole, after, case), kept, -(played.total() - kept))
        for played in judge.plays([], [])
        for after in judge.turns(played)
        for kept in [sum(min(count, laid[tile_of(tile)]) for tile, count in played.items())]
    ]
    if not ranked:
        assert (answer.way, answer.status) == (Way.BACK, Status.NO_PLAY)
        return
    assert answer.turn is not None
    after = [brute_set(written(tile_set)) for tile_set in answer.table]
    kept = (Counter(answer.turn.played) & laid).total()
    reached = (stay(whole, after, case), kept, -(len(answer.turn.played) - kept))
    assert reached == max(ranked)


def tile_of(tile: tuple[int, int]) -> Tile:
    """A tile of the exhaustive search as one of the solver's."""
    return JOKER if tile[0] < 0 else tile[0] * 64 + tile[1]


def check_is_set(tile_set: TileSet, case: Case) -> bool:
    """Is this a set, for the exhaustive judge?"""
    from brute_rules import is_set
    from support import brute_deck, brute_knobs

    try:
        return is_set(brute_deck(case.place.deck), brute_knobs(case.edition), brute_set(written(tile_set)))
    except ValueError:
        return False
