"""Which physical tile ends where: the labelling of a turn that a player carries out, and the jokers freed on the way.

Identical tiles may change roles as long as the turn stays lawful. The referee has the last word: each labelling that is
tried is pinned to its board, and what it finds for the jokers is taken over.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from solver.deck import JOKER, Tile
from solver.hints.steps.matching import Options, match
from solver.hints.steps.rows import Numbered, Row
from solver.position import Position
from solver.referee.basics import change
from solver.referee.board import Board, board
from solver.referee.conditions import OPEN, Outcome
from solver.referee.copies import Demand
from solver.referee.fates import fates, table_jokers
from solver.referee.jokers import best_choice
from solver.rules import JokerSet, ReplacementSource, Rules
from solver.sets import Run, TileSet
from solver.turn import RACK, Turn

Seats = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Tile `tile` goes into the old set `old`, and sets free `joker` (None: it is one of several that do so)."""

    old: int
    tile: int
    joker: int | None


@dataclass(frozen=True, slots=True)
class Labels:
    """The tile in each place of each own set after the turn, the jokers released and how, and the fewest blocks
    that any labelling could do with.
    """

    seats: Seats
    exchanges: tuple[Exchange, ...]
    bound: int


def labels(turn: Turn, rules: Rules, tiles: Numbered, seconds: float) -> Labels:
    """The best lawful labelling that was found, with so many seconds at most for each search."""
    told = _own_labels(turn, tiles)
    if not rules.rearrange_own or not turn.after:
        return Labels(told, (), 0)
    fixed = _unchanged(turn)
    options = [_options(turn, tiles, target, fixed) for target in range(len(turn.after))]
    opens = turn.position.to_open is not None and not rules.same_turn_manipulation
    tied = not rules.joker_clear and not opens and any(JOKER in tile_set.tiles for tile_set in turn.position.table)
    freed = _freed(turn, rules, tiles) if tied else frozenset[int]()
    found = _matched(turn, tiles, options, fixed, freed, seconds, gaps=tied)
    if found is None:
        return Labels(told, (), 0) if not tied else Labels(*_by_demands(turn, rules, tiles, freed, seconds), 0)
    seats, bound = found
    if not tied:
        return Labels(seats, (), bound)
    judged = _judged(turn, rules, tiles, seats)
    return Labels(*(judged or _by_demands(turn, rules, tiles, freed, seconds)), bound)


def _freed(turn: Turn, rules: Rules, tiles: Numbered) -> frozenset[int]:
    """The jokers of the table that no set after the turn could have kept, so that they were released."""
    tables = _board(turn, rules)
    kept = [any(fate.kept and not fate.broken for fate in fates(joker, tables)) for joker in table_jokers(tables)]
    return frozenset(joker for joker, may in zip(_table_jokers(tiles), kept, strict=True) if not may)


def _own_labels(turn: Turn, tiles: Numbered) -> Seats:
    """The labelling that the turn itself tells."""
    left = [list(numbers) for numbers in tiles.table]
    rack = list(tiles.rack)
    found: list[tuple[int, ...]] = []
    for tile_set, origins in zip(turn.after, turn.origin, strict=True):
        seats: list[int] = []
        for place, (kind, origin) in enumerate(zip(tile_set.tiles, origins, strict=True)):
            pool = rack if origin == RACK else left[origin]
            same = [tile for tile in pool if tiles.tiles[tile] == kind]
            if kind == JOKER and origin != RACK:
                same.sort(key=lambda tile: _stand(turn.position, tiles, origin, tile) != stands_of(tile_set)[place])
            pool.remove(same[0])
            seats.append(same[0])
        found.append(tuple(seats))
    return tuple(found)


def stands_of(tile_set: TileSet) -> Sequence[Tile]:
    """What each tile of a set is; a joker of a group is a joker."""
    return tile_set.stands if isinstance(tile_set, Run) else tile_set.tiles


def _stand(position: Position, tiles: Numbered, old: int, tile: int) -> Tile:
    return stands_of(position.table[old])[tiles.table[old].index(tile)]


def _unchanged(turn: Turn) -> dict[int, int]:
    """New set to old set where both are the same, which a player leaves as it is; as the turn has it where it can."""
    old: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for number, tile_set in enumerate(turn.position.table):
        old[tile_set.key()].append(number)
    found: dict[int, int] = {}
    told = [set(origins) for origins in turn.origin]
    order = sorted(range(len(turn.after)), key=lambda target: len(told[target]) > 1 or RACK in told[target])
    for target in order:
        same = old.get(turn.after[target].key())
        if same:
            own = next((number for number in same if told[target] == {number}), same[0])
            same.remove(own)
            found[target] = own
    return found


