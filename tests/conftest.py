"""What holds for the whole suite: the option for slow tests and how hard Hypothesis tries.

Profiles, chosen with `--hypothesis-profile`: `ci`, the default, draws the same examples in every run; `long` draws
fresh ones and many more. MELD_EXAMPLES=n sets the number of examples of either. A test whose example is dear
(one search, say) asks for a share of it: `@settings(max_examples=settings.default.max_examples // 20)`.
"""

import os
from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from api_support import Server

settings.register_profile(
    "ci",
    max_examples=int(os.environ.get("MELD_EXAMPLES", "2000")),
    derandomize=True,
    deadline=None,
    print_blob=True,
)
settings.register_profile(
    "long",
    max_examples=int(os.environ.get("MELD_EXAMPLES", "50000")),
    derandomize=False,
    deadline=None,
    print_blob=True,
)
settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--run-slow`."""
    parser.addoption("--run-slow", action="store_true", help="run the tests marked slow, too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip the tests marked slow unless `--run-slow` asks for them."""
    if config.getoption("--run-slow"):
        return
    skip = pytest.mark.skip(reason="slow: needs --run-slow")
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(skip)


@pytest.fixture(scope="module")
def browser() -> "Generator[Browser]":
    """Chromium, for the tests of the page."""
    from page_support import chromium

    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def running() -> "Generator[Server]":
    """The service in a process of its own."""
    from api_support import server

    with server() as running:
        yield running
