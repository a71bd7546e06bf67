"""Every error that the service answers with: its code, its HTTP status, and the sentence where it always is the same.

All of them are problem documents (RFC 9457, `application/problem+json`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from http import HTTPStatus
from typing import Any

from solver.documents import Document, Id
from solver.result import VERSION

PROBLEM = "application/problem+json"
RETRY_AFTER = 1


class Error(Enum):
    """A code for programs, the HTTP status, and a sentence; with no sentence each occurrence has its own."""

    BAD_REQUEST = ("bad_request", 400, "the request is not valid HTTP")
    BAD_JSON = ("bad_json", 400, "")
    BAD_QUERY = ("bad_query", 400, "")
    CUT_OFF = ("cut_off", 400, "the request ended before all of it had come")
    NOT_FOUND = ("not_found", 404, "there is nothing at this address, see /openapi.json")
    METHOD = ("method_not_allowed", 405, "this address does not take this method, see the header Allow")
    TOO_SLOW = ("too_slow", 408, "the request took too long to arrive")
    NO_LENGTH = ("no_length", 411, "a body needs the header Content-Length, in pieces (chunked) it is not read")
    TOO_LARGE = ("too_large", 413, "")
    NOT_JSON = ("not_json", 415, "the body must be JSON, with the header Content-Type: application/json")
    INVALID = ("invalid", 422, "")
    HEAD_TOO_LARGE = ("head_too_large", 431, "the address and headers are too large")
    INTERNAL = ("internal", 500, "an error of the service, the log has more under this id")
    BUSY = ("busy", 503, "every worker is busy and enough questions wait already, try again soon")
    LATE = ("late", 503, "no worker was free within the question's limit, try again soon")
    LOST = ("lost", 503, "the worker that had the question ended before it answered, try again")
    HUNG = ("hung", 503, "the worker that had the question did not keep its limit and was ended")
    NOT_READY = ("not_ready", 503, "the service cannot solve now")

    def __init__(self, code: str, status: int, sentence: str) -> None:
        self.code = code
        self.status = status
        self.sentence = sentence


@dataclass
class Refusal(Exception):  # noqa: N818 (the errors are in `Error`)
    """A request that is refused. `place` is a JSON pointer into the request, `more` goes into the document."""

    error: Error
    detail: str = ""
    place: str | None = None
    id: Id = None
    more: Mapping[str, Any] = field(default_factory=dict[str, Any])
    headers: Mapping[str, str] = field(default_factory=dict[str, str])

    def document(self) -> Document:
        """The problem document."""
        return problem(self.error, self.detail, self.place, self.id, **self.more)

    def all_headers(self) -> dict[str, str]:
        """Its own headers, and Retry-After where a second try may do better."""
        retry = {"Retry-After": str(RETRY_AFTER)} if self.error.status == HTTPStatus.SERVICE_UNAVAILABLE else {}
        return {**retry, **self.headers}


def problem(error: Error, detail: str = "", place: str | None = None, id: Id = None, **more: Any) -> Document:
    """A problem document: RFC 9457 and, in our own fields, code, place, version and the question's id."""
    document: Document = {
        "type": "about:blank",
        "title": HTTPStatus(error.status).phrase,
        "status": error.status,
        "detail": detail or error.sentence,
        "code": error.code,
        "version": VERSION,
        **more,
    }
    if place is not None:
        document["place"] = place
    if id is not None:
        document["id"] = id
    return document
