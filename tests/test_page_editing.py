"""The page in Chromium: a position filled in by mouse, by keys and by pasting, mistakes told where they are."""

import random
from typing import Any

from playwright.sync_api import Browser, expect

from api_support import Server
from page_support import LANGUAGES, NARROW, WIDTHS, reader
from solver.deck import DECKS, JOKER, Deck, make_tile, tile_name
from solver.notation import parse_line
from solver.sets import JokerAs, Ones, Slot, readings, written

LINE = "r4-5jr6.b3-6.rk9j_r6b9k9o1"


@WIDTHS
def test_a_position_by_taps(browser: Browser, running: Server, width: int):
    """Rack tiles take a tap each, a run three, a group as many as it has colours and one more."""
    with reader(browser, running.port, width) as page:
        page.open()
        for name in ("red 1", "red 2", "red 13"):
            page.click(name)
        page.click("joker")
        page.click("Table")
        for name in ("blue", "blue 3", "blue 9"):
            page.click(name)
        page.click("Next set")
        for name in ("red", "red 5", "black", "orange"):
            page.click(name)
        page.click("black")
        page.click("black 7")
        assert page.sets() == [[f"b{n}" for n in range(3, 10)], ["r5", "k5", "o5"], ["k7"]]
        assert page.tiles("#rack") == ["r1", "r2", "r13", "J"]
        assert page.part("p") == "b3-9.rko5.k7_r1-2r13j"


def test_a_second_tap_confirms(browser: Browser, running: Server):
    """Who taps the number after the colour that added it does not add it twice."""
    with reader(browser, running.port) as page:
        page.open()
        for name in ("Table", "red", "red 5", "blue", "blue 5", "black", "black 5", "orange", "orange 5"):
            page.click(name)
        assert page.sets() == [["r5", "b5", "k5", "o5"]]


def test_a_position_by_keys_alone(browser: Browser, running: Server):
    """Letters write, Enter adds and begins the next set, arrows walk, Delete removes, Ctrl+Z undoes."""
    with reader(browser, running.port, NARROW) as page:
        page.open()
        page.press("r")
        page.page.keyboard.type("6b9 k9")
        page.press("Enter")
        page.focus("#to-set", "Shift+Tab")
        page.press("Enter")
        page.focus("#typed")
        page.page.keyboard.type("r4-5jr6")
        page.press("Enter", "Enter")
        page.page.keyboard.type("b3-6.rk9j")
        page.press("Enter")
        assert page.sets() == [["r4", "r5", "J=r6"], ["b3", "b4", "b5", "b6"], ["r9", "k9", "J=?9"]]
        page.focus("#table .tile", "Shift+Tab")
        page.press("End")
        assert page.page.evaluate("document.activeElement.dataset.tile") == "k9"
        page.press("Delete")
        assert page.tiles("#rack") == ["r6", "b9"]
        page.press("Control+z")
        assert page.tiles("#rack") == ["r6", "b9", "k9"]
        page.focus("#to-rack")
        page.press("Enter")
        page.focus("#numbers button")
        page.press("ArrowRight", "ArrowDown", "Enter")
        assert page.tiles("#rack")[-1] == "r9"


def test_a_line_typed_where_tiles_are(browser: Browser, running: Server):
    """Sets with dots between them and a rack are a position, in the box for tiles too; it can be undone."""
    with reader(browser, running.port, NARROW) as page:
        page.open(p="-_k1")
        page.at("#typed").fill("r4-5jr6.b3-6 r6b9 ")
        page.at("#typed").press("Enter")
        assert page.sets() == [["r4", "r5", "J=r6"], ["b3", "b4", "b5", "b6"]]
        assert page.tiles("#rack") == ["r6", "b9"]
        page.at("#undo").click()
        assert (page.sets(), page.tiles("#rack")) == ([], ["k1"])


def test_pasting_a_line(browser: Browser, running: Server):
    """A line fills the page, jokers told; one that cannot be read is refused with its column and changes nothing."""
    with reader(browser, running.port) as page:
        page.open()
        page.at("summary").first.click()
        page.at("#line").fill("r4-5jr6.rk9j r6b9 25")
        page.click("Fill in")
        assert page.sets() == [["r4", "r5", "J=r6"], ["r9", "k9", "J=?9"]]
        assert page.at("#points").input_value() == "25"
        page.at("#line").fill("r4-5x b3")
        page.click("Fill in")
        page.shows("#line-fault", "column 5")
        assert page.part("p") == "r4-5jr6.rk9j9_r6b9_25"


