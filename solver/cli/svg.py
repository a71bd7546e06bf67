"""The command `svg`: a position, or the best turn in it, as a picture."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver.cli.commands import CODES, PLAY
from solver.cli.commands import best as best_turn
from solver.cli.lines import requests_of
from solver.cli.options import PositionCommand, fields, position_argument
from solver.errors import InputError

if TYPE_CHECKING:
    from solver.turn import Turn


@click.command(cls=PositionCommand)
@position_argument("position")
@click.option("--rules", metavar="NAME[,KNOB=VALUE]", help="The edition; `melds rules` lists them.")
@click.option("--deck", metavar="DECK", help="standard, xp, raeuber, or colours, numbers, copies, jokers: 4x13x2+2.")
@click.option("--best", is_flag=True, help="Solve, and draw the position before and after the best turn.")
@click.option("--limit", type=float, help="Seconds to search (10), with --best.")
@click.option("--language", metavar="LANGUAGE", default="en", help="Of the words in the picture: en, zh-Hans.")
@click.option("-o", "--output", metavar="FILE", help="Where to write the picture (standard output).")
def svg(
    position: str | None,
    rules: str | None,
    deck: str | None,
    best: bool,
    limit: float | None,
    language: str,
    output: str | None,
) -> int:
    """Draw POSITION as an SVG picture, with --best also the best turn: played tiles and moved ones are marked.

    Exits with 0; with --best as `melds solve` does.
    """
    from solver.drawing.captions import captions
    from solver.drawing.svg import draw_svg

    words = captions(language)
    requests = requests_of(position, "solve", fields(rules, deck, limit=limit))
    if len(requests) > 1:
        raise InputError(f"{position} holds {len(requests)} positions, svg takes one")
    asked, code = requests[0], PLAY
    turn: Turn | None = None
    if best:
        result = best_turn(asked)
        turn, code = result.turn, CODES[result.status]
    picture = draw_svg(asked.position, turn, words)
    if output is None:
        click.echo(picture, nl=False)
    else:
        _write(output, picture)
    return code


def _write(name: str, text: str) -> None:
    try:
        Path(name).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"cannot write the file {name!r}: {reason}") from None
