"""The knobs in which the published editions differ, and the editions as presets (RULES.md sections 2 to 4, 6, 7).

What each value of a knob demands of a turn is written twice, in the referee and in the model.
"""

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from solver.deck import Deck, deck
from solver.errors import DeckError, RulesError
from solver.sets import Ones


class Game(StrEnum):
    """Whose the sets on the table are: everybody's (Sabra), or each player's own (RULES.md sections 6 and 7)."""

    SABRA = "sabra"
    AMERICAN = "american"
    INTERNATIONAL = "international"


class MeldJokers(StrEnum):
    """What a joker counts in the initial meld."""

    REPRESENTED = "represented"
    ZERO = "zero"
    FORBIDDEN = "forbidden"


class JokerSet(StrEnum):
    """What may be done with a set whose joker is kept."""

    LOCKED = "locked"
    SPLIT = "split"


class JokerPin(StrEnum):
    """What ties a kept joker of a split set: a tile of its set, or its value alone."""

    COMPANION = "companion"
    VALUE = "value"


class ReplacementSource(StrEnum):
    """Where the tile that releases a joker may come from."""

    RACK = "rack"
    ANY = "any"


class GroupOfThree(StrEnum):
    """How the joker of a group of three is released."""

    EITHER = "either"
    BOTH = "both"


class JokerReuse(StrEnum):
    """Where a released joker may go."""

    ANYWHERE = "anywhere"
    NEW_SET = "new_set"
    NEW_SET_1_RACK = "new_set_1_rack"
    NEW_SET_2_RACK = "new_set_2_rack"
    NEW_SET_ALL_RACK = "new_set_all_rack"


@dataclass(frozen=True, slots=True)
class Rules:
    """One edition: a value for every knob.

    Raises:
        RulesError: two knobs exclude each other, or a number is out of range.
    """

    name: str
    source: str
    deck: str = "standard"
    initial_meld_points: int = 30
    initial_meld_jokers: MeldJokers = MeldJokers.REPRESENTED
    same_turn_manipulation: bool = True
    joker_set: JokerSet = JokerSet.SPLIT
    joker_pin: JokerPin = JokerPin.COMPANION
    joker_clear: bool = False
    replacement_source: ReplacementSource = ReplacementSource.RACK
    group_of_three: GroupOfThree = GroupOfThree.EITHER
    joker_reuse: JokerReuse = JokerReuse.NEW_SET
    jokers_per_set: int | None = None
    ones: Ones = Ones.LOW
    joker_penalty: int = 30
    game: Game = Game.SABRA
    rearrange_own: bool = True
    draw_after_play: bool = False

    def __post_init__(self) -> None:
        self._check_game()
        if self.joker_clear and self.joker_reuse != JokerReuse.ANYWHERE:
            raise RulesError(
                f"joker_clear=yes and joker_reuse={self.joker_reuse} exclude each other: "
                "a joker taken without replacement goes anywhere, so joker_reuse must be anywhere"
            )
        if self.joker_pin == JokerPin.VALUE and self.joker_set == JokerSet.LOCKED:
            raise RulesError(
                "joker_pin=value and joker_set=locked exclude each other: a locked set stays together, "
                "so joker_pin=value needs joker_set=split"
            )
        for knob, low, high in (
            ("initial_meld_points", 1, 10_000),
            ("joker_penalty", 0, 1000),
            ("jokers_per_set", 1, 8),
        ):
            value = getattr(self, knob)
            if value is not None and not low <= value <= high:
                raise RulesError(f"{knob}={value} is out of range, it must be {low} to {high}")

    def _check_game(self) -> None:
        """Where each player has sets of their own, a joker is released by a rack tile and goes to a new set."""
        if self.game == Game.SABRA:
            if not self.rearrange_own:
                raise RulesError(
                    "rearrange_own=no and game=sabra exclude each other: in a Sabra game nobody has sets of their own"
                )
            return
        for knob, means_nothing, why in (
            ("draw_after_play", self.draw_after_play, "each turn begins with a draw"),
            ("joker_clear", self.joker_clear, "a joker is released only by the tile that it stands for"),
            (
                "replacement_source",
                self.replacement_source != ReplacementSource.RACK,
                "the tile that releases a joker comes from the rack",
            ),
            ("joker_reuse", self.joker_reuse == JokerReuse.ANYWHERE, "a released joker goes to a new set"),
        ):
            if means_nothing:
                value = _text(getattr(self, knob))
                raise RulesError(f"game={self.game} and {knob}={value} exclude each other: in this game {why}")

    def knobs(self) -> dict[str, str]:
        """Every knob with its value, as the command line writes them."""
        return {knob: _text(getattr(self, knob)) for knob in KNOBS}

    def check_deck(self, chosen: Deck) -> None:
        """Refuse a deck that these rules cannot use.

        Raises:
            DeckError: more than four jokers where jokers are not free.
        """
        if chosen.jokers > 4 and not self.joker_clear:
            raise DeckError(f"the deck has {chosen.jokers} jokers, but only joker_clear=yes allows more than 4")


KNOBS = tuple(field.name for field in fields(Rules) if field.name not in ("name", "source"))


def _text(value: object) -> str:
    return (
        {True: "yes", False: "no", None: "none"}.get(value, str(value))
        if isinstance(value, bool | None)
        else str(value)
    )


