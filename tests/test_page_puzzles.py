"""The page in Chromium: puzzles of each kind, chosen, hinted at, and solved when the referee says so."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from api_support import Server
from page_support import EASY, LANGUAGES, NARROW, START, WIDTHS, Reader, reader
from solver.puzzles.check import judge
from solver.puzzles.library import daily, find, library, pick
from solver.puzzles.puzzle import Kind, Puzzle
from solver.sets import written


def build(page: Reader, table: Sequence[str]) -> None:
    """Lay a table by taps, each set anew."""
    used: set[str] = set()
    for text in table:
        tiles = text.split()
        chosen: list[str] = []
        for tile in tiles:
            name = '^="J"' if tile.startswith("J") else f'="{tile}"'
            ids = [str(each.get_attribute("data-id")) for each in page.at(f"#board .tile[data-tile{name}]").all()]
            chosen.append(next(id for id in ids if id not in used))
            used.add(chosen[-1])
            page.at(f'#board .tile[data-id="{chosen[-1]}"]').click()
            if len(chosen) == 1:
                page.at(".new-set").click()
            else:
                page.at(f'#board .tile[data-id="{chosen[0]}"]').click()
        _read_as(page, tiles, chosen)


def _read_as(page: Reader, tiles: list[str], ids: list[str]) -> None:
    """Where a joker could stand for another tile, say which."""
    for tile, id in zip(tiles, ids, strict=True):
        box = page.at(f'#board .tile[data-id="{id}"]')
        if tile.startswith("J") and box.get_attribute("data-tile") != tile:
            box.click()
            page.at("#in-hand button").last.click()
            assert box.get_attribute("data-tile") == tile


def solution(puzzle: Puzzle, number: int = 0) -> list[str]:
    return [written(tile_set) for tile_set in puzzle.answers[number].table]


@pytest.mark.parametrize("kind", Kind)
def test_a_puzzle_of_each_kind(browser: Browser, running: Server, kind: Kind):
    """The solution of the library, laid by taps, solves it; of two editions one after the other."""
    puzzle = pick(kind, None, 1)
    with reader(browser, running.port) as page:
        page.open(puzzle=puzzle.id, tab="play")
        build(page, solution(puzzle))
        if kind != Kind.EDITION:
            page.shows("#play-said", "Solved!")
            return
        one, other = (answer.rules.name for answer in puzzle.answers)
        page.shows("#play-said", f"Solved under {one}. Now under {other}.")
        page.at("#puzzle-editions button").last.click()
        assert page.part("rules") == other
        expect(page.at("#play-undo")).to_be_disabled()
        build(page, solution(puzzle, 1))
        page.shows("#play-said", "Solved!")
        assert page.at("#puzzle-editions").inner_text().count("✓") == 2


def _forbidden() -> tuple[Puzzle, str]:
    """A puzzle whose second answer is against the rules of the first edition, and the rule."""
    for puzzle in library():
        if puzzle.kind == Kind.EDITION:
            broken = judge(puzzle, puzzle.answers[1].table, puzzle.answers[0]).broken
            if broken and broken[0].rule.startswith("joker"):
                return puzzle, broken[0].rule
    raise AssertionError("there is none")


@LANGUAGES
def test_the_referee_decides(browser: Browser, running: Server, language: str):
    """A table of sets that one edition forbids does not solve the puzzle there, and the rule that it breaks is told."""
    puzzle, rule = _forbidden()
    with reader(browser, running.port) as page:
        page.open(puzzle=puzzle.id, tab="play", lang=language)
        build(page, solution(puzzle, 1))
        page.at("#play-check").click()
        wanted = page.page.evaluate(
            f"async () => (await (await fetch('page/messages/{language}.json')).json())['broken_{rule}']"
        )
        page.shows("#play-said", wanted)
        assert page.at("#play-said").get_attribute("data-good") == "false"


@pytest.mark.parametrize(("answer", "said"), [("unsolved", "but it plays 3 of 4 tiles"), ("lost", "cannot be reached")])
def test_only_the_service_says_solved(browser: Browser, running: Server, answer: str, said: str):
    """Whatever the table looks like."""

    def answered(route: Route) -> None:
        if answer == "lost":
            return route.abort()
        fields: Any = {"solved": False, "broken": [], "tiles": 3, "wanted": 4, "rules": "lemada-2014"}
        return route.fulfill(json=fields)

    with reader(browser, running.port) as page:
        page.open(puzzle=EASY, tab="play")
        page.page.route("**/check", answered)
        build(page, solution(find(EASY)))
        page.shows("#panel-play" if answer == "unsolved" else "#problem", said)
        assert "Solved" not in page.at("#dock").inner_text()
        page.wrong.clear()


@LANGUAGES
def test_hints_where_one_plays(browser: Browser, running: Server, language: str):
    """Level after level beside the turn, which stays as it lies; tiles not yet played are pointed at."""
    with reader(browser, running.port, NARROW) as page:
        page.open(puzzle=EASY, tab="play", lang=language)
        page.tap("b6", "b5")
        for level in range(1, 5):
            page.at("#hint").click()
            expect(page.at("#panel-play #hints li")).to_have_count(level)
        assert page.at("#rack .is-hinted").count() == 3
        assert page.at("#table .is-hinted").count() == 0
        assert page.at("#table .is-touched").count() == 2
        assert page.sets()[0] == ["b3", "b4", "b5", "b6"]
        page.at("#explain").click()
        page.at("#replay-on").wait_for()
        assert page.sets() == START
        expect(page.at("#replay-play")).to_be_hidden()
        page.at("#close").click()
        assert page.sets()[0] == ["b3", "b4", "b5", "b6"]
        page.tab({"en": "Help", "zh-Hans": "帮助"}[language])
        expect(page.at("#panel-help #hints li")).to_have_count(4)


@WIDTHS
def test_puzzles_are_chosen(browser: Browser, running: Server, width: int):
    """By kind and level, of which those that there are not cannot be chosen."""
    with reader(browser, running.port, width) as page:
        page.open(tab="play")
        page.at('#puzzle-level option[value="5"]').wait_for(state="attached")
        page.at("#puzzle-kind").select_option("open")
        expect(page.at('#puzzle-level option[value="2"]')).to_be_disabled()
        page.at("#puzzle-kind").select_option("joker")
        page.at("#puzzle-level").select_option("3")
        page.at("#puzzle-another").click()
        page.shows("#puzzle-name", "Free the joker · medium")
        first = find(str(page.part("puzzle")))
        assert (first.kind, first.grade.level) == (Kind.JOKER, 3)
        assert page.part("rules") == first.answers[0].rules.name
        page.at("#puzzle-choice summary").click()
        page.at("#puzzle-another").click()
        expect(page.at("#puzzle-name")).not_to_contain_text(first.id)
        page.tab("Tiles")
        page.at("#numbers button").first.click()
        assert page.part("puzzle") is None


@WIDTHS
def test_the_puzzle_of_the_day(browser: Browser, running: Server, width: int):
    """That of the day which the reader's clock shows."""
    with reader(browser, running.port, width, timezone_id="Pacific/Kiritimati") as page:
        page.page.clock.install(time="2026-03-01T12:00:00Z")
        page.open()
        page.at("#welcome-today").click()
        page.shows("#puzzle-name", daily(date(2026, 3, 2)).id)
