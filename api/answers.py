"""What the shapes of the answers share, for the OpenAPI alone: what is sent comes from `solver.documents` as it is.

The answers of the calls are in `api.calls`.
"""

from typing import Any, Literal

from pydantic import BaseModel, Field

from api.models import Identity

Origins = list[list[Literal["rack"] | int]]
Status = Literal["optimal", "feasible", "no_play", "unknown"]


class Answer(BaseModel):
    """What every answer to a question has."""

    id: Identity | None = Field(description="That of the question.")
    version: str = Field(description="The version of meld-solver.")


class Turned(BaseModel):
    """A turn. Where there is none `table` and `from` are null."""

    table: list[str] | None = Field(description="The sets after the turn.")
    origin: Origins | None = Field(alias="from", description="For each tile of `table`: the rack, or which old set.")
    played: list[str] = Field(description="Rack tiles played.")
    left: list[str] = Field(description="Rack tiles left.")
    others: list[str] | None = Field(default=None, description="In games with sets of one's own: those of the others.")
    others_from: Origins | None = Field(default=None, description="Where the tiles of those came from.")
    discard: str | None = Field(default=None, description="In those games, the tile to discard.")


class Best(Turned):
    """The best turn. Without a turn `table` and `from` are null."""

    status: Status = Field(
        description="`optimal` and `no_play` are proven; `feasible` is the best turn in the time given, `unknown` none."
    )
    objective: dict[str, int] = Field(description="The value of each term.")
    bound: dict[str, int] = Field(description="What each term cannot exceed.")
    ms: float = Field(description="Milliseconds of the solve; of the first one where the answer was kept.")


class Problem(BaseModel):
    """An error, as RFC 9457 has it."""

    type: str
    title: str
    status: int
    detail: str = Field(description="One sentence; where the input is at fault, that of the command line.")
    code: str = Field(description="The error's name, for programs.")
    version: str
    place: str | None = Field(default=None, description="Where in the input, as a JSON pointer.")
    id: Identity | None = Field(default=None, description="That of the question.")
    log_id: str | None = Field(default=None, description="Under which id the log has more.")


class Fault(BaseModel):
    """Why a position cannot occur."""

    place: str | None = Field(description="Where in the input, as a JSON pointer.")
    text: str


class Normal(BaseModel):
    """The same position as everybody would write it, in canonical order."""

    line: str = Field(description="The canonical form in one line.")
    table: list[str]
    rack: list[str]
    to_open: int | None
    deck: dict[str, int]
    rules: str


class Diagnosed(Answer):
    """Can the position occur? `normal` is null where it cannot."""

    possible: bool
    fault: Fault | None
    normal: Normal | None


class Edition(BaseModel):
    """An edition and the value of every knob."""

    name: str
    source: str
    knobs: dict[str, str]


class Knob(BaseModel):
    """A knob and the values that it can have."""

    name: str
    values: list[str]


class Rules(BaseModel):
    """Every edition, every knob and every deck."""

    version: str
    default: str
    rules: list[Edition]
    knobs: list[Knob]
    decks: dict[str, dict[str, int]] = Field(description="The numbers of each deck that has a name.")


class Health(BaseModel):
    """The service is there."""

    status: Literal["ok"]
    version: str


class Anything(BaseModel):
    """A JSON object."""

    model_config = {"extra": "allow"}
    openapi: Any = None
