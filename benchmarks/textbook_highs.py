"""The textbook model once more, on HiGHS, the solver of integer programmes that most would take for it today.

The same variables and rows as `textbook.Textbook`, without a line in common but the list of legal sets.
"""

import time
from collections import Counter

import highspy
import numpy as np

from benchmarks.textbook import LONGEST, Answer, legal_sets
from solver.deck import JOKER, Deck
from solver.position import Position


class HighsTextbook:
    """The model of a deck, built once; a position only sets bounds. What is measured is copy, bounds and search.

    A column for each legal set and one for each tile played; a row for each tile: what lies in sets is what lay on the
    table and what was played.
    """

    def __init__(self, deck: Deck) -> None:
        sets = legal_sets(deck, deck.jokers, LONGEST)
        self._tiles = [JOKER, *deck.tiles()]
        self._sets, self._copies = len(sets), deck.copies
        place = {tile: row for row, tile in enumerate(self._tiles)}
        columns = [Counter(place[tile] for tile in tiles) for tiles in sets]
        columns += [Counter({row: -1}) for row in range(len(self._tiles))]
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = len(columns), len(self._tiles)
        model.sense_ = highspy.ObjSense.kMaximize
        model.col_cost_ = np.repeat([0.0, 1.0], [len(sets), len(self._tiles)])
        model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        model.a_matrix_.start_ = np.cumsum([0, *(len(column) for column in columns)])
        model.a_matrix_.index_ = np.array([row for column in columns for row in column])
        model.a_matrix_.value_ = np.array([count for column in columns for count in column.values()], dtype=float)
        model.integrality_ = [highspy.HighsVarType.kInteger] * len(columns)
        self._model = model

    def solve(self, position: Position, limit: float) -> Answer:
        """The most tiles for a player who has opened: one thread, no gap allowed, so many seconds."""
        start = time.perf_counter()
        table, rack = Counter(position.table_tiles()), Counter(position.rack)
        model = self._model
        model.col_lower_ = np.zeros(model.num_col_)
        played = [float(rack[tile]) for tile in self._tiles]
        model.col_upper_ = np.concatenate([np.full(self._sets, float(self._copies)), played])
        model.row_lower_ = model.row_upper_ = np.array([float(table[tile]) for tile in self._tiles])
        highs = highspy.Highs()
        for name, value in _OPTIONS.items():
            highs.setOptionValue(name, value)
        highs.setOptionValue("time_limit", max(0.0, limit - (time.perf_counter() - start)))
        highs.passModel(model)
        highs.run()
        seconds = time.perf_counter() - start
        status, info = highs.getModelStatus(), highs.getInfo()
        proven = status == highspy.HighsModelStatus.kOptimal
        if not proven and status != highspy.HighsModelStatus.kTimeLimit:
            raise RuntimeError(f"HiGHS ends with {highs.modelStatusToString(status)}")
        found = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
        return Answer(round(info.objective_function_value) if found else None, proven, seconds)


_OPTIONS = {"output_flag": False, "threads": 1, "mip_rel_gap": 0.0}
