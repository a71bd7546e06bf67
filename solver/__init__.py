"""meld-solver: the proven best legal turn in Rummikub, in the edition that is played.

Begin with `solver.notation.read_position`, `solver.solve.solve` and `solver.referee.check`. Nothing is imported here,
so that rules, notation and referee can be used without loading the constraint solver.
"""
