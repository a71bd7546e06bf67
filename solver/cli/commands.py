"""The commands of a single turn: solve, openings, check, rules. Each returns its exit code.

The solver is loaded only by a command that needs it, and rich only to draw.
"""

from typing import TYPE_CHECKING, Any

import click

from solver.cli.lines import no_argument, requests_of, show, sources, write_json
from solver.cli.options import PositionCommand, cluster_options, common, fields, position_argument
from solver.cli.stream import answer_lines
from solver.documents import (
    ORDERS,
    WINS,
    Document,
    Request,
    editions_document,
    openings_document,
    presets_document,
    request,
    result_document,
    rules_document,
    same_answers,
    verdict_document,
)
from solver.errors import InputError
from solver.result import Result, Status
from solver.rules import PRESETS
from solver.rules import rules as rules_of

if TYPE_CHECKING:
    from solver.openings import Openings

PLAY, NO_PLAY, NOT_PROVEN = 0, 1, 3
CODES = {Status.OPTIMAL: PLAY, Status.NO_PLAY: NO_PLAY, Status.FEASIBLE: NOT_PROVEN, Status.UNKNOWN: NOT_PROVEN}


@click.command(cls=PositionCommand)
@position_argument("position")
@common
@click.option("--objective", metavar="TERMS", help="What counts, first things first: tiles,unbroken (the default).")
@click.option("--limit", type=float, help="Seconds to search (10).")
@click.option("--work-limit", type=float, help="Deterministic time to search, for answers that repeat exactly.")
@cluster_options
def solve(
    position: str | None,
    as_json: bool,
    jsonl: str | None,
    objective: str | None,
    limit: float | None,
    work_limit: float | None,
    jobs: int | None,
    cluster: str | None,
    **options: Any,
) -> int:
    """The best turn in POSITION, under one edition or (--rules all) under every edition.

    Exits with 0 for a play, 1 for none, 3 when the limit came before the proof.
    """
    every = options["rules"] == "all"
    if every and (jsonl or work_limit is not None):
        raise click.UsageError(f"--rules all does not go with {'--jsonl' if jsonl else '--work-limit'}")
    options["rules"] = None if every else options["rules"]
    terms = objective.replace(",", " ").split() if objective is not None else None
    given = fields(**options, objective=terms, limit=limit, work_limit=work_limit)
    spread = jobs is not None or cluster is not None
    if spread and not jsonl:
        raise click.UsageError("--jobs and --cluster are for many positions, they go with --jsonl")
    if jsonl:
        no_argument(position)
    if jsonl and spread:
        from solver.executors import workers

        with workers(jobs or 1, cluster) as crew:
            return answer_lines(jsonl, "solve", given, _solved, crew)
    if jsonl:
        return answer_lines(jsonl, "solve", given, _solved)
    requests = requests_of(position, "solve", given)
    return max(_show_editions(asked, as_json) if every else _show_result(asked, as_json) for asked in requests)


def _solved(asked: Request) -> Document:
    return result_document(best(asked), asked.id)


def best(asked: Request) -> Result:
    """The best turn in the position that is asked about."""
    from solver.solve import solve as best_turn

    return best_turn(asked.position, asked.rules, asked.objective, asked.limit, asked.work_limit)


def _show_result(asked: Request, as_json: bool) -> int:
    result = best(asked)
    if as_json:
        write_json(result_document(result, asked.id))
    else:
        from solver.drawing import draw_result

        show(draw_result(result))
    return CODES[result.status]


def _show_editions(asked: Request, as_json: bool) -> int:
    from solver.editions import compare

    editions = compare(asked.position, asked.objective, asked.limit, own_points=asked.own_points)
    if as_json:
        write_json(editions_document(editions, asked.id))
    else:
        from solver.drawing import draw_editions

        groups = same_answers(editions)
        show(draw_editions([[(each.rules, each.result, each.cost) for each in group] for group in groups]))
    codes = {CODES[edition.result.status] for edition in editions}
    return next(code for code in (NOT_PROVEN, PLAY, NO_PLAY) if code in codes)


