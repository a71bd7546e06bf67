"""JSON lines: an answer for each line in, in order and at once. A bad line gets an error and stops nothing."""

import sys
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from solver.cli.lines import bounded_lines, opened, whole_line, write_json
from solver.documents import Document, Id, Request, Verb, error_document, read_object, request, request_id
from solver.errors import InputError

if TYPE_CHECKING:
    from solver.executors import Workers

INTERNAL_ERROR = 70
Asked = TypeVar("Asked")


def answer_lines(
    name: str,
    verb: Verb,
    defaults: Mapping[str, Any],
    answer: Callable[[Request], Document],
    crew: "Workers | None" = None,
) -> int:
    """Answer every line with a request of a verb; as `answer_each`."""
    return answer_each(name, partial(_request, verb, defaults), answer, crew)


def _request(verb: Verb, defaults: Mapping[str, Any], fields: Document) -> Request:
    return request(fields, verb, defaults)


def answer_each(
    name: str, read: Callable[[Document], Asked], answer: Callable[[Asked], Document], crew: "Workers | None" = None
) -> int:
    """Answer every line of a file or of standard input; 0, or 70 when an answer failed by a fault of the program.

    An empty line is a bad line, so that answers and lines keep step. A `crew` answers in processes or on machines of
    its own, for which a few lines are read ahead.
    """
    code = 0
    one = partial(_answered, read, answer)
    with opened(name) as stream:
        lines = bounded_lines(stream)
        for document, trace in map(one, lines) if crew is None else crew.ordered(one, lines):
            if trace:
                sys.stderr.write(trace)
                code = INTERNAL_ERROR
            write_json(document)
    return code


def _answered(
    read: Callable[[Document], Asked], answer: Callable[[Asked], Document], line: bytes | None
) -> tuple[Document, str]:
    """The answer to a line, and the trace of a fault of the program."""
    identity: Id = None
    try:
        fields = read_object(whole_line(line))
        identity = request_id(fields)
        return answer(read(fields)), ""
    except InputError as error:
        return error_document(str(error), identity), ""
    except Exception as error:  # one line's misfortune is not the next one's
        told = f"internal error ({type(error).__name__}), please report it"
        return error_document(told, identity), traceback.format_exc()
