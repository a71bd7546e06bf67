"""The Flask application: addresses, what each takes and gives, and problem documents for whatever goes wrong."""

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from api.errors import Error, Refusal, problem
from api.openapi import document as openapi_document
from api.problems import failed, problem_response, refused
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

    app.register_error_handler(Refusal, refused)

    @app.errorhandler(HTTPException)
    def of_flask(error: HTTPException) -> Response:
        if error.code == Error.TOO_LARGE.status:
            return refused(too_large(settings.body_bytes))
        known = _OF_FLASK.get(error.code or 0)
        if known is None:
            return unexpected(error)
        headers = {name: value for name, value in error.get_headers() if name == "Allow"}
        return problem_response(problem(known), headers)

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> Response:
        return failed(error, service.log, request.environ.get("meld.id", "-"), request.path)

    return app


def too_large(most: int) -> Refusal:
    """The refusal of a body that is larger than is read."""
    return Refusal(Error.TOO_LARGE, f"the body is too large, at most {most} bytes are read")