@click.command(cls=PositionCommand)
@position_argument("position")
@common
@click.option("--order", type=click.Choice(ORDERS), help="Which openings come first (fewest_tiles).")
@click.option("--first", type=int, help="How many openings are shown (20).")
@click.option("--limit", type=float, help="Seconds to search (10).")
def openings(
    position: str | None,
    as_json: bool,
    jsonl: str | None,
    order: str | None,
    first: int | None,
    limit: float | None,
    **options: Any,
) -> int:
    """The ways to make the initial meld from the rack of POSITION.

    A position without points needs those of the rules. Exits with 0 for an opening, 1 for none.
    """
    given = fields(**options, order=order, first=first, limit=limit)
    if jsonl:
        no_argument(position)
        return answer_lines(jsonl, "openings", given, lambda asked: openings_document(_openings(asked), asked.id))
    return max(_show_openings(asked, as_json) for asked in requests_of(position, "openings", given))


def _openings(asked: Request) -> "Openings":
    from solver.openings import openings as openings_of

    return openings_of(asked.position, asked.rules, order=asked.order, first=asked.first, limit=asked.limit)


def _show_openings(asked: Request, as_json: bool) -> int:
    found = _openings(asked)
    if as_json:
        write_json(openings_document(found, asked.id))
    else:
        from solver.drawing import draw_openings

        count = f"{'' if found.complete else 'at least '}{found.count} opening{'' if found.count == 1 else 's'}"
        worth = f"worth {asked.position.to_open} or more under {asked.rules.name}"
        summary = [f"{count} {worth}, {len(found.openings)} shown"]
        extremes = {
            "fewest tiles": found.min_tiles,
            "most tiles": found.max_tiles,
            "most points": found.max_points,
        }
        if known := ", ".join(f"{name} {value}" for name, value in extremes.items() if value is not None):
            summary.append(known)
        show(draw_openings(found.openings, summary))
    if found.count:
        return PLAY
    return NO_PLAY if found.complete else NOT_PROVEN


@click.command(cls=PositionCommand)
@position_argument("before")
@position_argument("after")
@common
@click.option("--win", type=click.Choice(WINS), help="The way to win that the turn claims.")
def check(before: str | None, after: str | None, as_json: bool, jsonl: str | None, **options: Any) -> int:
    """Is the turn from BEFORE to AFTER legal, and if not, which rules does it break? AFTER's rack is ignored.

    In American and International games AFTER has the sets of the others after the turn (~) and the discard (d=).

    Exits with 0 for a legal turn, 1 for an illegal one.
    """
    given = fields(**options)
    if jsonl:
        no_argument(before)
        return answer_lines(jsonl, "check", given, _check)
    if after is None:
        raise click.UsageError(f"Missing argument '{'BEFORE' if before is None else 'AFTER'}'")
    asked = request({**_one(before), **_turn(_one(after))}, "check", given)
    document = _check(asked)
    if as_json:
        write_json(document)
    else:
        from solver.drawing import draw_verdict

        show(draw_verdict(document["legal"], asked.rules.name, [broken["text"] for broken in document["broken"]]))
    return PLAY if document["legal"] else NO_PLAY


def _check(asked: Request) -> Document:
    from solver.referee import check as verdict_on

    told = asked.others_after, asked.discarded, asked.win
    verdict = verdict_on(asked.position, asked.after, asked.rules, *told)
    return verdict_document(verdict, asked.id)


def _one(argument: str | None) -> Document:
    """The only position that an argument names, as fields."""
    found = sources(argument or "")
    if len(found) > 1:
        raise InputError(f"{argument} holds {len(found)} positions, check takes one")
    source = found[0][1]
    return {"position": source} if isinstance(source, str) else source


def _turn(fields_of_after: Document) -> Document:
    """What of a position after the turn is judged, as fields: all of it in a line, or own sets, others' and discard."""
    if "position" in fields_of_after:
        return {"after": fields_of_after["position"]}
    names = {"table": "after", "others": "others_after", "discard": "discarded"}
    return {names[name]: value for name, value in fields_of_after.items() if name in names}


@click.command()
@click.argument("preset", required=False)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def rules(preset: str | None, as_json: bool) -> int:
    """The editions, or every knob of one: PRESET[,KNOB=VALUE]."""
    chosen = None if preset is None else rules_of(preset)
    if as_json:
        write_json(presets_document() if chosen is None else rules_document(chosen))
    else:
        from solver.drawing import draw_preset, draw_presets

        show(draw_presets(list(PRESETS.values())) if chosen is None else draw_preset(chosen))
    return PLAY
