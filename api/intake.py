"""Questions read from a request's body or query into valid values. Every fault becomes a refusal with its place."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from math import isfinite
from typing import Any, TypeVar, cast

from pydantic import ValidationError

from api.calls import Call
from api.calls.call import link_schemas
from api.errors import Error, Refusal
from api.models import LONGEST_IN_LINK, BatchFields, Strict
from api.places import place_of
from solver.documents import Document, Id, read_object, request_id
from solver.errors import InputError

Model = TypeVar("Model", bound=Strict)
Asked = TypeVar("Asked")


def body(text: bytes) -> Document:
    """The JSON object of a body, read strictly.

    Raises:
        Refusal: 400.
    """
    try:
        return read_object(text)
    except InputError as error:
        raise Refusal(Error.BAD_JSON, str(error)) from None


def query(pairs: list[tuple[str, str]], call: Call[Any, Any]) -> Document:
    """The question that an address makes: those fields of the call that fit in one.

    Raises:
        Refusal: 400 for a name that is unknown or there twice, 422 for too long a value or a number that is none.
    """
    schemas = link_schemas(call)
    fields: Document = {}
    for name, value in pairs:
        if name not in schemas:
            raise Refusal(Error.BAD_QUERY, f"unknown parameter, the address takes {', '.join(schemas)}")
        if name in fields:
            raise Refusal(Error.BAD_QUERY, f"the parameter {name} is given twice")
        if len(value) > LONGEST_IN_LINK:
            raise Refusal(
                Error.INVALID,
                f"{name} is too long for a link, at most {LONGEST_IN_LINK} characters are read",
                f"/{name}",
            )
        fields[name] = _value(name, value, schemas[name])
    return fields


def _value(name: str, text: str, schema: Document) -> Any:
    """The text of a parameter as its schema has it."""
    kind = schema["type"]
    if kind == "array":
        return text.replace(",", " ").split()
    if kind == "boolean" and text in ("true", "false"):
        return text == "true"
    with suppress(ValueError):
        if kind == "integer" and len(text) < 20:
            return int(text)
        if kind == "number" and isfinite(number := float(text)):
            return number
    if kind == "string":
        return text
    wanted = "true or false" if kind == "boolean" else f"{'a whole' if kind == 'integer' else 'a'} number"
    bounds = f" from {schema['minimum']:g} to {schema['maximum']:g}" if "maximum" in schema else ""
    raise Refusal(Error.INVALID, f"{name} must be {wanted}{bounds}", f"/{name}")


def valid(read: Callable[[Document], Asked], model: type[Strict], fields: Document) -> Asked:
    """The question that fields make, which a reader and a model of it find good.

    Raises:
        Refusal: 422 with the sentence of the command line; its cause is the solver's error.
    """
    identity: Id = None
    try:
        identity = request_id(fields)
        asked = read(fields)
    except InputError as error:
        sentence = str(error)
        raise Refusal(Error.INVALID, sentence, place_of(sentence, fields), identity) from error
    shaped(model, fields, identity)
    return asked


def batch(fields: Mapping[str, Any]) -> BatchFields:
    """The items of a batch, not yet looked into.

    Raises:
        Refusal: 422.
    """
    return shaped(BatchFields, fields)


def shaped(model: type[Model], fields: Mapping[str, Any], identity: Id = None) -> Model:
    """The fields as a model has them.

    Raises:
        Refusal: 422 with the first fault that pydantic finds.
    """
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        pointer = _pointer(first["loc"], fields)
        name = pointer.lstrip("/") or "the question"
        sentence = f"{name}: {first['msg'][:1].lower()}{first['msg'][1:]}"
        if first["type"] == "missing":
            sentence = f"{first['loc'][-1]} is needed"
        raise Refusal(Error.INVALID, sentence, pointer, identity) from None


def _pointer(location: tuple[int | str, ...], fields: Any) -> str:
    """The JSON pointer of a fault; pydantic's own names for the members of a union are left out."""
    pointer, value = "", fields
    for part in location:
        if isinstance(value, Mapping):
            inside = cast("Mapping[Any, Any]", value)
            if part not in inside:
                continue
            value = inside[part]
        elif isinstance(value, list) and isinstance(part, int):
            value = cast("list[Any]", value)[part]
        else:
            continue
        pointer = f"{pointer}/{part}"
    return pointer
