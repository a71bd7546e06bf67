"""What the referee says: legal or not, and each broken rule in one sentence."""

from dataclasses import dataclass

from solver.turn import Turn


@dataclass(frozen=True, slots=True)
class Broken:
    """One broken rule: an id for programs (`joker_not_replaced`) and one sentence for players."""

    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """`turn` is there when the turn is legal: the new table with the origin of every tile under a choice of
    joker values, labels and physical copies that makes it legal.
    """

    legal: bool
    broken: tuple[Broken, ...]
    turn: Turn | None
