"""What the referee says of the tables that a search finds, with the discard that the play leaves."""

from collections import Counter
from collections.abc import Sequence

from solver.discard import choose_discard
from solver.position import Position
from solver.referee import Verdict, check
from solver.rules import Game, Rules
from solver.sets import TileSet


class Umpire:
    """The referee of one position. `finish` claims the Finish of International."""

    def __init__(self, position: Position, rules: Rules, finish: bool = False) -> None:
        self._position, self._rules, self._finish = position, rules, finish

    def judge(self, table: Sequence[TileSet], others: Sequence[TileSet] | None) -> Verdict:
        """The verdict on a new table and on others' sets, these in canonical order (None: as they were)."""
        if self._rules.game == Game.SABRA:
            return check(self._position, table, self._rules)
        given = self._position.others if others is None else self._in_given_order(others)
        left = Counter(self._position.rack) - Counter(self._position.keep)
        for tile_set in (*table, *given):
            left.subtract(tile_set.tiles)
        for tile_set in (*self._position.table, *self._position.others):
            left.update(tile_set.tiles)
        discard = choose_discard(list((+left).elements()), (*table, *given), self._rules, self._position.deck)
        return check(
            self._position, table, self._rules, others=given, discard=discard, win="finish" if self._finish else None
        )

    def _in_given_order(self, others: Sequence[TileSet]) -> tuple[TileSet, ...]:
        given = self._position.others
        order = sorted(range(len(given)), key=lambda i: given[i].key())
        places = {i: place for place, i in enumerate(order)}
        return tuple(others[places[i]] for i in range(len(given)))
