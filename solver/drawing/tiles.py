"""A tile in the terminal: its colour's letter and number, so that it reads without colour, on an ivory ground."""

from collections.abc import Iterable, Sequence

from rich.text import Text

from solver.deck import COLOURS, Tile, colour_of, tile_name
from solver.sets import Run, TileSet

_GROUND = "#f4ecd8"
_PLAYED_GROUND = "#ffe08a"
# In the order of COLOURS; white lies on a dark ground.
_INKS = ("#c00000", "#0040d0", "#000000", "#b04a00", "#007800", "#a000a0", "#ffffff", "#007878")
_JOKER_INK = "#8a0f6b"


def tile_text(tile: Tile, told: str = "", mark: str = "", *, played: bool = False) -> Text:
    """One tile: the mark before it, and what a joker stands for after it."""
    ground = _PLAYED_GROUND if played else _GROUND
    ink = _INKS[colour_of(tile)] if tile else _JOKER_INK
    if tile and COLOURS[colour_of(tile)] == "w":
        ground = "#404040"
    return Text.assemble((mark, "bold"), (tile_name(tile) + told, f"bold {ink} on {ground}"))


def told_jokers(tile_set: TileSet) -> list[str]:
    """For each tile of a set what its joker stands for, as the notation writes it (`=r7`, `=?7`)."""
    if isinstance(tile_set, Run):
        return [
            "" if tile else f"={tile_name(stand)}" for tile, stand in zip(tile_set.tiles, tile_set.stands, strict=True)
        ]
    return ["" if tile else f"=?{tile_set.number}" for tile in tile_set.tiles]


def set_text(tile_set: TileSet) -> Text:
    """A set without marks."""
    told = told_jokers(tile_set)
    return spaced(tile_text(tile, words) for tile, words in zip(tile_set.tiles, told, strict=True))


def rack_text(tiles: Sequence[Tile]) -> Text:
    """Tiles of a rack, `-` when it is empty."""
    return spaced(map(tile_text, tiles)) if tiles else Text("-")


def spaced(texts: Iterable[Text]) -> Text:
    """The texts with a blank between them, where a line may break."""
    return Text(" ").join(texts)
