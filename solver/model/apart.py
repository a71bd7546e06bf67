"""Table jokers that share a set, before the turn or after it, stand for different tiles (RULES.md section 3).

The referee sees to it in any case; these rows spare it tables that it would refuse one by one.
"""

from collections.abc import Iterable
from itertools import combinations, permutations

from solver.deck import Tile
from solver.model.jokers import TableJokers
from solver.model.layout import Layout
from solver.model.units import Unit


def keep_apart(layout: Layout, model: TableJokers) -> None:
    """Rows for jokers that end in one set, and for those of one old set of which one is kept and one released."""
    for unit in model.units:
        run = {tile for column in unit.runs.values() for tile in column.tiles}
        for shown, guests in ((run, unit.run_guests), *((slots.shown, slots.guests) for slots in unit.groups.values())):
            _in_one_set(layout, unit, shown, [(model.units[number], guest) for number, guest in guests.items()])
    kept = [member for unit in model.units if unit.kept for member in unit.members]
    for member, other in permutations(kept, 2):
        if member.joker.home == other.joker.home:
            for tile, released in other.joker.released.items():
                if tile in member.stands and not other.joker.together:
                    layout.program.row([(member.stands[tile], 1), (released, 1)], high=1)


def _in_one_set(layout: Layout, host: Unit, shown: Iterable[Tile], guests: list[tuple[Unit, int]]) -> None:
    """Two jokers in the host's own set, its own or guests, for a tile that it may show. Kept ones have rows already."""
    places: dict[Tile, list[tuple[Unit, list[int]]]] = {}
    for unit, here in ((host, []), *((unit, [guest]) for unit, guest in guests)):
        for member in unit.members:
            for tile, stands in member.stands.items():
                places.setdefault(tile, []).append((unit, [stands, *here]))
    for found in (places.get(tile, []) for tile in sorted(shown)):
        for (one, first), (other, second) in combinations(found, 2):
            if one is not other and not (one.kept and other.kept):
                variables = [(var, 1) for var in (*first, *second)]
                layout.program.row(variables, high=len(variables) - 1)
