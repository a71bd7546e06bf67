"""What the shapes of the questions share, as pydantic models: they check what comes in and describe it in the OpenAPI.

The fields are those of `solver.documents`, whose readers have the last word and the sentences. The questions of the
calls are in `api.calls`.
"""

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from api.settings import CAP
from solver.deck import DECKS
from solver.measure import TERMS
from solver.notation import LONGEST
from solver.rules import DEFAULT

MOST_ITEMS = 64
# Of the largest deck.
MOST_TILES = 8 * 40 * 8 + 8
# In an address a character may take twelve bytes, and servers on the way have bounds of their own.
LONGEST_IN_LINK = 4000
Text = Annotated[str, Field(max_length=LONGEST)]
Texts = Annotated[list[str], Field(max_length=MOST_TILES)]
Tiles = Annotated[list[Annotated[str, Field(description="`r5`, `J`")]], Field(max_length=MOST_TILES)]
Identity = Annotated[str, Field(max_length=200)] | Annotated[int, Field(gt=-(10**18), lt=10**18)]
Seconds = Annotated[float, Field(ge=0, le=CAP)]


def one_of(values: Iterable[str]) -> Any:
    """The schema of a text that is one of these; that it is, the reader of the documents sees to."""
    return Field(json_schema_extra={"enum": list(values)})


Terms = Annotated[list[Annotated[str, one_of(TERMS)]], Field(min_length=1, json_schema_extra={"uniqueItems": True})]


class Strict(BaseModel):
    """No field that is not named, no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class DeckNumbers(Strict):
    """A deck of one's own; what is left out is as in the deck of the rules."""

    colours: int = Field(default=4, ge=2, le=8)
    numbers: int = Field(default=13, ge=3, le=40)
    copies: int = Field(default=2, ge=1, le=8)
    jokers: int = Field(default=2, ge=0, le=8)


class TableFields(Strict):
    """A position: `table` and `rack`, or all of it in one line as `position`."""

    id: Identity | None = Field(default=None, description="Comes back with the answer.")
    table: Texts | None = Field(default=None, description="A text for each set: `r5 r6 J=r7`.")
    rack: Tiles | None = Field(default=None, description="The tiles of the rack.")
    position: Text | None = Field(default=None, description="Table, rack and points to open in one line.")
    deck: Annotated[str, one_of(DECKS)] | DeckNumbers | None = Field(
        default=None, description="A deck by name, or its numbers."
    )
    opened: bool | None = Field(default=None, description="False while the initial meld is to come.")
    to_open: Annotated[int, Field(ge=1, le=10_000)] | None = Field(
        default=None, description="The points that the initial meld still needs."
    )
    keep: Tiles | None = Field(default=None, description="Rack tiles that must stay.")
    must_play: Tiles | None = Field(default=None, description="Rack tiles that must be played.")
    others: Texts | None = Field(
        default=None, description="The sets of the other players, in games where each player has sets of his own."
    )
    discard: Text | None = Field(default=None, description="In those games, the tile that was discarded last.")
    bonus: Text | None = Field(default=None, description="In those games, the tile that lies face up.")
    others_melded: bool | None = Field(default=None, description="In those games, has anybody else melded?")


class PositionFields(TableFields):
    """A position, and the edition that it is played by."""

    rules: Annotated[str, Field(max_length=1000)] | None = Field(
        default=None, description=f"An edition and its changes: `book-1978,joker_set=split`. Default {DEFAULT}."
    )


class SolveFields(PositionFields):
    """What is the best turn?"""

    objective: Terms | None = Field(
        default=None, description="Terms that are maximised one after another. Default tiles, unbroken."
    )
    limit: Seconds | None = Field(default=None, description="Seconds from when the service has the question.")
    work_limit: Annotated[float, Field(ge=0, le=3600)] | None = Field(
        default=None, description="The search's own measure of work, for answers that repeat exactly."
    )


class BatchFields(Strict):
    """Many questions in one request. Each item is the body of a call, which its field `call` names; else of `solve`."""

    items: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=MOST_ITEMS)]
    limit: Seconds | None = Field(default=None, description="Seconds for all items together.")
