"""The shape of the questions, as pydantic models: they check what comes in and describe it in the OpenAPI.

The fields are those of `solver.documents.FIELDS`, whose reader has the last word and the sentences.
"""

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from api.settings import CAP
from solver.deck import DECKS
from solver.documents import ORDERS, WINS
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


def _one_of(values: Iterable[str]) -> Any:
    """The schema of a text that is one of these; that it is, the reader of the documents sees to."""
    return Field(json_schema_extra={"enum": list(values)})


Terms = Annotated[list[Annotated[str, _one_of(TERMS)]], Field(min_length=1, json_schema_extra={"uniqueItems": True})]


class Strict(BaseModel):
    """No field that is not named, no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class DeckNumbers(Strict):
    """A deck of one's own; what is left out is as in the deck of the rules."""

    colours: int = Field(default=4, ge=2, le=8)
    numbers: int = Field(default=13, ge=3, le=40)
    copies: int = Field(default=2, ge=1, le=8)
    jokers: int = Field(default=2, ge=0, le=8)


class PositionFields(Strict):
    """A position: `table` and `rack`, or all of it in one line as `position`."""

    id: Identity | None = Field(default=None, description="Comes back with the answer.")
    table: Texts | None = Field(default=None, description="A text for each set: `r5 r6 J=r7`.")
    rack: Tiles | None = Field(default=None, description="The tiles of the rack.")
    position: Text | None = Field(default=None, description="Table, rack and points to open in one line.")
    rules: Annotated[str, Field(max_length=1000)] | None = Field(
        default=None, description=f"An edition and its changes: `book-1978,joker_set=split`. Default {DEFAULT}."
    )
    deck: Annotated[str, _one_of(DECKS)] | DeckNumbers | None = Field(
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


class SolveFields(PositionFields):
    """What is the best turn?"""

    objective: Terms | None = Field(
        default=None, description="Terms that are maximised one after another. Default tiles, unbroken."
    )
    limit: Seconds | None = Field(default=None, description="Seconds from when the service has the question.")
    work_limit: Annotated[float, Field(ge=0, le=3600)] | None = Field(
        default=None, description="The search's own measure of work, for answers that repeat exactly."
    )


class OpeningsFields(PositionFields):
    """In which ways can the initial meld be made?"""

    order: Annotated[str, _one_of(ORDERS)] | None = Field(default=None, description="Which openings come first.")
    first: Annotated[int, Field(ge=1, le=10_000)] | None = Field(default=None, description="How many are given, 20.")
    limit: Seconds | None = Field(default=None, description="Seconds from when the service has the question.")


class CheckFields(PositionFields):
    """Is this turn legal?"""

    after: Text | Texts = Field(description="The table after the turn: a text for each set, or one line.")
    others_after: Texts | None = Field(default=None, description="The sets of the others after the turn.")
    discarded: Text | None = Field(default=None, description="The tile discarded.")
    win: Annotated[str, _one_of(WINS)] | None = Field(default=None, description="A way to win that is claimed.")


class BatchFields(Strict):
    """Many questions in one request. Each item is the body of `solve`, `openings` or `check`.

    Which one, its field `call` says; without it, `solve`.
    """

    items: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=MOST_ITEMS)]
    limit: Seconds | None = Field(default=None, description="Seconds for all items together.")
