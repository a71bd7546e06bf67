"""Tables of editions: what each allows, and the best turn under each side by side."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from rich import box
from rich.console import Group as Lines
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from solver.deck import DECKS
from solver.drawing.terminal import draw_answer, draw_position
from solver.result import Result
from solver.rules import DEFAULT, GroupOfThree, Rules

Answers = Sequence[Sequence[tuple[Rules, Result, int]]]


# Headings in two lines, so that all of them fit beside each other in 80 columns.
_HEADINGS = (
    "\npreset",
    "to\nopen",
    "jokers\nin it",
    "same\nturn",
    "joker\nset",
    "sou-\nrce",
    "group\nof 3",
    "joker\nreuse",
    "pen-\nalty",
)
_PLAIN = {
    "deck": "standard",
    "ones": "low",
    "joker_pin": "companion",
    "jokers_per_set": "none",
    "game": "sabra",
    "rearrange_own": "yes",
    "draw_after_play": "no",
}


def draw_presets(presets: Sequence[Rules]) -> RenderableType:
    """The presets with the knobs in which they differ, a row for each; below, what only a few of them set."""
    table = Table(box=box.SIMPLE_HEAD, padding=0, show_edge=False)
    for heading in _HEADINGS:
        table.add_column(heading, no_wrap=True)
    notes: list[Text] = []
    for rules in presets:
        knobs = rules.knobs()
        table.add_row(*_cells(rules.name, knobs), style="bold" if rules.name == DEFAULT else "")
        special = [f"{knob}={knobs[knob]}" for knob, plain in _PLAIN.items() if knobs[knob] != plain]
        if special:
            notes.append(Text(f"{rules.name} also has {', '.join(special)}"))
    default = Text(f"{DEFAULT} is the default. free: a joker may be taken without replacement.")
    return Lines(table, default, *notes)


def _cells(name: str, knobs: Mapping[str, str]) -> tuple[str, ...]:
    free = knobs["joker_clear"] == "yes"
    return (
        name,
        knobs["initial_meld_points"],
        knobs["initial_meld_jokers"],
        knobs["same_turn_manipulation"],
        "free" if free else knobs["joker_set"],
        "-" if free else knobs["replacement_source"],
        "-" if free else knobs["group_of_three"],
        knobs["joker_reuse"],
        knobs["joker_penalty"],
    )


def draw_preset(rules: Rules) -> RenderableType:
    """One edition: its source, and every knob with its value and the values that it could have."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    for heading in ("knob", "value", "could also be"):
        table.add_column(heading)
    for knob, value in rules.knobs().items():
        table.add_row(Text(knob), Text(value, "bold"), Text(", ".join(_others(rules, knob))))
    return Lines(Text(rules.name, "bold"), Text(rules.source), Text(), table)


def _others(rules: Rules, knob: str) -> list[str]:
    value = getattr(rules, knob)
    if isinstance(value, StrEnum):
        return [str(other) for other in type(value) if other != value]
    if isinstance(value, bool):
        return ["no" if value else "yes"]
    if knob == "deck":
        return [name for name in DECKS if name != value]
    if knob == "jokers_per_set":
        return ["a number" if value is None else "none or another number"]
    return ["another number"]


def draw_editions(answers: Answers) -> RenderableType:
    """The best turn under many editions: what each allows and costs, then every different answer once.

    An answer is the editions that share it, each with its result and how many tiles fewer than the loosest it plays.
    """
    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    for heading in ("answer", "edition", "joker rule"):
        table.add_column(heading, no_wrap=True)
    for heading in ("tiles", "cost"):
        table.add_column(heading, justify="right", no_wrap=True)
    details: list[RenderableType] = []
    for number, answer in enumerate(answers, start=1):
        for k, (rules, result, cost) in enumerate(answer):
            played = str(len(result.turn.played)) if result.turn else "-"
            last = k == len(answer) - 1
            table.add_row(str(number), rules.name, _joker_rule(rules), played, str(cost), end_section=last)
        names = f"{len(answer)} editions" if len(answer) > 1 else answer[0][0].name
        details += [Text(), *draw_answer(answer[0][1], f"{number}: ", names)]
    return Lines(*draw_position(answers[0][0][1].position), Text(), table, *details)


def _joker_rule(rules: Rules) -> str:
    if rules.joker_clear:
        return "free"
    both = ", both" if rules.group_of_three == GroupOfThree.BOTH else ""
    return f"{rules.joker_set}, {rules.replacement_source}, {rules.joker_reuse}{both}"