def _options(turn: Turn, tiles: Numbered, target: int, fixed: dict[int, int]) -> list[list[int]]:
    """For each place of a new set every tile that can lie there, RACK for one of the rack."""
    tile_set = turn.after[target]
    if target in fixed:
        return [[tile] for tile in seated(tiles.table[fixed[target]], turn.position.table[fixed[target]], tile_set)]
    taken = set(fixed.values())
    there = [tile for number, row in enumerate(tiles.table) if number not in taken for tile in row]
    gained = change(turn.position.table, turn.after)
    return [
        [tile for tile in there if tiles.tiles[tile] == kind] + ([RACK] if gained.get(kind, 0) > 0 else [])
        for kind in tile_set.tiles
    ]


def seated(row: Sequence[int], old: TileSet, new: TileSet) -> list[int]:
    """The tiles of a set in the order of the same set written otherwise."""
    left = list(zip(stands_of(old), old.tiles, row, strict=True))
    found: list[int] = []
    for stand, kind in zip(stands_of(new), new.tiles, strict=True):
        entry = next(entry for entry in left if entry[:2] == (stand, kind))
        left.remove(entry)
        found.append(entry[2])
    return found


def _matched(
    turn: Turn,
    tiles: Numbered,
    options: Options,
    fixed: dict[int, int],
    freed: frozenset[int],
    seconds: float,
    *,
    gaps: bool,
) -> tuple[Seats, int] | None:
    """The labelling with fewest blocks among these options, and the bound."""
    taken = set(fixed.values())
    rows = {
        number: Row(cells, turn.position.table[number])
        for number, cells in enumerate(tiles.table)
        if number not in taken
    }
    targets = {target: tile_set for target, tile_set in enumerate(turn.after) if target not in fixed}
    rack = {kind: count for kind, count in change(turn.position.table, turn.after).items() if count > 0}
    found = match(rows, targets, options, tiles.tiles, rack, gaps=gaps, freed=freed, seconds=seconds)
    if found is None:
        return None
    seats = [found.seats[t] if t in targets else tuple(tiles[0] for tiles in options[t]) for t in range(len(options))]
    return _with_rack(turn, tiles, seats), found.bound


def _with_rack(turn: Turn, tiles: Numbered, seats: Sequence[Sequence[int]]) -> Seats:
    """The same seats with a tile of the rack for each RACK."""
    rack: defaultdict[Tile, list[int]] = defaultdict(list)
    for tile in tiles.rack:
        rack[tiles.tiles[tile]].append(tile)
    return tuple(
        tuple(rack[kind].pop(0) if tile == RACK else tile for kind, tile in zip(tile_set.tiles, row, strict=True))
        for tile_set, row in zip(turn.after, seats, strict=True)
    )


def _board(turn: Turn, rules: Rules) -> Board:
    return board(turn.position, turn.after, rules, change(turn.position.table, turn.after))


def _judged(turn: Turn, rules: Rules, tiles: Numbered, seats: Seats) -> tuple[Seats, tuple[Exchange, ...]] | None:
    """The labelling as the referee completes it for the jokers, None where it is not lawful."""
    source = {tile: number for number, row in enumerate(tiles.table) for tile in row}
    tables = _board(turn, rules)
    pins = [
        Demand(tiles.tiles[tile], source.get(tile, RACK), target)
        for target, row in enumerate(seats)
        for tile in row
        if tiles.tiles[tile] != JOKER
    ]
    if not tables.copies.demand(pins):
        return None
    choice = best_choice(tables)
    if choice.faults:
        return None
    return _complete(turn, rules, tiles, seats, choice.outcome)


