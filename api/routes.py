"""What is at which address. Each view reads, asks the service, and writes; nothing more."""

import json
from collections.abc import Callable
from functools import partial

from flask import Flask, Response, request

from api import intake
from api.diagnosis import all_rules, diagnosis
from api.errors import Error, Refusal
from api.metrics import CONTENT_TYPE
from api.service import Asking, Service
from solver.documents import Document, Verb
from solver.result import VERSION

# Addresses whose answers take a worker; the others answer at once, however busy the workers are.
HEAVY = frozenset({"/v1/solve", "/v1/openings", "/v1/check", "/v1/batch"})
FIXED = frozenset({"/v1/rules", "/healthz", "/openapi.json"})
LIGHT = FIXED | {"/v1/position", "/readyz", "/metrics"}


def add_routes(app: Flask, service: Service, openapi: Document) -> None:
    """Add every address to the application."""
    verbs: tuple[Verb, ...] = ("solve", "openings", "check")
    for verb in verbs:
        app.add_url_rule(f"/v1/{verb}", verb, partial(_question, service, verb), methods=["POST"])
    app.add_url_rule("/v1/solve", "solve_link", partial(_link, service), methods=["GET"])
    app.add_url_rule("/v1/batch", "batch", partial(_batch, service), methods=["POST"])
    app.add_url_rule("/v1/position", "position", _position, methods=["POST"])
    fixed: dict[str, Document] = {
        "/v1/rules": all_rules(),
        "/healthz": {"status": "ok", "version": VERSION},
        "/openapi.json": openapi,
    }
    for path, answer in fixed.items():
        app.add_url_rule(path, path, _fixed(answer), methods=["GET"])
    app.add_url_rule("/readyz", "readyz", partial(_ready, service), methods=["GET"])
    app.add_url_rule("/metrics", "metrics", partial(_metrics, service), methods=["GET"])


def _question(service: Service, verb: Verb) -> Response:
    return _outcome(service, verb, _body())


def _link(service: Service) -> Response:
    return _outcome(service, "solve", intake.query(list(request.args.items(multi=True))))


def _outcome(service: Service, verb: Verb, fields: Document) -> Response:
    outcome = service.answer(verb, fields, _asking())
    response = _json(outcome.document)
    if outcome.etag is not None:
        response.set_etag(outcome.etag, weak=True)
        if request.if_none_match.contains_weak(outcome.etag):
            response.status_code = 304
            response.set_data(b"")
            del response.headers["Content-Type"]
    return response


def _batch(service: Service) -> Response:
    return _json(service.batch(_body(), _asking()))


def _position() -> Response:
    return _json(diagnosis(_body()))


def _fixed(answer: Document) -> Callable[[], Response]:
    text = json.dumps(answer) + "\n"
    return lambda: Response(text, mimetype="application/json")


def _ready(service: Service) -> Response:
    if not service.ready():
        raise Refusal(Error.NOT_READY)
    return _json({"status": "ok", "version": VERSION})


def _metrics(service: Service) -> Response:
    metrics = service.metrics
    metrics.workers.set(len(service.crew.pids()))
    metrics.replaced.set(service.crew.replaced())
    return Response(metrics.text(), content_type=CONTENT_TYPE)


def _body() -> Document:
    """The JSON object in the request's body."""
    if request.content_length is None:
        raise Refusal(Error.NO_LENGTH)
    if request.mimetype != "application/json":
        raise Refusal(Error.NOT_JSON)
    return intake.body(request.get_data())


def _asking() -> Asking:
    """When the request had come and where its notes go, as the server in front says."""
    asking = request.environ.get("meld.asking")
    return asking if isinstance(asking, Asking) else Asking()


def _json(document: Document) -> Response:
    return Response(json.dumps(document) + "\n", mimetype="application/json")
