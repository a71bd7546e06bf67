"""How fast the solver is, measured so that anyone can repeat it. Nothing here is needed to solve a position.

Run from a checkout: `python -m benchmarks.speed`, `python -m benchmarks.profile`. RESULTS.md holds what was measured.
"""
