"""The page in Chromium while a turn is played: what is seen and where, on phones and tablets, and what keys reach."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Browser, expect

from api_support import Server
from page_support import EASY, NARROW, START, Reader, reader

# More sets than a phone shows at once.
TALL = "r1-3.b1-3.k1-3.o1-3.r7-9.b7-9.k7-9.o7-9.r11-13.b11-13.k11-13_r4b4k10o10"


def test_an_emptied_set_is_reached_by_keys(browser: Browser, running: Server):
    """Where it lay there is a place that is called by its number, and tiles can go back to it."""
    with reader(browser, running.port) as page:
        page.open(puzzle=EASY, play="-.o4-6.o10-12.b3-5_r3b6k3o7")
        place = page.page.get_by_role("button", name="Set 1: empty")
        place.focus()
        page.press("Enter")
        expect(place).to_be_focused()
        page.tap("r3")
        place.focus()
        page.press("Enter")
        assert page.sets() == [["r3"], *START[1:], START[0]]
        expect(page.at('#table .tile[data-tile="r3"]')).to_be_focused()


def touch(page: Reader, selector: str) -> None:
    """Touch the first such thing where it is, without bringing it into view before."""
    box = page.at(selector).first.bounding_box()
    assert box
    page.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("width", [NARROW, 768])
def test_the_page_stays_under_the_finger(browser: Browser, running: Server, width: int):
    """The rack is in view; to pick a tile of it, to put it down and to check scrolls nothing, no button moves."""
    with reader(browser, running.port, width, has_touch=True, is_mobile=True) as page:
        page.page.set_viewport_size({"width": width, "height": 600})
        page.open(p=TALL, tab="play")
        end = page.page.evaluate("document.documentElement.scrollHeight - innerHeight")
        for start, number in ((0, 1), (end - 20, 10)):
            page.page.evaluate("y => scrollTo(0, y)", start)
            expect(page.at("#rack .tile").first).to_be_in_viewport(ratio=1)
            assert page.page.evaluate("scrollY") == start
            buttons = [page.at(name).bounding_box() for name in ("#play-undo", "#play-check")]
            touch(page, "#rack .tile")
            expect(page.at("#rack .is-picked")).to_have_count(1)
            assert page.page.evaluate("scrollY") == start
            touch(page, f'#table .set[data-set="{number}"] .tile')
            expect(page.at(f'#table .set[data-set="{number}"] .tile')).to_have_count(4)
            assert page.page.evaluate("scrollY") == start
            touch(page, "#play-check")
            page.shows("#play-said", "Not all that lies together is a set.")
            assert page.page.evaluate("scrollY") == start
            assert [page.at(name).bounding_box() for name in ("#play-undo", "#play-check")] == buttons
            touch(page, "#play-undo")


def test_what_comes_about_is_seen(browser: Browser, running: Server):
    """A new set that is made beside the board is brought into view, and so is what the referee says."""
    with reader(browser, running.port, NARROW, has_touch=True, is_mobile=True) as page:
        page.open(p=TALL, tab="play")
        touch(page, "#rack .tile")
        touch(page, "#in-hand button")
        tile = page.at('#table .set[data-set="11"] .tile')
        expect(tile).to_have_count(1)
        rack, made = page.at("#rack").bounding_box(), tile.bounding_box()
        assert rack
        assert made
        assert made["y"] + made["height"] <= rack["y"]
        page.open(puzzle=EASY, play="b3-6.o4-7.o10-12.rk3_-", tab="play")
        for level in range(1, 4):
            page.at("#hint").click()
            expect(page.at("#hints li")).to_have_count(level)
        page.at("#puzzle-choice summary").click()
        page.page.evaluate("document.getElementById('dock').scrollTop = 1000")
        expect(page.at("#play-said")).not_to_be_in_viewport()
        page.tap("b3")
        touch(page, '#table .set[data-set="3"] .tile')
        page.shows("#play-said", "Solved!")
        expect(page.at("#play-said")).to_be_in_viewport(ratio=1)


def test_another_language_in_the_middle_of_a_turn(browser: Browser, running: Server):
    """The turn stays, what was said is said in that language, and no sentence of the old one is left."""
    with reader(browser, running.port) as page:
        page.open(p="r2-8_b5k5", tab="play", play="r2-4.r5.b5.r6-8_k5")
        page.at("#rescue").click()
        page.shows("#rescued", "A legal turn")
        page.at("#play-check").click()
        page.shows("#play-said", "Not all that lies together is a set.")
        page.at("#language").select_option("zh-Hans")
        page.shows("#play-said", "有放在一起的牌不成牌组。")
        expect(page.at("#rescued")).to_be_empty()
        assert page.sets() == [["r2", "r3", "r4"], ["r5"], ["b5"], ["r6", "r7", "r8"]]


def test_the_keyboard_keeps_its_place(browser: Browser, running: Server):
    """What had the focus goes away, and the focus goes where one works on: to a tile, or from undo to redo and back."""
    with reader(browser, running.port) as page:

        def on(selector: str) -> bool:
            return page.page.evaluate("s => document.activeElement.matches(s)", selector)

        page.open(p="r4-6.b3-5_r7jk1", tab="play")
        page.at(".new-set").focus()
        page.press("Enter")
        assert on(".new-set")
        page.at("#rack .tile").first.focus()
        page.press("Enter")
        page.at("#in-hand button").first.focus()
        page.press("Escape")
        assert on("#rack .tile")
        page.press("Enter")
        page.at("#in-hand button").first.focus()
        page.press("Enter")
        assert on("#table .tile.is-mine")
        page.at("#play-undo").focus()
        page.press("Enter")
        assert on("#play-redo")
        page.press("Enter")
        assert on("#play-undo")
        page.at("#rescue").click()
        page.at("#rescued .step").first.focus()
        page.press("Control+z")
        expect(page.at("#rescued")).to_be_empty()
        assert on("#play-redo")
        page.tap("J", "r4", "J=r7")
        page.at("#in-hand button").last.focus()
        page.press("Enter")
        assert page.sets()[0] == ["J=r3", "r4", "r5", "r6"]
        assert on('#table .tile[data-tile="J=r3"]')


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_tiles_of_the_rack_stand_out(browser: Browser, running: Server, scheme: Literal["light", "dark"]):
    """Their mark has a contrast of 3 to the tile and to the table, by light and in the dark."""
    with reader(browser, running.port, color_scheme=scheme) as page:
        page.open(p="r4-6_r7", play="r4-7_-", tab="play")
        mark = page.at(".tile.is-mine").evaluate("tile => getComputedStyle(tile).borderBottomColor")
        for selector in (".tile.is-mine", "#table"):
            ground = page.at(selector).evaluate("part => getComputedStyle(part).backgroundColor")
            assert contrast(mark, ground) >= 3, (mark, ground)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG defines it, each as `rgb(1, 2, 3)`."""

    def luminance(colour: str) -> float:
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_all_of_a_joker_is_on_its_tile(browser: Browser, running: Server):
    """On a phone, where tiles are small, what a joker stands for keeps a distance from the edges."""
    with reader(browser, running.port, NARROW) as page:
        page.open(p="jr10r11-12.ko10jb10_r7", tab="play")
        for words in page.at("#table .told").all():
            told, tile = words.bounding_box(), words.locator("..").bounding_box()
            assert told
            assert tile
            assert tile["x"] + 2 <= told["x"]
            assert told["x"] + told["width"] <= tile["x"] + tile["width"] - 2


@pytest.mark.parametrize("width", [640, 844, 932])
def test_a_phone_on_its_side(browser: Browser, running: Server, width: int):
    """The panel is beside the table, the rack stays in view, and nothing is wider than the page or than its panel."""
    with reader(browser, running.port, width, has_touch=True, is_mobile=True) as page:
        page.page.set_viewport_size({"width": width, "height": 390})
        page.open(p=TALL, tab="play")
        expect(page.at("#rack .tile").last).to_be_in_viewport(ratio=1)
        touch(page, "#rack .tile")
        touch(page, "#table .tile")
        expect(page.at("#table .set").first.locator(".tile")).to_have_count(4)
        expect(page.at("#play-undo")).to_be_in_viewport(ratio=1)
        page.page.evaluate("scrollTo(0, 200)")
        expect(page.at("#rack .tile").last).to_be_in_viewport(ratio=1)
        expect(page.at("#play-undo")).to_be_in_viewport(ratio=1)
        for name in ("Tiles", "Help", "Play", "Rules"):
            page.tab(name)
            for part in ("html", "#dock"):
                wide, room = page.at(part).evaluate("part => [part.scrollWidth, part.clientWidth]")
                assert wide <= room, (name, part)
