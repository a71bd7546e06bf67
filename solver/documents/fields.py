"""JSON read strictly, and its fields one by one as the type that each must have. It knows nothing of the game."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, cast

from solver.errors import InputError
from solver.notation import LONGEST

Document = dict[str, Any]
_MOST_SECONDS = 3600


class DocumentError(InputError):
    """A request that is not in the shape: not JSON, an unknown or missing field, a value of the wrong type or size."""


def read_object(text: str | bytes) -> Document:
    """A JSON object from its text, read strictly.

    Raises:
        DocumentError: not UTF-8, not JSON, NaN or Infinity, a key given twice, too deeply nested, or no object.
    """
    try:
        text = text.decode() if isinstance(text, bytes) else text
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number)
    except InputError:
        raise
    except RecursionError:
        raise DocumentError("the JSON is nested too deeply") from None
    except UnicodeDecodeError as error:
        raise DocumentError(f"the text is not UTF-8 at byte {error.start + 1}") from None
    except json.JSONDecodeError as error:
        raise DocumentError(f"not JSON at line {error.lineno} column {error.colno}: {error.msg}") from None
    except ValueError:
        raise DocumentError("a number in the JSON has too many digits") from None
    if not isinstance(value, dict):
        raise DocumentError(f"a JSON object is needed, not {kind(value)}")
    return cast("Document", value)


def _unique(pairs: list[tuple[str, Any]]) -> Document:
    out: Document = {}
    for key, value in pairs:
        if key in out:
            raise DocumentError(f"the key {short(key)} is given twice")
        out[key] = value
    return out


def _no_number(name: str) -> NoReturn:
    raise DocumentError(f"{name} is no number in JSON")


class Fields:
    """Fields by name, each read as the type that it must have."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given

    def _bad(self, name: str, what: str) -> NoReturn:
        value = self.given[name]
        shown = kind(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            shown = value if abs(value) < 1e15 or isinstance(value, float) else "so large a number"
        raise DocumentError(f"{name} must be {what}, not {shown}")

    def text(self, name: str, default: str = "", longest: int = LONGEST) -> str:
        """Text of bounded length."""
        value = self.given.get(name, default)
        if not isinstance(value, str):
            self._bad(name, "text")
        if len(value) > longest:
            raise DocumentError(f"{name} is too large, at most {longest} characters are read")
        return value

    def texts(self, name: str) -> list[str]:
        """A list of texts of bounded length together; empty where the field is absent."""
        value = self.given.get(name, [])
        if not isinstance(value, list):
            self._bad(name, "a list of texts")
        items = cast("list[Any]", value)
        for item in items:
            if not isinstance(item, str):
                raise DocumentError(f"{name} must be a list of texts, but {kind(item)} is in it")
        if sum(map(len, items)) + len(items) > LONGEST:
            raise DocumentError(f"{name} is too large, at most {LONGEST} characters are read")
        return items

    def flag(self, name: str, *, default: bool) -> bool:
        """True or false."""
        value = self.given.get(name, default)
        return value if isinstance(value, bool) else self._bad(name, "true or false")

    def whole(self, name: str, default: int, low: int, high: int) -> int:
        """A whole number within bounds."""
        value = self.given.get(name, default)
        if name in self.given and (isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high):
            self._bad(name, f"a whole number from {low} to {high}")
        return value

    def number(self, name: str, default: float) -> float:
        """A number of seconds, at most an hour."""
        value = self.given.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= _MOST_SECONDS:
            self._bad(name, f"a number from 0 to {_MOST_SECONDS}")
        return float(value)

    def choice(self, name: str, known: Sequence[str]) -> str:
        """One of the known texts, the first where the field is absent."""
        value = self.text(name, known[0])
        if value not in known:
            raise DocumentError(f"{name} cannot be {short(value)}, it must be one of {', '.join(known)}")
        return value

    def choices(self, name: str, known: Sequence[str]) -> tuple[str, ...]:
        """Some of the known texts, each once."""
        values = self.texts(name)
        if not values:
            raise DocumentError(f"{name} is empty, it must have at least one of {', '.join(known)}")
        for i, value in enumerate(values):
            if value not in known:
                raise DocumentError(f"{name} cannot have {short(value)}, its terms are {', '.join(known)}")
            if value in values[:i]:
                raise DocumentError(f"{name} has {value} twice, once is enough")
        return tuple(values)


def kind(value: object) -> str:
    """What a value is called in JSON."""
    names: dict[type[Any], str] = {
        str: "text",
        bool: "true or false",
        list: "a list",
        dict: "an object",
        type(None): "null",
    }
    return names.get(type(value), "a number")


def short(text: str) -> str:
    """Text of a caller's in an error: quoted, and cut when it is long."""
    return repr(text if len(text) <= 30 else text[:30] + "…")
