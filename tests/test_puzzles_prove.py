"""What is proven of a puzzle, compared with a search through all turns; and what is no puzzle."""

import time
from dataclasses import replace

import pytest

import brute
from brute_rules import GameSet
from solver.hints.steps import explain, matching
from solver.model.cpsat import Outcome, Program
from solver.notation import parse_line
from solver.puzzles.generate import Order, make
from solver.puzzles.grade import Grade, Level, level_of
from solver.puzzles.grading import grade
from solver.puzzles.lines import read_puzzle
from solver.puzzles.prove import answers_kind, best, fault, least_means, only_turn, puzzle
from solver.puzzles.puzzle import Answer, Kind, Puzzle
from solver.referee import check
from solver.rules import rules
from solver.sets import written
from support import STANDARD, position
from support_puzzles import AllKept, every_turn, judge, likeness, order

GAMES = [
    (order("go-out", 1), (10, 15)),
    (order("go-out", 2), (0, 1)),
    (order("go-out", 3), (7,)),
    (order("most", 1), (1,)),
    (order("most", 2), (0, 13)),
    (order("open", 1), (3,)),
    (order("joker", 2, "book-1978"), (0, 2)),
    (order("joker", 2, "lemada-2014"), (4, 5)),
    (order("edition", 2, "lemada-2014/book-1978"), (14, 41)),
    (order("edition", 2, "lemada-2014/goliath-2014"), (30,)),
]
"""Games of which small puzzles come."""
MOST_TILES, MOST_RACK = 29, 9
"""Larger puzzles are left out, since an exhaustive search takes too long."""


def size(made: Puzzle) -> int:
    """How many tiles there are."""
    return len(made.position.table_tiles()) + len(made.position.rack)


@pytest.mark.parametrize(("wanted", "games"), GAMES)
def test_what_is_claimed_is_so(wanted: Order, games: tuple[int, ...]):
    """Puzzles of a small deck: as many tiles, in one way only, with as many sets broken, as trying every turn says."""
    made = [each for number in games for each in make(wanted, number)]
    for each in made:
        assert each.kind == wanted.kind
        assert each.grade.level == wanted.level
    small = [each for each in made if size(each) <= MOST_TILES and len(each.position.rack) <= MOST_RACK]
    small += [each for each in made if each.kind == Kind.OPEN]
    assert small
    for each in small:
        compare(each)


def compare(made: Puzzle) -> None:
    """A puzzle against all its turns."""
    rack = len(made.position.rack)
    broken: list[int] = []
    for answer in made.answers:
        found = every_turn(judge(made, answer))
        assert (found.tiles, found.ways) == (answer.tiles, 1)
        assert check(made.position, answer.table, answer.rules).legal
        broken.append(len(made.position.table) - found.unbroken)
        if made.kind == Kind.OPEN:
            assert found.turns == 1
        elif made.kind == Kind.MOST:
            assert answer.tiles < rack
        elif made.kind != Kind.EDITION:
            assert answer.tiles == rack
        if made.kind == Kind.JOKER:
            assert every_turn(judge(made, answer, AllKept)).tiles < answer.tiles
    if made.kind == Kind.EDITION:
        one, other = (likeness(parsed(answer)) for answer in made.answers)
        assert one != other
    assert max(broken) == made.grade.broken


def parsed(answer: Answer) -> tuple[GameSet, ...]:
    """The table of an answer, read by the exhaustive search."""
    return tuple(brute.parse_set(written(tile_set)) for tile_set in answer.table)


def made_of(kind: Kind, table: str, rack: str, *editions: str) -> Puzzle | None:
    """The puzzle that a position makes, if it is one."""
    results = [best(position(table, rack, edition), rules(edition)) for edition in editions or ("lemada-2014",)]
    assert None not in results
    return puzzle(kind, tuple(result for result in results if result), "0:0")


def test_a_puzzle_and_its_grade():
    """A group of four gives a tile to a run: one set is not broken for that, but one that must be taken apart is."""
    made = made_of(Kind.GO_OUT, "r3 r4 r5 / b7 k7 o7 / r9 b9 k9", "b3 b4 b5")
    assert made
    assert made.grade == Grade(0, 0, 3)
    assert made.text == "Play all 3 tiles of the rack under lemada-2014: there is exactly one way."
    harder = made_of(Kind.GO_OUT, "r3 r4 r5 / r7 b7 k7 o7 / r9 b9 k9", "r6 r8 b8 k8")
    assert harder is None
    once = made_of(Kind.GO_OUT, "r3 r4 r5 r6 / b7 k7 o7 / r9 b9 k9", "r7 b6 k6")
    assert once
    assert once.grade == Grade(1, 0, 4)


def test_two_ways_are_no_puzzle():
    """k6 fits a group and a run, so there are two ways to be rid of it."""
    assert made_of(Kind.GO_OUT, "r6 b6 o6 / k3 k4 k5 / r9 b9 k9", "k6 o1 o2 o3") is None
    assert made_of(Kind.GO_OUT, "r6 b6 o6 / k3 k4 k5 / r9 b9 k9", "k2 o1 o2 o3")


