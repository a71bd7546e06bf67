"""Where every tile of a legal new table came from: what legality forces first, then what a reader expects."""

from collections.abc import Sequence

from solver.deck import Tile
from solver.referee.board import Board
from solver.referee.conditions import Outcome
from solver.sets import Run, TileSet
from solver.turn import RACK, Turn


def turn(board: Board, outcome: Outcome | None) -> Turn:
    """The turn with its origins; `outcome` says where the table jokers went, None when any place will do."""
    copies = {tile: board.copies.assigned(tile, board.likes) for tile in board.copies.places}
    placed = _loose_jokers(board) if outcome is None else _jokers(board, outcome)
    origin: list[tuple[int, ...]] = []
    for place, tile_set in enumerate(board.after):
        joker_origins = iter(placed.get(place, ()))
        origin.append(tuple([copies[tile][place] if tile else next(joker_origins) for tile in tile_set.tiles]))
    return Turn(board.position, board.after, tuple(origin))


def untouched_turn(board: Board, old_places: dict[int, int]) -> Turn:
    """The turn of a player who only adds whole sets: `old_places` names the old set that a new one is."""
    origin = [(old_places.get(place, RACK),) * len(new.tiles) for place, new in enumerate(board.after)]
    return Turn(board.position, board.after, tuple(origin))


def _jokers(board: Board, outcome: Outcome) -> dict[int, list[int]]:
    """For each new set the origins of its jokers in their order: kept ones where they stand for the same."""
    slots = {place: _values(board.after[place]) for place in board.room}
    origin = {place: [RACK] * len(values) for place, values in slots.items()}
    pairs = list(zip(outcome.jokers, outcome.fates, strict=True))
    for joker, fate in sorted(pairs, key=lambda pair: not (pair[1].kept and pair[1].value)):
        values = slots[fate.place]
        free = [slot for slot, source in enumerate(origin[fate.place]) if source == RACK]
        same = [slot for slot in free if values[slot] == fate.value and fate.kept]
        origin[fate.place][(same or free)[0]] = joker.old
    return origin


def _values(tile_set: TileSet) -> Sequence[Tile]:
    """What each joker stands for, 0 in a group."""
    if not isinstance(tile_set, Run):
        return [0 for tile in tile_set.tiles if not tile]
    return [stand for tile, stand in zip(tile_set.tiles, tile_set.stands, strict=True) if not tile]


def _loose_jokers(board: Board) -> dict[int, list[int]]:
    """Jokers without conditions: each table joker to the new set that has most in common with its old set."""
    slots = {place: _values(board.after[place]) for place in board.room}
    origin = {place: [RACK] * len(values) for place, values in slots.items()}
    wanted = [(old, value) for old, tile_set in enumerate(board.before) for value in _values(tile_set)]
    pairs = sorted(
        (-board.likes[old][place], values[slot] != value, number, place, slot)
        for number, (old, value) in enumerate(wanted)
        for place, values in slots.items()
        for slot in range(len(values))
    )
    seated: set[int] = set()
    for _, _, number, place, slot in pairs:
        if number not in seated and origin[place][slot] == RACK:
            origin[place][slot] = wanted[number][0]
            seated.add(number)
    return origin
