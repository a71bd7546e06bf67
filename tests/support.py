"""What the tests of the solver share: positions from short text, and what must hold for every answer.

A table is written "r4 r5 J=r6 / b9 k9 o9", a rack "r6 J"; "" is an empty one. Random positions are in
`support_random`.
"""

from collections import Counter
from collections.abc import Sequence

import brute
from brute_judge import Judge, Piece, Plan, seat_jokers
from brute_rules import Tile as BruteTile
from brute_rules import parse_set as brute_set
from solver.deck import DECKS, JOKER, Deck, Tile, tile_name
from solver.notation import parse_set, parse_tiles
from solver.position import Position
from solver.referee import check
from solver.result import Result, Status
from solver.rules import PRESETS, Game, Rules, rules
from solver.sets import TileSet, written
from solver.solve import solve
from solver.turn import RACK

STANDARD = Deck()
ELSEWHERE = ("deck", "game", "rearrange_own", "draw_after_play")
"""Knobs that the exhaustive judge of Sabra turns does not know: it is told the deck, and plays single Sabra turns."""
SABRA = [name for name, preset in PRESETS.items() if preset.game == Game.SABRA]
"""The presets of the game of sections 1 to 4."""
MOST_SETS = 8
"""The exhaustive judge tries all ways to attach old sets to new ones; for more sets that takes too long."""


def sets_of(text: str, deck: Deck = STANDARD, edition: Rules | str = "lemada-2014") -> tuple[TileSet, ...]:
    """The sets of a table written in one line."""
    ones = (rules(edition) if isinstance(edition, str) else edition).ones
    return tuple(parse_set(part, deck, ones) for part in text.split("/") if part.strip())


def position(
    table: str,
    rack: str,
    edition: Rules | str = "lemada-2014",
    deck: Deck = STANDARD,
    to_open: int | None = None,
    keep: str = "",
    must_play: str = "",
) -> Position:
    """A position from text; the edition says how sets are read."""
    tiles = [parse_tiles(text, deck) for text in (rack, keep, must_play)]
    return Position(sets_of(table, deck, edition), tiles[0], deck, to_open, tiles[1], tiles[2])


def best(
    edition: str,
    table: str,
    rack: str,
    to_open: int | None = None,
    objective: Sequence[str] = ("tiles", "unbroken"),
    deck: Deck | None = None,
    keep: str = "",
    must_play: str = "",
) -> Result:
    """The proven answer to a position, checked for everything that must hold for an answer."""
    chosen = DECKS[rules(edition).deck] if deck is None else deck
    result = solve(position(table, rack, edition, chosen, to_open, keep, must_play), edition, objective, limit=60)
    assert result.status in (Status.OPTIMAL, Status.NO_PLAY)
    assert_sound(result)
    return result


def most_tiles(edition: str, table: str, rack: str, to_open: int | None = None, deck: Deck | None = None) -> int:
    """The most rack tiles in one legal turn; 0 when there is none."""
    return best(edition, table, rack, to_open, ("tiles",), deck).values.get("tiles", 0)


def tables_of(result: Result) -> list[str]:
    """The new table as text, set by set; empty when there is no turn."""
    return [] if result.turn is None else [written(tile_set) for tile_set in result.turn.after]


def names(tiles: Sequence[Tile]) -> list[str]:
    """Tiles as text."""
    return [tile_name(tile) for tile in tiles]


def assert_sound(result: Result) -> None:
    """What every answer keeps, proven or not: a legal turn, true labels, values within honest bounds."""
    turn = result.turn
    assert (turn is None) == (result.status in (Status.NO_PLAY, Status.UNKNOWN))
    if turn is None:
        assert not result.values
        return
    before = result.position
    verdict = check(before, turn.after, result.rules)
    assert verdict.legal, verdict.broken
    given = [
        (place, tile)
        for tile_set, places in zip(turn.after, turn.origin, strict=True)
        for tile, place in zip(tile_set.tiles, places, strict=True)
    ]
    for number, tile_set in enumerate(before.table):
        assert Counter(tile for place, tile in given if place == number) == Counter(tile_set.tiles)
    assert Counter(turn.played) == Counter(tile for place, tile in given if place == RACK)
    assert Counter(turn.played) + Counter(turn.left) == Counter(before.rack)
    assert not Counter(before.keep) - Counter(turn.left)
    assert not Counter(before.must_play) - Counter(turn.played)
    assert set(result.values) == set(result.objective)
    for term in result.objective:
        if term != "unbroken" or len(before.table) <= MOST_SETS:
            assert result.values[term] == brute_measure(result, term)
    if result.status == Status.OPTIMAL:
        assert dict(result.bounds) == dict(result.values)
    else:
        reached = [term for term in result.objective if term in result.bounds]
        assert tuple(result.values[term] for term in reached) <= tuple(result.bounds[term] for term in reached)


