"""The commands of whole games: score, play, replay. Each returns its exit code."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver.cli.choices import FOUND, sheet_of
from solver.cli.lines import bounded_lines, opened, show, whole_line, write_json
from solver.cli.options import closed_options, edition_options, fields
from solver.documents import Fields, chosen_deck, replay_document, score_request, scores_document
from solver.errors import InputError
from solver.rules import DEFAULT
from solver.rules import rules as rules_of

if TYPE_CHECKING:
    from solver.drawing import GameRow
    from solver.games.hand import Move
    from solver.games.record import Record

_JSON = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")


@click.command()
@click.argument("racks", nargs=-1, metavar="RACK...")
@click.option("--rules", metavar="NAME[,KNOB=VALUE]", help="The edition; `melds rules` lists them.")
@click.option("--way", type=click.Choice(["open", "finish", "closed"]), help="How an International game was won.")
@click.option("--points", type=int, help="What the Closed hand scores, before it is doubled.")
@click.option("--discard", metavar="TILE", help="The winner's last tile; needed in an International game.")
@click.option("--melded", metavar="NUMBERS", help='International: the players that have melded: "1 3", or none.')
@_JSON
def score(
    racks: tuple[str, ...],
    rules: str | None,
    way: str | None,
    points: int | None,
    discard: str | None,
    melded: str | None,
    as_json: bool,
) -> int:
    """What every player scores when a hand ends with these RACKs, each a list of tiles ("r5 J"), - that of the winner.

    Without a winner the pool is empty and somebody cannot or will not play.
    """
    from solver.games.scoring import score as scores_of

    given = {"racks": [*racks], "rules": rules, "way": way, "points": points, "discard": discard}
    asked = score_request({**given, "melded": None if melded is None else _melded(melded)})
    scores = scores_of(asked.rules, asked.racks, asked.ending, asked.deck)
    if as_json:
        write_json(scores_document(scores, asked.id))
    else:
        from solver.drawing import draw_scores

        show(draw_scores(scores))
    return FOUND


def _melded(text: str) -> list[int | str]:
    """The players' numbers; a word that is none is left to the reader of the request."""
    words = [] if text.strip() == "none" else text.replace(",", " ").split()
    return [int(word) if word.isdecimal() and len(word) < 9 else word for word in words]


@click.command()
@edition_options
@click.option("--players", type=int, default=2, help="How many play (2).")
@click.option("--seed", type=int, default=0, help="Which deal (0).")
@click.option("--strategy", "strategies", multiple=True, metavar="NAME", help="tiles, jokers, hold=3, jokers+hold=3.")
@click.option("--work-limit", type=float, default=1.0, help="Deterministic time for each search (1).")
@closed_options
@click.option("--log", metavar="FILE", help="Write the record of the game, for `melds replay`.")
def play(
    rules: str | None,
    players: int,
    seed: int,
    strategies: tuple[str, ...],
    deck: str | None,
    work_limit: float,
    sheet: str | None,
    closed: int | None,
    log: str | None,
    as_json: bool,
) -> int:
    """Play a whole game, the solver for every player, and show it with a line for each turn.

    One --strategy is that of all players, several are those of one after the other.
    """
    from solver.games.play import play as played

    edition = rules_of(rules or DEFAULT)
    used = chosen_deck(Fields(fields(None, deck)), edition)
    record = played(
        edition,
        players,
        seed,
        strategies or ("tiles",),
        chosen=used,
        work_limit=work_limit,
        sheet=sheet_of(sheet),
        closed_score=closed,
    )
    lines = record.lines()
    if log is not None:
        _write(log, lines)
    if as_json:
        click.echo("\n".join(lines))
    else:
        _show_game(record)
    return FOUND


def _write(name: str, lines: Sequence[str]) -> None:
    try:
        Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"cannot write the file {name!r}: {reason}") from None


@click.command()
@click.argument("log")
@_JSON
def replay(log: str, as_json: bool) -> int:
    """Play the game of a LOG again: each move through the referee, the scores computed anew.

    Ends with 2, and the line, where anything is not as the log says.
    """
    from solver.games.replay import replay as replayed

    with opened(log, "") as stream:
        lines = [whole_line(line).decode("utf-8", "replace") for line in bounded_lines(stream)]
    record = replayed(lines)
    if as_json:
        write_json(replay_document(record))
    else:
        _show_game(record)
    return FOUND


def _show_game(record: "Record") -> None:
    from solver.drawing import draw_game

    show(draw_game(*_game(record)))


def _game(record: "Record") -> "tuple[str, list[GameRow], str, tuple[int, ...]]":
    """Title, turns, ending and scores, as they are drawn."""
    setting, ending = record.setting, record.ending
    title = f"{setting.rules.name}, {setting.players} players, seed {setting.seed}"
    rows = [_row(move) for move in record.moves]
    if ending.winner is None:
        text = f"The pool is empty, and player {len(rows) % setting.players + 1} does not play"
    else:
        way = "" if ending.way is None else f": {ending.way.capitalize()}"
        text = f"Player {ending.winner + 1} wins{way}"
    return title, rows, text, record.scores


def _row(move: "Move") -> "GameRow":
    from solver.drawing import GameRow

    turn, drawn = move.turn, move.drawn
    opens = turn is not None and bool(turn.played) and move.position.to_open is not None
    note = "wins" if turn is not None and not turn.left else "opens" if opens else ""
    return GameRow(
        move.player + 1,
        None if drawn is None else drawn.tile,
        "" if drawn is None or drawn.source == "pool" else str(drawn.source),
        () if turn is None else turn.played,
        None if turn is None else turn.discard,
        len(move.rack),
        note,
    )
