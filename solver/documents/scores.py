"""The request of `score`: the racks when a hand has ended, and how it ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from solver.deck import Deck, Tile, deck
from solver.documents.fields import DocumentError, Fields, short
from solver.documents.requests import WINS, Id, request_id
from solver.notation import parse_tiles
from solver.rules import DEFAULT, Game, Rules, rules

if TYPE_CHECKING:  # loading the games takes time
    from solver.games.scoring import Ending

SCORE_FIELDS = ("id", "racks", "rules", "way", "points", "discard", "melded")
MOST_RACKS = 8
_MOST_POINTS = 1_000_000


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """Which hand is scored."""

    rules: Rules
    racks: tuple[tuple[Tile, ...], ...]
    ending: "Ending"
    deck: Deck
    id: Id = None


def score_request(given: Mapping[str, Any]) -> ScoreRequest:
    """The hand that a JSON object tells: `racks`, a text of tiles for each player, that of the winner empty or `-`.

    Raises:
        InputError: the first fault found, in one sentence.
    """
    for name in given:
        if name not in SCORE_FIELDS:
            raise DocumentError(f"unknown field {short(name)}, score takes {', '.join(SCORE_FIELDS)}")
    told = {name: value for name, value in given.items() if value is not None}
    fields = Fields(told)
    edition = rules(fields.text("rules", DEFAULT, 1000))
    used = deck(edition.deck)
    if "racks" not in told:
        raise DocumentError("racks are needed: for each player a text with the tiles left")
    texts = fields.texts("racks")
    if len(texts) > MOST_RACKS:
        raise DocumentError(f"racks are {len(texts)}, a game has at most {MOST_RACKS} players")
    racks = tuple(
        () if text.strip() in ("", "-") else parse_tiles(text, used, f"rack {i}") for i, text in enumerate(texts, 1)
    )
    return ScoreRequest(edition, racks, _ending(fields, edition, racks, used), used, request_id(told))


def _ending(fields: Fields, edition: Rules, racks: Sequence[Sequence[Tile]], used: Deck) -> "Ending":
    from solver.games.scoring import Ending, Way

    given = fields.given
    if edition.game == Game.INTERNATIONAL and "melded" not in given:
        raise DocumentError("an International game needs melded: the numbers of the players that have melded, or none")
    empty = [player for player, rack in enumerate(racks) if not rack]
    if len(empty) > 1:
        raise DocumentError(f"{len(empty)} racks are empty, only the winner's can be")
    return Ending(
        winner=empty[0] if empty else None,
        discard=parse_tiles([fields.text("discard")], used, "discard")[0] if "discard" in given else None,
        way=Way(fields.choice("way", WINS)) if "way" in given else None,
        points=fields.whole("points", 0, 0, _MOST_POINTS) if "points" in given else None,
        opened=_melded(given["melded"], len(racks)) if "melded" in given else None,
    )


def _melded(numbers: object, players: int) -> tuple[bool, ...]:
    """For each player, counted from 1, whether the player has melded."""
    if not isinstance(numbers, list):
        raise DocumentError("melded must be a list of players' numbers")
    known = range(1, players + 1)
    for number in cast("list[Any]", numbers):
        if isinstance(number, bool) or not isinstance(number, int) or number not in known:
            shown = short(number) if isinstance(number, str) else str(number)[:20]
            raise DocumentError(f"melded names player {shown}, the players are 1 to {players}")
    return tuple(player in numbers for player in known)