def brute_deck(deck: Deck) -> brute.Deck:
    """The same deck for the exhaustive judge."""
    return brute.Deck(deck.colours, deck.numbers, deck.copies, deck.jokers)


def brute_knobs(edition: Rules) -> brute.Knobs:
    """The same rules for the exhaustive judge."""
    changes = [f"{knob}={value}" for knob, value in edition.knobs().items() if knob not in ELSEWHERE]
    return brute.knobs(",".join(["lemada-2014", *changes]))


def brute_measure(result: Result, term: str) -> int:
    """What the exhaustive judge says that the turn is worth."""
    assert result.turn is not None
    before, knobs = result.position, brute_knobs(result.rules)
    table = [written(tile_set) for tile_set in before.table]
    return brute.measure(term, brute_deck(before.deck), knobs, table, names(before.rack), tables_of(result))


def brute_best(
    place: Position, edition: Rules, objective: Sequence[str]
) -> tuple[tuple[int, ...], list[tuple[str, ...]]] | None:
    """The best values by exhaustive search, and every table that attains them."""
    table = [written(tile_set) for tile_set in place.table]
    wishes = names(place.keep), names(place.must_play)
    deck, knobs = brute_deck(place.deck), brute_knobs(edition)
    return brute.best(deck, knobs, table, names(place.rack), objective, place.to_open, *wishes)


def judge_of(place: Position, edition: Rules) -> Judge:
    """The exhaustive judge of a position."""
    table = [written(tile_set) for tile_set in place.table]
    return Judge(brute_deck(place.deck), brute_knobs(edition), table, names(place.rack), place.to_open)


def labels_make_it_legal(result: Result) -> bool:
    """Whether the origins of the turn are an assignment of the physical tiles under which section 3 holds."""
    turn, edition = result.turn, result.rules
    assert turn is not None
    judge = judge_of(result.position, edition)
    if edition.joker_clear or not any(JOKER in tile_set.tiles for tile_set in result.position.table):
        return True
    # The judge sorts its table; `moved` leads from a place in the position to its place there.
    before = [brute_set(written(tile_set)) for tile_set in result.position.table]
    order = sorted(range(len(before)), key=lambda number: before[number])
    moved = {old: new for new, old in enumerate(order)} | {RACK: RACK}
    after = tuple(brute_set(text) for text in tables_of(result))
    wild: Counter[tuple[int, int]] = Counter()
    seated: dict[tuple[int, BruteTile], int] = {}
    laid: Counter[tuple[int, BruteTile, int]] = Counter()
    for number, (tile_set, origin) in enumerate(zip(turn.after, turn.origin, strict=True)):
        stands = getattr(tile_set, "stands", tile_set.tiles)
        for tile, stand, source in zip(tile_set.tiles, stands, origin, strict=True):
            if tile == JOKER and source != RACK:
                wild[moved[source], number] += 1
                seated[number, (stand // 64, stand % 64)] = moved[source]
            elif tile != JOKER:
                laid[moved[source], (tile // 64, tile % 64), number] += 1
    played = Counter((tile // 64, tile % 64) if tile else (-1, 0) for tile in turn.played)

    def as_labelled(plan: Plan, jokers: dict[Piece, int]) -> bool:
        if Counter((joker.origin, place) for joker, place in jokers.items()) != wild:
            return False
        return all(
            after[jokers[joker]].kind == "group" or seated.get((jokers[joker], joker.tile)) == joker.origin
            for joker in plan.kept
        )

    return any(
        judge._holds(plan, after, jokers, {**jokers, **naturals})
        for plan in judge._all_plans(played)
        for jokers in seat_jokers(judge.rules, judge.table, plan, after)
        if as_labelled(plan, jokers)
        for naturals in judge._seat_naturals(after, played, set(jokers.values()))
        if not _as_laid(naturals) - laid
    )


def _as_laid(naturals: dict[Piece, int | None]) -> Counter[tuple[int, BruteTile, int]]:
    """Which copies lie where, rack copies of a tile alike."""
    pairs = naturals.items()
    return Counter((max(piece.origin, RACK), piece.tile, place) for piece, place in pairs if place is not None)
