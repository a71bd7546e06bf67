"""An exhaustive judge of turns for small positions: what is legal, every legal turn, and the best of them.

It is there to be compared with the solver and the referee and shares no code with them; it is naive on purpose. Tiles
and tables are text as in RULES.md; sets and knobs live in `brute_rules`, the joker conditions in `brute_judge`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile

from brute_judge import Judge, Table, melds
from brute_rules import JOKER, Deck, GameSet, Knobs, Layouts, Tile, canonical, knobs, parse_set, parse_tile, tiles_of

__all__ = ["Deck", "Knobs", "best", "knobs", "layouts", "legal", "measure", "openings", "turns"]


def layouts(deck: Deck, knobs: Knobs, tiles: Sequence[str]) -> list[tuple[str, ...]]:
    """Every distinct table made of exactly these tiles ("r4", "J"), as canonical tuples of sets."""
    tables = Layouts(deck, knobs).all(Counter(map(parse_tile, tiles)))
    return [canonical(deck, table) for table in tables]


def legal(
    deck: Deck, knobs: Knobs, table: Sequence[str], rack: Sequence[str], after: Sequence[str],
    to_open: int | None = None,
) -> bool:  # fmt: skip
    """Whether the turn from (table, rack) to the table `after` is legal; to_open=None for a player who has opened.

    ValueError for an illegal start table, for tiles that the deck does not have, and for text that is no set.
    """
    judge = Judge(deck, knobs, table, rack, to_open)
    return judge.legal(tuple(sorted(map(parse_set, after))))


def turns(
    deck: Deck, knobs: Knobs, table: Sequence[str], rack: Sequence[str], to_open: int | None = None,
    keep: Sequence[str] = (), must_play: Sequence[str] = (),
) -> Iterator[tuple[str, ...]]:  # fmt: skip
    """Every distinct table that a legal turn makes, canonical; `keep` stays on the rack, `must_play` does not."""
    judge = Judge(deck, knobs, table, rack, to_open)
    for played in judge.plays(keep, must_play):
        yield from (canonical(deck, after) for after in judge.turns(played))


def openings(deck: Deck, knobs: Knobs, rack: Sequence[str], to_open: int) -> list[tuple[str, ...]]:
    """Every choice of disjoint sets of rack tiles worth at least to_open, as canonical tuples of sets."""
    found = melds(knobs, Layouts(deck, knobs), Counter(map(parse_tile, rack)), to_open)
    return [canonical(deck, new) for new in found]


RACK_MEASURES = ("tiles", "points", "penalty", "jokers_held")
"""The measures that the tiles played decide."""


def rack_measure(name: str, rules: Knobs, rack: Counter[Tile], played: Counter[Tile]) -> int:
    """The value of one of RACK_MEASURES: tiles played, their face sum (a joker 0), what they would have cost on the
    rack (a joker joker_penalty), or the jokers that stay."""
    points = sum(number * count for (_, number), count in played.items())
    match name:
        case "tiles":
            return played.total()
        case "points":
            return points
        case "penalty":
            return points + rules.joker_penalty * played[JOKER]
        case "jokers_held":
            return rack[JOKER] - played[JOKER]
    raise ValueError(f"no measure is called {name!r}")


def missing_colours(deck: Deck, group: GameSet) -> set[int]:
    """The colours that a joker of this group may stand for."""
    return set(range(deck.colours)) - {colour for colour, _ in group.naturals}


def attach(deck: Deck, old: GameSet, new: GameSet, free: GameSet) -> GameSet | None:
    """What is left of `free`, the tiles of `new` that still serve, when `old` is attached to it; None: it cannot be."""
    if old.kind != new.kind or not set(old.naturals) <= set(free.naturals):
        return None
    if Counter(old.jokers) - Counter(free.jokers):
        return None
    if old.kind == "group" and old.jokers and not missing_colours(deck, old) & missing_colours(deck, new):
        return None
    naturals = tuple(tile for tile in free.naturals if tile not in old.naturals)
    return GameSet(naturals, free.kind, tuple((Counter(free.jokers) - Counter(old.jokers)).elements()))


def unbroken(deck: Deck, before: Table, after: Table) -> int:
    """The most old sets that can be attached to new sets at once; those attached to one use different tiles of it."""

    def most(old: Table, free: Table) -> int:
        if not old:
            return 0
        count = most(old[1:], free)
        for i, new in enumerate(after):
            left = attach(deck, old[0], new, free[i])
            if left is not None:
                count = max(count, 1 + most(old[1:], (*free[:i], left, *free[i + 1 :])))
        return count

    return most(before, after)


def table_measure(name: str, deck: Deck, before: Table, after: Table) -> int:
    """How many old sets are `unbroken` (attached to new sets) or `kept` (attached to their equals)."""
    match name:
        case "unbroken":
            return unbroken(deck, before, after)
        case "kept":
            return (Counter(before) & Counter(after)).total()
    raise ValueError(f"no measure is called {name!r}")


def measure(
    name: str, deck: Deck, knobs: Knobs, table: Sequence[str], rack: Sequence[str], after: Sequence[str]
) -> int:
    """The value of tiles, points, penalty, jokers_held, unbroken or kept for a turn, legal or not."""
    start, end = tuple(map(parse_set, table)), tuple(map(parse_set, after))
    if name in RACK_MEASURES:
        return rack_measure(name, knobs, Counter(map(parse_tile, rack)), tiles_of(end) - tiles_of(start))
    return table_measure(name, deck, start, end)


def best(
    deck: Deck, knobs: Knobs, table: Sequence[str], rack: Sequence[str],
    objective: Sequence[str] = ("tiles", "unbroken"), to_open: int | None = None,
    keep: Sequence[str] = (), must_play: Sequence[str] = (),
) -> tuple[tuple[int, ...], list[tuple[str, ...]]] | None:  # fmt: skip
    """The greatest values of the objective, each term before the next, and every table that attains them.

    None when no turn is legal. The leading terms that the played tiles alone decide say which plays to try first:
    the first of them that has a legal turn is better than all after it.
    """
    judge = Judge(deck, knobs, table, rack, to_open)
    leading = list(takewhile(RACK_MEASURES.__contains__, objective))

    def promise(played: Counter[Tile]) -> tuple[int, ...]:
        return tuple(rack_measure(name, knobs, judge.rack, played) for name in leading)

    plays = sorted(judge.plays(keep, must_play), key=promise, reverse=True)
    for promised, alike in groupby(plays, promise):
        found: dict[tuple[int, ...], list[tuple[str, ...]]] = {}
        for played in alike:
            for after in judge.turns(played):
                rest = [
                    rack_measure(name, knobs, judge.rack, played)
                    if name in RACK_MEASURES
                    else table_measure(name, deck, judge.table, after)
                    for name in objective[len(leading) :]
                ]
                found.setdefault((*promised, *rest), []).append(canonical(deck, after))
        if found:
            return max(found), sorted(found[max(found)])
    return None
