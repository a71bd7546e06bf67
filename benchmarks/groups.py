"""What the groups of the corpus are made of: for each a stream of candidates, endless unless it is told otherwise."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from random import Random

from benchmarks.candidate import Candidate
from benchmarks.largest import LARGEST
from benchmarks.making import Pool, mutated, near_sets, position
from benchmarks.paper import paper
from solver.deck import JOKER, Deck, Tile, number_of
from solver.games.play import play
from solver.notation import canonical_line
from solver.position import Position
from solver.result import Result
from solver.rules import PRESETS, Game, rules
from solver.solve import solve

STANDARD = Deck()
SABRA = [name for name, preset in PRESETS.items() if preset.game == Game.SABRA and preset.deck == "standard"]
OPENERS = ("lemada-2014", "book-1978", "pressman-1987", "hong-kong", "dutch-1985", "pressman-1998")
JOKER_RULES = ("book-1978", "pressman-1998", "lemada-2014", "goliath-2014", "hong-kong", "pressman-1987")
BINDING = ("book-1978", "pressman-1987", "pressman-1998", "hong-kong")
PLAYED = ("lemada-2014", "book-1978", "goliath-2014")
LARGE = (
    Deck(8, 13, 8, 0), Deck(8, 13, 4, 2), Deck(6, 13, 4, 2), Deck(5, 13, 3, 2), Deck(4, 13, 8, 2),
    Deck(4, 13, 3, 4), Deck(4, 10, 2, 4), Deck(6, 20, 3, 2), Deck(8, 40, 2, 2), Deck(8, 26, 4, 0),
)  # fmt: skip
_WORK = 1.0
_LINEAGES, _ROUNDS, _KEPT = 60, 18, 6
_HARD_WORK = 3.0
ABOUT = {
    "smoke": "small positions under every Sabra preset, quick to solve and small enough for the exhaustive search",
    "opening": "whether and how to open: two jokers on the rack, worth exactly the points, worth one point less",
    "jokers": "table jokers about which at least three of six presets disagree",
    "midgame": "what players who have opened saw in whole games with 20 to 54 tiles on the table",
    "endgame": "what players who have opened saw in whole games with 55 tiles or more on the table",
    "hard": "what costs the most deterministic time, found by a search over small changes",
    "blocked": "nothing can be played though it looks as if",
    "large": "other decks, up to 836 tiles",
    "paper": "worked examples from papers, forums and the tests of other solvers",
}
ORIGIN = {
    "smoke": "random tables and racks",
    "opening": "random racks and tables, chosen by what the best meld is worth",
    "jokers": "random tables with one or two jokers, chosen by the answers under six presets",
    "midgame": "whole games between solvers",
    "endgame": "whole games between solvers",
    "hard": "60 random positions, each changed 18 times, a change followed where it costs more deterministic time",
    "blocked": "random positions, chosen by what the rack lacks",
    "large": "random tables and racks",
    "paper": "data/cases.jsonl, which names the source of each",
}


def smoke(random: Random) -> Iterator[Candidate]:
    """Up to three sets and six rack tiles; every fourth is a first play."""
    for number in count():
        edition = SABRA[number % len(SABRA)]
        opening = number % 4 == 3
        sets = random.randint(0 if opening else 1, 2 if opening else 3)
        place = position(random, STANDARD, sets, random.choice((0, 1, 1, 2)), random.randint(4, 6))
        points = random.choice((9, 15, 21, rules(edition).initial_meld_points))
        yield Candidate(replace(place, to_open=points) if opening else place, edition, "random", playable)


def playable(result: Result) -> bool:
    """Is there something to play?"""
    return result.turn is not None


def opening(random: Random) -> Iterator[Candidate]:
    """By turns: any rack, two jokers, exactly the points, a point short."""
    for number in count():
        edition = OPENERS[number // 4 % len(OPENERS)]
        points, kind = rules(edition).initial_meld_points, number % 4
        if kind < 2:
            place = _unopened(random, points, 2 if kind else random.choice((0, 0, 1)), ())
            yield Candidate(place, edition, "two jokers on the rack" if kind else "random rack")
            continue
        needed = points - kind + 2
        place = _unopened(random, points, random.choice((0, 0, 1)), _meld(random, needed))
        if _opens(place, edition, needed) and not _opens(place, edition, needed + 1):
            worth = "a point short" if kind == 3 else "exactly the points"
            yield Candidate(place, edition, f"best meld is worth {needed}, {worth}")


def _meld(random: Random, points: int) -> list[Tile]:
    """Sets without jokers that are worth so many points together."""
    while True:
        tiles = [tile for tile_set in Pool(random, STANDARD).table(random.randint(1, 3), 0) for tile in tile_set.tiles]
        if sum(map(number_of, tiles)) == points:
            return tiles


def _unopened(random: Random, points: int, jokers: int, meld: Sequence[Tile]) -> Position:
    """A first play whose rack holds a meld; jokers are only on the rack."""
    pool = Pool(random, STANDARD, [*meld, *(JOKER,) * STANDARD.jokers])
    table = pool.table(random.randint(0, 4), 0)
    rack = [*meld, *pool.rack(table, random.randint(3, 6) if meld else random.randint(9, 14)), *(JOKER,) * jokers]
    return Position(tuple(table), tuple(random.sample(rack, len(rack))), STANDARD, points)


def _opens(place: Position, edition: str, points: int) -> bool:
    """Can the rack make a meld of so many points? Asked without a table, which does not help to open."""
    alone = replace(place, table=(), to_open=points)
    return solve(alone, edition, ["tiles"], 3600.0, _WORK).turn is not None


def jokers(random: Random) -> Iterator[Candidate]:
    """Every position is told under one of six presets by turns; the source says how many answers they give."""
    found = 0
    while True:
        place = position(random, STANDARD, random.randint(2, 4), random.choice((1, 2, 2)), random.randint(4, 7))
        if not any(JOKER in tile_set.tiles for tile_set in place.table):
            continue
        answers = {_values(place, edition) for edition in JOKER_RULES}
        if len(answers) >= 3:
            yield Candidate(
                place, JOKER_RULES[found % len(JOKER_RULES)], f"{len(answers)} answers under {len(JOKER_RULES)} presets"
            )
            found += 1


def _values(place: Position, edition: str) -> tuple[int, int]:
    """The best tiles and unbroken sets; (0, 0) where nothing can be played."""
    values = solve(place, edition, ("tiles", "unbroken"), 3600.0, _WORK).values
    return values.get("tiles", 0), values.get("unbroken", 0)


def _games(random: Random, low: int, high: int) -> Iterator[Candidate]:
    """Two moves of each game, the presets by turns."""
    for number in count():
        edition, players, seed = PLAYED[number % 3], 2 + number % 3, random.randrange(10**6)
        moves = [
            (i, place)
            for i, place in enumerate(play(edition, players, seed).positions(), start=1)
            if place.to_open is None and low <= len(place.table_tiles()) <= high and len(place.rack) > 1
        ]
        for i, place in sorted(random.sample(moves, min(2, len(moves)))):
            yield Candidate(place, edition, f"game under {edition}, {players} players, seed {seed}, move {i}")


def midgame(random: Random) -> Iterator[Candidate]:
    """Two positions of each game with 20 to 54 tiles on the table."""
    return _games(random, 20, 54)


def endgame(random: Random) -> Iterator[Candidate]:
    """Two positions of each game with 55 tiles or more on the table."""
    return _games(random, 55, 106)


def hard(random: Random) -> Iterator[Candidate]:
    """Hill climbing on deterministic time from many random positions; the dearest of each lineage, dearest first."""
    best: dict[str, tuple[float, Candidate]] = {}
    for number in range(_LINEAGES):
        edition = JOKER_RULES[number % len(JOKER_RULES)]
        place = position(random, STANDARD, random.randint(12, 20), 2, random.randint(10, 18))
        work, seen = 0.0, list[tuple[float, Position]]()
        for _ in range(_ROUNDS):
            change = mutated(random, place)
            cost = _work(change, edition)
            seen.append((cost, change))
            if cost > work:
                place, work = change, cost
        for cost, kept in sorted(seen, key=lambda pair: -pair[0])[:_KEPT]:
            best[canonical_line(kept)] = cost, Candidate(kept, edition, f"lineage {number + 1}, work {cost:.3f}")
    for _, candidate in sorted(best.values(), key=lambda pair: -pair[0]):
        yield candidate


def _work(place: Position, edition: str) -> float:
    """Deterministic time; nothing where it is not proven within the limit."""
    result = solve(place, edition, ("tiles", "unbroken"), 3600.0, _HARD_WORK)
    return result.work if str(result.status) in ("optimal", "no_play") else 0.0


def blocked(random: Random) -> Iterator[Candidate]:
    """Joker rules forbid what free jokers allow; every third: two rack tiles and a table tile would make a set."""
    found = 0
    while True:
        bound = found % 3 < 2
        edition = BINDING[found % len(BINDING)] if bound else "lemada-2014"
        place = position(random, STANDARD, random.randint(2, 5), random.choice((1, 2)), random.randint(3, 6))
        if not bound:
            place = _unlike(random)
        near = len(list(near_sets(place)))
        if JOKER in place.rack or (not bound and near < 2):
            continue
        if solve(place, edition, ["tiles"], 3600.0, _WORK).turn is not None:
            continue
        if not bound:
            yield Candidate(place, edition, f"{near} times two rack tiles and a table tile would make a set", stuck)
            found += 1
        elif most := _values(place, "goliath-2014")[0]:
            yield Candidate(place, edition, f"free jokers would allow {most} tiles", stuck)
            found += 1


def _unlike(random: Random) -> Position:
    """Without jokers, and with rack tiles that were not chosen to fit."""
    pool = Pool(random, STANDARD, (JOKER,) * STANDARD.jokers)
    table = pool.table(random.randint(2, 4), 0)
    drawn = [pool.draw() for _ in range(random.randint(5, 8))]
    return Position(tuple(table), tuple(tile for tile in drawn if tile is not None), STANDARD)


def stuck(result: Result) -> bool:
    """Is there nothing to play?"""
    return result.turn is None


def large(random: Random) -> Iterator[Candidate]:
    """Tables of a third to nine tenths of the deck, racks of 10 to 25 tiles."""
    for number in count():
        chosen = LARGE[number % len(LARGE)]
        edition = "goliath-2014" if number % 3 else "lemada-2014"
        share = random.choice((0.3, 0.5, 0.7, 0.9))
        sets = int(share * chosen.size / 4)
        place = position(random, chosen, sets, min(2, chosen.jokers), random.randint(10, 25))
        yield Candidate(place, edition, f"random, {chosen.size} tiles")


def largest(random: Random) -> Iterator[Candidate]:
    """About 500 tiles on the table, all jokers among them, and 25 on the rack; free jokers and bound ones."""
    for number in count():
        place = position(random, LARGEST, 128, LARGEST.jokers, 25)
        yield Candidate(place, JOKER_RULES[number % 4], f"random, {LARGEST.size} tiles")


MAKERS: dict[str, Callable[[Random], Iterator[Candidate]]] = {
    "smoke": smoke,
    "opening": opening,
    "jokers": jokers,
    "midgame": midgame,
    "endgame": endgame,
    "hard": hard,
    "blocked": blocked,
    "large": large,
    "paper": paper,
}
ADDED: dict[str, Sequence[tuple[Callable[[Random], Iterator[Candidate]], int]]] = {"large": [(largest, 8)]}
"""What was added to a group when it had its ids already: more candidates, and how many of them are taken."""
