"""What the tests of the page share: Chromium, and a reader who looks at the page and works it by mouse or by keys."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
NARROW, WIDE = 375, 1440
WIDTHS = pytest.mark.parametrize("width", [NARROW, WIDE])
# A puzzle of the library: blue 3 leaves its run for a group, blue 6 and orange 7 lengthen what is left.
EASY = "8786fc7466"
START = [["b3", "b4", "b5"], ["o4", "o5", "o6"], ["o10", "o11", "o12"]]
LANGUAGES = pytest.mark.parametrize("language", ["en", "zh-Hans"])


@contextmanager
def chromium() -> Generator[Browser]:
    """A browser. It lives as long as one module of tests: while it does, no test may start an event loop."""
    assert CHROMIUM.exists(), f"the tests of the page need {CHROMIUM}: scripts/install-system-packages.sh"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Reader:
    """A page that is open, and whatever went wrong in it."""

    page: Page
    base: str
    wrong: list[str] = field(default_factory=list[str])

    def open(self, **parts: Any) -> None:
        """The page with these parts in its address."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.base}#{'&'.join(f'{name}={value}' for name, value in parts.items())}")
        self.page.wait_for_selector("body[data-ready]")

    def part(self, name: str) -> str | None:
        """A part of the address as it is now."""
        return parse_qs(urlsplit(self.page.url).fragment).get(name, [None])[0]

    def press(self, *keys: str) -> None:
        """Keys, one after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def click(self, name: str) -> None:
        """The button of that name; tiles on the board are no such buttons."""
        self.at("button:not(.tile)").and_(self.page.get_by_role("button", name=name, exact=True)).click()

    def tap(self, *tiles: str) -> None:
        """Tiles of the board one after another, the first of each name."""
        for tile in tiles:
            self.at(f'#board .tile[data-tile="{tile}"]').first.click()

    def tab(self, name: str) -> None:
        """Open a panel."""
        self.page.get_by_role("tab", name=name).click()

    def at(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def tiles(self, selector: str) -> list[str]:
        """The tiles in a part of the page, by their names."""
        return self.at(f"{selector} .tile").evaluate_all("tiles => tiles.map((tile) => tile.dataset.tile)")

    def numbered(self) -> dict[str, str]:
        """The names of the tiles on the board by their numbers."""
        names = "tiles => Object.fromEntries(tiles.map((tile) => [tile.dataset.id, tile.dataset.tile]))"
        return self.at("#board .tile").evaluate_all(names)

    def sets(self) -> list[list[str]]:
        """The sets on the table."""
        names = "(set) => [...set.querySelectorAll('.tile')].map((tile) => tile.dataset.tile)"
        return self.at("#table .set:not(button)").evaluate_all(f"sets => sets.map({names})")

    def shows(self, selector: str, text: str) -> None:
        """Wait until a part of the page says so."""
        expect(self.at(selector)).to_contain_text(text)

    def focus(self, selector: str, key: str = "Tab", most: int = 60) -> None:
        """Reach a part of the page by the Tab key alone."""
        for _ in range(most):
            if self.page.evaluate("s => document.activeElement?.matches(s)", selector):
                return
            self.press(key)
        raise AssertionError(f"{selector} is not reached by {key}")


@contextmanager
def reader(browser: Browser, port: int, width: int = WIDE, **options: Any) -> Generator[Reader]:
    """A reader with a page of that width, English and without motion unless told otherwise; nothing may go wrong."""
    chosen: dict[str, Any] = {"locale": "en", "reduced_motion": "reduce", **options}
    context = browser.new_context(viewport={"width": width, "height": 800}, **chosen)
    context.set_default_timeout(15_000)
    page = context.new_page()
    found = Reader(page, f"http://127.0.0.1:{port}/")
    page.on("pageerror", lambda error: found.wrong.append(str(error)))
    page.on("console", lambda said: found.wrong.append(said.text) if said.type in ("error", "warning") else None)
    page.on("request", lambda asked: None if asked.url.startswith(found.base) else found.wrong.append(asked.url))
    try:
        yield found
        assert found.wrong == []
    finally:
        context.close()
