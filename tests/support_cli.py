"""What the tests of the commands of whole games share: what a command shows, and what it says of bad input."""

import pytest

from solver.cli import main

HAND = "r4-7b8-10k8-10o8-11"
"""Fourteen tiles in four sets."""


def shown(capsys: pytest.CaptureFixture[str], *args: str, code: int = 0) -> str:
    """What a command shows, with blanks at the ends of lines taken off; nothing is wider than the terminal."""
    assert main(args) == code
    out = capsys.readouterr()
    assert out.err == ""
    assert "--json" in args or max(map(len, out.out.splitlines())) <= 80
    return "\n".join(line.rstrip() for line in out.out.splitlines())


def error(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """The one line that a command says of bad input."""
    assert main(args) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert out.err.startswith("melds: ")
    assert out.err.count("\n") == 1
    return out.err.removeprefix("melds: ").rstrip()
