"""Editions and knobs: the presets are those of RULES.md section 4, and what has no meaning is refused with a reason."""

import re

import pytest

import brute
from solver.deck import DECKS, Deck
from solver.errors import DeckError, InputError, RulesError
from solver.rules import DEFAULT, KNOBS, PRESETS, Rules, rules
from support import ELSEWHERE, SABRA, brute_knobs

TABLE = """
book-1978        30 represented yes locked no  rack either new_set        30
book-1978-both   30 represented yes locked no  rack both   new_set        30
dutch-1985       30 represented no  locked no  rack either new_set        25
dutch-sabra-1985 30 represented yes split  no  rack either new_set        25
pressman-1987    50 represented yes locked no  rack either new_set_2_rack 30
spear-1988       30 represented yes locked no  rack either new_set_1_rack 30
spear-1988-two   30 represented yes locked no  rack either new_set_2_rack 30
goliath-1994     30 represented yes split  no  rack either anywhere       30
pressman-1998    30 represented yes split  no  rack either new_set_2_rack 30
lemada-1999      30 represented no  split  no  rack either new_set        30
hong-kong        30 forbidden   yes split  no  any  either new_set        30
lemada-2014      30 represented no  split  no  any  either anywhere       30
goliath-2014     30 represented no  split  yes any  either anywhere       30
popular          30 represented yes split  yes any  either anywhere       30
"""
"""The table of RULES.md section 4, column by column."""
COLUMNS = (
    "initial_meld_points",
    "initial_meld_jokers",
    "same_turn_manipulation",
    "joker_set",
    "joker_clear",
    "replacement_source",
    "group_of_three",
    "joker_reuse",
    "joker_penalty",
)
ROWS = {row.split()[0]: row.split()[1:] for row in TABLE.strip().splitlines()}


@pytest.mark.parametrize("name", ROWS)
def test_preset(name: str) -> None:
    """Every preset has the values of its row; what the table does not name is the same for all."""
    knobs = rules(name).knobs()
    assert [knobs[column] for column in COLUMNS] == ROWS[name]
    assert (knobs["joker_pin"], knobs["jokers_per_set"], knobs["ones"]) == ("companion", "none", "low")
    assert knobs["deck"] == "standard"


@pytest.mark.parametrize(
    ("name", "base", "changes"),
    [
        ("xp", "goliath-2014", {"deck": "xp"}),
        (
            "raeuber",
            "lemada-2014",
            {"deck": "raeuber", "initial_meld_points": "20", "ones": "low_or_high", "joker_penalty": "50"},
        ),
    ],
)
def test_preset_with_a_deck_of_its_own(name: str, base: str, changes: dict[str, str]) -> None:
    """The other decks are played by an edition's rules with a few changes."""
    assert rules(name).knobs() == rules(base).knobs() | changes


def test_every_preset_is_in_the_table() -> None:
    """No Sabra preset is left out above, and each tells its source."""
    assert set(SABRA) == {*ROWS, "xp", "raeuber"}
    assert all(preset.source and preset.name == name for name, preset in PRESETS.items())
    assert DEFAULT == "lemada-2014"


def test_decks() -> None:
    """The three decks of section 1 and section 4."""
    assert DECKS["standard"] == Deck(4, 13, 2, 2)
    assert DECKS["xp"] == Deck(4, 13, 3, 4)
    assert DECKS["raeuber"] == Deck(4, 10, 2, 4)


@pytest.mark.parametrize("name", SABRA)
def test_the_exhaustive_judge_plays_the_same_presets(name: str) -> None:
    """What the tests compare the solver with has the same idea of every edition."""
    if name in ROWS:
        assert brute_knobs(rules(name)) == brute.knobs(name)


def test_any_knob_can_be_overridden() -> None:
    """Overrides follow the preset after commas, spaces are ignored, and the name tells what was asked for."""
    changed = rules("book-1978, replacement_source=any ,jokers_per_set=1,joker_penalty=0")
    assert changed.knobs() == rules("book-1978").knobs() | {
        "replacement_source": "any",
        "jokers_per_set": "1",
        "joker_penalty": "0",
    }
    assert changed.name == "book-1978,replacement_source=any,jokers_per_set=1,joker_penalty=0"
    assert rules("goliath-1994,joker_pin=value").joker_pin == "value"


