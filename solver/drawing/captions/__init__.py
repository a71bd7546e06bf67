"""The words in pictures, one TOML file for each language beside this module."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from solver.deck import Tile, colour_of, number_of
from solver.errors import InputError
from solver.sets import TileSet

_FOLDER = Path(__file__).parent
LANGUAGES = tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))
DEFAULT_LANGUAGE = "en"


class LanguageError(InputError):
    """A language that has no catalogue."""


class Captions:
    """Words and phrases of one language."""

    def __init__(self, phrases: dict[str, Any]) -> None:
        self.phrases = phrases

    def __getitem__(self, name: str) -> str:
        return self.phrases[name]

    def tile(self, tile: Tile) -> str:
        """`red 5`, `joker`."""
        if not tile:
            return self["joker"]
        return self["tile"].format(colour=self.phrases["colours"][colour_of(tile)], number=number_of(tile))

    def tiles(self, tiles: tuple[Tile, ...]) -> str:
        """Tiles in a row."""
        return self["between"].join(map(self.tile, tiles)) or self["none"]

    def tile_set(self, tile_set: TileSet) -> str:
        """The tiles of a set, each joker with what it stands for."""
        stands = getattr(tile_set, "stands", (None,) * len(tile_set.tiles))
        words = [
            self.tile(tile) if tile else self._joker(tile_set, stand)
            for tile, stand in zip(tile_set.tiles, stands, strict=True)
        ]
        return self["between"].join(words)

    def _joker(self, tile_set: TileSet, stand: Tile | None) -> str:
        if stand is None:
            return self["joker_in_group"].format(number=getattr(tile_set, "number", ""))
        return self["joker_as"].format(tile=self.tile(stand))


@cache
def captions(language: str = DEFAULT_LANGUAGE) -> Captions:
    """The words of a language.

    Raises:
        LanguageError: it has no catalogue.
    """
    if language not in LANGUAGES:
        raise LanguageError(f"language cannot be {language[:30]!r}, it must be one of {', '.join(LANGUAGES)}")
    return Captions(tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8")))
