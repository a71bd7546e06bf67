"""The commands hint and explain: as much of the best turn as is asked for, in a player's language."""

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from solver.cli.commands import CODES, best
from solver.cli.lines import no_argument, requests_of, show, write_json
from solver.cli.options import PositionCommand, common, fields, position_argument
from solver.cli.stream import answer_lines
from solver.documents import Request, explanation_document, hint_document

if TYPE_CHECKING:
    from solver.deck import Tile
    from solver.drawing import Lying
    from solver.hints.messages import Catalogue
    from solver.hints.steps import Explanation, Pile, Step

LIMIT = click.option("--limit", type=float, help="Seconds to search (10).")
LANGUAGE = click.option("--language", metavar="CODE", help="The language of the sentences: en (the default), zh-Hans.")


@click.command(cls=PositionCommand)
@position_argument("position")
@common
@click.option("--level", type=int, help="How much to tell, 1 (is there a play?) to 6 (every step).")
@LANGUAGE
@LIMIT
def hint(position: str | None, as_json: bool, jsonl: str | None, **options: Any) -> int:
    """A hint at the best turn in POSITION, and no more than the level tells.

    1 is there a play, 2 how many tiles, 3 which, 4 which sets are touched, 5 the first step, 6 all steps. Exits as
    solve does.
    """
    given = fields(**options)
    if jsonl:
        no_argument(position)
        return answer_lines(
            jsonl, "hint", given, lambda asked: hint_document(best(asked), asked.level, asked.language, asked.id)
        )
    return max(_show_hint(asked, as_json) for asked in requests_of(position, "hint", given))


def _show_hint(asked: Request, as_json: bool) -> int:
    result = best(asked)
    if as_json:
        write_json(hint_document(result, asked.level, asked.language, asked.id))
    else:
        from solver.hints.levels import hint as told

        found = told(result, asked.level, asked.language)
        click.echo(found.text)
        if asked.level > 5 and found.explanation is not None:
            _show_steps(found.explanation, asked.language)
    return CODES[result.status]


@click.command(cls=PositionCommand)
@position_argument("position")
@common
@LANGUAGE
@LIMIT
def explain(position: str | None, as_json: bool, jsonl: str | None, **options: Any) -> int:
    """The best turn in POSITION step by step; in a terminal a key leads to the next one."""
    given = fields(**options)
    if jsonl:
        no_argument(position)
        return answer_lines(
            jsonl, "explain", given, lambda asked: explanation_document(best(asked), asked.language, asked.id)
        )
    return max(_show_explanation(asked, as_json) for asked in requests_of(position, "explain", given))


def _show_explanation(asked: Request, as_json: bool) -> int:
    result = best(asked)
    if as_json:
        write_json(explanation_document(result, asked.language, asked.id))
        return CODES[result.status]
    from solver.hints.levels import hint as told
    from solver.hints.steps import explain as steps_of

    click.echo(told(result, 2, asked.language).text)
    if result.turn is not None:
        explained = steps_of(result.turn, result.rules)
        _show_before(explained, asked.language)
        _show_steps(explained, asked.language)
    return CODES[result.status]


def _show_before(explained: "Explanation", language: str) -> None:
    """The table and the rack as they are."""
    from solver.drawing import draw_lying
    from solver.hints.messages import catalogue
    from solver.hints.steps import first_piles

    screen = _Screen(catalogue(language), explained)
    click.echo()
    show(draw_lying([*screen.piles(first_piles(explained), {}), screen.rack(explained.tiles.rack)]))


def _show_steps(explained: "Explanation", language: str) -> None:
    """Every step with the sets in which it moves tiles, in a terminal one at a time and with the whole table."""
    from solver.drawing import draw_lying
    from solver.hints.messages import catalogue
    from solver.hints.steps import sentences

    words = catalogue(language)
    screen = _Screen(words, explained)
    stepping = _stepping()
    for number, (step, text) in enumerate(zip(explained.steps, sentences(explained, language), strict=True), start=1):
        if stepping and number > 1 and _key(words) in ("q", "Q", "\x1b"):
            return
        click.echo()
        click.echo(click.style(words.say("screen.step", number=number, step=text), bold=True))
        show(draw_lying(list(screen.after(step, whole=stepping))))
    said = "screen.fewest" if explained.fewest else "screen.movements"
    click.echo("\n" + words.say(said, movements=words.count("counts.movements", explained.movements)))
    click.echo(words.say("screen.legend"))


def _stepping() -> bool:
    """Is there somebody at a terminal?"""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _key(words: "Catalogue") -> str:
    """The key that leads on."""
    click.echo("\n" + words.say("screen.next") + " ", nl=False)
    key = click.getchar()
    click.echo()
    return key


class _Screen:
    """What lies on the table as lines to be drawn."""

    def __init__(self, words: "Catalogue", explained: "Explanation") -> None:
        self.words, self.tiles = words, explained.tiles
        self.own, self.all = len(self.tiles.table), len(self.tiles.table) + len(self.tiles.others)

    def after(self, step: "Step", *, whole: bool) -> "Iterator[Lying]":
        """The table after a step and the rack, or only the rows and the rack tiles that it is about."""
        marks = dict.fromkeys(step.moved, "+" if step.from_rack else ">")
        rows = {step.row, *(pile.row for pile in (step.source, step.made) if pile is not None)}
        loose = -1 if step.freed is None else step.freed
        piles = [*step.table, *step.others]
        yield from self.piles([pile for pile in piles if whole or pile.row in rows or loose in pile.ids], marks)
        if whole or step.row < 0:
            yield self.rack(step.rack)

    def piles(self, piles: "Sequence[Pile]", marks: dict[int, str]) -> "Iterator[Lying]":
        """Piles under the number of their row, with their marks."""
        from solver.drawing import Lying

        for pile in piles:
            yield Lying(self.name(pile.row), pile.tiles, pile.told(), [marks.get(tile, "") for tile in pile.ids])

    def name(self, row: int) -> str:
        """Own sets from 1, others' from ~1; a new set; a joker in the hand."""
        if row < 0:
            return self.words.say("screen.freed")
        if row < self.own:
            return str(row + 1)
        return f"~{row - self.own + 1}" if row < self.all else self.words.say("screen.new")

    def rack(self, ids: Sequence[int]) -> "Lying":
        """What is on the rack."""
        from solver.drawing import Lying

        tiles: list[Tile] = [self.tiles.tiles[tile] for tile in ids]
        return Lying(self.words.say("screen.rack"), tiles, [""] * len(tiles), [""] * len(tiles))
