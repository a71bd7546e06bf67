"""Small random positions for the comparison with the exhaustive judge, rich in what the joker rules speak of.

Decks are small, so that tiles meet often. Racks are drawn from tiles that matter: what a table joker stands for, what
extends a set, what a freed joker could join. Hypothesis draws one seed for each position: drawn choice by choice, a
quarter of the positions would repeat others. Making a failing position smaller is therefore left to the tests.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from solver.deck import JOKER, Deck, Tile, colour_of, make_tile, number_of, tile_name
from solver.position import Position
from solver.rules import MeldJokers, Rules, rules
from solver.sets import Group, Run, TileSet, naturals, number_at, run_at, run_positions, written

assert settings.default is not None
EXAMPLES = settings.default.max_examples
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
"""Without shrinking: see the head of the module."""
KNOBS = {
    "initial_meld_jokers": ("represented", "represented", "zero", "forbidden"),
    "same_turn_manipulation": ("yes", "yes", "no"),
    "joker_set": ("locked", "split"),
    "joker_pin": ("companion", "value"),
    "replacement_source": ("rack", "any"),
    "group_of_three": ("either", "both"),
    "joker_reuse": ("anywhere", "new_set", "new_set", "new_set_1_rack", "new_set_2_rack", "new_set_all_rack"),
    "jokers_per_set": ("none", "none", "none", "none", "1", "2"),
    "ones": ("low", "low", "low", "low_or_high", "wrap"),
    "joker_penalty": ("30", "50", "0"),
}
OBJECTIVES = (
    ("tiles", "unbroken"),
    ("tiles", "unbroken"),
    ("tiles",),
    ("unbroken", "tiles"),
    ("kept", "points"),
    ("tiles", "kept", "unbroken"),
    ("points", "jokers_held"),
    ("penalty", "tiles"),
    ("jokers_held", "tiles", "unbroken"),
    ("jokers_held", "penalty", "kept"),
)
SOURCES = (
    "value",
    "value",
    "value",
    "around",
    "beside",
    "beside",
    "beside",
    "beside",
    "lying",
    "any",
    "joker",
    "joker",
)
STEPS = ((-2, -1), (-1, 1), (1, 2))


@dataclass(frozen=True)
class Case:
    """A position with rules and objective; its repr can be pasted into a test."""

    edition: Rules
    place: Position
    objective: tuple[str, ...]

    def __repr__(self) -> str:
        place = self.place
        rack, keep, must_play = (" ".join(map(tile_name, tiles)) for tiles in (place.rack, place.keep, place.must_play))
        return (
            f"{self.edition.name!r}, {' / '.join(map(written, place.table))!r}, {rack!r}, to_open={place.to_open}, "
            f"objective={self.objective}, deck={place.deck!r}, keep={keep!r}, must_play={must_play!r}"
        )


def _edition(random: Random, clear: bool, joker_set: str | None, reuse: Sequence[str]) -> Rules:
    """Any meaningful combination of knobs."""
    values = {knob: random.choice(choices) for knob, choices in KNOBS.items()}
    values["joker_set"] = joker_set or values["joker_set"]
    values["joker_reuse"] = random.choice(reuse)
    if values["joker_set"] == "locked":
        values["joker_pin"] = "companion"
    if clear:
        values |= {"joker_clear": "yes", "joker_reuse": "anywhere"}
    return rules(",".join(["lemada-2014", *(f"{knob}={value}" for knob, value in values.items())]))


def _deck(random: Random, jokers: Sequence[int], wide: bool) -> Deck:
    """A deck of few numbers; a `wide` one of many colours."""
    return Deck(
        colours=random.choice((6, 6, 7, 8) if wide else (3, 4, 4, 4, 5, 2)),
        numbers=random.choice((3, 4, 5) if wide else (4, 5, 6, 6, 7)),
        copies=random.choice((1, 2, 2) if wide else (1, 2, 2, 2, 2, 3)),
        jokers=random.choice(jokers),
    )


@dataclass
class Game:
    """The tiles of a deck that are not yet used, under some rules; draws sets and tiles."""

    random: Random
    edition: Rules
    deck: Deck
    left: Counter[Tile]

    def take(self, tiles: Sequence[Tile]) -> bool:
        """Use these tiles, or none if some are not there."""
        if Counter(tiles) - self.left:
            return False
        self.left -= Counter(tiles)
        return True

    def a_set(self, near: Tile, jokers: int, groups: float = 0.5) -> TileSet:
        """A group of the number or a run of the colour of a tile."""
        jokers = min(jokers, self.left[JOKER], self.edition.jokers_per_set or jokers)
        group = self.deck.colours > 2 and self.random.random() < groups
        return self._group(number_of(near), jokers) if group else self._run(colour_of(near), jokers)

    def _group(self, number: int, jokers: int) -> TileSet:
        size = min(self.deck.colours, self.random.choice((3, 4, 4, 8)))
        natural = max(1, size - jokers)
        colours = sorted(self.random.sample(range(self.deck.colours), natural))
        return Group(tuple(make_tile(c, number) for c in colours) + (JOKER,) * (size - natural), number)

    def _run(self, colour: int, jokers: int) -> TileSet:
        length = min(self.deck.numbers, self.random.choice((3, 4, 4, 5)))
        last = min(self.deck.numbers, run_positions(self.deck, self.edition.ones) - length + 1)
        first = self.random.choice(range(1, last + 1))
        holes = self.random.sample(range(length), min(jokers, length - 1))
        stands = [make_tile(colour, number_at(first + i, self.deck)) for i in range(length)]
        return run_at(colour, first, [JOKER if i in holes else tile for i, tile in enumerate(stands)], self.deck)

    def a_tile(self) -> Tile:
        return self.random.choice(tuple(self.deck.tiles()))

    def table(self, count: int, most_tiles: int, most_jokers: int) -> list[TileSet]:
        """Sets that like to share a number or a colour; now and then nearly all groups of one number."""
        table: list[TileSet] = []
        near, one_number = self.a_tile(), self.random.random() < 0.2
        for _ in range(count):
            lying = [tile for tile_set in table for tile in tile_set.tiles]
            if not one_number:
                near = self.random.choice(naturals(lying)) if lying and self.random.random() < 0.7 else self.a_tile()
            jokers = min(
                self.random.choice((0, 0, 1, 1, 2) if table else (0, 1, 1, 1, 1, 1, 2, 2, 2)),
                most_jokers - lying.count(JOKER),
            )
            found = self.a_set(near, jokers, 0.9 if one_number else 0.5)
            most = most_tiles - 2 * one_number
            if len(lying) + len(found.tiles) <= most and self.take(found.tiles):
                table.append(found)
        return table

    def rack(self, table: Sequence[TileSet], count: int, rack: list[Tile]) -> list[Tile]:
        """More rack tiles: what jokers stand for, what extends sets, what fits to other rack tiles, second copies."""
        sources = {
            "value": values_of(table, self.deck),
            "around": _around(table, self.deck),
            "lying": [tile for tile_set in table for tile in tile_set.tiles if tile],
            "joker": [JOKER],
        }
        for _ in range(count):
            kind = self.random.choice(SOURCES)
            if kind == "beside":
                tile = self._beside(self.random.choice([tile for tile in rack if tile] or [self.a_tile()]))
            else:
                tile = self.random.choice(options) if (options := sources.get(kind)) else self.a_tile()
            if self.take([tile]):
                rack.append(tile)
        return rack

    def opening(self, most: int) -> tuple[list[Tile], int]:
        """Rack tiles that make a set or two, and about as many points as they are worth."""
        own, points = list[Tile](), self.random.choice((-2, 0, 0, 0, 1, 3))
        for _ in range(self.random.choice((1, 1, 2))):
            found = self.a_set(self.a_tile(), self.random.choice((0, 0, 1, 2)))
            if len(own) + len(found.tiles) <= most and self.take(found.tiles):
                own += found.tiles
                points += _worth(found, self.edition)
        return own, max(1, points)

    def seeds(self, table: Sequence[TileSet]) -> list[Tile]:
        """Rack tiles with a purpose: to take a tile out of a joker's set, to free a joker, to lay a set twice."""
        held = [one for one in table if JOKER in one.tiles] or list(table)
        if not held:
            return []
        one = self.random.choice(held)
        natural, values = naturals(one.tiles), values_of([one], self.deck)
        purpose = self.random.choice(("none", "escape", "escape", "escape", "free", "twice"))
        found: list[Tile] = []
        if purpose == "escape":
            found = self._partners(self.random.choice([*natural, *values, *values]))
            if (ends := _around([one], self.deck)) and self.random.random() < 0.6:
                found.append(self.random.choice(ends))
        elif purpose == "free" and values:
            found = [self.random.choice(values), *self._partners(self.a_tile())]
        elif purpose == "twice":
            found = [*self.random.sample(natural, self.random.randint(1, len(natural))), *values[:1]]
        return [tile for tile in found if self.take([tile])]

    def _partners(self, tile: Tile) -> list[Tile]:
        """Two tiles that make a set with this one."""
        number = number_of(tile)
        if self.deck.colours > 2 and self.random.random() < 0.5:
            others = [colour for colour in range(self.deck.colours) if colour != colour_of(tile)]
            return [make_tile(colour, number) for colour in self.random.sample(others, 2)]
        numbers = [number_at(number + self.deck.numbers + step, self.deck) for step in self.random.choice(STEPS)]
        return [make_tile(colour_of(tile), other) for other in numbers]

    def _beside(self, tile: Tile) -> Tile:
        """A tile that could lie in one set with this one."""
        if self.random.random() < 0.5:
            return make_tile(self.random.choice(range(self.deck.colours)), number_of(tile))
        number = number_at(number_of(tile) + self.deck.numbers + self.random.choice((-1, 1, -2, 2)), self.deck)
        return make_tile(colour_of(tile), number)


