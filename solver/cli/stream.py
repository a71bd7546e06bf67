"""JSON lines: an answer for each line in, in order and at once. A bad line gets an error and stops nothing."""

import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from solver.cli.lines import bounded_lines, opened, whole_line, write_json
from solver.documents import Document, Id, Request, Verb, error_document, read_object, request, request_id
from solver.errors import InputError

INTERNAL_ERROR = 70
Asked = TypeVar("Asked")


def answer_lines(name: str, verb: Verb, defaults: Mapping[str, Any], answer: Callable[[Request], Document]) -> int:
    """Answer every line with a request of a verb; as `answer_each`."""
    return answer_each(name, lambda fields: request(fields, verb, defaults), answer)


def answer_each(name: str, read: Callable[[Document], Asked], answer: Callable[[Asked], Document]) -> int:
    """Answer every line of a file or of standard input; 0, or 70 when an answer failed by a fault of the program.

    An empty line is a bad line, so that answers and lines keep step.
    """
    code = 0
    with opened(name) as stream:
        for line in bounded_lines(stream):
            identity: Id = None
            try:
                fields = read_object(whole_line(line))
                identity = request_id(fields)
                document = answer(read(fields))
            except InputError as error:
                document = error_document(str(error), identity)
            except Exception as error:  # one line's misfortune is not the next one's
                traceback.print_exc(file=sys.stderr)
                document = error_document(f"internal error ({type(error).__name__}), please report it", identity)
                code = INTERNAL_ERROR
            write_json(document)
    return code
