"""The library that comes with the package, what is picked from it, and tables judged."""

import subprocess
import sys
from collections import Counter
from datetime import date, timedelta
from random import Random

import pytest

from solver.errors import InputError
from solver.notation import parse_set
from solver.puzzles.canonical import key, puzzle_id
from solver.puzzles.check import asked, judge
from solver.puzzles.grade import Level
from solver.puzzles.library import daily, find, library, pick
from solver.puzzles.prove import fault
from solver.puzzles.puzzle import LEAST_SETS, LEAST_TILES, Kind, Puzzle
from solver.referee import check
from solver.sets import written

FIRST_DAY = date(2026, 1, 1)
LIBRARY = library()
SAMPLE = Random(1).sample(LIBRARY, 24)
LEVELS = {
    Kind.GO_OUT: list(Level),
    Kind.MOST: list(Level),
    Kind.OPEN: [Level.BEGINNER],
    Kind.JOKER: list(Level)[1:],
    Kind.EDITION: list(Level)[1:],
}
"""The levels of a kind that the library has."""


def test_there_are_many_of_every_kind_and_level():
    """Five hundred at least, and twenty of each kind and level."""
    counts = Counter((puzzle.kind, puzzle.grade.level) for puzzle in LIBRARY)
    assert counts.total() >= 500
    assert set(counts) == {(kind, level) for kind, levels in LEVELS.items() for level in levels}
    assert min(counts.values()) >= 20


def test_no_puzzle_is_there_twice():
    """Not in other colours or in another order either."""
    keys = [key(puzzle.position, [answer.rules for answer in puzzle.answers]) for puzzle in LIBRARY]
    assert len(set(keys)) == len(keys)
    assert [puzzle_id(text) for text in keys] == [puzzle.id for puzzle in LIBRARY]


def test_every_solution_is_legal_and_does_what_is_asked():
    """By the referee alone: the tiles that are told are played, all of the rack or not."""
    for puzzle in LIBRARY:
        for answer in puzzle.answers:
            verdict = check(puzzle.position, answer.table, answer.rules)
            assert verdict.turn, puzzle.id
            assert len(verdict.turn.played) == answer.tiles >= 1
            if puzzle.kind in (Kind.GO_OUT, Kind.JOKER):
                assert not verdict.turn.left
            if puzzle.kind == Kind.MOST:
                assert verdict.turn.left
        assert max(answer.tiles for answer in puzzle.answers) >= LEAST_TILES
        assert (puzzle.position.to_open is not None) == (puzzle.kind == Kind.OPEN)
        assert puzzle.kind == Kind.OPEN or len(puzzle.position.table) >= LEAST_SETS


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_a_sample_is_proven_anew(puzzle: Puzzle):
    """One solution, and the grade; `make verify-puzzles` does all of them."""
    assert fault(puzzle) is None


def test_nothing_is_solved_or_read_at_import():
    """The file is read when a puzzle is asked for, and reading it loads no search."""
    code = (
        "import sys, solver.puzzles.library as lib; before = lib._lines.cache_info().misses; lib.library();"
        "sys.exit(before or 'ortools' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_pick_is_the_same_for_a_seed():
    """By kind, by level, by both or neither; other seeds come to other puzzles."""
    for kind, levels in LEVELS.items():
        for level in levels:
            picked = [pick(kind, level, seed) for seed in range(20)]
            assert {(puzzle.kind, puzzle.grade.level) for puzzle in picked} == {(kind, level)}
            assert picked[3] == pick(kind, level, 3)
            assert len({puzzle.id for puzzle in picked}) >= 3
    assert {pick(level=Level.HARD, seed=seed).grade.level for seed in range(5)} == {Level.HARD}
    assert len({pick(seed=seed).kind for seed in range(60)}) == len(Kind)
    with pytest.raises(InputError, match=r"^the library has no open puzzle of level 3$"):
        pick(Kind.OPEN, Level.MEDIUM)


def test_days_go_through_the_whole_library():
    """Each day has its puzzle, and none comes again before all have been there."""
    days = [FIRST_DAY + timedelta(number) for number in range(len(LIBRARY))]
    assert {daily(day).id for day in days} == {puzzle.id for puzzle in LIBRARY}
    assert daily(days[-1] + timedelta(1)) == daily(days[0])


def test_a_puzzle_is_found_by_its_id():
    """And told where there is none."""
    assert find(SAMPLE[0].id) == SAMPLE[0]
    with pytest.raises(InputError, match=r"^there is no puzzle 'r5' in the library$"):
        find("r5")


def test_only_the_solution_solves_it():
    """The solution does; the table as it was, a table short of tiles, and one that is no table do not."""
    puzzle = pick(Kind.GO_OUT, Level.BEGINNER)
    answer = puzzle.answers[0]
    good = judge(puzzle, answer.table, answer)
    assert (good.solved, good.tiles, good.broken, good.text) == (True, answer.tiles, (), "solved under lemada-2014")
    untouched = judge(puzzle, puzzle.position.table, answer)
    assert not untouched.solved
    assert untouched.text == untouched.broken[0].text
    torn = judge(puzzle, answer.table[1:], answer)
    assert not torn.solved
    assert torn.broken
    stray = parse_set("r1 b5", puzzle.position.deck, answer.rules.ones, "set", any_sets=True)
    assert not judge(puzzle, (*answer.table, stray), answer).solved


def test_a_legal_turn_that_is_too_short():
    """It is told how many tiles are missing."""
    for puzzle in LIBRARY:
        answer = puzzle.answers[0]
        before = {written(tile_set) for tile_set in puzzle.position.table}
        new = [tile_set for tile_set in answer.table if written(tile_set) not in before]
        if puzzle.kind == Kind.GO_OUT and puzzle.grade.broken == 0 and len(new) > 1:
            for tile_set in new:
                found = judge(puzzle, (*puzzle.position.table, tile_set), answer)
                if not found.broken:
                    assert not found.solved
                    assert found.text == f"the turn is legal, but it plays {found.tiles} of {answer.tiles} tiles"
                    return
    pytest.fail("no puzzle has a legal turn that is too short")


def test_two_editions_are_told_apart():
    """An edition puzzle is judged under the edition that is named, and its other answer does not do."""
    puzzle = pick(Kind.EDITION)
    one, other = puzzle.answers
    assert asked(puzzle, one.rules.name) == one
    assert asked(puzzle, other.rules.name) == other
    assert judge(puzzle, one.table, one).solved
    assert judge(puzzle, other.table, other).solved
    assert not (judge(puzzle, one.table, other).solved and judge(puzzle, other.table, one).solved)
    names = f"{one.rules.name} and {other.rules.name}"
    with pytest.raises(InputError, match=rf"^no edition is told, but this puzzle asks about {names}$"):
        asked(puzzle, None)
    with pytest.raises(InputError, match=r"^the edition 'chess' is told, but this puzzle asks about lemada-2014$"):
        asked(pick(Kind.GO_OUT), "chess")


def test_what_is_asked_is_a_sentence():
    """Of every kind, with the numbers that are needed."""
    for kind in Kind:
        puzzle = pick(kind)
        assert puzzle.text.endswith(".")
        assert all(answer.rules.name in puzzle.text for answer in puzzle.answers)
        assert kind == Kind.OPEN or all(str(answer.tiles) in puzzle.text for answer in puzzle.answers)
