"""Performance profiles (Dolan and More, "Benchmarking optimization software with performance profiles", 2002).

For each rival: in how many positions of a group is it within a factor of the fastest? What was not proven in time, what
failed and what a rival cannot do is within no factor.
"""

from collections.abc import Sequence

from benchmarks.runs import Row


def ratios(rows: Sequence[Row]) -> dict[str, list[float]]:
    """For each rival of a group the factors of the positions that it proved, ascending; none for one that was wrong."""
    liars = {row.rival for row in rows if row.verdict == "wrong"}
    proven = [row for row in rows if row.verdict == "proven" and row.rival not in liars]
    fastest: dict[str, float] = {}
    for row in proven:
        fastest[row.id] = min(row.seconds, fastest.get(row.id, row.seconds))
    names = dict.fromkeys(row.rival for row in rows if row.rival not in liars)
    return {name: sorted(row.seconds / fastest[row.id] for row in proven if row.rival == name) for name in names}
