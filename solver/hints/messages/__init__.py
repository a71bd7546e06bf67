"""What is said to players: a catalogue for each language, a TOML file beside this module, which reads it.

A message is a text with `{names}` in it. One that depends on a number is a table of its plural forms by the names of
CLDR, `other` always among them; `{n}` is the number. Another language is another file.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

DEFAULT = "en"


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages, the default first."""
    found = sorted(path.name.removesuffix(".toml") for path in files(__name__).iterdir() if path.name.endswith(".toml"))
    return (DEFAULT, *(code for code in found if code != DEFAULT))


class Catalogue:
    """The messages of one language by their keys, `section.name`."""

    def __init__(self, code: str) -> None:
        """Read a language's file.

        Raises:
            FileNotFoundError: there is no such language; `languages` has those that are.
        """
        text = files(__name__).joinpath(f"{code}.toml").read_text(encoding="utf-8")
        self.code = code
        self.messages: dict[str, str | dict[str, str]] = {
            f"{section}.{name}": message
            for section, entries in tomllib.loads(text).items()
            for name, message in entries.items()
        }

    def say(self, key: str, **values: Any) -> str:
        """A message with its values put in."""
        message = self.messages[key]
        assert isinstance(message, str)
        return message.format(**values)

    def count(self, key: str, n: int) -> str:
        """A number of things, in the plural form that it asks for."""
        forms = self.messages[key]
        assert isinstance(forms, dict)
        return forms["one" if n == 1 and "one" in forms else "other"].format(n=n)

    def series(self, items: list[str]) -> str:
        """Things one after another: `a, b and c`."""
        if len(items) < 2:
            return "".join(items)
        start = self.say("lists.between").join(items[:-1])
        return start + self.say("lists.last") + items[-1]


@cache
def catalogue(code: str = DEFAULT) -> Catalogue:
    """The catalogue of a language, one of `languages`."""
    return Catalogue(code)
