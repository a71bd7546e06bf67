"""Whole games in the terminal: a line for each turn, scores, and the choice of a draw or of a way to win."""

from collections.abc import Sequence
from typing import NamedTuple

from rich import box
from rich.console import Group as Lines
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from solver.deck import Tile
from solver.drawing.terminal import Row, draw_position, draw_turn, grid, title_text
from solver.drawing.tiles import rack_text, tile_text
from solver.position import Position
from solver.turn import Turn


class GameRow(NamedTuple):
    """A turn of a game: players are counted from 1, `source` is where the tile was drawn if not from the pool."""

    player: int
    drawn: Sequence[Tile]
    source: str
    played: Sequence[Tile]
    discard: Tile | None
    left: int
    note: str


def draw_game(title: str, rows: Sequence[GameRow], ending: str, scores: Sequence[int]) -> RenderableType:
    """A game compactly, a line for each turn in which things stand as they happen, then the ending and the scores."""
    discards = any(row.discard is not None for row in rows)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    middle = ("draws", "plays", "discards") if discards else ("plays", "draws")
    for heading in ("turn", "player", *middle, "left", ""):
        table.add_column(heading, justify="left" if heading in middle else "right", no_wrap=heading != "plays")
    for number, row in enumerate(rows, start=1):
        drawn = rack_text(row.drawn) + Text(f" {row.source}" if row.source else "")
        plays = rack_text(row.played)
        cells = (drawn, plays, _tile(row.discard)) if discards else (plays, drawn)
        table.add_row(str(number), str(row.player), *cells, str(row.left), Text(row.note))
    return Lines(title_text(title), Text(), table, Text(), title_text(ending), draw_scores(scores))


def _tile(tile: Tile | None) -> Text:
    return Text("-") if tile is None else tile_text(tile)


def draw_scores(scores: Sequence[int]) -> RenderableType:
    """The score of each player."""
    return grid([(f"player {i}", Text(f"{score:+d}" if score else "0"), "") for i, score in enumerate(scores, start=1)])


def draw_choice(
    position: Position, answers: Sequence[tuple[str, str]], title: str, turn: Turn | None
) -> RenderableType:
    """What each choice comes to, which is best, and the turn that it leads to."""
    rows: list[Row] = [(name, Text(text), "") for name, text in answers]
    turns = [] if turn is None else draw_turn(turn)
    return Lines(*draw_position(position), Text(), title_text(title), grid(rows), *turns)
