"""What is at which address. Each view reads, asks the service, and writes; nothing more."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Flask, Response, request

from api import intake
from api.calls import CALLS, Call
from api.diagnosis import all_rules, diagnosis
from api.errors import Error, Refusal
from api.metrics import CONTENT_TYPE
from api.service import Asking, Outcome, Question, Service
from solver.documents import Document
from solver.result import VERSION

# Addresses whose answers take a worker; the others answer at once, however busy the workers are.
HEAVY = frozenset({*(f"/v1/{name}" for name in CALLS), "/v1/batch"})
FIXED = frozenset({"/v1/rules", "/healthz", "/openapi.json"})
LIGHT = FIXED | {"/v1/position", "/readyz", "/metrics"}


def add_routes(app: Flask, service: Service, openapi: Document) -> None:
    """Add every address to the application."""
    for name, call in CALLS.items():
        if call.post:
            app.add_url_rule(f"/v1/{name}", name, partial(_question, service, call), methods=["POST"])
        if call.link:
            app.add_url_rule(f"/v1/{name}", f"{name}_link", partial(_link, service, call), methods=["GET"])
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


def _question(service: Service, call: Call[Any, Any]) -> Response:
    body = _body()
    return _outcome(call, service.answer(Question(call, body, intake.body(body)), _asking()))


def _link(service: Service, call: Call[Any, Any]) -> Response:
    fields = intake.query(list(request.args.items(multi=True)), call)
    return _outcome(call, service.answer(Question(call, json.dumps(fields).encode(), fields), _asking()))


def _outcome(call: Call[Any, Any], outcome: Outcome) -> Response:
    response = Response(outcome.body, mimetype=call.media)
    if outcome.tag is not None:
        response.set_etag(outcome.tag, weak=True)
        if request.if_none_match.contains_weak(outcome.tag):
            response.status_code = 304
            response.set_data(b"")
            del response.headers["Content-Type"]
    return response


def _batch(service: Service) -> Response:
    return _json(service.batch(intake.body(_body()), _asking()))


def _position() -> Response:
    return _json(_written(diagnosis(intake.body(_body()))))


def _fixed(answer: Document) -> Callable[[], Response]:
    body = _written(answer)
    return lambda: _json(body)


def _ready(service: Service) -> Response:
    if not service.ready():
        raise Refusal(Error.NOT_READY)
    return _json(_written({"status": "ok", "version": VERSION}))


def _metrics(service: Service) -> Response:
    metrics = service.metrics
    metrics.workers.set(len(service.crew.pids()))
    metrics.replaced.set(service.crew.replaced())
    return Response(metrics.text(), content_type=CONTENT_TYPE)


def _body() -> bytes:
    """The request's body, which says that it is JSON."""
    if request.content_length is None:
        raise Refusal(Error.NO_LENGTH)
    if request.mimetype != "application/json":
        raise Refusal(Error.NOT_JSON)
    return request.get_data()


def _asking() -> Asking:
    """When the request had come and where its notes go, as the server in front says."""
    asking = request.environ.get("meld.asking")
    return asking if isinstance(asking, Asking) else Asking()


def _written(document: Document) -> bytes:
    return json.dumps(document).encode() + b"\n"


def _json(body: bytes) -> Response:
    return Response(body, mimetype="application/json")
