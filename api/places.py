"""Where in a question a fault is: the JSON pointer that belongs to a sentence of the solver's."""

import re
from collections.abc import Mapping
from typing import Any

_SET = re.compile(r"(table|others'|after|others_after|now) set ([0-9]+)")
_RACK = re.compile(r"rack ([0-9]+):")
_ROW = re.compile(r"row ([0-9]+)\b")
_COLUMN = re.compile(r"(after, )?column [0-9]+:")
_WORD = re.compile(r"[a-z_]+")
# Sentences that begin with another word than their field.
_RULES = ("rules", "unknown rules", "unknown knob")
_SPOKEN = {"others'": "others", "bonus tile": "bonus"}


def place_of(sentence: str, fields: Mapping[str, Any]) -> str:
    """The JSON pointer; the empty one, the whole document, where the sentence names no field that was given."""
    if match := _COLUMN.match(sentence):
        return "/after" if match[1] else "/position"
    if match := _SET.match(sentence):
        name = _SPOKEN.get(match[1], match[1])
        return f"/{name}/{int(match[2]) - 1}" if isinstance(fields.get(name), list) else _line(name, fields)
    if "racks" in fields and (match := _RACK.match(sentence)):
        return f"/racks/{int(match[1]) - 1}"
    if "sheet" in fields and (match := _ROW.match(sentence)):
        return f"/sheet/{'' if isinstance(fields['sheet'], list) else 'rows/'}{int(match[1]) - 1}"
    if "sheet" in fields and sentence.startswith("the score sheet"):
        return "/sheet"
    if sentence.startswith(_RULES) or re.match(r"[a-z_]+(=| cannot be | is given twice)", sentence):
        word = sentence.split()[0]
        if word not in fields and "rules" in fields:
            return "/rules"
    if sentence.startswith("unknown field") and sentence.partition(", ")[0].endswith(" in deck"):
        return "/deck"
    if sentence.startswith("the deck") or " of deck must be" in sentence:
        return "/deck" if "deck" in fields else "/rules"
    word = match[0] if (match := _WORD.match(sentence)) else ""
    if word in fields:
        return f"/{word}"
    return _line(word, fields) if word in ("table", "rack", "discard", "bonus") else ""


def _line(name: str, fields: Mapping[str, Any]) -> str:
    """The field that holds a part of the position when it has no field of its own."""
    line = "after" if name in ("after", "others_after") else "position"
    return f"/{line}" if line in fields else ""
