"""The one JSON shape, in and out: requests read strictly into typed values, answers written as plain dicts.

The command line, the service and the benchmarks speak it. Every error is one sentence that names the field.
"""

from solver.documents.answers import (
    editions_document,
    error_document,
    openings_document,
    presets_document,
    result_document,
    rules_document,
    same_answers,
    verdict_document,
)
from solver.documents.fields import Document, DocumentError, read_object
from solver.documents.requests import FIELDS, ORDERS, WINS, Id, Order, Request, Verb, Win, request, request_id

__all__ = [
    "FIELDS",
    "ORDERS",
    "WINS",
    "Document",
    "DocumentError",
    "Id",
    "Order",
    "Request",
    "Verb",
    "Win",
    "editions_document",
    "error_document",
    "openings_document",
    "presets_document",
    "read_object",
    "request",
    "request_id",
    "result_document",
    "rules_document",
    "same_answers",
    "verdict_document",
]
