"""What the tests of American and International turns share: small random positions, and the exhaustive judge's view.

Positions are made as in `support_random`; about half of the sets belong to others.
"""

from collections import Counter
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

import brute_american
from brute_american import Example, OwnGame
from solver.deck import JOKER, Deck, tile_name
from solver.notation import format_line, parse_set, parse_tiles
from solver.position import Position
from solver.rules import Rules, rules
from solver.sets import TileSet, written
from solver.turn import Turn
from support import brute_deck, brute_knobs, names
from support_random import OBJECTIVES, Case, Game

KNOBS = {
    "initial_meld_jokers": ("represented", "represented", "zero", "forbidden"),
    "same_turn_manipulation": ("yes", "yes", "yes", "no"),
    "joker_set": ("split", "split", "locked"),
    "joker_pin": ("companion", "companion", "value"),
    "group_of_three": ("either", "either", "both"),
    "joker_reuse": ("new_set", "new_set", "new_set_1_rack", "new_set_2_rack", "new_set_all_rack"),
    "jokers_per_set": ("none", "none", "none", "1", "2"),
    "ones": ("low_or_high", "low_or_high", "low", "wrap"),
    "rearrange_own": ("yes", "yes", "yes", "no"),
}


def edition(random: Random) -> Rules:
    """Any rules of a game with sets of one's own, the plain preset often."""
    preset = random.choice(("american-1978", "american-1978", "international-1978"))
    if random.random() < 0.4:
        return rules(preset)
    values = {knob: random.choice(choices) for knob, choices in KNOBS.items()}
    if values["joker_set"] == "locked":
        values["joker_pin"] = "companion"
    return rules(",".join([preset, *(f"{knob}={value}" for knob, value in values.items())]))


class AmericanCase(Case):
    """A case whose repr is its line."""

    def __repr__(self) -> str:
        return f"{self.edition.name!r}, {format_line(self.place)!r}, {self.place.deck!r}, objective={self.objective}"


def american_cases(most_tiles: int = 13, most_rack: int = 6, opened: float = 0.7) -> SearchStrategy[AmericanCase]:
    """Positions after the draw, of players who have opened or not; the rack has a tile to discard."""

    def case(random: Random) -> AmericanCase:
        chosen = edition(random)
        deck = Deck(
            random.choice((3, 4, 4, 5)),
            random.choice((4, 5, 6, 6, 7)),
            random.choice((1, 2, 2)),
            random.choice((0, 1, 2, 2)),
        )
        left = Counter(dict.fromkeys(deck.tiles(), deck.copies) | {JOKER: deck.jokers})
        game = Game(random, chosen, deck, left)
        table = game.table(random.choice((1, 2, 2, 3)), most_tiles, deck.jokers)
        if random.random() < opened:
            cut, rack, to_open = random.randint(0, len(table)), [], None
        else:
            cut = 0
            rack, to_open = game.opening(most_rack - 1)
        rack = game.rack(table, random.randint(1, max(1, most_rack - len(rack))), rack)
        if not rack:
            rack.append(next(tile for tile in deck.tiles() if game.take([tile])))
        place = Position(tuple(table[:cut]), tuple(rack), deck, to_open, others=tuple(table[cut:]))
        return AmericanCase(chosen, place, random.choice(OBJECTIVES))

    return st.randoms(use_true_random=True).map(case)


def own_game(place: Position, chosen: Rules) -> OwnGame:
    """The exhaustive judge's view of a position."""
    own, others = ([written(tile_set) for tile_set in sets] for sets in (place.table, place.others))
    deck, knobs = brute_deck(place.deck), brute_knobs(chosen)
    return OwnGame(deck, knobs, own, others, names(place.rack), place.to_open, chosen.rearrange_own)


def american_best(case: Case) -> tuple[tuple[int, ...], Example] | None:
    """The best values by exhaustive search, the win first, and a turn that attains them."""
    place, chosen = case.place, case.edition
    own, others = ([written(tile_set) for tile_set in sets] for sets in (place.table, place.others))
    deck, knobs = brute_deck(place.deck), brute_knobs(chosen)
    rack, objective = names(place.rack), case.objective
    return brute_american.best(deck, knobs, own, others, rack, objective, place.to_open, chosen.rearrange_own)


def judged_legal(case: Case, example: Example) -> bool:
    """Whether the exhaustive judge calls a turn legal."""
    place, chosen = case.place, case.edition
    own, others = ([written(tile_set) for tile_set in sets] for sets in (place.table, place.others))
    deck, knobs = brute_deck(place.deck), brute_knobs(chosen)
    rack = names(place.rack)
    return brute_american.legal(deck, knobs, own, others, rack, example, place.to_open, chosen.rearrange_own)


def example_of(turn: Turn) -> Example:
    """A turn as the exhaustive judge writes it."""
    assert turn.discard is not None
    own, others = (tuple(written(tile_set) for tile_set in sets) for sets in (turn.after, turn.others))
    return Example(own, others, tile_name(turn.discard))


def read(example: Example, place: Position, chosen: Rules) -> tuple[tuple[TileSet, ...], tuple[TileSet, ...], int]:
    """A turn of the exhaustive judge as the referee takes it: own sets, those of others, discard."""
    own, others = (
        tuple(parse_set(text, place.deck, chosen.ones) for text in sets) for sets in (example.own, example.others)
    )
    return own, others, parse_tiles(example.discard, place.deck)[0]
