"""Objective terms in their order as few weighted sums: each stage is one search, held while the next is maximised."""

from collections.abc import Sequence

from solver.model.build import Goal
from solver.model.cpsat import Term

Stage = list[Goal]
LARGEST_WEIGHT = 1_000_000


def stages(goals: Stage) -> list[Stage]:
    """Neighbouring terms that one weighted sum can rank, so that few searches do for all terms."""
    found: list[Stage] = []
    for goal in goals:
        if found and weights([*found[-1], goal])[0] * found[-1][0].most <= LARGEST_WEIGHT:
            found[-1].append(goal)
        else:
            found.append([goal])
    return found


def weights(stage: Stage) -> list[int]:
    """Weights by which a sum ranks the terms lexicographically."""
    weights: list[int] = []
    weight = 1
    for goal in reversed(stage):
        weights.insert(0, weight)
        weight *= goal.most + 1
    return weights


def weighted(stage: Stage) -> tuple[list[Term], int]:
    """Terms and constant of the weighted sum."""
    pairs = list(zip(stage, weights(stage), strict=True))
    terms = [(var, coefficient * weight) for goal, weight in pairs for var, coefficient in goal.terms]
    return terms, sum(goal.constant * weight for goal, weight in pairs)


def combine(stage: Stage, values: dict[str, int]) -> int:
    return sum(values[goal.name] * weight for goal, weight in zip(stage, weights(stage), strict=True))


def split(stage: Stage, bound: int) -> dict[str, int]:
    """The bound of each term from that of the weighted sum."""
    bounds: dict[str, int] = {}
    bound = min(bound, sum(goal.most * weight for goal, weight in zip(stage, weights(stage), strict=True)))
    for goal, weight in zip(stage, weights(stage), strict=True):
        bounds[goal.name] = min(goal.most, bound // weight)
        bound -= bounds[goal.name] * weight
    return bounds


def claim(stage: Stage, values: Sequence[int]) -> int:
    """The weighted sum that a solution claims."""
    return sum(goal.value(values) * weight for goal, weight in zip(stage, weights(stage), strict=True))
