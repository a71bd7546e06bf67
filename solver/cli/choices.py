"""The commands of a choice in American and International games: draw and wins. Each returns its exit code."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver.cli.lines import no_argument, requests_of, show, write_json
from solver.cli.options import (
    PositionCommand,
    closed_options,
    edition_options,
    fields,
    jsonl_option,
    position_argument,
)
from solver.cli.stream import answer_lines
from solver.documents import Request, draw_document, wins_document

if TYPE_CHECKING:
    from solver.games.draw import Draw, DrawAdvice
    from solver.games.international import BestWins, Choice
    from solver.games.sheets import Sheet

FOUND, NONE, NOT_PROVEN = 0, 1, 3
_NAMES = {"discard": "the previous discard", "bonus": "the bonus tile"}


def sheet_of(name: str | None) -> "Sheet | None":
    """The score sheet in a file, None where no file is named."""
    if name is None:
        return None
    from solver.games.sheets import read_sheet

    return read_sheet(Path(name))


@click.command(cls=PositionCommand)
@position_argument("position")
@edition_options
@jsonl_option
@closed_options
@click.option("--limit", type=float, help="Seconds to search (10).")
def draw(
    position: str | None, as_json: bool, jsonl: str | None, sheet: str | None, closed: int | None, **options: Any
) -> int:
    """Which draw to choose in POSITION, the rack before the draw: the discard (d=), the bonus tile (b=), or the pool?

    Exits with 0 for a tile in sight, 1 for the pool, 3 when the limit came before the proof.
    """
    paid, given = sheet_of(sheet), fields(**options)

    def advised(asked: Request) -> "DrawAdvice":
        from solver.games.draw import draw_advice

        return draw_advice(asked.position, asked.rules, paid, closed, asked.objective, asked.limit, asked.work_limit)

    if jsonl:
        no_argument(position)
        return answer_lines(jsonl, "solve", given, lambda asked: draw_document(advised(asked), asked.id))
    return max(_show_draw(asked, advised(asked), as_json) for asked in requests_of(position, "solve", given))


def _show_draw(asked: Request, advice: "DrawAdvice", as_json: bool) -> int:
    best = advice.best
    if as_json:
        write_json(draw_document(advice, asked.id))
    else:
        from solver.drawing import draw_choice

        answers = [(str(draw.source), _draw_words(draw)) for draw in advice.draws]
        name = {"discard": "the previous discard", "bonus": "the bonus tile"}.get(
            best.source if best else "", "the pool"
        )
        title = f"Best draw under {asked.rules.name}: {name}"
        show(draw_choice(asked.position, answers, title, None if best is None else best.turn))
    if not advice.proven:
        return NOT_PROVEN
    return NONE if best is None else FOUND


def _draw_words(draw: "Draw") -> str:
    """What a draw comes to."""
    if draw.refused:
        return f"no: {draw.refused}"
    if draw.turn is None:
        return "no turn was found with it"
    if draw.wins:
        return "wins" + (f" {draw.way.capitalize()}, {draw.score} points" if draw.way else "")
    plays = f"{'opens, ' if draw.opens else ''}plays {len(draw.turn.played)}"
    if draw.gain > 0:
        return f"{plays}, {draw.gain} more of the rack than without it"
    return f"{plays}, no more of the rack than without it"


@click.command(cls=PositionCommand)
@position_argument("position")
@edition_options
@jsonl_option
@closed_options
@click.option("--bonus", is_flag=True, help="The tile drawn is the bonus tile: an Open win is not allowed.")
@click.option("--limit", type=float, help="Seconds to search (10).")
def wins(
    position: str | None,
    as_json: bool,
    jsonl: str | None,
    sheet: str | None,
    closed: int | None,
    bonus: bool,
    **options: Any,
) -> int:
    """The ways to win an International game in POSITION: Closed, Finish and Open, what each pays, and which to choose.

    Exits with 0 for a win, 1 for none, 3 when the limit came before the proof.
    """
    paid = sheet_of(sheet)
    given = fields(**{**options, "rules": options["rules"] or "international-1978"})

    def ways_of(asked: Request) -> "BestWins":
        from solver.games.international import best_wins

        limits = asked.limit, asked.work_limit
        return best_wins(asked.position, asked.rules, paid, closed, asked.objective, *limits, from_bonus=bonus)

    if jsonl:
        no_argument(position)
        return answer_lines(jsonl, "solve", given, lambda asked: wins_document(ways_of(asked), asked.id))
    return max(_show_wins(asked, ways_of(asked), as_json) for asked in requests_of(position, "solve", given))


def _show_wins(asked: Request, found: "BestWins", as_json: bool) -> int:
    best = found.best
    if as_json:
        write_json(wins_document(found, asked.id))
    else:
        from solver.drawing import draw_choice

        won = f"{best.way}, {best.score} points" if best and best.wins else "no win"
        title = f"Best under {asked.rules.name}: {won}{', proven' if found.proven else ', not proven'}"
        answers = [(str(choice.way), _way_words(choice)) for choice in found.choices]
        show(draw_choice(asked.position, answers, title, best.turn if best else None))
    if not found.proven:
        return NOT_PROVEN
    return FOUND if best and best.wins else NONE


def _way_words(choice: "Choice") -> str:
    """What a way to win comes to."""
    if choice.refused:
        return f"no: {choice.refused}"
    if choice.turn is None:
        return "no" if choice.status == "no_play" else "none found in time"
    if not choice.wins:
        return f"no win, plays {len(choice.turn.played)}"
    row = choice.hand.row if choice.hand else None
    return f"{choice.score} points{f', {row.name}' if row else ''}"
