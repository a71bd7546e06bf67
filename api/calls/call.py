"""What a call is: how its question is read, how a worker answers it, and what the OpenAPI says of it."""

import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Generic, TypeVar

from pydantic import BaseModel

from api.models import LONGEST_IN_LINK, Strict
from solver.documents import Document

JSON = "application/json"
_FIELD = re.compile(r"{(\w+)}")
Asked = TypeVar("Asked")
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Example:
    """A question, its answer, and the same question as the parameters of a link."""

    asked: Document
    answer: Document
    link: Document = field(default_factory=dict[str, object])


@dataclass(frozen=True, slots=True)
class Call(Generic[Asked, Found]):
    """One thing that can be asked.

    In a worker `read` makes the question from its fields, `run` answers it within so many seconds, and `write` makes
    the document of the answer; `read` and `run` raise InputError for what is wrong with the question. The model
    `fields` is held against the question too, `answer` only describes.

    Args:
        name: where it is, after `/v1/`; a part in braces is a field of the question, which its body then has not.
        proven: is an answer proven? Such answers are kept and tagged. None: no answer is.
        key: under what a worker keeps a proven answer for questions that are written otherwise; `write` gives it in
            their order. None: it does not.
        link: the fields that a GET takes as parameters of the address; none, and there is no GET.
        post: is there a POST, with the fields as a JSON body?
        media: what the answer is; what is not JSON, `write` gives as text.
        batch: may it be an item of a batch? Its answer must be JSON.
    """

    name: str
    summary: str
    fields: type[Strict]
    answer: type[BaseModel]
    example: Example
    read: Callable[[Document], Asked]
    run: Callable[[Asked, float], Found]
    write: Callable[[Found, Asked], Document | str]
    proven: Callable[[Found], bool] | None = None
    key: Callable[[Asked], Hashable] | None = None
    link: tuple[str, ...] = ()
    post: bool = True
    media: str = JSON
    batch: bool = True


def in_address(name: str) -> list[str]:
    """The fields of the question that stand in the address of a call."""
    return _FIELD.findall(name)


def link_schemas(call: Call[Asked, Found]) -> Mapping[str, Document]:
    """The JSON schema of each parameter of a call's address."""
    return _link_schemas(call.fields, call.link)


@cache
def _link_schemas(model: type[Strict], names: tuple[str, ...]) -> Mapping[str, Document]:
    properties = model.model_json_schema()["properties"]
    schemas: dict[str, Document] = {}
    for name in names:
        given = properties[name]
        schema = {key: value for key, value in given.get("anyOf", [given])[0].items() if key != "title"}
        if schema["type"] == "string":
            schema["maxLength"] = min(schema.get("maxLength", LONGEST_IN_LINK), LONGEST_IN_LINK)
        schemas[name] = schema
    return schemas
