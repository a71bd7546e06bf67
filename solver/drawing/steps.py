"""The steps of a turn in the terminal: what lies together, with marks on what has moved."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.console import RenderableType
from rich.text import Text

from solver.deck import Tile
from solver.drawing.terminal import Row, grid
from solver.drawing.tiles import spaced, tile_text


class Lying(NamedTuple):
    """Tiles that lie together under a name; for each what a joker stands for (`=r7`) and the mark before it."""

    name: str
    tiles: Sequence[Tile]
    told: Sequence[str]
    marks: Sequence[str]


def draw_lying(lines: Sequence[Lying]) -> RenderableType:
    """Tiles in lines, those with a mark on a ground of their own."""
    rows: list[Row] = []
    for line in lines:
        texts = [
            tile_text(tile, told, mark, played=bool(mark))
            for tile, told, mark in zip(line.tiles, line.told, line.marks, strict=True)
        ]
        rows.append((line.name, spaced(texts) if texts else Text("-"), ""))
    return grid(rows)