def values_of(table: Sequence[TileSet], deck: Deck) -> list[Tile]:
    """What the jokers of the table may stand for."""
    found: list[Tile] = []
    for tile_set in table:
        if isinstance(tile_set, Run):
            found += [s for tile, s in zip(tile_set.tiles, tile_set.stands, strict=True) if tile == JOKER]
        elif JOKER in tile_set.tiles:
            found += tile_set.missing(deck.colours)
    return found


def _around(table: Sequence[TileSet], deck: Deck) -> list[Tile]:
    """What extends the sets of the table."""
    found: list[Tile] = []
    for tile_set in table:
        if isinstance(tile_set, Group):
            found += tile_set.missing(deck.colours)
        else:
            first, last = number_of(tile_set.stands[0]), number_of(tile_set.stands[-1])
            ends = [number_at(number + deck.numbers, deck) for number in (first - 1, last + 1)]
            found += [make_tile(tile_set.colour, number) for number in ends]
    return found


def _worth(tile_set: TileSet, edition: Rules) -> int:
    natural = sum(map(number_of, tile_set.tiles))
    if edition.initial_meld_jokers != MeldJokers.REPRESENTED:
        return natural
    return sum(map(number_of, tile_set.stands)) if isinstance(tile_set, Run) else tile_set.number * len(tile_set.tiles)


