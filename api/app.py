"""The Flask application: addresses, what each takes and gives, and problem documents for whatever goes wrong."""

import json
import traceback
from collections.abc import Mapping
from typing import Any

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from api.errors import PROBLEM, Error, Refusal, problem
from api.logs import cut
from api.openapi import document as openapi_document
from api.routes import add_routes
from api.service import Service
from api.settings import Settings

_OF_FLASK = {400: Error.BAD_REQUEST, 404: Error.NOT_FOUND, 405: Error.METHOD}


def create_app(settings: Settings, service: Service) -> Flask:
    """The application around a service whose workers are there."""
    app = Flask("api", static_folder=None)
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False
    app.config["MAX_CONTENT_LENGTH"] = settings.body_bytes
    add_routes(app, service, openapi_document())

    @app.errorhandler(Refusal)
    def refused(refusal: Refusal) -> Response:
        return _problem(refusal.document(), refusal.all_headers())

    @app.errorhandler(HTTPException)
    def of_flask(error: HTTPException) -> Response:
        known = _OF_FLASK.get(error.code or 0)
        if known is None:
            return refused_otherwise(error)
        headers = {name: value for name, value in error.get_headers() if name == "Allow"}
        return _problem(problem(known), headers)

    @app.errorhandler(Exception)
    def failed(error: Exception) -> Response:
        log_id = request.environ.get("meld.id", "-")
        trace = "".join(traceback.format_exception(error))
        service.log.event("error", id=log_id, path=cut(request.path), trace=trace)
        return _problem(problem(Error.INTERNAL, log_id=log_id))

    def refused_otherwise(error: HTTPException) -> Response:
        if error.code == Error.TOO_LARGE.status:
            return refused(too_large(settings.body_bytes))
        return failed(error)

    return app


def too_large(most: int) -> Refusal:
    """The refusal of a body that is larger than is read."""
    return Refusal(Error.TOO_LARGE, f"the body is too large, at most {most} bytes are read")


def _problem(document: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    return Response(json.dumps(document) + "\n", document["status"], headers, mimetype=PROBLEM)
