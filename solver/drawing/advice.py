"""What a draw would be worth, other turns, a turn that is spoken of, and the steps out of a mess, drawn for people."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from solver.deck import Tile
from solver.drawing.terminal import Lines, draw_position, draw_turn, grid, title_text
from solver.drawing.tiles import tile_text
from solver.position import Position
from solver.turn import Turn

Copies = Sequence[tuple[Tile, int]]
"""Tiles and how many there are of each."""


def draw_outs(position: Position, text: str, worth: Sequence[tuple[str, Copies]]) -> RenderableType:
    """A sentence, and unseen tiles by what they are worth, as often as there are copies of them."""
    rows = [(name, _copies(tiles), "") for name, tiles in worth]
    return Lines(*draw_position(position), Text(), title_text(text), grid(rows))


def _copies(tiles: Copies) -> Text:
    return Text(" ").join(Text.assemble(tile_text(tile), f"x{count}") for tile, count in tiles)


def draw_alternatives(position: Position, text: str, turns: Sequence[tuple[str, Turn]]) -> RenderableType:
    """A sentence, and turns one after another with what they are worth."""
    parts: list[RenderableType] = [*draw_position(position), Text(), title_text(text)]
    for number, (worth, turn) in enumerate(turns, start=1):
        parts += [Text(), title_text(f"{number}. {worth}"), *draw_turn(turn)]
    return Lines(*parts)


def draw_shown(text: str, turn: Turn | None) -> RenderableType:
    """A sentence, and the turn that it speaks of."""
    return Lines(title_text(text), *([] if turn is None else draw_turn(turn)))


def draw_mending(
    text: str, steps: Sequence[tuple[str, Sequence[Sequence[Tile]], Sequence[Tile]]], loose_name: str
) -> RenderableType:
    """The steps out of a torn-up table: the sentence, the piles and what is loose after each."""
    parts: list[RenderableType] = [title_text(text)]
    for number, (sentence, piles, loose) in enumerate(steps, start=1):
        rows = [(str(i), _row(pile), "") for i, pile in enumerate(piles, start=1)]
        rows += [(loose_name, _row(loose), "")] if loose else []
        parts += [Text(), title_text(f"{number}. {sentence}"), grid(rows)]
    return Lines(*parts)


def _row(tiles: Sequence[Tile]) -> Text:
    return Text(" ").join(map(tile_text, tiles))
