"""What a turn is worth: the objective terms, measured on the turn itself and apart from any model.

`unbroken` and `kept` compare the tables before and after: an old set is *attached* to a new set of the same kind that
shows all of its tiles, and two old sets attached to the same new set use different tiles of it.
"""

from collections import Counter
from collections.abc import Sequence

from solver.deck import JOKER, Tile, number_of
from solver.errors import InputError
from solver.rules import Rules
from solver.sets import Run, TileSet
from solver.turn import Turn

TERMS = ("tiles", "points", "penalty", "jokers_held", "unbroken", "kept")


def check_objective(objective: Sequence[str]) -> tuple[str, ...]:
    """The objective as a tuple.

    Raises:
        InputError: empty, an unknown term, or a term given twice.
    """
    for term in objective:
        if term not in TERMS:
            raise InputError(f"unknown objective term {term[:40]!r}, choose from {', '.join(TERMS)}")
    if not objective or len(set(objective)) < len(objective):
        raise InputError("the objective must name one term or more, each once")
    return tuple(objective)


def measure(
    turn: Turn, rules: Rules, objective: Sequence[str], attached: Sequence[int | None] | None = None
) -> dict[str, int]:
    """The value of each objective term, and of `win`, an empty rack.

    `attached` is the attachment of the turn's tables if it is known.
    """
    played = turn.played
    values: dict[str, int] = {}
    for term in objective:
        if term == "tiles":
            values[term] = len(played)
        elif term == "points":
            values[term] = sum(number_of(tile) for tile in played)
        elif term == "penalty":
            values[term] = sum(number_of(tile) if tile else rules.joker_penalty for tile in played)
        elif term == "jokers_held":
            values[term] = turn.left.count(JOKER)
        elif term == "win":
            values[term] = int(not turn.left)
        elif term == "kept":
            before = Counter(tile_set.key() for tile_set in turn.position.table)
            values[term] = (before & Counter(tile_set.key() for tile_set in turn.after)).total()
            others = zip(turn.position.others, turn.others, strict=True)
            values[term] += sum(old.key() == new.key() for old, new in others)
        else:
            known = attachment(turn.position.table, turn.after) if attached is None else attached
            values[term] = sum(place is not None for place in known) + len(turn.others)
    return values


_RUN, _JOKER = 1 << 12, 1 << 13


def _pieces(tile_set: TileSet) -> frozenset[int]:
    """What a set shows, each place as a number: the kind, the tile, whether a joker lies there.

    Jokers of a group are told apart by counting them, so that a group with two shows all that a group with one does.
    """
    if isinstance(tile_set, Run):
        return frozenset(
            _RUN | (tile or _JOKER | stand) for tile, stand in zip(tile_set.tiles, tile_set.stands, strict=True)
        )
    held = tile_set.tiles.count(JOKER)
    shown = [tile for tile in tile_set.tiles if tile]
    return frozenset([*shown, *((_JOKER | tile_set.number) + (k << 14) for k in range(held))])


def attachment(before: Sequence[TileSet], after: Sequence[TileSet]) -> list[int | None]:
    """For each old set the new set that it is attached to, or None; as many attached as possible.

    A group's jokers need only be there: a colour free in the longer group was free in the shorter one.
    """
    new = [_pieces(tile_set) for tile_set in after]
    homes: dict[int, list[int]] = {}
    for i, pieces in enumerate(new):
        for piece in pieces:
            homes.setdefault(piece, []).append(i)
    old = [_pieces(tile_set) for tile_set in before]
    options: list[list[int]] = []
    for pieces in old:
        rarest = min((homes.get(piece, []) for piece in pieces), key=len)
        options.append([i for i in rarest if pieces <= new[i]])
    chosen: list[int | None] = [None] * len(old)
    for rivals in _components(options):
        if len(rivals) == 1:
            chosen[rivals[0]] = options[rivals[0]][0]
        else:
            _Matching(before, after, options, rivals, chosen)
    return chosen


def _components(options: list[list[int]]) -> list[list[int]]:
    """The old sets that have an option, those that share options together."""
    claims: dict[int, list[int]] = {}
    for k, places in enumerate(options):
        for i in places:
            claims.setdefault(i, []).append(k)
    seen: set[int] = set()
    found: list[list[int]] = []
    for k, places in enumerate(options):
        if not places or k in seen:
            continue
        component = [k]
        for member in component:
            for i in options[member]:
                component += [rival for rival in claims[i] if rival not in component]
        seen.update(component)
        found.append(component)
    return found


def _counts(tile_set: TileSet) -> Counter[tuple[Tile, Tile]]:
    """What a set shows at its places: the tile, and what a run's joker stands for."""
    if isinstance(tile_set, Run):
        return Counter(zip(tile_set.tiles, tile_set.stands, strict=True))
    return Counter((tile, JOKER) for tile in tile_set.tiles)


class _Matching:
    """Branch and bound over rival old sets; writes the best choice into `chosen`."""

    def __init__(
        self,
        before: Sequence[TileSet],
        after: Sequence[TileSet],
        options: list[list[int]],
        rivals: list[int],
        chosen: list[int | None],
    ) -> None:
        self._options = options
        self._old = {k: _counts(before[k]) for k in rivals}
        self._free = {i: _counts(after[i]) for k in rivals for i in options[k]}
        self._order = sorted(rivals, key=lambda k: len(options[k]))
        self._now: dict[int, int] = {}
        self._best: dict[int, int] = {}
        self._extend(0)
        for k, i in self._best.items():
            chosen[k] = i

    def _extend(self, depth: int) -> None:
        if len(self._now) > len(self._best):
            self._best = self._now.copy()
        if len(self._now) + len(self._order) - depth <= len(self._best):
            return
        k = self._order[depth]
        tried: list[Counter[tuple[Tile, Tile]]] = []
        for i in self._options[k]:
            if self._old[k] <= self._free[i] and self._free[i] not in tried:
                tried.append(self._free[i].copy())
                self._free[i].subtract(self._old[k])
                self._now[k] = i
                self._extend(depth + 1)
                del self._now[k]
                self._free[i].update(self._old[k])
        self._extend(depth + 1)
