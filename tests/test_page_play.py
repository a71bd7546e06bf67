"""The page in Chromium: turns played by hand, by taps, keys and mouse; puzzles, and the way out of a mess."""

from collections.abc import Generator, Sequence
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from api_support import Server, server
from page_support import LANGUAGES, NARROW, WIDTHS, Reader, chromium, reader
from solver.puzzles.check import judge
from solver.puzzles.library import daily, find, library, pick
from solver.puzzles.puzzle import Kind, Puzzle
from solver.sets import written

# b3-5.o4-6.o10-12 r3b6k3o7: blue 3 leaves its run for a group, blue 6 and orange 7 lengthen what is left.
EASY = "8786fc7466"
START = [["b3", "b4", "b5"], ["o4", "o5", "o6"], ["o10", "o11", "o12"]]
SOLVED = {"en": "Solved!", "zh-Hans": "解开了！"}


@pytest.fixture(scope="module")
def browser() -> Generator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def running() -> Generator[Server]:
    with server() as running:
        yield running


def tap(page: Reader, *tiles: str) -> None:
    """Tiles one after another, the first of each name."""
    for tile in tiles:
        page.at(f'#board .tile[data-tile="{tile}"]').first.click()


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


@WIDTHS
@LANGUAGES
def test_a_puzzle_by_taps(browser: Browser, running: Server, width: int, language: str):
    """A tap picks a tile, one elsewhere puts it there; when all is in order the referee is asked, and says solved."""
    with reader(browser, running.port, width) as page:
        page.open(puzzle=EASY, tab="play", lang=language)
        tap(page, "r3", "k3")
        page.at(".new-set").click()
        assert page.sets() == [*START, ["r3", "k3"]]
        assert page.at("#table .is-mine").count() == 2
        tap(page, "b3", "r3", "b6", "b5", "o7")
        expect(page.at("#play-said")).to_be_empty()
        page.at('#table .set[data-set="1"] .set-number').click()
        page.shows("#play-said", SOLVED[language])
        assert page.sets() == [["b4", "b5", "b6"], ["o4", "o5", "o6", "o7"], START[2], ["r3", "k3", "b3"]]
        assert page.tiles("#rack") == []


def test_a_puzzle_by_keys_alone(browser: Browser, running: Server):
    """Arrows walk, Enter picks and puts down, Escape lets go, Ctrl+Z undoes, and the focus is never lost."""
    with reader(browser, running.port, NARROW) as page:
        page.open(puzzle=EASY, tab="play")
        page.focus("#table .tile", "Shift+Tab")
        page.press("End", "Enter", "ArrowUp", "Enter")
        assert page.sets() == [*START[:2], ["o7", "o10", "o11", "o12"]]
        assert page.at("#table .is-unfinished").count() == 1
        page.press("Control+z")
        assert (page.sets(), page.tiles("#rack")) == (START, ["r3", "b6", "k3", "o7"])
        page.press("End", "Enter", "Escape")
        expect(page.at(".is-picked")).to_have_count(0)
        page.press("Enter", "ArrowUp", "ArrowUp", "Enter")
        assert page.sets()[1] == ["o4", "o5", "o6", "o7"]
        page.press("End", "Enter", "ArrowLeft", "ArrowLeft", "Enter")
        assert page.at(".is-picked").count() == 2
        page.focus(".new-set", "Shift+Tab")
        page.press("Enter")
        assert page.sets()[3] == ["r3", "k3"]
        assert page.page.evaluate("document.activeElement.matches('#table .tile')")
        page.press("Home", "Enter", "ArrowDown", "ArrowDown", "ArrowDown", "Enter")
        assert page.sets()[3] == ["r3", "k3", "b3"]
        page.press("End", "Enter", "Home", "Enter")
        page.shows("#play-said", "Solved!")


def test_a_puzzle_by_mouse(browser: Browser, running: Server):
    """Tiles are drawn with the mouse, also several; let go beside the board they stay where they were."""
    with reader(browser, running.port) as page:
        page.open(puzzle=EASY, tab="play")

        def draw(tile: str, onto: str) -> None:
            page.at(f'#board .tile[data-tile="{tile}"]').hover()
            page.page.mouse.down()
            page.at(onto).hover()
            page.at(onto).hover()
            page.page.mouse.up()

        draw("b6", "h1")
        assert (page.sets(), page.at(".is-picked").count()) == (START, 0)
        draw("b6", '#table .set[data-set="0"]')
        assert page.sets()[0] == ["b3", "b4", "b5", "b6"]
        tap(page, "r3")
        tap(page, "k3")
        draw("k3", ".new-set")
        draw("b3", '#table .set[data-set="3"]')
        assert page.sets() == [["b4", "b5", "b6"], *START[1:], ["r3", "k3", "b3"]]
        draw("r3", "#rack")
        assert page.tiles("#rack") == ["r3", "o7"]
        draw("b4", "#rack")
        page.shows("#play-said", "Tiles of the table stay on the table.")
        page.press("Escape")
        draw("r3", '#table .tile[data-tile="b3"]')
        draw("o7", '#table .tile[data-tile="o6"]')
        page.shows("#play-said", "Solved!")


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


