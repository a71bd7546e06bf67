"""The OpenAPI document (3.1), made from the models of questions and answers, with an example for each call."""

import re
from typing import Any, Union

from pydantic import BaseModel, Field, create_model
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from api import answers, models
from api.calls import CALLS, Call, Example
from api.calls.call import JSON, in_address, link_schemas
from api.errors import PROBLEM, Error
from api.examples import BATCH, POSITION
from solver.documents import Document
from solver.result import VERSION

_REF = "#/components/schemas/{model}"
_READING = (Error.BAD_JSON, Error.TOO_SLOW, Error.NO_LENGTH, Error.TOO_LARGE, Error.NOT_JSON, Error.INVALID)
_ALWAYS = (Error.BAD_REQUEST, Error.HEAD_TOO_LARGE, Error.INTERNAL)
_BATCH = f"Up to {models.MOST_ITEMS} questions, answered in order"
_POSITION = "A position in canonical form, or why it cannot occur"
_PLAIN_CALLS: dict[str, tuple[str, type[BaseModel]]] = {
    "/v1/rules": ("Every edition and every knob, with sources", answers.Rules),
    "/healthz": ("Is the service there?", answers.Health),
    "/readyz": ("Does it solve a fixed position?", answers.Health),
    "/openapi.json": ("This document", answers.Anything),
}


def _batch() -> type[BaseModel]:
    """The answers to a batch; each is that of a call which a batch takes."""
    bodies: Any = Union[(*(call.answer for call in CALLS.values() if call.batch), answers.Problem)]
    status: Any = (int, Field(description="The HTTP status that the item would have had alone."))
    item: Any = create_model("Item", __doc__="The answer to one item.", status=status, body=(bodies, ...))
    items: Any = (list[item], ...)
    return create_model("Batch", __doc__="Answers in the order of the items.", version=(str, ...), answers=items)


def document() -> Document:
    """The whole document."""
    batch = _batch()
    calls = CALLS.values()
    questions = [*(call.fields for call in calls), models.BatchFields, models.PositionFields]
    answered = [*(call.answer for call in calls), batch, answers.Diagnosed, answers.Problem]
    modes: list[tuple[type[BaseModel], JsonSchemaMode]] = [
        *((model, "validation") for model in questions),
        *((model, "serialization") for model in (*answered, *(answer for _, answer in _PLAIN_CALLS.values()))),
    ]
    _, schemas = models_json_schema(modes, ref_template=_REF)
    paths: Document = {f"/v1/{call.name}": _call(call) for call in calls}
    of_batch, of_position = _json(batch, BATCH.answer), _json(answers.Diagnosed, POSITION.answer)
    paths["/v1/batch"] = {"post": _with_body("batch", _BATCH, models.BatchFields, of_batch, BATCH, heavy=True)}
    fields = models.PositionFields
    paths["/v1/position"] = {"post": _with_body("position", _POSITION, fields, of_position, POSITION, heavy=False)}
    for path, (summary, answer) in _PLAIN_CALLS.items():
        errors = (Error.NOT_READY,) if path == "/readyz" else ()
        example = {"status": "ok", "version": VERSION} if answer is answers.Health else None
        paths[path] = {"get": _operation(f"get_{_name(path)}", summary, _json(answer, example), errors)}
    metrics = {"description": "Prometheus' text format", "content": {"text/plain": {"schema": {"type": "string"}}}}
    paths["/metrics"] = {"get": _operation("get_metrics", "Counts and times", metrics, ())}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "meld-solver",
            "version": VERSION,
            "summary": "Proven best turns in Rummikub",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": schemas["$defs"]},
    }


def _name(path: str) -> str:
    return path.removeprefix("/v1").strip("/").replace(".", "_")


def _ref(model: type[BaseModel]) -> Document:
    return {"$ref": _REF.format(model=model.__name__)}


def _json(answer: type[BaseModel], example: Document | None) -> Document:
    """A good answer."""
    content: Document = {"schema": _ref(answer)}
    if example is not None:
        content["example"] = example
    return {"description": (answer.__doc__ or "").strip(), "content": {JSON: content}}


def _good(call: Call[Any, Any]) -> Document:
    """The good answer of a call; of one that is not JSON the model has the description."""
    if call.media == JSON:
        return _json(call.answer, call.example.answer)
    content = {call.media: {"schema": {"type": "string"}}}
    return {"description": (call.answer.__doc__ or "").strip(), "content": content}


def _call(call: Call[Any, Any]) -> Document:
    """What a call takes and gives."""
    item: Document = {}
    if call.post:
        item["post"] = _posted(call)
    if call.link:
        item["get"] = _link(call)
    if call.proven is not None:
        for operation in item.values():
            _tag(operation)
    return item


def _posted(call: Call[Any, Any]) -> Document:
    """A call with a body; what its address names are fields of the question, too."""
    good, example = _good(call), call.example
    operation = _with_body(_operation_id(call), call.summary, call.fields, good, example, heavy=True)
    if names := in_address(call.name):
        schema = {"type": "string", "minLength": 1}
        operation["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": schema, "example": call.example.asked[name]}
            for name in names
        ]
        operation["responses"][str(Error.NOT_FOUND.status)] = _problem(Error.NOT_FOUND)
        body = {name: value for name, value in example.asked.items() if name not in names}
        operation["requestBody"]["content"][JSON]["example"] = body
    return operation


def _operation_id(call: Call[Any, Any]) -> str:
    return re.sub(r"[/{}]+", "_", call.name)


def _with_body(
    name: str, summary: str, fields: type[BaseModel], good: Document, example: Example, *, heavy: bool
) -> Document:
    errors = (*_READING, *((Error.BUSY,) if heavy else ()))
    operation = _operation(name, summary, good, errors)
    content = {JSON: {"schema": _ref(fields), "example": example.asked}}
    return {**operation, "requestBody": {"required": True, "content": content}}


def _link(call: Call[Any, Any]) -> Document:
    """A call as an address."""
    errors = (Error.BAD_QUERY, Error.INVALID, Error.BUSY)
    operation = _operation(f"{_operation_id(call)}_link", f"{call.summary}, as a link", _good(call), errors)
    operation["parameters"] = [
        {
            "name": name,
            "in": "query",
            "required": name == "position" or call.fields.model_fields[name].is_required(),
            "schema": schema,
            "example": call.example.link[name],
            **({"style": "form", "explode": False} if schema["type"] == "array" else {}),
        }
        for name, schema in link_schemas(call).items()
    ]
    return operation


def _tag(operation: Document) -> None:
    """The tag of proven answers, and the answer to one who has it."""
    tag = {"ETag": {"description": "Of proven answers only.", "schema": {"type": "string"}}}
    operation["responses"]["200"]["headers"] = tag
    operation["responses"]["304"] = {"description": "The answer with the tag in If-None-Match holds.", "headers": tag}


def _operation(name: str, summary: str, good: Document, errors: tuple[Error, ...]) -> Document:
    responses: dict[str, Any] = {"200": good}
    for error in (*errors, *_ALWAYS):
        responses.setdefault(str(error.status), _problem(error))
    return {"operationId": name, "summary": summary, "responses": responses}


def _problem(error: Error) -> Document:
    response: Document = {
        "description": error.sentence or error.code.replace("_", " "),
        "content": {PROBLEM: {"schema": _ref(answers.Problem)}},
    }
    if error.status == Error.BUSY.status:
        response["headers"] = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}}
    return response
