"""The OpenAPI document (3.1), made from the models of questions and answers, with an example for each call."""

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from api import answers, models
from api.errors import PROBLEM, Error
from api.examples import EXAMPLES
from solver.documents import Document
from solver.measure import TERMS
from solver.result import VERSION

_REF = "#/components/schemas/{model}"
_QUESTIONS: list[type[BaseModel]] = [
    models.SolveFields,
    models.OpeningsFields,
    models.CheckFields,
    models.BatchFields,
    models.PositionFields,
]
_ANSWERS: list[type[BaseModel]] = [
    answers.Solved,
    answers.Found,
    answers.Judged,
    answers.Batch,
    answers.Diagnosed,
    answers.Rules,
    answers.Health,
    answers.Problem,
    answers.Anything,
]
_READING = (Error.BAD_JSON, Error.TOO_SLOW, Error.NO_LENGTH, Error.TOO_LARGE, Error.NOT_JSON, Error.INVALID)
_ALWAYS = (Error.BAD_REQUEST, Error.HEAD_TOO_LARGE, Error.INTERNAL)
_BODY_CALLS: dict[str, tuple[str, type[BaseModel], type[BaseModel], bool]] = {
    "/v1/solve": ("The best turn", models.SolveFields, answers.Solved, True),
    "/v1/openings": ("The ways to make the initial meld", models.OpeningsFields, answers.Found, True),
    "/v1/check": ("Is a turn legal, and which rules does it break?", models.CheckFields, answers.Judged, True),
    "/v1/batch": ("Up to 64 questions, answered in order", models.BatchFields, answers.Batch, True),
    "/v1/position": (
        "A position in canonical form, or why it cannot occur",
        models.PositionFields,
        answers.Diagnosed,
        False,
    ),
}
_PLAIN_CALLS: dict[str, tuple[str, type[BaseModel]]] = {
    "/v1/rules": ("Every edition and every knob, with sources", answers.Rules),
    "/healthz": ("Is the service there?", answers.Health),
    "/readyz": ("Does it solve a fixed position?", answers.Health),
    "/openapi.json": ("This document", answers.Anything),
}


def document() -> Document:
    """The whole document."""
    modes: list[tuple[type[BaseModel], JsonSchemaMode]] = [
        *((model, "validation") for model in _QUESTIONS),
        *((model, "serialization") for model in _ANSWERS),
    ]
    _, schemas = models_json_schema(modes, ref_template=_REF)
    paths: Document = {path: {"post": _with_body(path)} for path in _BODY_CALLS}
    paths["/v1/solve"]["get"] = _link()
    for path, (summary, answer) in _PLAIN_CALLS.items():
        errors = (Error.NOT_READY,) if path == "/readyz" else ()
        paths[path] = {"get": _operation(f"get_{_name(path)}", summary, _json(path, answer), errors)}
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


def _json(path: str, answer: type[BaseModel]) -> Document:
    """The good answer of a path."""
    content: Document = {"schema": _ref(answer)}
    if path in EXAMPLES:
        content["example"] = EXAMPLES[path].answer
    return {"description": (answer.__doc__ or "").strip(), "content": {"application/json": content}}


def _with_body(path: str) -> Document:
    summary, fields, answer, heavy = _BODY_CALLS[path]
    operation = _operation(_name(path), summary, _json(path, answer), (*_READING, *((Error.BUSY,) if heavy else ())))
    content = {"application/json": {"schema": _ref(fields), "example": EXAMPLES[path].asked}}
    operation["requestBody"] = {"required": True, "content": content}
    if path == "/v1/solve":
        _tag(operation)
    return operation


def _link() -> Document:
    """`solve` as an address."""
    errors = (Error.BAD_QUERY, Error.INVALID, Error.BUSY)
    operation = _operation("solve_link", "The best turn, as a link", _json("/v1/solve", answers.Solved), errors)
    asked = EXAMPLES["/v1/solve"].link
    schemas: dict[str, Document] = {
        "position": {"type": "string", "maxLength": models.LONGEST_IN_LINK},
        "rules": {"type": "string", "maxLength": 1000},
        "objective": {
            "type": "array",
            "minItems": 1,
            "uniqueItems": True,
            "items": {"type": "string", "enum": list(TERMS)},
        },
        "limit": {"type": "number", "minimum": 0, "maximum": models.CAP},
    }
    operation["parameters"] = [
        {
            "name": name,
            "in": "query",
            "required": name == "position",
            "schema": schema,
            "example": asked[name],
            **({"style": "form", "explode": False} if schema["type"] == "array" else {}),
        }
        for name, schema in schemas.items()
    ]
    _tag(operation)
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