def _by_demands(
    turn: Turn, rules: Rules, tiles: Numbered, freed: frozenset[int], seconds: float
) -> tuple[Seats, tuple[Exchange, ...]]:
    """The labelling with fewest blocks among those that meet what the referee demands of the copies."""
    choice = best_choice(_board(turn, rules))
    seats = _joker_seats(turn, tiles, _own_labels(turn, tiles), choice.outcome)
    source = {tile: number for number, row in enumerate(tiles.table) for tile in row}
    options: list[list[list[int]]] = []
    for target, tile_set in enumerate(turn.after):
        places = _options(turn, tiles, target, {})
        for place, kind in enumerate(tile_set.tiles):
            if kind == JOKER:
                joker = seats[target][place]
                places[place] = [joker if joker in source else RACK]
            for demand in choice.demands:
                if kind and (demand.tile, demand.place) == (kind, target):
                    places[place] = [
                        tile for tile in places[place] if (source.get(tile, RACK) == demand.source) == demand.wanted
                    ]
        options.append(places)
    found = _matched(turn, tiles, options, {}, freed, seconds, gaps=False)
    if found is not None:
        judged = _judged(turn, rules, tiles, found[0])
        if judged is not None:
            return judged
    return _complete(turn, rules, tiles, _own_labels(turn, tiles), choice.outcome)


def _complete(
    turn: Turn, rules: Rules, tiles: Numbered, seats: Seats, outcome: Outcome
) -> tuple[Seats, tuple[Exchange, ...]]:
    seats = _joker_seats(turn, tiles, seats, outcome)
    return seats, _exchanges(turn, rules, tiles, seats, outcome)


def _table_jokers(tiles: Numbered) -> list[int]:
    """The jokers of the old table in the referee's order."""
    return [tile for row in tiles.table for tile in row if tiles.tiles[tile] == JOKER]


def _joker_seats(turn: Turn, tiles: Numbered, seats: Seats, outcome: Outcome) -> Seats:
    """The seats with each joker where the referee has it; kept ones stand for what they stood for."""
    found = [list(row) for row in seats]
    free = {
        (target, place)
        for target, tile_set in enumerate(turn.after)
        for place, kind in enumerate(tile_set.tiles)
        if kind == JOKER
    }
    pairs = list(zip(_table_jokers(tiles), outcome.fates, strict=True))
    for joker, fate in sorted(pairs, key=lambda pair: not (pair[1].kept and pair[1].value)):
        there = sorted(slot for slot in free if slot[0] == fate.place)
        stands = stands_of(turn.after[fate.place])
        same = [slot for slot in there if fate.kept and stands[slot[1]] == fate.value]
        target, place = (same or there)[0]
        free.remove((target, place))
        found[target][place] = joker
    rack = [tile for tile in tiles.rack if tiles.tiles[tile] == JOKER]
    for target, place in sorted(free):
        found[target][place] = rack.pop(0)
    return tuple(map(tuple, found))


def _exchanges(turn: Turn, rules: Rules, tiles: Numbered, seats: Seats, outcome: Outcome) -> tuple[Exchange, ...]:
    """Which tile replaces which joker, a physical tile for each thing that the referee has put in."""
    source = {tile: number for number, row in enumerate(tiles.table) for tile in row}
    target_of = {tile: target for target, row in enumerate(seats) for tile in row}
    jokers = _table_jokers(tiles)
    freed: defaultdict[int, list[int]] = defaultdict(list)
    for joker, fate in zip(jokers, outcome.fates, strict=True):
        if not fate.kept:
            freed[source[joker]].append(joker)
    used: set[int] = set()
    found: list[Exchange] = []
    for put_in in sorted(outcome.put_in, key=lambda one: (one.source == OPEN) + (one.place == OPEN)):
        liked = Counter(target_of[tile] for tile in tiles.table[put_in.old] if tiles.tiles[tile] != JOKER)
        may = [
            tile
            for tile, target in target_of.items()
            if tiles.tiles[tile] == put_in.tile
            and tile not in used
            and put_in.place in (OPEN, target)
            and _may_serve(source.get(tile, RACK), put_in.source, put_in.old, turn, rules)
        ]
        tile = min(may, key=lambda tile: (-liked[target_of[tile]], source.get(tile, RACK) != RACK, tile))
        used.add(tile)
        waiting = freed[put_in.old]
        same = [j for j in waiting if _stand(turn.position, tiles, put_in.old, j) in (JOKER, put_in.tile)]
        if same:
            waiting.remove(same[0])
        found.append(Exchange(put_in.old, tile, same[0] if same else None))
    return tuple(found)


def _may_serve(source: int, asked: int, old: int, turn: Turn, rules: Rules) -> bool:
    """May a tile of this source replace a joker of the old set?"""
    if asked != OPEN:
        return source == asked
    if source == RACK:
        return True
    if rules.replacement_source == ReplacementSource.RACK or source == old:
        return False
    return rules.joker_set != JokerSet.LOCKED or JOKER not in turn.position.table[source].tiles
