"""The few exceptions that bad input can raise.

Each message is one sentence: what is wrong, where, what would be right.
"""


class InputError(ValueError):
    """Anything a caller gave that cannot be used; the base of the narrower ones."""


class DeckError(InputError):
    """A deck outside the supported sizes, or one that the rules cannot use."""


class RulesError(InputError):
    """An unknown preset or knob, a value that the knob does not have, or two knobs that exclude each other."""


class NotationError(InputError):
    """Text that is not in the notation."""


class PositionError(InputError):
    """Well-formed text that describes a position which cannot occur."""
