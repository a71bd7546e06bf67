"""What is at which address. Each view reads, asks the service, and writes; nothing more."""

import json
import re
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from flask import Flask, Response, request
from werkzeug.datastructures import ETags

from api import intake
from api.calls import CALLS, Call
from api.calls.call import in_address
from api.diagnosis import all_rules, diagnosis
from api.errors import Error, Refusal
from api.later import Later
from api.metrics import CONTENT_TYPE
from api.page import FILES, add_page
from api.problems import failed, refused
from api.service import Asking, Question, Service
from solver.documents import Document
from solver.result import VERSION

# Addresses whose answers take a worker; the others answer at once, however busy the workers are.
HEAVY = frozenset({*(f"/v1/{name}" for name in CALLS), "/v1/batch"})
_WITH_FIELDS = {name: re.compile("/v1/" + re.sub(r"{\w+}", "[^/]+", name)) for name in CALLS if in_address(name)}
FIXED = frozenset({"/v1/rules", "/healthz", "/openapi.json"})
LIGHT = FIXED | {"/v1/position", "/readyz", "/metrics", *FILES}


def add_routes(app: Flask, service: Service, openapi: Document) -> None:
    """Add every address to the application."""
    for name, call in CALLS.items():
        if call.post:
            rule = f"/v1/{name}".replace("{", "<").replace("}", ">")
            app.add_url_rule(rule, name, partial(_question, service, call), methods=["POST"])
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
    add_page(app)
    app.add_url_rule("/readyz", "readyz", partial(_ready, service), methods=["GET"])
    app.add_url_rule("/metrics", "metrics", partial(_metrics, service), methods=["GET"])


def _later(service: Service, work: Coroutine[Any, Any, Response]) -> Response:
    """The response that comes of some work, or of its failure."""
    log_id, path = request.environ.get("meld.id", "-"), request.path

    async def done() -> Response:
        try:
            return await work
        except Refusal as refusal:
            return refused(refusal)
        except Exception as error:
            return failed(error, service.log, log_id, path)

    return Later(done(), service.crew.loop)


def address(path: str) -> str:
    """The address that a path is at, as HEAVY has it: some have a field of the question in them."""
    return next((f"/v1/{name}" for name, pattern in _WITH_FIELDS.items() if pattern.fullmatch(path)), path)


def _question(service: Service, call: Call[Any, Any], **in_path: str) -> Response:
    body = _body()
    fields = intake.body(body)
    if in_path:
        for name in in_path:
            if name in fields:
                raise Refusal(Error.INVALID, f"{name} is in the address, leave it out of the body", f"/{name}")
        fields |= in_path
        body = json.dumps(fields).encode()
    return _later(service, _answer(service, Question(call, body, fields), _asking(), request.if_none_match))


def _link(service: Service, call: Call[Any, Any]) -> Response:
    fields = intake.query(list(request.args.items(multi=True)), call)
    asked = Question(call, json.dumps(fields).encode(), fields)
    return _later(service, _answer(service, asked, _asking(), request.if_none_match))


async def _answer(service: Service, asked: Question, asking: Asking, known: ETags) -> Response:
    outcome = await service.answer(asked, asking)
    response = Response(outcome.body, mimetype=asked.call.media)
    if outcome.tag is not None:
        response.set_etag(outcome.tag, weak=True)
        if known.contains_weak(outcome.tag):
            response.status_code = 304
            response.set_data(b"")
            del response.headers["Content-Type"]
    return response


def _batch(service: Service) -> Response:
    return _later(service, _answers(service, intake.body(_body()), _asking()))


async def _answers(service: Service, fields: Document, asking: Asking) -> Response:
    return _json(await service.batch(fields, asking))


def _position() -> Response:
    return _json(_written(diagnosis(intake.body(_body()))))


def _fixed(answer: Document) -> Callable[[], Response]:
    body = _written(answer)
    return lambda: _json(body)


def _ready(service: Service) -> Response:
    return _later(service, _readiness(service))


async def _readiness(service: Service) -> Response:
    if not await service.ready():
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
