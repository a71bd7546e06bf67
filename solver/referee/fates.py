"""What may become of one table joker: the new set it ends in, kept or released, and what it stands for.

A fate carries the rules that it breaks whatever else happens; rules that depend on other jokers or on the copies
of tiles are the matter of `conditions`.
"""

from dataclasses import dataclass

from solver.deck import JOKER, Tile, make_tile, number_of
from solver.referee.board import Board
from solver.rules import GroupOfThree, JokerPin, JokerReuse, JokerSet, ReplacementSource
from solver.sets import Group, Run, TileSet, jokers

# Every rule that a joker can break, in the order in which RULES.md has them; but a tile that came too early stands
# before no tile at all, since it explains more.
JOKER_RULES = (
    "joker_locked",
    "joker_kind",
    "joker_value",
    "joker_companion",
    "replacement_order",
    "joker_not_replaced",
    "group_of_three",
    "joker_new_set",
    "joker_rack_tiles",
)
RACK_TILES = {JokerReuse.NEW_SET_1_RACK: 1, JokerReuse.NEW_SET_2_RACK: 2}


@dataclass(frozen=True, slots=True)
class TableJoker:
    """A joker of the old set `old`; `value` is 0 in a group, where any colour that the group misses will do."""

    old: int
    value: Tile


@dataclass(frozen=True, slots=True)
class Fate:
    """A joker ends in the new set `place`.

    Kept: `value` is what it stands for, 0 when that is still open. Released: `replaced` tells whether by the rules or,
    breaking one, without the tiles that it takes.
    """

    place: int
    kept: bool
    value: Tile = 0
    replaced: bool = False
    broken: tuple[str, ...] = ()


def table_jokers(board: Board) -> list[TableJoker]:
    """Every joker of the old table, those of one set side by side."""
    found: list[TableJoker] = []
    for index, tile_set in enumerate(board.before):
        if JOKER in tile_set.tiles:
            values = tile_set.stands if isinstance(tile_set, Run) else (0,) * len(tile_set.tiles)
            found += [TableJoker(index, value) for tile, value in zip(tile_set.tiles, values, strict=True) if not tile]
    return found


def fates(joker: TableJoker, board: Board) -> list[Fate]:
    """Every fate of a joker, those that break least first, then those that look most natural."""
    likes = board.likes[joker.old]
    places = sorted(board.room, key=lambda place: -likes[place])
    found = [fate for place in places for fate in (*_kept(joker, place, board), *_released(joker, place, board))]
    found.sort(key=lambda fate: len(fate.broken))
    return found


def together_only(old: int, board: Board) -> bool:
    """Does `group_of_three` = `both` rule this old set?"""
    tile_set = board.before[old]
    return board.rules.group_of_three == GroupOfThree.BOTH and isinstance(tile_set, Group) and len(tile_set.tiles) == 3


def missing_values(joker: TableJoker, board: Board) -> tuple[Tile, ...]:
    """The tiles that a joker may stand for."""
    tile_set = board.before[joker.old]
    return tile_set.missing(board.position.deck.colours) if isinstance(tile_set, Group) else (joker.value,)


def may_replace(tile: Tile, old: int, board: Board) -> bool:
    """Is there a tile on the new table that could have replaced a joker of this old set?"""
    if board.rules.replacement_source == ReplacementSource.RACK:
        return board.from_rack(tile)
    return any(source != old for source in board.copies.sources.get(tile, ()))


def _kept(joker: TableJoker, place: int, board: Board) -> list[Fate]:
    old_set, new_set, rules = board.before[joker.old], board.after[place], board.rules
    broken: list[str] = []
    if rules.joker_set == JokerSet.LOCKED and not board.old[joker.old] <= board.new[place]:
        broken.append("joker_locked")
    if rules.joker_pin == JokerPin.COMPANION and type(old_set) is not type(new_set):
        broken.append("joker_kind")
    lonely = jokers(old_set.tiles) == 1 and board.old[joker.old].isdisjoint(board.new[place])
    companion = rules.joker_set == JokerSet.SPLIT and rules.joker_pin == JokerPin.COMPANION
    late = ["joker_companion"] if companion and lonely else []
    unlike = Fate(place, True, broken=(*broken, "joker_value", *late))
    value = _value_kept(joker, old_set, new_set, board)
    return [unlike] if value is None else [Fate(place, True, value, broken=(*broken, *late)), unlike]


def _value_kept(joker: TableJoker, old_set: TileSet, new_set: TileSet, board: Board) -> Tile | None:
    """What a joker of the old set stands for in both sets: 0 for an open colour of a group, None if it cannot."""
    if isinstance(old_set, Group) and isinstance(new_set, Group):
        if old_set.number != new_set.number:
            return None
        common = set(old_set.missing(board.position.deck.colours)) & set(new_set.missing(board.position.deck.colours))
        return 0 if common else None
    if isinstance(new_set, Group):
        fits = number_of(joker.value) == new_set.number and joker.value not in new_set.tiles
        return joker.value if fits else None
    value = joker.value or make_tile(new_set.colour, old_set.number if isinstance(old_set, Group) else 0)
    fits = value not in old_set.tiles and (JOKER, value) in zip(new_set.tiles, new_set.stands, strict=True)
    return value if fits else None


def _released(joker: TableJoker, place: int, board: Board) -> list[Fate]:
    late = ("joker_rack_tiles",) if _too_few_rack_tiles(place, board) else ()
    together = together_only(joker.old, board)
    there = [may_replace(tile, joker.old, board) for tile in missing_values(joker, board)]
    taken = Fate(place, False, broken=("group_of_three" if together else "joker_not_replaced", *late))
    possible = all(there) if together else any(there)
    return [Fate(place, False, replaced=True, broken=late), taken] if possible else [taken]


def _too_few_rack_tiles(place: int, board: Board) -> bool:
    """Can this new set under no choice of copies hold the rack tiles that a released joker needs?"""
    reuse = board.rules.joker_reuse
    if reuse == JokerReuse.NEW_SET_ALL_RACK:
        return not all(board.from_rack(tile) for tile in board.new[place])
    needed = RACK_TILES.get(reuse, 0)
    if not needed:
        return False
    beside = min(board.room[place] - 1, board.rack_jokers)
    return sum(1 for tile in board.new[place] if board.from_rack(tile)) + beside < needed
