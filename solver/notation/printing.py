"""Positions in the one-line form, as given and in the canonical form (docs/notation.md defines both)."""

from collections.abc import Sequence

from solver.deck import COLOURS, Tile, colour_of, number_of, tile_name
from solver.position import Position
from solver.sets import Run, TileSet, naturals


def format_line(position: Position, separator: str = " ") -> str:
    """The one-line form, sets and rack in the order given.

    The deck and the wishes (`keep`, `must_play`) are not in it.
    """
    table = ".".join(map(line_set, position.table)) or "-"
    others = "~" + ".".join(map(line_set, position.others)) if position.others else ""
    parts = [table + others, _rack(position.rack) or "-"]
    if position.to_open is not None:
        parts.append(str(position.to_open))
    if position.discard is not None:
        parts.append("d=" + _rack([position.discard]))
    if position.bonus is not None:
        parts.append("b=" + _rack([position.bonus]))
    if position.others_melded:
        parts.append("m=1")
    return separator.join(parts)


def canonical_line(position: Position) -> str:
    """The one text of all positions that differ only in the order of sets, of the rack, and of tiles in groups."""
    return format_line(position.canonical(), "_")


def line_set(tile_set: TileSet) -> str:
    """One table set in the one-line form: `r5-6jr7r8`, `rb7j`."""
    return _run(tile_set) if isinstance(tile_set, Run) else _group(tile_set.tiles, tile_set.number)


def _stretches(tiles: Sequence[Tile]) -> list[list[Tile]]:
    """The tiles cut wherever the next one is not the natural neighbour above; a joker is a piece of its own."""
    pieces: list[list[Tile]] = []
    for tile in tiles:
        if tile and pieces and pieces[-1][-1] and tile == pieces[-1][-1] + 1:
            pieces[-1].append(tile)
        else:
            pieces.append([tile])
    return pieces


def _range(piece: list[Tile]) -> str:
    return tile_name(piece[0]) + (f"-{number_of(piece[-1])}" if len(piece) > 1 else "")


def _run(run: Run) -> str:
    text = ""
    place = 0
    for piece in _stretches(run.tiles):
        text += _range(piece) if piece[0] else f"j{tile_name(run.stands[place])}"
        place += len(piece)
    return text


def _group(tiles: Sequence[Tile], number: int) -> str:
    """Colours that lie together share one number; jokers at the end stay bare where two naturals leave no doubt."""
    last = len(tiles)
    if len(naturals(tiles)) >= 2:
        while not tiles[last - 1]:
            last -= 1
    text = ""
    for i, tile in enumerate(tiles[:last]):
        text += COLOURS[colour_of(tile)] if tile else "j"
        if not tile or i + 1 == last or not tiles[i + 1]:
            text += str(number)
    return text + "j" * (len(tiles) - last)


def _rack(tiles: Sequence[Tile]) -> str:
    """Ranges and single tiles in the order given, `j` for each joker."""
    return "".join(_range(piece) if piece[0] else "j" for piece in _stretches(tiles))
