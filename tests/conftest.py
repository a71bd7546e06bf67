"""What holds for the whole suite: the option for slow tests and how hard Hypothesis tries.

Profiles, chosen with `--hypothesis-profile`: `ci`, the default, draws the same examples in every run; `long` draws
fresh ones and many more. MELD_EXAMPLES=n sets the number of examples of either. A test whose example is dear
(one search, say) asks for a share of it: `@settings(max_examples=settings.default.max_examples // 20)`.
"""

import os

import pytest
from hypothesis import settings

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
