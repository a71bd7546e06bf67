"""How a player of a whole game plays: all that is possible, or holding jokers or the opening back."""

from dataclasses import dataclass

from solver.errors import InputError

MOST_TURNS = 1000
_CHOICE = "tiles, jokers, or hold=TURNS, joined by + (jokers+hold=3)"


class StrategyError(InputError):
    """A strategy that there is not."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """Every strategy plays as many tiles as it can and wins when it can.

    `hold_jokers`: no joker is played unless the turn wins. `hold_opening`: in so many first turns the player does not
    open, unless the turn wins. In a Sabra game nothing is held back any more once the pool is empty.
    """

    hold_jokers: bool = False
    hold_opening: int = 0

    def __str__(self) -> str:
        """As `strategy` reads it."""
        parts = ["jokers"] * self.hold_jokers + [f"hold={self.hold_opening}"] * (self.hold_opening > 0)
        return "+".join(parts) or "tiles"


def strategy(text: str) -> Strategy:
    """A strategy from its text: `tiles`, `jokers`, `hold=3`, `jokers+hold=3`.

    Raises:
        StrategyError: a text that is none.
    """
    if text == "tiles":
        return Strategy()
    hold_jokers, turns = False, 0
    for part in text.split("+"):
        name, _, number = part.partition("=")
        if part == "jokers" and not hold_jokers:
            hold_jokers = True
        elif name == "hold" and not turns and number.isascii() and number.isdigit() and len(number) <= 4:
            turns = int(number)
            if not 1 <= turns <= MOST_TURNS:
                raise StrategyError(f"the opening can be held for 1 to {MOST_TURNS} turns, not for {turns}")
        else:
            raise StrategyError(f"unknown strategy {text[:40]!r}, choose {_CHOICE}")
    return Strategy(hold_jokers, turns)
