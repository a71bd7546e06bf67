"""The command group, and how the program ends: the exit code, one line for bad input, quietly when it is cut off."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

import click

from solver.cli.advice import alternatives, outs, rescue, why_not
from solver.cli.choices import draw, wins
from solver.cli.commands import check, openings, rules, solve
from solver.cli.games import play, replay, score
from solver.cli.hints import explain, hint
from solver.cli.options import unmarked
from solver.cli.puzzles import puzzles
from solver.cli.serving import serve
from solver.cli.svg import svg
from solver.errors import InputError
from solver.result import VERSION

BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


@click.group(
    commands=[
        *(solve, hint, explain, alternatives, why_not, outs, rescue, openings, check, svg, rules),
        *(draw, wins, score, play, replay, puzzles, serve),
    ],
    no_args_is_help=False,
)
@click.version_option(VERSION, message="%(prog)s %(version)s")
def melds() -> None:
    """Proven best turns in Rummikub, legal in the edition you play.

    A position is a line of table, rack and, for a player who has not opened, the points still needed, with a space or
    _ between: "r5-7.kbo9 b9j 30", "-" for an empty table or rack. An argument without space and _ is a file of
    positions or JSON objects; - is standard input.
    """


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code.

    0 a play, 1 no play or not legal, 2 bad input, 3 not proven within the limit; 130 interrupted, 141 nobody reads on.
    """
    try:
        code = _run(list(sys.argv[1:] if args is None else args))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # What is still in the buffer would raise once more when the interpreter closes it.
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return code


def _run(args: list[str]) -> int:
    try:
        with melds.make_context("melds", args) as context:
            return int(melds.invoke(context) or 0)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "melds"
        message = f"{error.format_message().rstrip('.')} (see {path} --help)"
    except (click.ClickException, InputError) as error:
        message = str(error)
    click.echo(f"melds: {unmarked(message)}", err=True)
    return BAD_INPUT
