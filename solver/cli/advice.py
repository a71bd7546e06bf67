"""The commands alternatives, outs, why-not, rescue: other turns, the next draw, a tile that stays, a torn-up table."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from solver.cli.commands import CODES, NO_PLAY, NOT_PROVEN, PLAY
from solver.cli.hints import LANGUAGE, LIMIT
from solver.cli.lines import no_argument, questions_of, show, write_json
from solver.cli.options import PositionCommand, common, fields, position_argument
from solver.cli.stream import answer_each
from solver.documents import (
    AlternativesRequest,
    Document,
    Request,
    RescueRequest,
    WhyNotRequest,
    alternatives_document,
    alternatives_request,
    outs_document,
    request,
    rescue_document,
    rescue_request,
    why_not_document,
    why_not_request,
)

if TYPE_CHECKING:
    from solver.alternatives import Alternatives
    from solver.hints.outs import Outs

Asked = TypeVar("Asked")
Found = TypeVar("Found")


def _answer(
    position: str | None,
    jsonl: str | None,
    given: Mapping[str, Any],
    read: Callable[[Mapping[str, Any]], Asked],
    run: Callable[[Asked], Found],
    write: Callable[[Found, Asked], Document],
    draw: Callable[[Found, Asked], None] | None,
    code: Callable[[Found], int],
) -> int:
    """Read, run, and write or (with `draw`) draw every question; the greatest exit code."""
    if jsonl:
        no_argument(position)
        return answer_each(jsonl, lambda asked: read({**given, **asked}), lambda asked: write(run(asked), asked))
    codes: list[int] = []
    for asked in questions_of(position, read, given):
        found = run(asked)
        if draw is None:
            write_json(write(found, asked))
        else:
            draw(found, asked)
        codes.append(code(found))
    return max(codes)


@click.command(cls=PositionCommand)
@position_argument("position")
@common
@click.option("--objective", metavar="TERMS", help="What counts, first things first: tiles,unbroken (the default).")
@click.option("--first", type=int, help="How many turns are shown (5).")
@click.option("--cap", type=int, help="How many equally good turns are counted at most (1000).")
@LIMIT
def alternatives(position: str | None, as_json: bool, jsonl: str | None, objective: str | None, **options: Any) -> int:
    """The best turns in POSITION that differ, how many are equally good, and whether the best is the only one.

    Exits as solve; with 3 also when the limit came before all were counted.
    """
    from solver.alternatives import alternatives as find

    def run(asked: AlternativesRequest) -> "Alternatives":
        one = asked.asked
        return find(one.position, one.rules, one.objective, asked.first, asked.cap, one.limit, one.work_limit)

    def draw(found: "Alternatives", _asked: AlternativesRequest) -> None:
        from solver.drawing import draw_alternatives

        turns = [
            (", ".join(f"{term} {value}" for term, value in values.items()), turn)
            for turn, values in zip(found.turns, found.values, strict=True)
        ]
        show(draw_alternatives(found.result.position, _how_many(found), turns))

    def code(found: "Alternatives") -> int:
        known = found.complete or found.count >= 1
        return CODES[found.result.status] if known and found.listed else NOT_PROVEN

    terms = objective.replace(",", " ").split() if objective is not None else None
    given = fields(**options, objective=terms)
    return _answer(
        position,
        jsonl,
        given,
        alternatives_request,
        run,
        lambda found, asked: alternatives_document(found, asked.asked.id),
        None if as_json else draw,
        code,
    )


def _how_many(found: "Alternatives") -> str:
    """How many turns are best, and how sure that is."""
    under = f"under {found.result.rules.name}"
    if not found.turns:
        return f"No play {under}" if found.complete else f"No turn found in time {under}, there may be one"
    if found.unique:
        return f"One turn is best {under}, proven"
    turns = "1 turn is" if found.count == 1 else f"{found.count} turns are"
    return f"{turns} best {under}" if found.complete else f"At least {turns} best {under}"


@click.command(cls=PositionCommand)
@position_argument("position")
@common
@LANGUAGE
@LIMIT
def outs(position: str | None, as_json: bool, jsonl: str | None, **options: Any) -> int:
    """What each tile that could be drawn in POSITION would let the player play, and which would end the game.

    Exits with 0 if a draw lets the player play, 1 if none does, 3 when the limit came before all was proven.
    """
    from solver.hints.outs import outs as find

    def draw(found: "Outs", asked: Request) -> None:
        from solver.drawing import draw_outs
        from solver.hints.telling import outs_text

        show(draw_outs(asked.position, outs_text(found, asked.language), _worth(found)))

    return _answer(
        position,
        jsonl,
        fields(**options),
        lambda asked: request(asked, "outs"),
        lambda asked: find(asked.position, asked.rules, asked.limit),
        outs_document,
        None if as_json else draw,
        lambda found: NOT_PROVEN if not found.proven else PLAY if found.playable else NO_PLAY,
    )


def _worth(found: "Outs") -> list[tuple[str, list[tuple[int, int]]]]:
    """Unseen tiles with their copies by what they are worth, the best first."""
    worth: dict[str, list[tuple[int, int]]] = {}
    for draw in sorted(found.draws, key=lambda draw: (not draw.ends, -draw.tiles)):
        worth.setdefault("ends" if draw.ends else f"plays {draw.tiles}", []).append((draw.tile, draw.copies))
    return list(worth.items())


@click.command("why-not", cls=PositionCommand)
@position_argument("position")
@click.argument("tile", required=False)
@common
@click.option("--objective", metavar="TERMS", help="What counts, first things first: tiles,unbroken (the default).")
@LANGUAGE
@LIMIT
def why_not(
    position: str | None, tile: str | None, as_json: bool, jsonl: str | None, objective: str | None, **options: Any
) -> int:
    """Why the best turn in POSITION leaves TILE of the rack: it costs something, or it cannot be played, or the rules
    forbid it.

    Exits with 0 if the tile can be played under these rules, 1 if not, 3 when the limit came before that was known.
    """
    from solver.hints.why_not import Answer, WhyNot
    from solver.hints.why_not import why_not as find

    def run(given: WhyNotRequest) -> WhyNot:
        asked = given.asked
        return find(asked.position, asked.rules, given.tile, asked.objective, asked.limit)

    def draw(found: WhyNot, given: WhyNotRequest) -> None:
        from solver.drawing import draw_shown
        from solver.hints.telling import why_not_text

        show(draw_shown(why_not_text(found, given.asked.language), None if found.shown is None else found.shown.turn))

    codes = {Answer.PLAYED: PLAY, Answer.COSTS: PLAY, Answer.UNKNOWN: NOT_PROVEN}
    terms = objective.replace(",", " ").split() if objective is not None else None
    given = fields(**options, objective=terms, tile=tile)
    return _answer(
        position,
        jsonl,
        given,
        why_not_request,
        run,
        why_not_document,
        None if as_json else draw,
        lambda found: codes.get(found.answer, NO_PLAY),
    )


@click.command(cls=PositionCommand)
@position_argument("position")
@position_argument("now")
@common
@LANGUAGE
@LIMIT
def rescue(position: str | None, now: str | None, as_json: bool, jsonl: str | None, **options: Any) -> int:
    """The way out of a torn-up table: to the nearest legal turn, or back.

    POSITION is that at the start of the turn. NOW is the table as it lies, in the same form, sets whole or not, with
    the tiles that lie about in place of the rack. Exits with 0 for a legal turn, 1 for the way back, 3 if the time was
    too short.
    """
    from solver.hints.rescue import Rescue
    from solver.hints.rescue import rescue as find

    def run(given: RescueRequest) -> Rescue:
        return find(given.position, given.asked.rules, given.now, given.loose, given.asked.limit)

    def draw(found: Rescue, given: RescueRequest) -> None:
        from solver.drawing import draw_mending
        from solver.hints.mending import rescue_steps, rescue_text
        from solver.hints.messages import catalogue

        language = given.asked.language
        steps = rescue_steps(found, language)
        shown = [(step.text, step.after.table, step.after.loose) for step in steps]
        show(draw_mending(rescue_text(found, language), shown, catalogue(language).say("screen.loose")))

    return _answer(
        position,
        jsonl,
        fields(**options, now=now),
        rescue_request,
        run,
        rescue_document,
        None if as_json else draw,
        lambda found: CODES[found.status],
    )
