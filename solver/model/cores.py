"""Where a released joker needs tiles of the rack beside it: rows for the model that lets released jokers go anywhere.

The *core* of a run is a stretch of it that holds its released jokers and as many tiles of the rack, the *claimed* ones,
as the edition asks for beside them (RULES.md section 3.3); a group is its own core. Every set with a released joker has
one, so in every legal turn
  there are as many runs over each stretch as cores over it, and groups of a number as cores that are groups;
  released jokers and claimed tiles lie in cores, each at its place, and some joker in each core;
  a joker is where no old set that stays whole shows a natural tile;
  the cores claim so many tiles each, all of which were played, and none of them twice;
  a core over all places of an old run needs one of its tiles from elsewhere, or a joker;
  there are no more cores than released jokers.
No legal turn is excluded. That each core claims its own tiles, what lies around the cores and what else makes a set new
is left to the referee.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain

from solver.deck import JOKER, Tile, number_of
from solver.model.cpsat import Term
from solver.model.jokers import TableJokers
from solver.model.keeping import GroupBlock
from solver.model.layout import Layout, Place
from solver.model.over import open_places, runs_over
from solver.model.release import elsewhere
from solver.model.units import Unit, jokers_for
from solver.rules import JokerReuse, JokerSet, Rules
from solver.sets import Run, TileSet, naturals

_BESIDE = {JokerReuse.NEW_SET_1_RACK: 1, JokerReuse.NEW_SET_2_RACK: 2}


@dataclass(frozen=True, slots=True)
class Core:
    """`var` runs have their core from one place to another."""

    var: int
    first: int
    last: int


@dataclass(slots=True)
class Cores:
    """The cores of runs by colour, and what the rows are made of.

    `need` is how many tiles each claims, `most` how many jokers can be released, `hosts` are units of kept jokers whose
    sets may be new. `in_runs` counts the released jokers in runs for each tile, from all jokers for it down; `inside`
    counts claimed tiles too, `in_groups` takes off those in groups. `claimed` has the claims of each kind, JOKER too.
    """

    layout: Layout
    hosts: Sequence[Unit]
    need: int
    most: int
    in_runs: dict[Tile, list[Term]]
    in_groups: defaultdict[Tile, list[Term]] = field(default_factory=lambda: defaultdict(list[Term]))
    inside: dict[Tile, list[Term]] = field(default_factory=dict[Tile, list[Term]])
    runs: dict[int, list[Core]] = field(default_factory=dict[int, list[Core]])
    every: list[int] = field(default_factory=list[int])
    claimed: defaultdict[Tile, list[int]] = field(default_factory=lambda: defaultdict(list[int]))

    def demand(self, tiles: Sequence[Tile], cores: Sequence[int]) -> dict[Tile, int]:
        """Let cores claim tiles of these kinds and jokers of the rack; the variables that count them."""
        program = self.layout.program
        wild = [JOKER] if self.layout.playable(JOKER) else []
        claims = {tile: program.var(0, self.layout.playable(tile)) for tile in (*tiles, *wild)}
        program.row([*((var, 1) for var in claims.values()), *((core, -self.need) for core in cores)], 0, 0)
        for tile, var in claims.items():
            self.claimed[tile].append(var)
        self.every += cores
        return claims


def add_cores(
    layout: Layout, model: TableJokers, blocks: Sequence[GroupBlock], table: Sequence[TileSet], rules: Rules
) -> Cores | None:
    """Add the rows; None if there is nothing to say.

    `table` is the table at the start. Under `locked` the set of a kept joker holds an old set entire, so it is not new.
    """
    program = layout.program
    need = _BESIDE.get(rules.joker_reuse, 0)
    free = [joker for joker in model.jokers if not joker.fixed]
    if need <= layout.playable(JOKER) or not free:
        return None
    hosts = () if rules.joker_set == JokerSet.LOCKED else model.units
    cores = Cores(layout, hosts, need, len(free), {tile: [(var, 1)] for tile, var in layout.it.joker.items()})
    _set_apart(cores)
    for number in layout.it.groups:
        others = [block for block in blocks if block.number == number]
        _add_group(cores, number, others)
        _hold_jokers(cores, others)
    for colour in range(layout.it.deck.colours):
        _add_runs(cores, colour)
    for home, old in enumerate(table):
        if isinstance(old, Run):
            _must_be_new(cores, model, home, old)
    for tile, claims in cores.claimed.items():
        program.row([(layout.played[tile], 1), *((var, -1) for var in claims)], 0)
    program.row([*((joker.kept, 1) for joker in free), *((core, 1) for core in cores.every)], high=len(free))
    return cores


def _set_apart(cores: Cores) -> None:
    """Jokers of the rack lie where they like."""
    layout = cores.layout
    program = layout.program
    if wild := layout.playable(JOKER):
        there = {tile: program.var(0, wild) for tile in cores.in_runs}
        for tile, var in there.items():
            cores.in_runs[tile].append((var, -1))
        program.row([(layout.played[JOKER], 1), *((var, -1) for var in there.values())], 0)


def _add_group(cores: Cores, number: int, others: Sequence[GroupBlock]) -> None:
    """Groups of one number with released jokers; `others` are old groups that stay whole."""
    layout = cores.layout
    program, it = layout.program, layout.it
    tiles = [tile for tile in it.tiles_of(number) if layout.playable(tile)]
    if len(tiles) < cores.need - layout.playable(JOKER):
        return
    core = program.var(0, cores.most)
    claims = cores.demand(tiles, [core])
    jokers = {tile: program.var(0, cores.most) for tile in it.tiles_of(number)}
    hosts = [host.groups[number] for host in cores.hosts if number in host.groups]
    for tile, joker in jokers.items():
        cores.in_runs[tile].append((joker, -1))
        cores.in_groups[tile].append((joker, -1))
        places = [(it.shown[tile], 1), *((slots.shown[tile], 1) for slots in hosts)]
        places += [(block.extra[tile], 1) for block in others if tile in block.extra]
        program.row([*places, (joker, -1)], 0)
        here = [(joker, -1)]
        if tile in claims:
            here.append((claims[tile], -1))
            places += [(block.count, 1) for block in others if tile in block.tiles]
            program.row([*places, *here], 0)
        program.row([(core, 1), *here], 0)
    program.row([*((joker, 1) for joker in jokers.values()), (core, -1)], 0)
    active = [it.groups[number], *(block.count for block in others), *(slots.active for slots in hosts)]
    program.row([*((var, 1) for var in active), (core, -1)], 0)


def _hold_jokers(cores: Cores, others: Sequence[GroupBlock]) -> None:
    """The jokers of old groups that stay whole are none that lie in runs."""
    layout = cores.layout
    for tile, terms in cores.in_runs.items():
        held = [(block.held[tile], -1) for block in others if tile in block.held]
        if held:
            pinned = [(var, 1) for var in layout.pinned.get(tile, ())]
            layout.program.row([*((var, -count) for var, count in terms[1:]), *pinned, *held], 0)


def _add_runs(cores: Cores, colour: int) -> None:
    """Runs of one colour with released jokers."""
    layout = cores.layout
    program, it = layout.program, layout.it
    cores.runs[colour] = found = [Core(program.var(0, cores.most), *stretch) for stretch in _stretches(cores, colour)]
    places = {p: it.tile_at((colour, p)) for p in range(1, it.track + 1)}
    inside = {tile: cores.in_runs[tile].copy() for tile in places.values()}
    cores.inside |= inside
    if found:
        tiles = [tile for tile in inside if layout.playable(tile)]
        for tile, var in cores.demand(tiles, [core.var for core in found]).items():
            if tile:
                inside[tile].append((var, 1))
        jokers = [term for tile in inside for term in cores.in_runs[tile]]
        program.row([*jokers, *((core.var, -1) for core in found)], 0)
        _lie_in_runs(cores, colour)
    over: defaultdict[Tile, list[Term]] = defaultdict(list[Term])
    for core in found:
        for p in range(core.first, core.last + 1):
            over[places[p]].append((core.var, -1))
    for tile, terms in inside.items():
        program.row([*terms, *over[tile]], high=0)
        held = [b.count for b in layout.every_block(colour) for p in b.jokers if places[p] == tile]
        if held:
            pinned = [(var, 1) for var in layout.pinned.get(tile, ())]
            program.row([(it.joker[tile], 1), *pinned, *cores.in_groups[tile], *((var, -1) for var in held)], 0)
        if over[tile]:
            jokers = [(var, -count) for var, count in cores.in_runs[tile]]
            program.row([*open_places(layout, cores.hosts, tile), *jokers], 0)


def _stretches(cores: Cores, colour: int) -> Iterator[tuple[int, int]]:
    """First and last place of everything that can be the core of a run and may have to be.

    Ends that hold neither a released joker nor a claimed tile could be left out.
    """
    layout = cores.layout
    it, least = layout.it, cores.need - layout.playable(JOKER)
    tiles = [it.tile_at((colour, p)) for p in range(1, it.track + 1)]
    playable = [layout.playable(tile) > 0 for tile in tiles]
    claims = [0, *accumulate(playable)]
    gaps = [0, *accumulate(not can and not layout.lying[t] for can, t in zip(playable, tiles, strict=True))]
    for first in range(it.track):
        for last in range(first + least, min(it.track, first + it.deck.numbers)):
            enough = claims[last + 1] - claims[first] >= least
            possible = gaps[last + 1] - gaps[first] <= layout.most_loose
            if enough and possible and playable[first] + playable[last] + cores.most >= 2:
                yield first + 1, last + 1


def _lie_in_runs(cores: Cores, colour: int) -> None:
    """As many runs over two, three and four places as cores over the last two that start at the first or before."""
    layout, found = cores.layout, cores.runs[colour]
    for p in range(2, layout.it.track + 1):
        for length in (2, 3, 4):
            across = [(core.var, -1) for core in found if core.first <= p + 1 - length and p <= core.last]
            if across:
                layout.program.row([*runs_over(layout, cores.hosts, (colour, p + 1 - length), length), *across], 0)


def _must_be_new(cores: Cores, model: TableJokers, home: int, old: Run) -> None:
    """A core over every place of an old run shows a joker there, or a tile from elsewhere besides those that replaced.

    Where an old run without jokers stays whole, all its tiles are in it. Then only jokers are left for a core, and not
    enough of them. While a joker of the old run is kept, the row says nothing.
    """
    layout = cores.layout
    start, length = number_of(old.stands[0]), len(old.tiles)
    starts = range(start, layout.it.track - length + 2, layout.it.deck.numbers)
    around = [
        (core.var, -1)
        for core in cores.runs[old.colour]
        if any(core.first <= first and first + length - 1 <= core.last for first in starts)
    ]
    held = [joker for joker in model.jokers if joker.home == home]
    terms = elsewhere(layout, naturals(old.tiles), [tile for joker in held for tile in joker.values])
    if terms is None or not around or any(joker.fixed for joker in held):
        return
    jokers = [(var, 1) for tile in old.stands for var in jokers_for(layout, model.units, tile)]
    kept = [(joker.kept, len(held) + cores.most) for joker in held]
    layout.program.row([*terms, *jokers, *kept, *around], len(held))
    blocks = [b for b in layout.blocks if b.colour == old.colour and b.last - b.first == length - 1 and not b.jokers]
    whole = [(block.count, -1) for block in blocks if block.first in starts]
    if whole and not held and layout.most_loose < length:
        layout.program.row([*terms, *around, *whole], -1)


def tighten(cores: Cores, values: Sequence[int]) -> bool:
    """Add rows that a solution breaks, if there are any.

    At both ends of a core lies a released joker or a claimed tile, and a joker is in a run over what its core has
    around it.
    """
    layout = cores.layout
    places = [(colour, p) for colour, found in cores.runs.items() if found for p in range(1, layout.it.track + 1)]
    rows = chain.from_iterable((*_ends(cores, place), *_around_joker(cores, place)) for place in places)
    broken = [row for row in rows if _sum(row, values) < 0]
    for row in broken:
        layout.program.row(row, 0)
    return bool(broken)


def _sum(terms: Sequence[Term], values: Sequence[int]) -> int:
    return sum(values[var] * count for var, count in terms)


def _ends(cores: Cores, place: Place) -> Iterator[list[Term]]:
    """Rows (at least 0) for the cores that begin at a place and for those that end there."""
    colour, p = place
    here = cores.inside[cores.layout.it.tile_at(place)]
    yield [*here, *((core.var, -1) for core in cores.runs[colour] if core.first == p)]
    yield [*here, *((core.var, -1) for core in cores.runs[colour] if core.last == p)]


def _around_joker(cores: Cores, place: Place) -> Iterator[list[Term]]:
    """Rows (at least 0) for the jokers at a place and runs over it and one to three places on one side.

    Only runs count that could show a joker there. Where the core of a joker does not reach so far, it counts itself;
    so it does where it lies at another place for the same tile.
    """
    colour, p = place
    it = cores.layout.it
    tile = it.tile_at(place)
    jokers = [(var, -count) for var, count in cores.in_runs[tile]]
    for other in range(number_of(tile), it.track + 1, it.deck.numbers):
        if other != p:
            jokers += [(core.var, 1) for core in cores.runs[colour] if core.first <= other <= core.last]
    inside = [core for core in cores.runs[colour] if core.first <= p <= core.last]
    for length in (2, 3, 4):
        for first in (p - length + 1, p):
            short = [(c.var, 1) for c in inside if c.first > first or c.last < first + length - 1]
            if len(short) < len(inside):
                yield [*runs_over(cores.layout, cores.hosts, (colour, first), length, p), *short, *jokers]