def cases(
    opened: bool = True,
    wide: bool = False,
    clear: bool = False,
    joker_set: str | None = None,
    reuse: Sequence[str] = KNOBS["joker_reuse"],
    jokers: Sequence[int] = (0, 1, 2, 2, 2, 3, 3, 3),
    most_tiles: int = 11,
    most_rack: int = 6,
) -> SearchStrategy[Case]:
    """Positions of players who have opened or not, under random rules and a random objective.

    The rack of a player who has not holds sets worth about as much as is needed.
    """

    def case(random: Random) -> Case:
        edition, deck = _edition(random, clear, joker_set, reuse), _deck(random, jokers, wide)
        game = Game(random, edition, deck, Counter(dict.fromkeys(deck.tiles(), deck.copies) | {JOKER: deck.jokers}))
        table = game.table(
            random.choice((1, 2, 2, 3) if opened else (0, 1, 1, 2)),
            most_tiles,
            min(max(jokers), random.choice((2, 2, 2, 3))),
        )
        own, to_open = ([], None) if opened else game.opening(most_rack)
        if opened:
            own = game.seeds(table)
        rack = game.rack(table, random.randint(1 if own else 2, max(2, most_rack - len(own))), own)
        if not rack:
            rack += table.pop().tiles
        wish = random.random()
        keep = (random.choice(rack),) if wish < 0.12 else ()
        must_play = (random.choice(rack),) if wish > 0.88 else ()
        place = Position(tuple(table), tuple(rack), deck, to_open, keep, must_play)
        return Case(edition, place, random.choice(OBJECTIVES))

    return st.randoms(use_true_random=True).map(case)
