"""The page in Chromium: hints, the turn step by step, other turns, the next draw, why not, and what goes wrong."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from api_support import Server
from page_support import LANGUAGES, NARROW, WIDTHS, Reader, reader
from solver.notation import read_position

# Three of the rack's tiles go on the table when the joker is freed by the red 6 first.
LINE = "r4-5jr6.b3-6_r6b9k9o1"
RULES = "book-1978"
LARGE = "k5-9jk10k11.rbo8.r10-12.b5-8.b10-12.rko12.bko3.rko9.bo1j_r6b4b9k2k8o5o8o10o10-11o13"
# Is this what the reader sees at its place?
ON_TOP = """tile => {
    const { x, bottom } = tile.getBoundingClientRect();
    return tile.contains(document.elementFromPoint(x + 20, bottom - 5));
}"""
SAID = {"en": "red 6", "zh-Hans": "红6"}


def ask(running: Server, call: str, **more: Any) -> Any:
    """What the service answers to the same question."""
    fields = {"table": ["r4 r5 J=r6", "b3 b4 b5 b6"], "rack": ["r6", "b9", "k9", "o1"], "rules": RULES, **more}
    return running.ask("POST", f"/v1/{call}", fields).document


def last_step(page: Reader) -> None:
    """Go on until there is no further step."""
    while page.at("#replay-on").is_enabled():
        page.at("#replay-on").click()


@WIDTHS
@LANGUAGES
def test_six_hints(browser: Browser, running: Server, width: int, language: str):
    """Each says what the service says in that language; tiles, then sets are pointed at; the last shows the turn."""
    with reader(browser, running.port, width) as page:
        page.open(p=LINE, rules=RULES, lang=language, tab="help")
        for level in range(1, 7):
            page.at("#hint").click()
            expect(page.at("#hints li")).to_have_count(level)
            wanted = ask(running, "hint", level=level, language=language)["text"]
            assert page.at("#hints li").last.text_content() == wanted
            if level == 3:
                pointed = page.at("#rack .is-hinted").all()
                assert sorted(str(tile.get_attribute("data-tile")) for tile in pointed) == ["b9", "k9", "r6"]
            if level == 4:
                assert [box.get_attribute("data-set") for box in page.at("#table .is-touched").all()] == ["0"]
            if level == 5:
                assert page.at("#board .is-moved").count() > 0
        assert SAID[language] in page.at("#hints").inner_text()
        expect(page.at("#hint")).to_be_disabled()
        last_step(page)
        assert sorted(map(sorted, page.sets())) == [["J=?9", "b9", "k9"], ["b3", "b4", "b5", "b6"], ["r4", "r5", "r6"]]
        assert page.tiles("#rack") == ["o1"]


def test_what_a_hint_points_at_is_seen(browser: Browser, running: Server):
    """On a phone a large table hides the rack: it is brought into view, above the panel and not through it."""
    with reader(browser, running.port, NARROW) as page:
        page.open(p=LARGE, tab="help", hint=3)
        page.at("#hints li").nth(2).wait_for()
        assert page.at("#rack .is-hinted").last.evaluate(ON_TOP) is True
        page.page.evaluate("scrollTo(0, 0)")
        assert page.at("#rack .is-hinted").last.evaluate(ON_TOP) is False


def test_hints_and_steps_by_keys_alone(browser: Browser, running: Server):
    """Tab, Enter and arrows are enough to ask, to walk through the turn, and to play it."""
    with reader(browser, running.port, NARROW) as page:
        page.open(p=LINE, rules=RULES)
        page.focus("#tab-tiles")
        page.press("ArrowRight")
        page.focus("#explain")
        page.press("Enter")
        page.at("#replay-on").wait_for()
        page.focus("#replay-on")
        page.press("Enter", "ArrowRight", "ArrowLeft")
        assert page.part("step") == "1"
        page.focus("#replay-play")
        page.press("Enter")
        page.shows("#table", "9")
        position = read_position(str(page.part("p")).replace("_", " "), RULES)
        assert len(position.table) == 3
        assert len(position.rack) == 1
        page.press("Control+z")
        assert page.part("p") == "r4-5jr6.b3-6_r6bk9o1"


def test_each_step_is_that_of_the_service(browser: Browser, running: Server):
    """After each step the board holds its table and the sentence is its own; a click on a step goes there."""
    steps = ask(running, "explain")["steps"]
    with reader(browser, running.port) as page:
        page.open(p=LINE, rules=RULES, tab="help")
        page.at("#explain").click()
        expect(page.at("#replay-steps li")).to_have_count(len(steps))
        for number, step in enumerate(steps, start=1):
            page.at("#replay-on").click()
            assert page.sets() == [text.split() for text in step["table"]]
            page.shows("#replay-now", step["text"])
            assert page.part("step") == str(number)
        page.at("#replay-steps button").first.click()
        assert page.sets() == [text.split() for text in steps[0]["table"]]
        page.at("#close").click()
        assert page.sets() == [["r4", "r5", "J=r6"], ["b3", "b4", "b5", "b6"]]
        assert page.part("step") is None


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_tiles_move_unless_that_is_not_wanted(browser: Browser, running: Server, motion: str):
    """A tile that changes its place glides there, but not for who wants less motion."""
    with reader(browser, running.port, reduced_motion=motion) as page:
        page.open(p=LINE, rules=RULES, tab="help")
        page.at("#explain").click()
        page.at("#replay-on").click()
        moving = page.page.evaluate("document.getAnimations().length")
        assert (moving > 0) == (motion == "no-preference")


@WIDTHS
def test_a_link_restores_everything(browser: Browser, running: Server, width: int):
    """Position, edition, language, panel, hints and the step that is shown."""
    with reader(browser, running.port, width) as page:
        page.open(p=LINE, rules=RULES, lang="zh-Hans", tab="help")
        for level in range(1, 4):
            page.at("#hint").click()
            expect(page.at("#hints li")).to_have_count(level)
        said = page.at("#hints li").all_text_contents()
        page.page.reload()
        expect(page.at("#hints li")).to_have_count(3)
        assert page.at("#hints li").all_text_contents() == said
        page.at("#explain").click()
        page.at("#replay-on").click()
        page.at("#replay-on").click()
        there = page.sets()
        address = page.page.url
        page.open()
        page.page.goto(address)
        page.page.reload()
        page.shows("#replay-at", "2")
        assert page.sets() == there
        assert page.part("lang") == "zh-Hans"
        expect(page.at("#panel-help")).to_be_visible()


def test_a_change_ends_the_help(browser: Browser, running: Server):
    """Hints are about the position; another one begins anew, also under another edition."""
    with reader(browser, running.port) as page:
        page.open(p=LINE, rules=RULES, tab="help")
        page.at("#hint").click()
        expect(page.at("#hints li")).to_have_count(1)
        page.tab("Rules")
        page.at('#edition-list input[value="goliath-2014"]').check()
        expect(page.at("#hints li")).to_have_count(0)
        assert page.part("hint") is None


def test_no_play(browser: Browser, running: Server):
    """Where nothing can be played the first hint says so and there are no more."""
    with reader(browser, running.port) as page:
        page.open(p="-_r1b5", tab="help")
        page.at("#hint").click()
        page.shows("#hints", "There is no play: draw a tile.")
        expect(page.at("#hint")).to_be_disabled()
        page.at("#explain").click()
        page.shows("#problem", "There is no play: draw a tile.")


def test_other_turns(browser: Browser, running: Server):
    """Each of the best turns can be looked at, and left again."""
    with reader(browser, running.port) as page:
        page.open(p="-_r3-5b5k5", tab="help")
        page.at("#alternatives").click()
        expect(page.at("#found li")).to_have_count(2)
        assert page.at("#found li [role=img]").first.get_attribute("aria-label") in (
            "red 5, blue 5, black 5",
            "red 3, red 4, red 5",
        )
        page.at("#found li button").first.click()
        assert len(page.sets()) == 1
        assert len(page.tiles("#rack")) == 2
        page.at("#close").click()
        assert page.sets() == []


def test_the_next_draw(browser: Browser, running: Server):
    """The sentence of the service, and the tiles that let more be played."""
    with reader(browser, running.port) as page:
        page.open(p="-_r3-4", rules=RULES, tab="help")
        page.at("#outs").click()
        page.shows("#found", "6 of 104 unseen tiles let you go out")
        assert page.at("#found tbody th").all_text_contents() == ["red 2", "red 5", "joker"]


def test_the_best_draw_comes_first(browser: Browser, running: Server):
    """Tiles are in the order of what they let the player play."""
    with reader(browser, running.port) as page:
        page.open(p="-_r3-4b8-9b11-12k1", rules=RULES, tab="help")
        page.at("#outs").click()
        page.at("#found td").first.wait_for()
        plays = page.at("#found tbody td:last-child").all_text_contents()
        assert plays == sorted(plays, key=int, reverse=True)
        assert len(set(plays)) > 1


@WIDTHS
@LANGUAGES
def test_why_not(browser: Browser, running: Server, width: int, language: str):
    """A rack tile that is picked can be asked about, there where the page says so."""
    wanted = ask(running, "why-not", tile="o1", language=language)["text"]
    with reader(browser, running.port, width) as page:
        page.open(p=LINE, rules=RULES, lang=language, tab="help")
        page.at('#rack .tile[data-tile="o1"]').click()
        page.at("#why-not").click()
        page.shows("#found", wanted)
        page.at("#explain").click()
        page.at("#replay-on").wait_for()
        expect(page.at("#picked")).to_be_hidden()
        page.at("#close").click()
        expect(page.at("#picked")).to_be_visible()


def test_own_sets_games(browser: Browser, running: Server):
    """An American turn is shown step by step, with the sets of the others and the discard."""
    with reader(browser, running.port) as page:
        page.open(p="r4-6~rbk3_r6r7r8o3k4k9", rules="american-1978", tab="help")
        page.at("#explain").click()
        page.at("#replay-on").wait_for()
        last_step(page)
        assert page.tiles("#others") == ["r3", "b3", "k3", "o3"]
        assert page.tiles("#open") == ["k9"]


def fails(status: int, body: str = "") -> Any:
    """A service that answers so."""

    def answer(route: Route) -> None:
        route.fulfill(status=status, body=body, content_type="application/problem+json")

    return answer


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda route: route.abort(), "The service cannot be reached"),
        (fails(503, '{"detail": "every worker is busy"}'), "The service is busy"),
        (fails(502, "<html>"), "status 502"),
        (fails(422, '{"detail": "table set 2 is odd", "place": "/table/1"}'), "The service says: table set 2 is odd."),
    ],
)
def test_what_goes_wrong_is_told(browser: Browser, running: Server, answer: Any, said: str):
    """An error of the service is a sentence on the page, at the set where it names one; then it works again."""
    with reader(browser, running.port) as page:
        page.open(p=LINE, rules=RULES, tab="help")
        page.page.route("**/v1/hint", answer)
        page.at("#hint").click()
        page.shows("#problem", said)
        assert page.at(".set.is-faulty").count() == ("odd" in said)
        page.page.unroute("**/v1/hint")
        page.at("#hint").click()
        expect(page.at("#hints li")).to_have_count(1)
        expect(page.at("#problem")).to_be_empty()
        # Chromium writes failed requests to the console by itself.
        assert all("Failed to load resource" in line for line in page.wrong)
        page.wrong.clear()


def test_a_link_that_cannot_be_read(browser: Browser, running: Server):
    """It says so, and the page works."""
    with reader(browser, running.port) as page:
        page.open(p="r4-5x", rules="no-such", tab="help", hint="2")
        page.shows("#problem", "The position in the link cannot be read.")
        assert page.part("rules") == "lemada-2014"
