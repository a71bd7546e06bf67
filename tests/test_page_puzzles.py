"""The page in Chromium: puzzles of each kind, chosen, hinted at, and solved when the referee says so."""

from collections.abc import Iterable, Sequence
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
    left = page.numbered()
    for text in table:
        tiles = text.split()
        chosen: list[str] = []
        for tile in tiles:
            name = tile.partition("=")[0]
            chosen.append(next(id for id, there in left.items() if there.partition("=")[0] == name))
            del left[chosen[-1]]
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


def smallest(puzzles: Iterable[Puzzle]) -> Puzzle:
    """The one with the fewest tiles to be laid."""
    return min(puzzles, key=lambda puzzle: len(puzzle.position.table_tiles()) + len(puzzle.position.rack))


@pytest.mark.parametrize("kind", Kind)
def test_a_puzzle_of_each_kind(browser: Browser, running: Server, kind: Kind):
    """The solution of the library, laid by taps, solves it; of two editions one after the other."""
    puzzle = smallest(puzzle for puzzle in library() if puzzle.kind == kind)
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


def _rule(puzzle: Puzzle) -> str:
    """The rule of the first edition that the second answer breaks, if any."""
    broken = judge(puzzle, puzzle.answers[1].table, puzzle.answers[0]).broken
    return broken[0].rule if broken else ""


@LANGUAGES
def test_the_referee_decides(browser: Browser, running: Server, language: str):
    """A table of sets that one edition forbids does not solve the puzzle there, and the rule that it breaks is told."""
    editions = (puzzle for puzzle in library() if puzzle.kind == Kind.EDITION)
    puzzle = smallest(puzzle for puzzle in editions if _rule(puzzle).startswith("joker"))
    with reader(browser, running.port) as page:
        page.open(puzzle=puzzle.id, tab="play", lang=language)
        build(page, solution(puzzle, 1))
        page.at("#play-check").click()
        wanted = page.page.evaluate(
            f"async () => (await (await fetch('page/messages/{language}.json')).json())['broken_{_rule(puzzle)}']"
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


def test_the_keyboard_keeps_its_place(browser: Browser, running: Server):
    """To choose a puzzle or the other edition loses the focus nowhere, and what is asked for is seen."""
    with reader(browser, running.port, NARROW) as page:

        def on(selector: str) -> bool:
            return page.page.evaluate("s => document.activeElement.matches(s)", selector)

        page.open(tab="tiles")
        page.at("#welcome-today").focus()
        page.press("Enter")
        page.at("#puzzle-goal").wait_for()
        assert on("#puzzle-choice summary")
        page.press("Enter")
        page.at("#puzzle-kind").select_option("edition")
        page.at("#puzzle-another").focus()
        page.press("Enter")
        expect(page.at("#puzzle-editions button")).to_have_count(2)
        assert on("#puzzle-choice summary")
        expect(page.at("#puzzle-goal")).to_be_in_viewport(ratio=1)
        page.at("#puzzle-editions button").last.focus()
        page.press("Enter")
        assert on('#puzzle-editions button:last-child[aria-pressed="true"]')


def test_a_puzzle_that_takes_its_time(browser: Browser, running: Server):
    """That it comes is said, moves and checks meanwhile do not stop it; a change of the position does."""
    with reader(browser, running.port) as page:
        held: list[Route] = []
        page.page.route("**/daily*", lambda route: held.append(route))
        for meanwhile in ("check", "change"):
            page.open(puzzle=EASY, tab="play")
            page.at("#puzzle-choice summary").click()
            page.at("#puzzle-today").click()
            page.shows("#puzzle-waiting", "One moment")
            if meanwhile == "check":
                page.tap("b6", "b5")
                page.at("#play-check").click()
                page.shows("#play-said", "but it plays 1 of 4 tiles")
                held.pop().continue_()
                expect(page.at("#puzzle-name")).not_to_contain_text(EASY)
                expect(page.at("#play-said")).to_be_empty()
            else:
                page.tab("Tiles")
                page.at("#numbers button").first.click()
                with page.page.expect_response("**/daily*"):
                    held.pop().continue_()
                page.tab("Play")
                expect(page.at("#puzzle-name")).to_be_hidden()
                assert page.sets() == START
            expect(page.at("#puzzle-waiting")).to_be_empty()


def test_the_edition_chosen_again_changes_nothing(browser: Browser, running: Server):
    """Who presses the edition that is chosen keeps the turn."""
    puzzle = pick(Kind.EDITION, None, 1)
    with reader(browser, running.port) as page:
        page.open(puzzle=puzzle.id, tab="play")
        page.at("#rack .tile").first.click()
        page.at(".new-set").click()
        there = page.sets()
        page.at("#puzzle-editions button").first.click()
        assert page.sets() == there
        expect(page.at("#play-undo")).to_be_enabled()


def test_another_address_leaves_the_puzzle(browser: Browser, running: Server):
    """A link that is followed on the page shows its own position, and asks for nothing that the puzzle asked for."""
    with reader(browser, running.port) as page:
        page.open(puzzle=EASY, tab="play")
        page.shows("#puzzle-name", EASY)
        page.page.evaluate("location.hash = 'p=r4-6_r7&tab=play'")
        expect(page.at("#puzzle-name")).to_be_hidden()
        assert page.sets() == [["r4", "r5", "r6"]]
        page.tap("r7", "r6")
        page.at("#play-check").click()
        page.shows("#play-said", "The turn is legal: one tile of the rack is played.")