@pytest.mark.parametrize("name", PRESETS)
def test_knobs_read_what_they_write(name: str) -> None:
    """Every knob written out and read again gives the same edition."""
    knobs = PRESETS[name].knobs()
    assert tuple(knobs) == KNOBS
    again = rules(",".join(["popular", *(f"{knob}={value}" for knob, value in knobs.items())]))
    assert again.knobs() == knobs


def test_a_rules_value_can_be_built_and_is_frozen() -> None:
    """Rules can be made without a preset and never change."""
    mine = Rules("mine", "a house rule", initial_meld_points=10)
    assert mine.knobs()["initial_meld_points"] == "10"
    with pytest.raises(AttributeError):
        mine.joker_penalty = 1  # type: ignore[misc]


CLEAR = "joker_clear=yes and joker_reuse={} exclude each other: a joker taken without replacement goes anywhere, so "


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("goliath-2014,joker_reuse=new_set", CLEAR.format("new_set") + "joker_reuse must be anywhere"),
        ("book-1978,joker_clear=yes", CLEAR.format("new_set") + "joker_reuse must be anywhere"),
        ("pressman-1998,joker_clear=yes", CLEAR.format("new_set_2_rack") + "joker_reuse must be anywhere"),
        (
            "book-1978,joker_pin=value",
            "joker_pin=value and joker_set=locked exclude each other: a locked set stays together, "
            "so joker_pin=value needs joker_set=split",
        ),
        ("lemada-2014,initial_meld_points=0", "initial_meld_points=0 is out of range, it must be 1 to 10000"),
        ("lemada-2014,initial_meld_points=10001", "initial_meld_points=10001 is out of range, it must be 1 to 10000"),
        ("lemada-2014,joker_penalty=1001", "joker_penalty=1001 is out of range, it must be 0 to 1000"),
        ("lemada-2014,jokers_per_set=0", "jokers_per_set=0 is out of range, it must be 1 to 8"),
        ("lemada-2014,jokers_per_set=9", "jokers_per_set=9 is out of range, it must be 1 to 8"),
        ("lemada-2014,ones=high", "ones cannot be 'high', it must be low or low_or_high or wrap"),
        ("lemada-2014,joker_clear=maybe", "joker_clear cannot be 'maybe', it must be yes or no"),
        ("lemada-2014,joker_penalty=-1", "joker_penalty cannot be '-1', it must be a whole number"),
        ("lemada-2014,joker_penalty=1e3", "joker_penalty cannot be '1e3', it must be a whole number"),
        ("lemada-2014,joker_penalty=none", "joker_penalty cannot be 'none', it must be a whole number"),
        ("lemada-2014,jokers_per_set=x", "jokers_per_set cannot be 'x', it must be a whole number or none"),
        ("lemada-2014,deck=huge", "unknown deck 'huge', choose one of standard, xp, raeuber"),
        ("lemada-2014,joker_set=split,joker_set=locked", "joker_set is given twice, give it once"),
        ("lemada-2014,joker=locked", "unknown knob 'joker=locked', write knob=value with one of deck, "),
        ("lemada-2014,joker_set", "unknown knob 'joker_set', write knob=value with one of deck, "),
        ("lemada-2014,", "unknown knob '', write knob=value with one of deck, "),
        ("lemada-2014,name=x", "unknown knob 'name=x', write knob=value with one of deck, "),
        ("lemada", "unknown rules 'lemada', choose one of book-1978, "),
        ("", "unknown rules '', choose one of book-1978, "),
    ],
)
def test_what_is_refused(text: str, error: str) -> None:
    """Every kind of bad rules is refused in one sentence that names the knobs and what would be right."""
    with pytest.raises(RulesError, match=re.escape(error)) as caught:
        rules(text)
    assert str(caught.value).startswith(error)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, InputError)


@pytest.mark.parametrize(("name", "jokers"), [("lemada-2014", 5), ("book-1978", 8), ("goliath-1994", 6)])
def test_more_than_four_jokers_need_free_jokers(name: str, jokers: int) -> None:
    """A deck of more than four jokers goes only with joker_clear=yes."""
    error = f"the deck has {jokers} jokers, but only joker_clear=yes allows more than 4"
    with pytest.raises(DeckError, match=error):
        rules(name).check_deck(Deck(jokers=jokers))
    rules(name).check_deck(Deck(jokers=4))
    rules("goliath-2014").check_deck(Deck(jokers=8))


def test_the_judge_knows_every_knob() -> None:
    """No knob of the rules is passed over when the exhaustive judge is told them."""
    told = {knob for knob in KNOBS if knob not in ELSEWHERE}
    assert told == set(brute.Knobs.__dataclass_fields__)
