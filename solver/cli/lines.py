"""Positions from an argument, a file or standard input, and answers to standard output line by line."""

import json
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from solver.documents import Document, Request, Verb, read_object, request
from solver.errors import InputError

if TYPE_CHECKING:
    from rich.console import RenderableType

LONGEST_LINE = 1 << 20
Source = str | Document
Asked = TypeVar("Asked")


def is_position(argument: str) -> bool:
    """Is this argument a position itself, and not a file's name?"""
    return " " in argument or "_" in argument


def file_hint(argument: str) -> str:
    """What to add to the error of an argument that was meant as a file's name."""
    return f" (to read the file of that name: - < {argument})" if Path(argument).is_file() else ""


def sources(argument: str) -> list[tuple[str, Source]]:
    """Every position that an argument names, each with its place for errors (nothing for the argument itself).

    Raises:
        InputError: a file that cannot be read or holds no position, or a line that is not JSON.
    """
    if is_position(argument):
        return [("", argument)]
    found: list[tuple[str, Source]] = []
    with opened(argument) as stream:
        for number, line in enumerate(bounded_lines(stream), start=1):
            place = f"{_name(argument)} line {number}: "
            try:
                source = _source(line)
            except InputError as error:
                raise InputError(f"{place}{error}") from None
            if source:
                found.append((place, source))
    if not found:
        raise InputError(f"{_name(argument)} holds no position")
    return found


def _source(line: bytes | None) -> Source:
    """A JSON object or a one-line position; empty for an empty line."""
    text = whole_line(line).strip()
    if text.startswith(b"{"):
        return read_object(text)
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"the text is not UTF-8 at byte {error.start + 1}") from None


def whole_line(line: bytes | None) -> bytes:
    """The line, refused when it was too long to keep."""
    if line is None:
        raise InputError(f"the line is too long, at most {LONGEST_LINE} bytes are read")
    return line


def bounded_lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream as they come, without their ends; None for one that is too long, read over to its end."""
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line.rstrip(b"\r\n")
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE)
        yield None


@contextmanager
def opened(name: str, hint: str = " (a position holds a space or _)") -> Generator[BinaryIO]:
    """A file, or standard input for `-`; `hint` is for who did not mean a file.

    Raises:
        InputError: it cannot be read.
    """
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 (a `with` here would catch the errors of its body)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"cannot read the file {name!r}: {reason}{hint}") from None
    with stream:
        yield stream


def _name(argument: str) -> str:
    return "standard input" if argument == "-" else argument


def write_json(document: Document) -> None:
    """One line of JSON, out at once."""
    click.echo(json.dumps(document))


def requests_of(argument: str | None, verb: Verb, given: Mapping[str, Any]) -> list[Request]:
    """Every request of a verb that an argument makes, all of them read before the first is answered."""
    return questions_of(argument, lambda asked: request(asked, verb), given)


def questions_of(
    argument: str | None, read: Callable[[Mapping[str, Any]], Asked], given: Mapping[str, Any]
) -> list[Asked]:
    """Every question that an argument asks, with `given` for what it does not say itself."""
    if argument is None:
        raise click.UsageError("Missing argument 'POSITION'")
    questions: list[Asked] = []
    for place, source in sources(argument):
        asked = {"position": source} if isinstance(source, str) else source
        try:
            questions.append(read({**given, **{name: value for name, value in asked.items() if value is not None}}))
        except InputError as error:
            raise InputError(f"{place}{error}{'' if place else file_hint(argument)}") from None
    return questions


def no_argument(argument: str | None) -> None:
    """Refuse a position beside --jsonl."""
    if argument is not None:
        raise click.UsageError("--jsonl reads the positions, so it does not go with one as an argument")


def show(drawing: "RenderableType") -> None:
    """Draw on standard output, in colour where it is a terminal that shows it."""
    from rich.console import Console

    console = Console(highlight=False)
    with console.capture() as capture:
        console.print(drawing)
    click.echo(capture.get(), nl=False, color=True)
