"""Errors as responses: problem documents."""

import json
import traceback
from collections.abc import Mapping
from typing import Any

from flask import Response

from api.errors import PROBLEM, Error, Refusal, problem
from api.logs import Log, cut


def problem_response(document: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    """A problem document."""
    return Response(json.dumps(document) + "\n", document["status"], headers, mimetype=PROBLEM)


def refused(refusal: Refusal) -> Response:
    """What is said to a request that is refused."""
    return problem_response(refusal.document(), refusal.all_headers())


def failed(error: Exception, log: Log, log_id: str, path: str) -> Response:
    """What is said when the fault is ours; the log has more."""
    log.event("error", id=log_id, path=cut(path), trace="".join(traceback.format_exception(error)))
    return problem_response(problem(Error.INTERNAL, log_id=log_id))
