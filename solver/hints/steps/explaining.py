"""A turn as a short list of single acts that a person can follow, each with the table after it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum

from solver.hints.steps.acts import LOOSE, Act, Task, middle_rows, plan
from solver.hints.steps.labels import Labels, Seats, labels, stands_of
from solver.hints.steps.matching import SECONDS, Home, match
from solver.hints.steps.opening import opening_rows
from solver.hints.steps.order import Scene, in_order, waiting
from solver.hints.steps.rows import Numbered, Pile, Row, numbered
from solver.referee.basics import is_legal_set
from solver.rules import JokerReuse, JokerSet, Rules
from solver.sets import Run
from solver.turn import RACK, Turn

_MOST_BARRED = 8


class Action(StrEnum):
    """What a player does in one step."""

    LAY = "lay"
    LAY_OFF = "lay_off"
    MOVE = "move"
    SPLIT = "split"
    JOIN = "join"
    SWAP = "swap"
    PLACE = "place"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Step:
    """One act, and what lies where after it.

    `moved` are the tiles (numbers) that come to the cells of row `row` from `cell` on, of which `freed`, a joker, is
    taken: rows are the own sets from 0, then those of others, then new ones; cell 0 is a row's first tile at the start
    of the turn. A discard has row -1.

    `source` is the pile from which they come (None: the rack, or a joker that was freed), `onto` the piles that they
    join: none, one, or one to the left and one to the right.
    """

    action: Action
    moved: tuple[int, ...]
    row: int
    cell: int
    freed: int | None
    source: Pile | None
    onto: tuple[Pile, ...]
    made: Pile | None
    table: tuple[Pile, ...]
    others: tuple[Pile, ...]
    rack: tuple[int, ...]
    legal: bool

    @property
    def from_rack(self) -> bool:
        """Do the tiles come from the rack?"""
        return self.source is None and self.action != Action.PLACE


@dataclass(frozen=True, slots=True)
class Explanation:
    """The steps of a turn. `movements` counts rack tiles laid and blocks moved.

    `fewest`: proven that the turn cannot be made with fewer, where each set that is there before and after stays as it
    is and each tile goes straight to its place, but for one that replaces a joker or that opens.
    `touched` are the sets of the table (indices, own and others') in which something is done.
    """

    turn: Turn
    tiles: Numbered
    steps: tuple[Step, ...]
    movements: int
    fewest: bool
    touched: tuple[int, ...]
    others_touched: tuple[int, ...]


def explain(turn: Turn, rules: Rules, seconds: float = SECONDS) -> Explanation:
    """The steps of a legal turn, in an order in which the table is whole as often as can be.

    Args:
        seconds: of wall clock for each search. They end by their work long before, unless the machine is overrun.
    """
    tiles = numbered(turn.position)
    turn = _circles_aligned(turn, rules)
    labelled = labels(turn, rules, tiles, seconds)
    task = _task(turn, rules, tiles, labelled)
    scene, order = _ordered(task, rules, turn, seconds)
    made = scene.plan
    movements = sum(act.movements for act in made.acts)
    steps = _steps(turn, tiles, scene, order)
    own = len(turn.position.table)
    touched = sorted({row for act in made.acts for row in (act.source, act.row) if 0 <= row < own + len(tiles.others)})
    return Explanation(
        turn,
        tiles,
        steps,
        movements,
        movements == len(turn.played) + labelled.bound,
        tuple(row for row in touched if row < own),
        tuple(row - own for row in touched if row >= own),
    )


def _circles_aligned(turn: Turn, rules: Rules) -> Turn:
    """The turn with each run of all the numbers, where it may be cut anywhere, cut as the old run that it grew from."""
    after, origin = list(turn.after), list(turn.origin)
    deck = turn.position.deck
    for number, (tile_set, places) in enumerate(zip(turn.after, turn.origin, strict=True)):
        runs = [old for old in set(places) if old != RACK and isinstance(turn.position.table[old], Run)]
        if not isinstance(tile_set, Run) or len(tile_set.tiles) < deck.numbers or not runs:
            continue
        home = turn.position.table[max(runs, key=lambda old: (places.count(old), -old))]
        cut = tile_set.stands.index(home.stands[0]) if isinstance(home, Run) and home.colour == tile_set.colour else 0
        turned = Run(*(part[cut:] + part[:cut] for part in (tile_set.tiles, tile_set.stands)))
        if is_legal_set(turned, deck, rules.ones):
            after[number] = turned
            origin[number] = places[cut:] + places[:cut]
    return replace(turn, after=tuple(after), origin=tuple(origin))


def _task(turn: Turn, rules: Rules, tiles: Numbered, labelled: Labels) -> Task:
    """All that the acts depend on."""
    sets = (*turn.position.table, *turn.position.others)
    cells = (*tiles.table, *tiles.others)
    opening, first = opening_rows(turn, rules, tiles, labelled)
    return Task(
        tiles,
        {number: Row(row, shape) for number, (row, shape) in enumerate(zip(cells, sets, strict=True))},
        (*turn.after, *turn.others),
        (*labelled.seats, *_seats_of_others(turn, tiles, labelled.seats)),
        labelled.exchanges,
        opening,
        first,
        rules.joker_clear,
        rules.joker_set == JokerSet.LOCKED,
        rules.joker_reuse != JokerReuse.ANYWHERE,
    )


def _seats_of_others(turn: Turn, tiles: Numbered, own: Seats) -> Seats:
    """The tiles of the others' sets after the turn: those that lay there, and tiles of the rack."""
    used = {tile for row in own for tile in row}
    rack = [tile for tile in tiles.rack if tile not in used]
    found: list[tuple[int, ...]] = []
    for number, (new, origins) in enumerate(zip(turn.others, turn.others_origin, strict=True)):
        old = turn.position.others[number]
        left = list(zip(stands_of(old), old.tiles, tiles.others[number], strict=True))
        seats: list[int] = []
        for stand, kind, origin in zip(stands_of(new), new.tiles, origins, strict=True):
            if origin == RACK:
                seats.append(next(tile for tile in rack if tiles.tiles[tile] == kind))
                rack.remove(seats[-1])
            else:
                entry = next(entry for entry in left if entry[:2] == (stand, kind))
                left.remove(entry)
                seats.append(entry[2])
        found.append(tuple(seats))
    return tuple(found)


def _ordered(task: Task, rules: Rules, turn: Turn, seconds: float) -> tuple[Scene, list[int]]:
    """The plan and its order. Where acts wait for one another, the sets in question get a row of their own."""
    rows = middle_rows(task)
    still = _still(task, rows, len(turn.after))
    every = set(range(len(task.targets))) - still.keys()
    barred: set[int] = set()
    while True:
        homes = _homes(task, rows, still, barred, seconds)
        made = plan(task, rows, homes)
        scene = Scene(made, task.tiles.tiles, turn.position.deck, rules.ones)
        stuck = {made.acts[number].row for number in waiting(made)}
        if not stuck:
            return scene, in_order(scene)
        foreign = sorted(target for target, home in homes.items() if home.foreign and home.row in stuck)
        barred |= set(foreign[:1]) if foreign and len(barred) < _MOST_BARRED else every


def _still(task: Task, rows: Mapping[int, Row], own: int) -> dict[int, Home]:
    """The homes of sets that stay as they are, and of the sets of others, to which tiles are only added."""
    found: dict[int, Home] = {}
    row_of = {tile: number for number, row in rows.items() for tile in row.cells}
    for target, (tile_set, seats) in enumerate(zip(task.targets, task.seats, strict=True)):
        number = next((row_of[tile] for tile in seats if tile in row_of), None)
        if number is None or number not in task.rows:
            continue
        row = task.rows[number]
        if target < own and not (set(row.cells) == set(rows[number].cells) == set(seats)):
            continue
        if target < own and row.shape.key() != tile_set.key():
            continue
        stays = {tile: place for place, tile in enumerate(seats) if tile in row.cells}
        first = row.cells.index(min(stays, key=stays.__getitem__)) - min(stays.values())
        found[target] = Home(
            target, number, frozenset(stays.items()), first if isinstance(row.shape, Run) else None, False
        )
    return found


def _homes(
    task: Task, rows: Mapping[int, Row], still: Mapping[int, Home], barred: AbstractSet[int], seconds: float
) -> dict[int, Home]:
    """The row in which each new set grows."""
    held = {home.row for home in still.values()}
    free = {number: row for number, row in rows.items() if number not in held}
    there = {tile for row in free.values() for tile in row.cells}
    options = [[[tile if tile in there else RACK] for tile in seats] for seats in task.seats]
    targets = {target: tile_set for target, tile_set in enumerate(task.targets) if target not in still}
    rack = Counter(task.tiles.tiles[tile] for target in targets for tile in task.seats[target] if tile not in there)
    found = match(free, targets, options, task.tiles.tiles, rack, barred=barred, seconds=seconds)
    return {**still, **(found.homes if found is not None else {})}


def _steps(turn: Turn, tiles: Numbered, scene: Scene, order: Sequence[int]) -> tuple[Step, ...]:
    """The acts in their order, with what lies where."""
    steps: list[Step] = []
    done, rack = 0, list(tiles.rack)
    theirs = range(len(tiles.table), len(tiles.table) + len(tiles.others))
    own_rows = [row for row in sorted(scene.plan.rows) if row not in theirs] + [LOOSE]
    for number in order:
        act, then = scene.plan.acts[number], done | 1 << number
        rack = [tile for tile in rack if tile not in act.tiles]
        source = next((pile for pile in scene.piles(act.source, done) if act.tiles[0] in pile.ids), None)
        made = next(pile for pile in scene.piles(act.row, then) if act.tiles[0] in pile.ids)
        onto = tuple(pile for pile in scene.piles(act.row, done) if {*made.ids, act.freed} & {*pile.ids})
        steps.append(
            Step(
                _action(act, source, onto, made, act.row in theirs, scene),
                act.tiles,
                act.row,
                act.cell,
                act.freed,
                None if act.source == LOOSE else source,
                onto,
                made,
                tuple(pile for row in own_rows for pile in scene.piles(row, then)),
                tuple(pile for row in theirs for pile in scene.piles(row, then)),
                tuple(rack),
                not any(scene.faults(row, then) for row in (*own_rows, *theirs)),
            )
        )
        done = then
    if turn.discard is not None:
        tile = next(tile for tile in rack if tiles.tiles[tile] == turn.discard)
        table = tuple(pile for row in own_rows for pile in scene.piles(row, done))
        others = tuple(pile for row in theirs for pile in scene.piles(row, done))
        left = tuple(other for other in rack if other != tile)
        steps.append(Step(Action.DISCARD, (tile,), -1, 0, None, None, (), None, table, others, left, True))
    return tuple(steps)


def _action(act: Act, source: Pile | None, onto: Sequence[Pile], made: Pile, lays_off: bool, scene: Scene) -> Action:
    if act.freed is not None:
        return Action.SWAP
    if act.source == LOOSE:
        return Action.PLACE
    if source is None:
        return Action.LAY_OFF if lays_off else Action.LAY
    if len(source.ids) == len(act.tiles):
        return Action.JOIN if onto else Action.MOVE
    return Action.SPLIT if not onto and made.is_set(scene.deck, scene.ones) else Action.MOVE
