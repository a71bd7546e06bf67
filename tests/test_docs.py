"""docs/rules.md: its tables are those of the code, and the code has what the rules were given with."""

import re
from pathlib import Path

import pytest

from scripts.write_docs import COLUMNS, FILES, printed
from solver.deck import DECKS
from solver.rules import DEFAULT, KNOBS, PRESETS

RULES = Path(__file__).parent.parent / "docs" / "rules.md"

# Section 4 as it was given, letter by letter: the independent source.
GIVEN = """
| preset | points | jokers in it | same turn | joker_set | clear | source | group_of_three | reuse | penalty |
|---|---|---|---|---|---|---|---|---|---|
| `book-1978` (Official Rummikub Book, Sabra) | 30 | represented | yes | locked | no | rack | either | new_set | 30 |
| `book-1978-both` (variant noted in it) | 30 | represented | yes | locked | no | rack | both | new_set | 30 |
| `dutch-1985` (Goliath, 6th edition) | 30 | represented | no | locked | no | rack | either | new_set* | 25 |
| `dutch-sabra-1985` (its variant) | 30 | represented | yes | split | no* | rack* | either | new_set* | 25* |
| `pressman-1987` | 50 | represented | yes* | locked | no | rack | either | new_set_2_rack | 30 |
| `spear-1988` | 30 | represented | yes | locked* | no | rack | either | new_set_1_rack | 30 |
| `spear-1988-two` (the other reading of it) | 30 | represented | yes | locked* | no | rack | either | new_set_2_rack | 30 |
| `goliath-1994` | 30 | represented | yes* | split | no* | rack* | either | anywhere | 30 |
| `pressman-1998` (and its 2009 sheet) | 30 | represented | yes* | split | no | rack | either | new_set_2_rack | 30 |
| `lemada-1999` | 30 | represented | no | split | no* | rack* | either | new_set | 30 |
| `hong-kong` (undated leaflet) | 30 | forbidden | yes* | split* | no* | any | either | new_set | 30 |
| `lemada-2014` (also the official app), **the default** | 30 | represented | no | split* | no* | any | either | anywhere | 30 |
| `goliath-2014` (XP manual, Jumbo leaflets) | 30 | represented | no | split | yes | any* | either | anywhere | 30 |
| `popular` (a widespread write-up; no joker limits; draws a tile also after playing) | 30 | represented* | yes* | split* | yes* | any* | either* | anywhere | 30 |
"""  # noqa: E501

GIVEN_OWN_SETS = """
| preset | points | jokers in it | same turn | joker_set | clear | source | group_of_three | reuse | penalty |
|---|---|---|---|---|---|---|---|---|---|
| `american-1978` | 21 | represented | yes* | split*, own sets only | no | rack | either | new_set | 30 |
| `international-1978` | 50 | represented | yes* | split*, own sets only | no | rack | either | new_set | 30 |
"""


def rows(text: str) -> dict[str, dict[str, str]]:
    """The rows of the first preset table in a text: preset to column to cell."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    start = next(i for i, line in enumerate(lines) if line.startswith("| preset | points |"))
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[start:]]
    heads = cells[0]
    found: dict[str, dict[str, str]] = {}
    for row in cells[2:]:
        if len(row) != len(heads) or not row[0].startswith("`"):
            break
        found[row[0].split("`")[1]] = dict(zip(heads[1:], row[1:], strict=True))
    return found


def test_the_given_table_has_fourteen_editions():
    """The source itself is read in full."""
    assert len(rows(GIVEN)) == 14
    assert all(len(row) == 9 for row in rows(GIVEN).values())


@pytest.mark.parametrize("preset", rows(GIVEN))
def test_presets_are_as_given(preset: str):
    """Each knob of each edition has the value that the rules were given with, in the code."""
    knobs = PRESETS[preset].knobs()
    row = {column: cell.rstrip("*") for column, cell in rows(GIVEN)[preset].items()}
    assert row == {column: knobs[knob] for column, knob in COLUMNS.items()}
    assert knobs["joker_pin"] == "companion"
    assert knobs["jokers_per_set"] == "none"
    assert knobs["ones"] == "low"
    assert knobs["deck"] == "standard"
    assert (knobs["game"], knobs["rearrange_own"]) == ("sabra", "yes")
    assert PRESETS[preset].name == preset
    assert PRESETS[preset].source


@pytest.mark.parametrize("preset", rows(GIVEN_OWN_SETS))
def test_games_with_own_sets_are_as_given(preset: str):
    """Both have the values of their row, a 1 that may be high, and a game of their own."""
    knobs = PRESETS[preset].knobs()
    row = {column: cell.partition(",")[0].rstrip("*") for column, cell in rows(GIVEN_OWN_SETS)[preset].items()}
    assert row == {column: knobs[knob] for column, knob in COLUMNS.items()}
    assert knobs["game"] == preset.removesuffix("-1978")
    others = ("joker_pin", "jokers_per_set", "ones", "deck", "rearrange_own")
    assert [knobs[knob] for knob in others] == ["companion", "none", "low_or_high", "standard", "yes"]
    assert PRESETS[preset].source.startswith("The Official Rummikub Book")


def test_other_decks_are_as_given():
    """`xp` has the rules of goliath-2014; `raeuber` those of lemada-2014 with three differences."""
    xp, raeuber = PRESETS["xp"].knobs(), PRESETS["raeuber"].knobs()
    assert xp == {**PRESETS["goliath-2014"].knobs(), "deck": "xp"}
    assert raeuber == {
        **PRESETS["lemada-2014"].knobs(),
        "deck": "raeuber",
        "initial_meld_points": "20",
        "ones": "low_or_high",
        "joker_penalty": "50",
    }
    assert {name: str(deck) for name, deck in DECKS.items()} == {
        "standard": "4 x 13 x 2 + 2",
        "xp": "4 x 13 x 3 + 4",
        "raeuber": "4 x 10 x 2 + 4",
    }
    assert (DECKS["standard"].size, DECKS["xp"].size) == (106, 160)
    assert DEFAULT == "lemada-2014"


@pytest.mark.parametrize("path", FILES[:2], ids=lambda path: path.name)
def test_printed_tables_are_as_given(path: Path):
    """What is printed has every given row, with the stars for what a sheet does not state, and only presets."""
    shown = rows(path.read_text(encoding="utf-8"))
    assert list(shown) == list(PRESETS)
    for preset, row in (rows(GIVEN) | rows(GIVEN_OWN_SETS)).items():
        assert shown[preset] == row


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_printed_parts_are_current(path: Path):
    """The printed parts are what the code prints; times may differ. Else run `python scripts/write_docs.py`."""
    text = path.read_text(encoding="utf-8")
    assert printed(text) == text


def test_every_knob_is_explained():
    """The rules speak of every knob by its name."""
    text = RULES.read_text(encoding="utf-8")
    assert [knob for knob in KNOBS if f"`{knob}`" not in text and f"`{knob}=" not in text] == []


def test_what_is_not_in_the_code_is_marked():
    """Sections that the code does not do say so at once, and how much of them it does."""
    text = RULES.read_text(encoding="utf-8")
    sections = dict(re.findall(r"^##+ ([^\n]*)\n\n([^\n]*)$", text, re.MULTILINE))
    marked = {title.split()[0]: first for title, first in sections.items() if first.startswith("**Not in the code yet")}
    assert marked == {"8.": "**Not in the code yet.**"}