def test_what_the_kinds_ask_for():
    """Going out leaves nothing, the most leaves something, a joker must be freed, two editions must differ."""
    table, rack = "k3 k4 k5 / r9 b9 k9 / o4 o5 o6", "k2 o7 o8 r13"
    assert made_of(Kind.GO_OUT, table, rack) is None
    most = made_of(Kind.MOST, table, rack)
    assert most
    assert most.answers[0].tiles == 3
    assert made_of(Kind.MOST, table, "k2 o7 o8") is None
    assert made_of(Kind.JOKER, table, "k2 o7 o8", "book-1978") is None
    assert made_of(Kind.EDITION, table, rack, "book-1978", "lemada-2014") is None
    table = "r4 r5 J=r6 / b3 b4 b5 b6 / k1 k2 k3"
    freed = made_of(Kind.JOKER, table, "r6 b9 k9", "book-1978")
    assert freed
    assert freed.grade == Grade(1, 1, 4)
    assert made_of(Kind.JOKER, table, "r7 b7 k4", "book-1978") is None
    both = made_of(Kind.EDITION, "r4 r5 J=r6 / b3 b4 b5 / k1 k2 k3", "r6 o7 r7 k7", "book-1978", "lemada-2014")
    assert both is None or both.answers[0].table != both.answers[1].table


def test_open_needs_the_only_turn():
    """With a second way to open, even one that plays fewer tiles, it is no puzzle."""
    lemada = rules("lemada-2014")
    for rack, one in (("r10-12o1k3", True), ("r10-12o10k10b3", False), ("r9-12o1k3", False)):
        found = best(parse_line(f"- {rack} 30", STANDARD, lemada.ones), lemada)
        assert found
        assert only_turn(found, Kind.OPEN) == one
    assert answers_kind(found, Kind.OPEN)


def test_lesser_means_are_refuted_by_a_search_of_their_own():
    """The check finds a turn that breaks a set less, where the claim says that there is none."""
    found = best(position("r3 r4 r5 r6 / b7 k7 o7 / r9 b9 k9", "r7 b6 k6"), rules("lemada-2014"))
    assert found
    assert least_means(found)
    boasted = replace(found, values={"tiles": 3, "unbroken": 1})
    assert not least_means(boasted)


def test_levels_have_fixed_bounds():
    """Five levels: 0, 1, 2-3, 4-5, 6 and more sets broken."""
    assert [int(level_of(broken)) for broken in range(9)] == [1, 2, 3, 3, 4, 4, 5, 5, 5]
    assert [level.name.lower() for level in Level] == ["beginner", "easy", "medium", "hard", "expert"]


def test_what_moves_counts_within_a_level(monkeypatch: pytest.MonkeyPatch):
    """Jokers that leave the largest part of their set, and the movements of the explanation, which no clock ends."""
    left: list[float] = []
    search = Program.solve

    def solve(program: Program, deadline: float, work_limit: float | None, tight: bool = False) -> Outcome:
        assert work_limit is not None
        left.append(deadline - time.monotonic())
        return search(program, deadline, work_limit, tight)

    monkeypatch.setattr(Program, "solve", solve)
    place = position("r4 r5 J=r6 / b3 b4 b5 b6 / k1 k2 k3", "r6 b9 k9", "book-1978")
    verdict = check(
        place, parse_line("r4-6.b3-6.k1-3.bk9j -", STANDARD, rules("book-1978").ones).table, rules("book-1978")
    )
    assert verdict.turn
    assert grade(verdict.turn, rules("book-1978")) == Grade(1, 1, 4)
    assert min(left) > 100 * matching.SECONDS
    assert explain(verdict.turn, rules("book-1978")).movements == 4
    assert max(left[len(left) // 2 :]) <= matching.SECONDS


def sample() -> Puzzle:
    """A proven puzzle."""
    return next(made for number in range(9) for made in make(order("go-out", 2), number))


def test_faults_are_found():
    """A solution that is another, too few tiles, a grade or an id that is not so: each is told."""
    made = sample()
    answer = made.answers[0]
    assert fault(made) is None
    untouched = replace(answer, table=made.position.table)
    assert "is not legal" in str(fault(replace(made, answers=(untouched,))))
    assert "tiles are played" in str(fault(replace(made, answers=(replace(answer, tiles=answer.tiles + 1),))))
    graded = replace(made, grade=replace(made.grade, movements=made.grade.movements + 1))
    assert "its grade is" in str(fault(graded))
    assert "its id is" in str(fault(replace(made, id="0123456789")))
    assert "not proven to be a puzzle of the kind most" in str(fault(replace(made, kind=Kind.MOST)))


def test_a_second_solution_is_found():
    """A line that claims to have the only solution, where there are two."""
    told = "0123456789 go-out 1 lemada-2014 4x13x2+2 k3-5.rbo6.rbk9_k6o1-3 k3-6.rbo6.rbk9.o1-3 0,0,0 1:0 CC0-1.0"
    assert fault(read_puzzle(told)) in (
        "another turn solves it too under lemada-2014",
        "it is not proven to be a puzzle of the kind go-out with one solution",
    )
