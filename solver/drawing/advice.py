"""What a draw would be worth, other turns, and the turn that plays a tile, drawn for people."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from solver.drawing.terminal import Lines, draw_position, draw_turn, grid, title_text
from solver.drawing.tiles import tile_text

if TYPE_CHECKING:
    from solver.alternatives import Alternatives
    from solver.hints.outs import Out, Outs
    from solver.turn import Turn


def draw_outs(found: "Outs", text: str) -> RenderableType:
    """Unseen tiles by what they are worth, the best first, as often as there are copies of them."""
    worth: dict[tuple[bool, int], list[Out]] = {}
    for draw in sorted(found.draws, key=lambda draw: (not draw.ends, -draw.tiles)):
        worth.setdefault((draw.ends, draw.tiles), []).append(draw)
    rows = [(_worth(*key), _tiles(draws), "") for key, draws in worth.items()]
    return Lines(*draw_position(found.now.position), Text(), title_text(text), grid(rows))


def _worth(ends: bool, tiles: int) -> str:
    return "ends" if ends else f"plays {tiles}"


def _tiles(draws: "Sequence[Out]") -> Text:
    return Text(" ").join(Text.assemble(tile_text(draw.tile), f"x{draw.copies}") for draw in draws)


def draw_alternatives(found: "Alternatives") -> RenderableType:
    """The best turns that differ, with how many there are."""
    best = found.result
    parts: list[RenderableType] = [*draw_position(best.position), Text(), title_text(_how_many(found))]
    for number, (turn, values) in enumerate(zip(found.turns, found.values, strict=True), start=1):
        worth = ", ".join(f"{term} {value}" for term, value in values.items())
        parts += [Text(), title_text(f"{number}. {worth}"), *draw_turn(turn)]
    return Lines(*parts)


def _how_many(found: "Alternatives") -> str:
    under = f"under {found.result.rules.name}"
    if not found.turns:
        return f"No play {under}" if found.complete else f"No turn found in time {under}, there may be one"
    if found.unique:
        return f"One turn is best {under}, proven"
    return f"{'' if found.complete else 'At least '}{found.count} turns are best {under}"


def draw_shown(text: str, turn: "Turn | None") -> RenderableType:
    """A sentence, and the turn that it speaks of."""
    return Lines(title_text(text), *([] if turn is None else draw_turn(turn)))


def draw_mending(text: str, steps: Sequence[tuple[str, Sequence[Sequence[int]], Sequence[int]]]) -> RenderableType:
    """The steps out of a torn-up table: sentence, piles, and what is loose after each."""
    parts: list[RenderableType] = [title_text(text)]
    for number, (sentence, piles, loose) in enumerate(steps, start=1):
        rows = [(str(i), _row(pile), "") for i, pile in enumerate(piles, start=1)]
        rows += [("loose", _row(loose), "")] if loose else []
        parts += [Text(), title_text(f"{number}. {sentence}"), grid(rows)]
    return Lines(*parts)


def _row(tiles: Sequence[int]) -> Text:
    return Text(" ").join(map(tile_text, tiles))
