"""The call `editions`: the best turn under every edition, as `melds solve --rules all`."""

from collections.abc import Sequence

from pydantic import Field

from api.answers import Answer, Best
from api.calls.call import Call, Example
from api.models import Seconds, TableFields, Terms
from solver.documents import Request, editions_document, request
from solver.editions import Edition, compare
from solver.result import VERSION, Status


class EditionsFields(TableFields):
    """What is the best turn under each edition?"""

    objective: Terms | None = Field(
        default=None, description="Terms that are maximised one after another. Default tiles, unbroken."
    )
    limit: Seconds | None = Field(default=None, description="Seconds for all editions together.")


class Alike(Best):
    """The best turn under editions that answer alike."""

    rules: list[str] = Field(description="Their names.")
    cost: int = Field(description="By how much the first term falls short of the best under any edition.")


class Compared(Answer):
    """The best turn under every edition, equal answers together."""

    editions: list[Alike]


def _run(asked: Request, seconds: float) -> Sequence[Edition]:
    return compare(asked.position, asked.objective, seconds, own_points=asked.own_points)


def _proven(found: Sequence[Edition]) -> bool:
    return all(edition.result.status in (Status.OPTIMAL, Status.NO_PLAY) for edition in found)


EDITIONS = Call(
    name="editions",
    summary="The best turn under every edition",
    fields=EditionsFields,
    answer=Compared,
    example=Example(
        {"table": ["r4 r5 r6 J=r7"], "rack": ["b9", "k9"]},
        {
            "id": None,
            "version": VERSION,
            "editions": [
                {
                    "rules": [
                        "book-1978",
                        "book-1978-both",
                        "dutch-1985",
                        "dutch-sabra-1985",
                        "pressman-1987",
                        "spear-1988",
                        "spear-1988-two",
                        "goliath-1994",
                        "pressman-1998",
                        "lemada-1999",
                        "hong-kong",
                        "lemada-2014",
                    ],
                    "cost": 2,
                    "status": "no_play",
                    "objective": {},
                    "bound": {},
                    "table": None,
                    "from": None,
                    "played": [],
                    "left": ["b9", "k9"],
                    "ms": 8.488,
                },
                {
                    "rules": ["goliath-2014", "popular"],
                    "cost": 0,
                    "status": "optimal",
                    "objective": {"tiles": 2, "unbroken": 0},
                    "bound": {"tiles": 2, "unbroken": 0},
                    "table": ["r4 r5 r6", "b9 k9 J=?9"],
                    "from": [[0, 0, 0], ["rack", "rack", 0]],
                    "played": ["b9", "k9"],
                    "left": [],
                    "ms": 7.054,
                },
            ],
        },
    ),
    read=lambda fields: request(fields, "editions"),
    run=_run,
    write=lambda found, asked: editions_document(found, asked.id),
    proven=_proven,
)
