"""Print what README.md and files of docs/ take from the code: the tables of the editions, sessions, and outputs.

Run from a checkout, with the package installed: `python scripts/write_docs.py`, or `--check` to change nothing and end
with 1 where a file is not current. A part in which only times are new is left as it is, unless `--times` is given.
A printed part stands between `<!-- printed: NAME -->` and `<!-- end -->`.
"""

import io
import os
import re
import shlex
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from unittest.mock import patch

from benchmarks import counts
from solver.cli import main as melds
from solver.deck import DECKS
from solver.rules import DEFAULT, PRESETS, Game, Rules

ROOT = Path(__file__).parent.parent
FILES = (ROOT / "README.md", *(ROOT / "docs" / f"{name}.md" for name in ("rules", "games", "benchmarks")))
_PART = re.compile(r"(<!-- printed: (\w+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
_PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
_TIME = re.compile(r'[0-9.]+ ms\b|(?<="ms": )[0-9.]+')
COLUMNS = {
    "points": "initial_meld_points",
    "jokers in it": "initial_meld_jokers",
    "same turn": "same_turn_manipulation",
    "joker_set": "joker_set",
    "clear": "joker_clear",
    "source": "replacement_source",
    "group_of_three": "group_of_three",
    "reuse": "joker_reuse",
    "penalty": "joker_penalty",
}
_ELSEWHERE = [knob for knob in next(iter(PRESETS.values())).knobs() if knob not in COLUMNS.values()]
# What a sheet does not state and the general text of its time does. Not of any use to the solver, so it is kept here.
_CLEAR_AND_SOURCE = ("joker_clear", "replacement_source")
UNSTATED: dict[str, tuple[str, ...]] = {
    "dutch-1985": ("joker_reuse",),
    "dutch-sabra-1985": (*_CLEAR_AND_SOURCE, "joker_reuse", "joker_penalty"),
    "pressman-1987": ("same_turn_manipulation",),
    "spear-1988": ("joker_set",),
    "spear-1988-two": ("joker_set",),
    "goliath-1994": ("same_turn_manipulation", *_CLEAR_AND_SOURCE),
    "pressman-1998": ("same_turn_manipulation",),
    "lemada-1999": _CLEAR_AND_SOURCE,
    "hong-kong": ("same_turn_manipulation", "joker_set", "joker_clear"),
    "lemada-2014": ("joker_set", "joker_clear"),
    "goliath-2014": ("replacement_source",),
    "popular": (
        "initial_meld_jokers",
        "same_turn_manipulation",
        "joker_set",
        *_CLEAR_AND_SOURCE,
        "group_of_three",
    ),
    "xp": ("replacement_source",),
    "american-1978": ("same_turn_manipulation", "joker_set"),
    "international-1978": ("same_turn_manipulation", "joker_set"),
    "raeuber": tuple(knob for knob in COLUMNS.values() if knob not in ("initial_meld_points", "joker_penalty")),
}


def presets() -> str:
    """A row for each preset with the knobs in which they differ; below, what only a few of them set."""
    rows = [["preset", *COLUMNS], ["---"] * (len(COLUMNS) + 1)]
    notes: list[str] = []
    for rules in PRESETS.values():
        knobs = rules.knobs()
        cells = [_cell(rules, knob) for knob in COLUMNS.values()]
        rows.append([f"`{rules.name}`" + (", **the default**" if rules.name == DEFAULT else ""), *cells])
        special = [f"`{knob}={knobs[knob]}`" for knob in _ELSEWHERE if knobs[knob] != _common(knob)]
        if special:
            notes.append(f"`{rules.name}` also has {' and '.join(special)}.")
    common = ", ".join(f"`{knob}={_common(knob)}`" for knob in _ELSEWHERE)
    return f"{_markdown(rows)}\n\nElsewhere {common}. {' '.join(notes)}\n"


def _cell(rules: Rules, knob: str) -> str:
    """A value, with a star where the sheet does not state it, and whose sets it is about where not all are alike."""
    star = "*" if knob in UNSTATED.get(rules.name, ()) else ""
    own = ", own sets only" if knob == "joker_set" and rules.game != Game.SABRA else ""
    return rules.knobs()[knob] + star + own


def _common(knob: str) -> str:
    return PRESETS[DEFAULT].knobs()[knob]


def sheets() -> str:
    """Where each preset comes from."""
    sources = [[f"`{rules.name}`", rules.source] for rules in PRESETS.values()]
    return _markdown([["preset", "from"], ["---"] * 2, *sources]) + "\n"


def decks() -> str:
    """The decks that have a name."""
    rows = [["deck", "colours", "numbers", "copies", "jokers", "tiles"], ["---"] * 6]
    for name, deck in DECKS.items():
        numbers = (deck.colours, deck.numbers, deck.copies, deck.jokers, deck.size)
        rows.append([f"`{name}`", *map(str, numbers)])
    return _markdown(rows) + "\n"


def _markdown(rows: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def run(action: Callable[[], object], given: str = "") -> str:
    """What is written to standard output 80 columns wide, without blanks at the ends of lines."""
    stdin = io.TextIOWrapper(io.BytesIO(given.encode()))
    with (
        patch.dict(os.environ, {"COLUMNS": "80"}),
        patch.object(sys, "stdin", stdin),
        redirect_stdout(io.StringIO()) as out,
    ):
        action()
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def session(old: str) -> str:
    """A terminal session again: the commands that it shows after `$`, each `melds ...` or `echo ... | melds ...`."""
    lines: list[str] = []
    for command in re.findall(r"^\$ (.*)$", old, re.MULTILINE):
        words = shlex.split(command)
        start = words.index("melds")
        given = f"{words[1]}\n" if words[0] == "echo" else ""
        lines += [f"$ {command}\n", run(partial(melds, words[start + 1 :]), given)]
    return f"```console\n{''.join(lines)}```\n"


def output(text: str) -> str:
    """What the file's first Python example prints."""
    example = _PYTHON.search(text)
    if example is None:
        raise ValueError("there is no Python example")
    return f"```text\n{run(lambda: exec(compile(example[1], 'README.md', 'exec'), {}))}```\n"


def printed(text: str, *, times: bool = False) -> str:
    """A file's text with every printed part made anew. A part that differs in times alone is new only with `times`."""

    def part(match: re.Match[str]) -> str:
        first, name, old, last = match.groups()
        makers: dict[str, Callable[[], str]] = {
            "presets": presets,
            "sheets": sheets,
            "decks": decks,
            "sets": counts.printed,
            "session": lambda: session(old),
            "output": lambda: output(text),
        }
        new = makers[name]()
        return f"{first}{old if timeless(old) == timeless(new) and not times else new}{last}"

    return _PART.sub(part, text)


def timeless(text: str) -> str:
    """The text without the times in it."""
    return _TIME.sub("#", text)


def main(arguments: list[str]) -> int:
    """Write the files, or with `--check` name those that are not current."""
    stale = 0
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        if (new := printed(text, times="--times" in arguments)) != text:
            stale = 1
            print(f"{path.relative_to(ROOT)} {'is not current' if '--check' in arguments else 'written'}")
            if "--check" not in arguments:
                path.write_text(new, encoding="utf-8")
    return stale if "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
