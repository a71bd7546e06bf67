"""Tiles as a player names them, in the words of a language's catalogue."""

from collections.abc import Sequence
from dataclasses import dataclass

from solver.deck import COLOURS, Tile, colour_of, number_of
from solver.hints.messages import Catalogue


@dataclass(frozen=True, slots=True)
class Names:
    """The names of tiles in a language."""

    words: Catalogue

    def colour(self, tile: Tile) -> str:
        """`red`."""
        return self.words.say(f"colours.{COLOURS[colour_of(tile)]}")

    def tile(self, tile: Tile) -> str:
        """`red 5`, for a natural tile."""
        return self.words.say("tiles.natural", colour=self.colour(tile), number=number_of(tile))

    def span(self, key: str, first: Tile, last: Tile) -> str:
        """A message about all tiles from one to another."""
        return self.words.say(key, colour=self.colour(first), first=number_of(first), last=number_of(last))

    def series(self, tiles: Sequence[Tile], stands: Sequence[Tile] = (), joker: str = "tiles.joker") -> str:
        """Tiles one after another, three or more neighbours of a colour in one: `red 5 to 8 and a joker`.

        `stands` tells what each tile stands for where that is to be said of jokers, 0 where it is open.
        """
        names: list[str] = []
        place = 0
        while place < len(tiles):
            end = place + 1
            while tiles[place] and end < len(tiles) and tiles[end] == tiles[end - 1] + 1:
                end += 1
            if end - place > 2:
                names.append(self.span("tiles.stretch", tiles[place], tiles[end - 1]))
                place = end
                continue
            stand = stands[place] if stands else 0
            names.append(
                self.tile(tiles[place])
                if tiles[place]
                else self.words.say("tiles.joker_as", tile=self.tile(stand))
                if stand
                else self.words.say(joker)
            )
            place += 1
        return self.words.series(names)
