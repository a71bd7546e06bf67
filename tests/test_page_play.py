"""The page in Chromium: turns played by hand, by tap, key or mouse, undone, linked, judged, and led out of a mess."""

import pytest
from playwright.sync_api import Browser, Route, expect

from api_support import Server
from page_support import EASY, LANGUAGES, NARROW, START, WIDTHS, reader

SOLVED = {"en": "Solved!", "zh-Hans": "解开了！"}


@WIDTHS
@LANGUAGES
def test_a_puzzle_by_taps(browser: Browser, running: Server, width: int, language: str):
    """A tap picks a tile, one elsewhere puts it there; when all is in order the referee is asked, and says solved."""
    with reader(browser, running.port, width) as page:
        page.open(puzzle=EASY, tab="play", lang=language)
        page.tap("r3", "k3")
        page.at(".new-set").click()
        assert page.sets() == [*START, ["r3", "k3"]]
        assert page.at("#table .is-mine").count() == 2
        page.tap("b3", "r3", "b6", "b5", "o7")
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
        page.tap("r3")
        page.tap("k3")
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


def test_undo_and_a_link(browser: Browser, running: Server):
    """Each move can be taken back and done again, all at once too; a reload keeps puzzle and moves."""
    with reader(browser, running.port, NARROW) as page:
        page.open(puzzle=EASY, tab="play")
        page.tap("b6", "b5", "b3")
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
        page.tap("b3", "b4")
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
        page.tap("b3")
        page.at("#rack").click()
        page.shows("#play-said", "Tiles of the table stay on the table.")
        assert page.sets() == START
        page.tap("b3", "b6", "b3", "b6")
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
def test_a_turn_of_ones_own(browser: Browser, running: Server, language: str):
    """Any position can be played by hand: the referee says whether the turn is legal."""
    said = {"en": ("2 tiles", "Not all that lies together"), "zh-Hans": ("2 张", "不成牌组")}[language]
    with reader(browser, running.port) as page:
        page.open(p="r4-6.b3-5_r7b6k1", tab="play", lang=language)
        page.tap("r7", "r6", "b6", "b5")
        expect(page.at("#play-said")).to_be_empty()
        page.at("#play-check").click()
        page.shows("#play-said", said[0])
        assert page.at("#play-said").get_attribute("data-good") == "true"
        page.tap("k1", "r4")
        page.at("#play-check").click()
        page.shows("#play-said", said[1])


@WIDTHS
def test_the_way_out_of_a_mess(browser: Browser, running: Server, width: int):
    """A torn-up table is led to the nearest legal turn, step by step on the board."""
    with reader(browser, running.port, width) as page:
        page.open(p="r2-8_b5k5", tab="play")
        page.tap("r5")
        page.at(".new-set").click()
        page.tap("b5", "r5", "r6", "r7", "r8")
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


def test_an_unknown_edition(browser: Browser, running: Server):
    """A link that names an edition that there is not is judged by the usual one, and that is said."""
    with reader(browser, running.port) as page:
        page.open(p="r4-6_r7", rules="lemada-2041", tab="play")
        page.shows("#problem", "The edition “lemada-2041” in the link is not known; lemada-2014 is used.")
        assert page.part("rules") == "lemada-2014"


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


def test_the_way_out_counts_as_the_board_does(browser: Browser, running: Server):
    """Sets are called by the numbers that they have on the board, also when one is empty; each step is in the link."""
    with reader(browser, running.port) as page:
        page.open(p="b7-9.r2-8.k11-13_b5k5", tab="play", play="-.r2-4.k11.r5b7-9.b5k12-13.r6-8_k5")
        page.at("#rescue").click()
        page.shows("#rescued", "pile 5")
        links: list[tuple[str, list[list[str]]]] = []
        for step in page.at("#rescued .step").all():
            step.click()
            links.append((page.page.url, page.sets()))
        assert len(links) > 1
        page.at("#play-check").click()
        page.shows("#play-said", "The turn is legal: 2 tiles")
        for address, there in links:
            page.page.goto("about:blank")
            page.page.goto(address)
            page.page.wait_for_selector("body[data-ready]")
            assert page.sets() == there


def test_what_went_wrong_is_over_with_the_next_move(browser: Browser, running: Server):
    """The sentence that the service is busy goes when the turn goes on."""
    with reader(browser, running.port) as page:
        page.open(puzzle=EASY, tab="play")
        page.page.route("**/check", lambda route: route.fulfill(status=503, body="busy"))
        page.tap("b6", "b5")
        page.at("#play-check").click()
        page.shows("#problem", "The service is busy")
        page.tap("o7", "o6")
        expect(page.at("#problem")).to_be_empty()
        page.wrong.clear()


def test_an_answer_for_another_table_is_none(browser: Browser, running: Server):
    """What the referee says of a table that has changed meanwhile is not shown."""
    with reader(browser, running.port) as page:
        page.open(puzzle=EASY, tab="play", play="b3-6.o4-7.o10-12.rk3_-")
        held: list[Route] = []
        page.page.route("**/check", lambda route: held.append(route))
        page.tap("b3")
        page.at('#table .set[data-set="3"] .set-number').click()
        page.shows("#waiting", "One moment")
        page.at("#play-undo").click()
        with page.page.expect_response("**/check"):
            held[0].continue_()
        expect(page.at("#waiting")).to_be_empty()
        expect(page.at("#play-said")).to_be_empty()


def test_what_is_picked_to_be_changed_is_not_played(browser: Browser, running: Server):
    """A tile picked in the panel with tiles is let go where turns are played: nothing there removes it."""
    with reader(browser, running.port) as page:
        page.open(puzzle=EASY, tab="tiles")
        page.tap("r3")
        expect(page.at("#picked")).to_be_visible()
        page.tab("Play")
        expect(page.at("#picked")).to_be_hidden()
        expect(page.at(".is-picked")).to_have_count(0)
