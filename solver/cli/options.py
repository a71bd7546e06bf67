"""The options that the commands share, and what they say as the fields of a request."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from solver.cli.lines import is_position
from solver.deck import DECKS
from solver.errors import InputError

Function = TypeVar("Function", bound=Callable[..., Any])
# No argument of a process can hold this character, so nothing else is taken for a marked position.
_MARK = "\0"
MOST_JOBS = 256
_DECK = re.compile(r"([0-9]{1,3})x([0-9]{1,3})x([0-9]{1,3})\+([0-9]{1,3})")


class PositionCommand(click.Command):
    """A command whose positions may begin with `-`: `-_r5-7` has an empty table and is no option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Mark such positions before options are looked for."""
        return super().parse_args(ctx, [_MARK + arg if _dashed(arg) else arg for arg in args])


def _dashed(argument: str) -> bool:
    return argument.startswith("-") and not argument.startswith("--") and is_position(argument)


def position_argument(name: str) -> Callable[[Function], Function]:
    """An optional argument that is a position, a file of positions, or `-`."""
    return click.argument(name, required=False, callback=_without_mark)


def _without_mark(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    return None if value is None else value.removeprefix(_MARK)


def unmarked(message: str) -> str:
    """An error's text in one line, without the marks."""
    return " ".join(message.replace(_MARK, "").replace("\\x00", "").split())


def edition_options(function: Function) -> Function:
    """The options of every command that has an edition and a deck and can answer in JSON."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Answer in JSON, one line for each position."),
        click.option(
            "--deck", metavar="DECK", help="standard, xp, raeuber, or colours, numbers, copies, jokers: 4x13x2+2."
        ),
        click.option("--rules", metavar="NAME[,KNOB=VALUE]", help="The edition; `melds rules` lists them."),
    ):
        function = option(function)
    return function


jsonl_option = click.option("--jsonl", metavar="FILE", help="Answer every JSON line of FILE (- is standard input).")


def common(function: Function) -> Function:
    """The options of every command of a single turn."""
    for option in (
        jsonl_option,
        click.option("--must-play", metavar="TILES", help='Rack tiles that must be played: "r5 J".'),
        click.option("--keep", metavar="TILES", help='Rack tiles that must stay on the rack: "r5 J".'),
    ):
        function = option(function)
    return edition_options(function)


def cluster_options(function: Function) -> Function:
    """Where the work of many positions is done."""
    for option in (
        click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler that does the work: tcp://host:8786."),
        click.option("--jobs", type=click.IntRange(1, MOST_JOBS), help="Processes of this machine."),
    ):
        function = option(function)
    return function


def closed_options(function: Function) -> Function:
    """What the Closed hands of an International game pay."""
    for option in (
        click.option("--closed", type=int, metavar="POINTS", help="What every Closed hand pays, without a sheet."),
        click.option("--sheet", metavar="FILE", help="A score sheet: what each type of Closed hand pays."),
    ):
        function = option(function)
    return function


def fields(
    rules: str | None,
    deck: str | None,
    keep: str | None = None,
    must_play: str | None = None,
    **others: Any,
) -> dict[str, Any]:
    """Options as fields of a request, which a JSON object's own fields override; what is not given is left out.

    Raises:
        InputError: a deck that is neither a name nor numbers.
    """
    match = _DECK.fullmatch(deck.replace(" ", "")) if deck else None
    if deck and not match and deck not in DECKS:
        raise InputError(
            f"deck cannot be {deck[:30]!r}, it must be one of {', '.join(DECKS)}, or numbers as in 4x13x2+2"
        )
    numbers = (
        dict(zip(("colours", "numbers", "copies", "jokers"), map(int, match.groups()), strict=True)) if match else deck
    )
    given = {
        "rules": rules,
        "deck": numbers,
        "keep": None if keep is None else keep.split(),
        "must_play": None if must_play is None else must_play.split(),
        **others,
    }
    return {name: value for name, value in given.items() if value is not None}
