"""One answer in the terminal: the table before and after a turn, the openings of a rack, a verdict.

In the table after a turn every set keeps the number of the old set that it continues; `+` marks a tile from the rack,
`2>` one that came from set 2.
"""

from collections.abc import Sequence

from rich.console import Group as Lines
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from solver.deck import Tile, tile_name
from solver.drawing.tiles import rack_text, set_text, spaced, tile_text, told_jokers
from solver.position import Position
from solver.result import Result, Status
from solver.rules import Game
from solver.sets import Run, TileSet
from solver.turn import RACK, Turn

Row = tuple[str, Text, str]


def draw_result(result: Result) -> RenderableType:
    """A solve: the position, what was found and how sure that is, and the table after the turn."""
    return Lines(*draw_position(result.position), Text(), *draw_answer(result))


def draw_position(position: Position) -> list[RenderableType]:
    """The table and the rack before the turn, sets numbered from 1, sets of others from ~1, and what lies open."""
    rows = [(str(i + 1), set_text(tile_set), "") for i, tile_set in enumerate(position.table)]
    rows += [(f"~{i + 1}", set_text(tile_set), "") for i, tile_set in enumerate(position.others)]
    if position.others_melded and not position.others:
        rows.append(("others", Text("have melded"), ""))
    rows.append(("rack", rack_text(position.rack), ""))
    for name, tile in (("discard", position.discard), ("bonus", position.bonus)):
        rows += [] if tile is None else [(name, tile_text(tile), "")]
    return [title_text("Before"), grid(rows)]


def draw_answer(result: Result, before: str = "", editions: str = "") -> list[RenderableType]:
    """The answer alone, for a reader who has the position in view; `editions` are those that share it."""
    title = before + headline(result, editions or result.rules.name)
    parts: list[RenderableType] = [title_text(title), Text(_values(result), "dim")]
    if result.turn is not None:
        parts += draw_turn(result.turn)
    return parts


def headline(result: Result, editions: str) -> str:
    """What was found, under which rules, and how sure it is."""
    under = f"under {editions}"
    turn = result.turn
    played = f"{len(turn.played)} of {_count(result.position.rack)}" if turn else ""
    if turn is not None and turn.discard is not None:
        played += " and wins" if not turn.left else f", discards {tile_name(turn.discard)}"
    none = "draw a tile" if result.rules.game == Game.SABRA else "no tile may be discarded"
    return {
        Status.OPTIMAL: f"Best turn {under}: plays {played}, proven",
        Status.FEASIBLE: f"Best turn found in time {under}: plays {played}, not proven",
        Status.NO_PLAY: f"No play {under}, proven: {none}",
        Status.UNKNOWN: f"No turn found in time {under}, there may be one",
    }[result.status]


def _count(tiles: Sequence[Tile]) -> str:
    return f"{len(tiles)} tile" + ("" if len(tiles) == 1 else "s")


def _values(result: Result) -> str:
    """Each term's value, its bound where that is not reached, and the time."""
    words: list[str] = []
    for term in result.objective:
        if term in result.values:
            bound = result.bounds.get(term, result.values[term])
            words.append(
                f"{term} {result.values[term]}" + (f" (at most {bound})" if bound > result.values[term] else "")
            )
        elif term in result.bounds:
            words.append(f"{term} at most {result.bounds[term]}")
    return ", ".join([*words, f"{result.seconds * 1000:.1f} ms"])


def draw_turn(turn: Turn) -> list[RenderableType]:
    """The table after a turn with its marks, what stays on the rack, and what the marks mean."""
    rows: list[Row] = []
    for tile_set, places, home in zip(turn.after, turn.origin, homes(turn), strict=True):
        name = "new" if home is None else str(home + 1)
        same = home is not None and turn.position.table[home].key() == tile_set.key()
        rows.append((name, _marked(tile_set, places, home), "unchanged" if same else ""))
    for i, (tile_set, places) in enumerate(zip(turn.others, turn.others_origin, strict=True)):
        rows.append((f"~{i + 1}", _marked(tile_set, places, i), "" if RACK in places else "unchanged"))
    rows.append(("rack", rack_text(turn.left), ""))
    rows += [] if turn.discard is None else [("discard", tile_text(turn.discard), "")]
    legend = _legend(turn)
    return [Text(), title_text("After"), grid(rows), *([Text(legend, "dim")] if legend else [])]


def homes(turn: Turn) -> list[int | None]:
    """For each new set the old set of its kind that it continues: the one it has most tiles of, two or more; else None.

    Each old set is continued once. This is a matter of drawing, not the objective's `unbroken`.
    """
    shared = sorted(
        (-places.count(old), old, new)
        for new, places in enumerate(turn.origin)
        for old in set(places) - {RACK}
        if places.count(old) > 1 and isinstance(turn.after[new], Run) == isinstance(turn.position.table[old], Run)
    )
    found: dict[int, int] = {}
    for _, old, new in shared:
        if new not in found and old not in found.values():
            found[new] = old
    return [found.get(new) for new in range(len(turn.after))]


def _marked(tile_set: TileSet, places: Sequence[int], home: int | None) -> Text:
    texts: list[Text] = []
    for tile, told, place in zip(tile_set.tiles, told_jokers(tile_set), places, strict=True):
        mark = "+" if place == RACK else "" if place == home else f"{place + 1}>"
        texts.append(tile_text(tile, told, mark, played=place == RACK))
    return spaced(texts)


def _legend(turn: Turn) -> str:
    """The marks that occur, explained."""
    words: list[str] = []
    moved = [
        place + 1
        for places, home in zip(turn.origin, homes(turn), strict=True)
        for place in places
        if place not in (RACK, home)
    ]
    if any(RACK in places for places in (*turn.origin, *turn.others_origin)):
        words.append("+ from the rack")
    if moved:
        words.append(f"{moved[0]}> from set {moved[0]}")
    if turn.others:
        words.append("~1 a set of another player")
    joker = next((told for tile_set in (*turn.after, *turn.others) for told in told_jokers(tile_set) if told), "")
    if joker:
        words.append(f"J{joker} a joker and what it stands for")
    return ", ".join(words)


def draw_openings(openings: Sequence[tuple[TileSet, ...]], summary: Sequence[str]) -> RenderableType:
    """The sentences of the summary, then each opening on a line with its number of tiles."""
    rows: list[Row] = []
    for i, opening in enumerate(openings):
        tiles = sum(len(tile_set.tiles) for tile_set in opening)
        rows.append((str(i + 1), Text(" | ").join(map(set_text, opening)), f"{tiles} tiles"))
    return Lines(*map(title_text, summary[:1]), *map(Text, summary[1:]), grid(rows))


def draw_verdict(legal: bool, rules_name: str, broken: Sequence[str]) -> RenderableType:
    """Legal or not, and a sentence for each broken rule."""
    if legal:
        return Text(f"Legal under {rules_name}", "bold green")
    rows: list[Row] = [(str(i + 1), Text(sentence), "") for i, sentence in enumerate(broken)]
    return Lines(Text(f"Not legal under {rules_name}", "bold red"), grid(rows))


def title_text(text: str) -> Text:
    return Text(text, "bold")


def grid(rows: Sequence[Row]) -> Table:
    """Rows of a name, tiles that may wrap, and a note."""
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="dim", no_wrap=True, min_width=4)
    table.add_column()
    table.add_column(style="dim", no_wrap=True)
    for name, tiles, note in rows:
        table.add_row(name, tiles, note)
    return table