def _value(knob: str, text: str) -> Any:
    """The value of a knob from its text."""
    current = getattr(_BASE, knob)
    if knob == "deck":
        deck(text)
        return text
    if isinstance(current, StrEnum):
        choices = [str(choice) for choice in type(current)]
        if text in choices:
            return type(current)(text)
    elif isinstance(current, bool):
        choices = ["yes", "no"]
        if text in choices:
            return text == "yes"
    else:
        choices = ["a whole number"] + (["none"] if knob == "jokers_per_set" else [])
        if text == "none" and knob == "jokers_per_set":
            return None
        if text.isascii() and text.isdigit() and len(text) < 6:
            return int(text)
    raise RulesError(f"{knob} cannot be {text[:40]!r}, it must be {' or '.join(choices)}")


def rules(text: str) -> Rules:
    """An edition from its name, with knobs overridden after commas: `book-1978,replacement_source=any`.

    Raises:
        RulesError: unknown preset, knob or value, or knobs that exclude each other.
    """
    name, *overrides = (part.strip() for part in text.split(","))
    if name not in PRESETS:
        raise RulesError(f"unknown rules {name[:40]!r}, choose one of {', '.join(PRESETS)}")
    changes: dict[str, Any] = {}
    for part in overrides:
        knob, equals, value = part.partition("=")
        if knob not in KNOBS or not equals:
            raise RulesError(f"unknown knob {part[:40]!r}, write knob=value with one of {', '.join(KNOBS)}")
        if knob in changes:
            raise RulesError(f"{knob} is given twice, give it once")
        try:
            changes[knob] = _value(knob, value)
        except DeckError as error:
            raise RulesError(str(error)) from None
    return replace(PRESETS[name], name=",".join([name, *overrides]), **changes)


_BASE = Rules("", "")
_FORBIDDEN, _LOCKED, _ANY, _BOTH = MeldJokers.FORBIDDEN, JokerSet.LOCKED, ReplacementSource.ANY, GroupOfThree.BOTH
_ANYWHERE, _ONE_RACK, _TWO_RACK = JokerReuse.ANYWHERE, JokerReuse.NEW_SET_1_RACK, JokerReuse.NEW_SET_2_RACK

_LEMADA_2014 = Rules(
    "lemada-2014",
    "Lemada leaflet of 2014, also the official app",
    same_turn_manipulation=False,
    replacement_source=_ANY,
    joker_reuse=_ANYWHERE,
)
_GOLIATH_2014 = replace(
    _LEMADA_2014, name="goliath-2014", source="Goliath XP manual of 2014, Jumbo leaflets", joker_clear=True
)
_AMERICAN_1978 = Rules(
    "american-1978",
    "The Official Rummikub Book (American game), 1978",
    initial_meld_points=21,
    ones=Ones.LOW_OR_HIGH,
    game=Game.AMERICAN,
)

PRESETS = {
    preset.name: preset
    for preset in (
        Rules("book-1978", "The Official Rummikub Book (Sabra game), 1978", joker_set=_LOCKED),
        Rules(
            "book-1978-both",
            "The Official Rummikub Book (Sabra game), 1978, the variant noted in it",
            joker_set=_LOCKED,
            group_of_three=_BOTH,
        ),
        Rules(
            "dutch-1985",
            "Goliath, Dutch leaflet, 6th edition, 1985",
            same_turn_manipulation=False,
            joker_set=_LOCKED,
            joker_penalty=25,
        ),
        Rules(
            "dutch-sabra-1985",
            "Goliath, Dutch leaflet, 6th edition, 1985, its Sabra variant",
            joker_penalty=25,
        ),
        Rules(
            "pressman-1987", "Pressman leaflet, 1987", initial_meld_points=50, joker_set=_LOCKED, joker_reuse=_TWO_RACK
        ),
        Rules("spear-1988", "Spear leaflet, 1988", joker_set=_LOCKED, joker_reuse=_ONE_RACK),
        Rules(
            "spear-1988-two", "Spear leaflet, 1988, the other reading of it", joker_set=_LOCKED, joker_reuse=_TWO_RACK
        ),
        Rules("goliath-1994", "Goliath leaflet, 1994", joker_reuse=_ANYWHERE),
        Rules("pressman-1998", "Pressman leaflet, 1998, and its 2009 sheet", joker_reuse=_TWO_RACK),
        Rules("lemada-1999", "Lemada leaflet, 1999", same_turn_manipulation=False),
        Rules("hong-kong", "Hong Kong leaflet, undated", initial_meld_jokers=_FORBIDDEN, replacement_source=_ANY),
        _LEMADA_2014,
        _GOLIATH_2014,
        replace(
            _GOLIATH_2014,
            name="popular",
            source="A widespread write-up without joker limits",
            same_turn_manipulation=True,
            draw_after_play=True,
        ),
        replace(_GOLIATH_2014, name="xp", source="Goliath XP manual of 2014: 3 copies, 4 jokers", deck="xp"),
        replace(
            _LEMADA_2014,
            name="raeuber",
            source="Raeuber-Rummikub: 4 x 10 x 2 + 4, a 1 also after the 10",
            deck="raeuber",
            initial_meld_points=20,
            ones=Ones.LOW_OR_HIGH,
            joker_penalty=50,
        ),
        _AMERICAN_1978,
        replace(
            _AMERICAN_1978,
            name="international-1978",
            source="The Official Rummikub Book (International game), 1978",
            initial_meld_points=50,
            game=Game.INTERNATIONAL,
        ),
    )
}
DEFAULT = "lemada-2014"
