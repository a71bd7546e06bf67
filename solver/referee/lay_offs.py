"""Sets that may only be added to: those of other players, and one's own where `rearrange_own` is no.

Such a set lies whole in a new set of its kind, each joker of a run at its place, and no new set holds two of them
(RULES.md section 6). Since tiles are conserved, all that is new beside them comes from the rack.
"""

from collections.abc import Sequence
from typing import NamedTuple

from solver.deck import JOKER, Tile
from solver.position import Position
from solver.referee.verdict import Broken
from solver.rules import Rules
from solver.sets import Run, TileSet, written
from solver.turn import RACK


class _Shape(NamedTuple):
    """What a set holds: a run each place with its tile, a group its colours; a group's jokers are only counted.

    A colour that a longer group misses the shorter one missed, too, so that its jokers need only be there.
    """

    number: int
    held: frozenset[tuple[Tile, Tile]]
    jokers: int

    def within(self, other: "_Shape") -> bool:
        """Does a set of that shape hold all of this one, nothing in it changed?"""
        return self.number == other.number and self.jokers <= other.jokers and self.held <= other.held


def _shape(tile_set: TileSet) -> _Shape:
    if isinstance(tile_set, Run):
        return _Shape(0, frozenset(zip(tile_set.stands, tile_set.tiles, strict=True)), 0)
    held = frozenset((tile, tile) for tile in tile_set.tiles if tile)
    return _Shape(tile_set.number, held, tile_set.tiles.count(JOKER))


def places_of(before: Sequence[TileSet], after: Sequence[TileSet]) -> list[int | None]:
    """For each old set the new set that holds it whole, each new set for one at most; as many as can be.

    New sets that are told in the order of the old ones stay in that order, also where they could be exchanged.
    """
    new = [_shape(tile_set) for tile_set in after]
    options = [
        sorted((place for place, other in enumerate(new) if old.within(other)), key=lambda place: place != number)
        for number, old in enumerate(map(_shape, before))
    ]
    holder: dict[int, int] = {}

    def seat(number: int, seen: set[int]) -> bool:
        for place in options[number]:
            if place not in seen:
                seen.add(place)
                if place not in holder or seat(holder[place], seen):
                    holder[place] = number
                    return True
        return False

    for number in range(len(before)):
        seat(number, set())
    found: list[int | None] = [None] * len(before)
    for place, number in holder.items():
        found[number] = place
    return found


def others_faults(position: Position, others: Sequence[TileSet], places: Sequence[int | None]) -> list[Broken]:
    """Every set of another player is still there, whole, and no set of theirs is new."""
    faults = [
        Broken(
            "others_changed",
            f"others' set {number + 1} ({written(old)}) is not whole on the new table: "
            "tiles may be added to it, all that lies there stays as it is",
        )
        for number, (old, place) in enumerate(zip(position.others, places, strict=True))
        if place is None
    ]
    if not faults:
        faults = [
            Broken("others_new_set", f"{written(new)} is no set of another player: a new set is the player's own")
            for place, new in enumerate(others)
            if place not in places
        ]
    return faults


def own_set_faults(position: Position, places: Sequence[int | None], rules: Rules) -> list[Broken]:
    """Every own set is still there, whole, where own sets may not be rearranged."""
    return [
        Broken(
            "own_rearranged",
            f"{written(old)} is not whole on the new table: under {rules.name} tiles may be added to an own set, "
            "and it stays as it is",
        )
        for old, place in zip(position.table, places, strict=True)
        if place is None
    ]


def origins(before: Sequence[TileSet], after: Sequence[TileSet], places: Sequence[int | None]) -> list[tuple[int, ...]]:
    """Where each tile of the new sets came from: the old set that a new one holds, else the rack."""
    origin = [(RACK,) * len(new.tiles) for new in after]
    for number, place in enumerate(places):
        if place is not None:
            origin[place] = _origin(number, before[number], after[place])
    return origin


def _origin(number: int, old: TileSet, new: TileSet) -> tuple[int, ...]:
    if isinstance(old, Run) and isinstance(new, Run):
        there = set(zip(old.stands, old.tiles, strict=True))
        return tuple(number if pair in there else RACK for pair in zip(new.stands, new.tiles, strict=True))
    left = list(old.tiles)
    found: list[int] = []
    for tile in new.tiles:
        found.append(number if tile in left else RACK)
        if tile in left:
            left.remove(tile)
    return tuple(found)