def test_own_sets_are_shown(browser: Browser, running: Server):
    """A line of an American game has sets of others, the discard and the bonus tile; all of it is in the link."""
    line = "r4-6~rbk3_r6r7o3k4k9_d=r8_b=k13_m=1"
    with reader(browser, running.port) as page:
        page.open(p=line, rules="american-1978")
        assert page.tiles("#others") == ["r3", "b3", "k3"]
        assert page.tiles("#open") == ["r8", "k13"]
        page.click("red 1")
        assert page.part("p") == line.replace("r6r7", "r6-7").replace("k9_", "k9r1_")


@LANGUAGES
def test_mistakes_are_told_at_the_tile(browser: Browser, running: Server, language: str):
    """A third copy, a tile that is not in the deck, a short set, no set, and a tile that does not fit its set."""
    with reader(browser, running.port, NARROW) as page:
        page.open(p="r5r5.bko7k7.rb8.r1b2k3_r5r99j", lang=language)
        bad = page.at('.tile[aria-invalid="true"]')
        assert [tile.get_attribute("data-tile") for tile in bad.all()] == ["k7", "r5", "r99"]
        said = {
            "en": (
                "There are only 2 tiles red 5 in the deck.",
                "A set needs three tiles.",
                "neither a group nor a run",
            ),
            "zh-Hans": ("红5在整副牌中只有 2 张。", "一组至少要有三张牌。", "这既不是群组，也不是顺子。"),
        }[language]
        page.shows("#rack-fault", said[0])
        page.shows("#table .set >> nth=2", said[1])
        page.shows("#table .set >> nth=3", said[2])
        assert said[0] in str(page.at("#rack .tile").first.get_attribute("aria-label"))
        page.at("#tab-help").click()
        page.at("#hint").click()
        page.shows("#problem", said[0])


def test_a_joker_can_be_read_otherwise(browser: Browser, running: Server):
    """The joker picked offers what else it can stand for."""
    with reader(browser, running.port) as page:
        page.open(p="r4-5jr6_b1")
        page.at('#table .tile[data-tile="J=r6"]').click()
        page.click("It is joker as red 3, red 4, red 5")
        assert page.sets() == [["J=r3", "r4", "r5"]]
        assert page.part("p") == "jr3r4-5_b1"


def test_the_edition_by_questions(browser: Browser, running: Server):
    """Three answers leave the editions that fit; answers that none fits are told."""
    with reader(browser, running.port, NARROW) as page:
        page.open(tab="rules")
        page.shows("#edition-count", "18 editions")
        page.at(
            "summary",
        ).last.click()
        page.page.get_by_label("No, tiles may only be added").check()
        page.page.get_by_label("Into a new set with tiles from the rack").check()
        names = page.at("#edition-list strong").all_text_contents()
        assert names == ["pressman-1987", "spear-1988", "spear-1988-two"]
        page.at("#edition-list input").first.check()
        assert page.part("rules") == "pressman-1987"
        page.shows("#edition-jokers", "two tiles from the rack")
        page.page.get_by_label("It may simply be taken").check()
        page.shows("#edition-count", "No edition fits")


def test_the_palette_is_that_of_the_deck(browser: Browser, running: Server):
    """A deck of tens has ten numbers, and an 11 is a mistake in it."""
    with reader(browser, running.port) as page:
        page.open(p="-_r11", rules="raeuber")
        expect(page.at("#numbers button")).to_have_count(10)
        page.shows("#rack-fault", "There is no red 11 in this deck.")


def test_the_language_is_kept_in_the_link(browser: Browser, running: Server):
    """It is the browser's at first, then the one chosen."""
    with reader(browser, running.port, locale="zh-CN") as page:
        page.open(p=LINE)
        expect(page.at("html")).to_have_attribute("lang", "zh-Hans")
        page.at("#language").select_option("en")
        page.shows("#rack-name", "Rack")
        assert page.part("lang") == "en"
        assert page.part("p") == "r4-5jr6.b3-6.rk9j9_r6bk9o1"


def test_undo_and_clear(browser: Browser, running: Server):
    """Everything can be taken back, and taken back again."""
    with reader(browser, running.port) as page:
        page.open(p=LINE)
        page.at("summary").first.click()
        page.click("Clear everything")
        assert page.part("p") == "-_-"
        page.click("Undo")
        assert page.tiles("#rack") == ["r6", "b9", "k9", "o1"]
        page.click("Redo")
        assert page.part("p") == "-_-"
        page.click("Show an example")
        assert len(page.sets()) == 8


def test_opening(browser: Browser, running: Server):
    """Who has not opened needs the points of the edition, or those that are written."""
    with reader(browser, running.port) as page:
        page.open(p="-_r1", rules="pressman-1987")
        page.page.get_by_label("I have opened").uncheck()
        assert page.part("p") == "-_r1_50"
        page.page.get_by_label("Points to open").fill("20")
        page.press("Tab")
        assert page.part("p") == "-_r1_20"


