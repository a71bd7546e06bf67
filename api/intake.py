"""Questions read from a request's body or query into valid values. Every fault becomes a refusal with its place."""

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from pydantic import ValidationError

from api.errors import Error, Refusal
from api.models import LONGEST_IN_LINK, BatchFields, CheckFields, OpeningsFields, SolveFields, Strict
from api.places import place_of
from api.settings import CAP
from solver.documents import Document, Id, Request, Verb, read_object, request, request_id
from solver.errors import InputError

Model = TypeVar("Model", bound=Strict)
MODELS: dict[Verb, type[Strict]] = {"solve": SolveFields, "openings": OpeningsFields, "check": CheckFields}
QUERY = ("position", "rules", "objective", "limit")


def body(text: bytes) -> Document:
    """The JSON object of a body, read strictly.

    Raises:
        Refusal: 400.
    """
    try:
        return read_object(text)
    except InputError as error:
        raise Refusal(Error.BAD_JSON, str(error)) from None


def query(pairs: list[tuple[str, str]]) -> Document:
    """The question that an address makes: the fields of `solve` that fit in one.

    Raises:
        Refusal: 400 for a name that is unknown or there twice, 422 for too long a value or a limit that is no number.
    """
    fields: Document = {}
    for name, value in pairs:
        if name not in QUERY:
            raise Refusal(Error.BAD_QUERY, f"unknown parameter, the address takes {', '.join(QUERY)}")
        if name in fields:
            raise Refusal(Error.BAD_QUERY, f"the parameter {name} is given twice")
        if len(value) > LONGEST_IN_LINK:
            raise Refusal(
                Error.INVALID,
                f"{name} is too long for a link, at most {LONGEST_IN_LINK} characters are read",
                f"/{name}",
            )
        fields[name] = value
    if "objective" in fields:
        fields["objective"] = fields["objective"].replace(",", " ").split()
    if "limit" in fields:
        fields["limit"] = _number(fields["limit"])
    return fields


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise Refusal(Error.INVALID, f"limit must be a number from 0 to {CAP:g}", "/limit") from None


def question(fields: Mapping[str, Any], verb: Verb, limit: float, model: type[Strict] | None = None) -> Request:
    """The question that fields make; `limit` is for one that names none.

    Raises:
        Refusal: 422 with the sentence of the command line; its cause is the solver's error.
    """
    identity: Id = None
    try:
        identity = request_id(fields)
        asked = request(fields, verb, {"limit": limit} if verb != "check" else None)
    except InputError as error:
        sentence = str(error)
        raise Refusal(Error.INVALID, sentence, place_of(sentence, fields), identity) from error
    shaped(model or MODELS[verb], fields, identity)
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