def test_undo_and_a_link(browser: Browser, running: Server):
    """Each move can be taken back and done again, all at once too; a reload keeps puzzle and moves."""
    with reader(browser, running.port, NARROW) as page:
        page.open(puzzle=EASY, tab="play")
        tap(page, "b6", "b5", "b3")
        page.at(".new-set").click()
        there = [["b4", "b5", "b6"], *START[1:], ["b3"]]
        assert page.sets() == there
        page.page.reload()
        page.page.wait_for_selector("body[data-ready]")
        assert page.sets() == there
        assert page.tiles("#rack") == ["r3", "k3", "o7"]
        assert page.at("#table .is-mine").get_attribute("data-tile") == "b6"
        page.at("#play-restart").click()
        assert page.sets() == START
        page.at("#play-undo").click()
        assert page.sets() == there
        tap(page, "b3", "b4")
        page.press("Control+z")
        assert page.sets() == there
        page.press("Control+Shift+Z")
        assert page.sets()[0] == ["b3", "b4", "b5", "b6"]
        page.at("#play-undo").click()
        page.at("#play-redo").click()
        assert page.sets()[0] == ["b3", "b4", "b5", "b6"]


def test_tiles_of_the_table_stay_there(browser: Browser, running: Server):
    """They cannot be put on the rack, those of the rack can go back."""
    with reader(browser, running.port) as page:
        page.open(puzzle=EASY, tab="play")
        tap(page, "b3")
        page.at("#rack").click()
        page.shows("#play-said", "Tiles of the table stay on the table.")
        assert page.sets() == START
        tap(page, "b3", "b6", "b3", "b6")
        page.click("To the rack")
        assert page.tiles("#rack") == ["r3", "b6", "k3", "o7"]


def test_an_emptied_set_keeps_its_number(browser: Browser, running: Server):
    """Who is told of set 2 finds it; a new set that is emptied is gone."""
    with reader(browser, running.port) as page:
        page.open(puzzle=EASY, tab="play")
        page.at('#table .set[data-set="0"] .set-number').click()
        assert page.at(".is-picked").count() == 3
        page.at(".new-set").click()
        assert page.sets() == [[], *START[1:], START[0]]
        page.at('#table .set[data-set="3"] .set-number').click()
        page.at('#table .set[data-set="0"]').click()
        assert page.sets() == START


@LANGUAGES
def test_hints_where_one_plays(browser: Browser, running: Server, language: str):
    """Level after level beside the turn, which stays as it lies; tiles not yet played are pointed at."""
    with reader(browser, running.port, NARROW) as page:
        page.open(puzzle=EASY, tab="play", lang=language)
        tap(page, "b6", "b5")
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


@LANGUAGES
def test_a_turn_of_ones_own(browser: Browser, running: Server, language: str):
    """Any position can be played by hand: the referee says whether the turn is legal."""
    said = {"en": ("2 tiles", "Not all that lies together"), "zh-Hans": ("2 张", "不成牌组")}[language]
    with reader(browser, running.port) as page:
        page.open(p="r4-6.b3-5_r7b6k1", tab="play", lang=language)
        tap(page, "r7", "r6", "b6", "b5")
        expect(page.at("#play-said")).to_be_empty()
        page.at("#play-check").click()
        page.shows("#play-said", said[0])
        assert page.at("#play-said").get_attribute("data-good") == "true"
        tap(page, "k1", "r4")
        page.at("#play-check").click()
        page.shows("#play-said", said[1])


@WIDTHS
def test_the_way_out_of_a_mess(browser: Browser, running: Server, width: int):
    """A torn-up table is led to the nearest legal turn, step by step on the board."""
    with reader(browser, running.port, width) as page:
        page.open(p="r2-8_b5k5", tab="play")
        tap(page, "r5")
        page.at(".new-set").click()
        tap(page, "b5", "r5", "r6", "r7", "r8")
        page.at(".new-set").click()
        page.at("#rescue").click()
        page.shows("#rescued", "A legal turn is 1 movement away.")
        page.at("#rescued .step").last.click()
        assert page.sets() == [["r2", "r3", "r4"], ["r5", "b5", "k5"], ["r6", "r7", "r8"]]
        assert page.tiles("#rack") == []
        page.at("#play-check").click()
        page.shows("#play-said", "The turn is legal: 2 tiles")


@pytest.mark.parametrize(
    ("line", "rules", "said"),
    [
        ("-_-", "lemada-2014", "Choose a puzzle, or put in a position"),
        ("r4-5_r7", "lemada-2014", "First mend the position: A set needs three tiles."),
        ("r4-6~rbk3_r7", "american-1978", "A turn with sets of one's own cannot be played by hand"),
    ],
)
def test_what_cannot_be_played(browser: Browser, running: Server, line: str, rules: str, said: str):
    """Nothing there, a fault in the position, another game: a sentence says so."""
    with reader(browser, running.port) as page:
        page.open(p=line, rules=rules, tab="play")
        page.shows("#not-playing", said)
        expect(page.at("#play-check")).to_be_hidden()


@pytest.mark.parametrize(
    "parts",
    [{"puzzle": "0000000000"}, {"puzzle": EASY, "play": "r1-3_-"}, {"puzzle": EASY, "play": "%"}, {"play": "b3-5_r3"}],
)
def test_bad_links(browser: Browser, running: Server, parts: dict[str, str]):
    """A puzzle that there is not, a turn that is none of it: the page stands, and says what it can."""
    with reader(browser, running.port) as page:
        page.open(tab="play", **parts)
        if "play" in parts:
            page.shows("#problem", "The turn in the link does not fit its position.")
            assert page.sets() == (START if "puzzle" in parts else [])
        else:
            page.shows("#problem", "there is no puzzle '0000000000' in the library")
            page.wrong.clear()