@WIDTHS
@LANGUAGES
def test_everything_fits_and_has_a_name(browser: Browser, running: Server, width: int, language: str):
    """Nothing is wider than the page; what is tapped is 44 pixels high, 38 wide or more, and has a name."""
    line = "bko7.r2-6.rko3.ro9j.b4-9jb10b11-12.k9-13.rbko2.rbko6_r1r8-10r12b1k4-5k10-11o7o9-10o12"
    with reader(browser, running.port, width) as page:
        page.open(p=line, lang=language)
        for panel in ("tiles", "help", "rules"):
            page.at(f"#tab-{panel}").click()
            assert page.page.evaluate("document.documentElement.scrollWidth") <= width
            small = page.page.evaluate(SMALL)
            assert small == [], panel
            nameless = page.page.evaluate(NAMELESS)
            assert nameless == [], panel


SMALL = """[...document.querySelectorAll('button, select, input:not([type=radio], [type=checkbox])')]
    .filter((e) => e.offsetParent).map((e) => [e.id || e.textContent, e.getBoundingClientRect()])
    .filter(([, r]) => r.height < 43.5 || r.width < 38).map(([name]) => name)"""
NAMELESS = """[...document.querySelectorAll('button, select, input, [role=group], [role=tabpanel], aside, section')]
    .filter((e) => !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.textContent.trim()
        || e.labels?.[0]?.textContent.trim())).map((e) => e.outerHTML)"""


def test_the_page_reads_the_notation_as_the_solver_does(browser: Browser, running: Server):
    """Lines that the page writes and reads are the same positions to the solver."""
    lines = [LINE, "-_-", "r4-6~rbk3_r6_30_d=r8_b=j_m=1", "rb7jj.jr1r2-3.b9-11jb12_jjr13r1r2r4", "o1o3-4jo5j2_o1-13"]
    with reader(browser, running.port) as page:
        page.open()
        again = page.page.evaluate(
            "async (lines) => { const n = await import('./page/notation.js');"
            "return lines.map((l) => n.writeLine(n.readLine(l))); }",
            lines,
        )
    deck = Deck()
    for line, other in zip(lines[:-1], again[:-1], strict=True):
        assert parse_line(line, deck, Ones.LOW) == parse_line(other, deck, Ones.LOW)
    assert again[-1] == "o1o3-4jo5j2_o1-13"


def test_the_page_knows_sets_as_the_solver_does(browser: Browser, running: Server):
    """For thousands of lists of tiles, random and nearly sets, the page finds the solver's readings of them."""
    chance = random.Random(5)
    asked: list[Any] = []
    wanted: list[list[str]] = []
    for _ in range(4000):
        deck, ones = chance.choice(list(DECKS.values())), chance.choice(list(Ones))
        tiles = _some_tiles(chance, deck)
        found = [each for slots in _orders(tiles) for each in readings(slots, deck, ones)]
        wanted.append(sorted({" ".join(sorted(written(each).split())) for each in found}))
        numbers = {"colours": deck.colours, "numbers": deck.numbers}
        asked.append([[tile_name(tile) for tile in tiles], numbers, str(ones)])
    with reader(browser, running.port) as page:
        page.open()
        given = page.page.evaluate(
            "async (asked) => { const { readings } = await import('./page/tiles.js');"
            "return asked.map(([t, d, o]) => readings(t, d, o).map(({ tiles }) => [...tiles].sort().join(' '))); }",
            asked,
        )
    assert [sorted(set(each)) for each in given] == wanted
    assert sum(map(bool, wanted)) > 500


def _some_tiles(chance: random.Random, deck: Deck) -> list[int]:
    """Some tiles that are often a set, or nearly."""
    size, colour, number = chance.randint(3, 6), chance.randrange(deck.colours), chance.randint(1, deck.numbers)
    if chance.random() < 0.5:
        tiles = [make_tile(colour, (number + i - 1) % deck.numbers + 1) for i in range(size)]
    else:
        tiles = [make_tile((colour + i) % deck.colours, number) for i in range(size)]
    for i in range(size):
        if chance.random() < 0.15:
            tiles[i] = JOKER
        elif chance.random() < 0.04:
            tiles[i] = make_tile(chance.randrange(deck.colours), chance.randint(1, deck.numbers))
    chance.shuffle(tiles)
    return tiles


def _orders(tiles: list[int]) -> list[list[Slot]]:
    """The tiles in such orders that the solver, which heeds the order, gives all of their readings."""
    natural = sorted(tile for tile in tiles if tile)
    told = [JokerAs()] * (len(tiles) - len(natural))
    places = range(len(told) + 1) if len(natural) == 1 else (0,)
    return [[*told[:place], *order, *told[place:]] for place in places for order in (natural, natural[::-1])]
