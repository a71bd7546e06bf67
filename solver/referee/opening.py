"""The initial meld (RULES.md section 2): own sets worth enough, and what else the first play may do."""

from collections.abc import Sequence

from solver.deck import Tile, number_of
from solver.position import Position
from solver.referee.own_sets import OwnSets
from solver.referee.verdict import Broken
from solver.rules import MeldJokers, Rules
from solver.sets import Group, Run, TileSet, jokers, naturals, written


def joint_faults(position: Position, gained: dict[Tile, int], rules: Rules) -> list[Broken]:
    """The first play where the turn may go on: the tiles played contain own sets worth enough."""
    need = position.to_open
    if need is None or OwnSets(gained, position.deck, rules).reach(need):
        return []
    return [Broken("initial_meld", f"the tiles played hold no own sets worth {need} points for the initial meld")]


def untouched(position: Position, after: Sequence[TileSet]) -> tuple[dict[int, int], list[Broken]]:
    """Which new set is which old one, and a fault for each old set that is not there any more."""
    places: dict[object, list[int]] = {}
    for place, new in enumerate(after):
        places.setdefault(_identity(new), []).append(place)
    old_places: dict[int, int] = {}
    faults: list[Broken] = []
    for old, tile_set in enumerate(position.table):
        found = places.get(_identity(tile_set))
        if found:
            old_places[found.pop(0)] = old
        else:
            text = f"before the initial meld no set of the table may be touched, but {written(tile_set)} has changed"
            faults.append(Broken("initial_untouched", text))
    return old_places, faults


def own_faults(position: Position, own: Sequence[TileSet], rules: Rules) -> list[Broken]:
    """The first play where the turn may not go on: all new sets belong to the meld and are worth enough together."""
    faults: list[Broken] = []
    if rules.initial_meld_jokers == MeldJokers.FORBIDDEN:
        faults += [
            Broken(
                "initial_all_meld",
                f"every new set belongs to the initial meld, in which {rules.name} allows no joker, "
                f"but {written(tile_set)} holds one",
            )
            for tile_set in own
            if jokers(tile_set.tiles)
        ]
    worth = sum(points(tile_set, rules.initial_meld_jokers) for tile_set in own)
    if position.to_open is not None and worth < position.to_open:
        text = f"the new sets are worth {worth} points, but the initial meld needs {position.to_open}"
        faults.insert(0, Broken("initial_meld", text))
    return faults


def points(tile_set: TileSet, meld_jokers: MeldJokers) -> int:
    """Face value of a set as it is declared; a 1 counts 1 wherever it lies."""
    if meld_jokers != MeldJokers.REPRESENTED:
        return sum(map(number_of, naturals(tile_set.tiles)))
    return sum(map(number_of, tile_set.stands)) if isinstance(tile_set, Run) else tile_set.number * len(tile_set.tiles)


def _identity(tile_set: TileSet) -> object:
    """Equal for sets that are the same, also for a full circle that is cut at another place."""
    if isinstance(tile_set, Group):
        return tile_set.key()
    return frozenset(zip(tile_set.stands, tile_set.tiles, strict=True))
