"""Requests: what a JSON object or a one-line position asks for, read into one valid value."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, cast

from solver.deck import DECKS, Deck, Tile, deck
from solver.documents.fields import DocumentError, Fields, kind, short
from solver.errors import NotationError
from solver.hints.messages import DEFAULT as DEFAULT_LANGUAGE
from solver.hints.messages import languages
from solver.measure import TERMS
from solver.notation import parse_line, parse_set, parse_tiles
from solver.position import Position, validate
from solver.rules import DEFAULT, Rules, rules
from solver.sets import TileSet

Verb = Literal[
    "solve",
    "openings",
    "check",
    "explain",
    "hint",
    "alternatives",
    "outs",
    "why-not",
    "rescue",
    "board.svg",
    "draw",
    "wins",
    "editions",
]
Order = Literal["fewest_tiles", "most_tiles", "most_points", "fewest_points"]
Win = Literal["open", "finish", "closed"]
Id = str | int | None

OBJECTIVE = ("tiles", "unbroken")
LIMIT = 10.0
FIRST = 20
ORDERS: tuple[Order, ...] = ("fewest_tiles", "most_tiles", "most_points", "fewest_points")
MOST_LEVEL = 6
LONGEST_ID = 200
LONGEST_NUMBER = 18
_MOST_FIRST = 10_000
_MOST_POINTS = 10_000
_OTHERS = ("others", "discard", "bonus", "others_melded")
_LINE = ("table", "rack", "opened", "to_open", *_OTHERS)
_POSITION = ("id", "table", "rack", "position", "rules", "deck", "opened", "to_open", "keep", "must_play", *_OTHERS)
_SEARCH = (*_POSITION, "objective", "limit", "work_limit")
WINS: tuple[Win, ...] = ("open", "finish", "closed")
FIELDS: dict[Verb, tuple[str, ...]] = {
    "solve": _SEARCH,
    "openings": (*_POSITION, "order", "first", "limit"),
    "check": (*_POSITION, "after", "others_after", "discarded", "win"),
    "draw": (*_POSITION, "objective", "limit", "work_limit", "sheet", "closed"),
    "wins": (*_POSITION, "objective", "limit", "work_limit", "sheet", "closed", "from_bonus"),
    "editions": (*(name for name in _POSITION if name != "rules"), "objective", "limit"),
    "explain": (*_SEARCH, "language"),
    "hint": (*_SEARCH, "level", "language"),
    "alternatives": (*_SEARCH, "first", "cap"),
    "outs": (*_POSITION, "limit", "language"),
    "why-not": (*_POSITION, "objective", "limit", "language", "tile"),
    "rescue": (*_POSITION, "limit", "language", "now", "loose"),
    "board.svg": (*_POSITION, "limit", "language", "best"),
}


@dataclass(frozen=True, slots=True)
class Request:
    """One question, complete and valid. `order` and `first` are for openings, `level` for hints, `language` for both
    hints and explanations.
    `own_points`: the points to open are those of the rules, not given.

    To judge (check): `after` is the new table, of American and International the player's own sets; there also
    `others_after`, the sets of the others after the turn (None: as before), `discarded`, the tile discarded, and `win`,
    the way to win that is claimed.
    """

    position: Position
    rules: Rules
    objective: tuple[str, ...] = OBJECTIVE
    limit: float = LIMIT
    work_limit: float | None = None
    order: Order = "fewest_tiles"
    first: int = FIRST
    after: tuple[TileSet, ...] = ()
    id: Id = None
    own_points: bool = False
    others_after: tuple[TileSet, ...] | None = None
    discarded: Tile | None = None
    win: Win | None = None
    level: int = 1
    language: str = DEFAULT_LANGUAGE


@dataclass(frozen=True, slots=True)
class _Judged:
    """What a check asks about, as in `Request`."""

    after: tuple[TileSet, ...] = ()
    others_after: tuple[TileSet, ...] | None = None
    discarded: Tile | None = None
    win: Win | None = None


def request_id(fields: Mapping[str, Any]) -> Id:
    """The id of a request, None when it has none.

    Raises:
        DocumentError: an id that is neither text of at most 200 characters nor a whole number of at most 18 digits.
    """
    value = fields.get("id")
    if value is None or (isinstance(value, str) and len(value) <= LONGEST_ID):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**LONGEST_NUMBER:
        return value
    raise DocumentError(
        f"id must be text of at most {LONGEST_ID} characters or a whole number of at most {LONGEST_NUMBER} digits"
    )


def request(
    source: Mapping[str, Any] | str, verb: Verb = "solve", defaults: Mapping[str, Any] | None = None
) -> Request:
    """The request that a JSON object or a one-line position makes; `defaults` are fields for where it has none.

    Raises:
        InputError: the first fault found, in one sentence.
    """
    given = {"position": source} if isinstance(source, str) else source
    for name in given:
        if name not in FIELDS[verb]:
            raise DocumentError(f"unknown field {short(name)}, {verb} takes {', '.join(FIELDS[verb])}")
    both = {**(defaults or {}), **{name: value for name, value in given.items() if value is not None}}
    fields = Fields(both)
    chosen = rules(fields.text("rules", DEFAULT, 1000))
    position = _position(fields, chosen, verb)
    validate(position, chosen)
    judged = _judged(fields, position.deck, chosen) if verb == "check" else _Judged()
    return Request(
        position=position,
        rules=chosen,
        objective=fields.choices("objective", TERMS) if "objective" in both else OBJECTIVE,
        limit=fields.number("limit", LIMIT),
        work_limit=fields.number("work_limit", 0.0) if "work_limit" in both else None,
        order=cast("Order", fields.choice("order", ORDERS)),
        first=fields.whole("first", FIRST, 1, _MOST_FIRST) if verb == "openings" else FIRST,
        id=request_id(both),
        own_points=not fields.flag("opened", default=True),
        after=judged.after,
        others_after=judged.others_after,
        discarded=judged.discarded,
        win=judged.win,
        level=fields.whole("level", 1, 1, MOST_LEVEL),
        language=fields.choice("language", languages()),
    )


def _position(fields: Fields, chosen: Rules, verb: Verb) -> Position:
    used = chosen_deck(fields, chosen)
    if "position" in fields.given:
        for name in _LINE:
            if name in fields.given:
                raise DocumentError(f"position and {name} are both given, give one: a position already says it")
        position = parse_line(fields.text("position"), used, chosen.ones)
        if verb == "openings" and position.to_open is None:
            position = replace(position, to_open=chosen.initial_meld_points)
    else:
        if not ("table" in fields.given and "rack" in fields.given):
            raise DocumentError("table and rack are needed, or position with both in one line")
        rack = parse_tiles(fields.texts("rack"), used)
        position = Position(
            _sets(fields, "table", used, chosen),
            rack,
            used,
            _to_open(fields, chosen, verb),
            others=_sets(fields, "others", used, chosen),
            discard=_tile(fields, "discard", used),
            bonus=_tile(fields, "bonus", used),
            others_melded=fields.flag("others_melded", default=False),
        )
    keep, must_play = (parse_tiles(fields.texts(name), used, name) for name in ("keep", "must_play"))
    return replace(position, keep=keep, must_play=must_play) if keep or must_play else position


def _sets(fields: Fields, name: str, used: Deck, chosen: Rules, *, any_sets: bool = False) -> tuple[TileSet, ...]:
    place = "others'" if name == "others" else name
    return tuple(
        parse_set(text, used, chosen.ones, f"{place} set {i + 1}", any_sets=any_sets)
        for i, text in enumerate(fields.texts(name))
    )


def _tile(fields: Fields, name: str, used: Deck) -> Tile | None:
    """The one tile of a field, None where the field is absent."""
    return parse_tiles([fields.text(name)], used, name)[0] if name in fields.given else None


def _judged(fields: Fields, used: Deck, chosen: Rules) -> _Judged:
    """The turn to judge: lists of sets, or all in one line; tiles that are no set are left to the referee."""
    if "after" not in fields.given:
        raise DocumentError("after is needed: the table after the turn, a list of sets")
    win = cast("Win", fields.choice("win", WINS)) if "win" in fields.given else None
    if isinstance(fields.given["after"], str):
        for name in ("others_after", "discarded"):
            if name in fields.given:
                raise DocumentError(f"after is one line and {name} is given too: a line says it itself, after ~ and d=")
        try:
            line = parse_line(fields.text("after"), used, chosen.ones, any_sets=True)
        except NotationError as error:
            raise NotationError(f"after, {error}") from None
        return _Judged(line.table, line.others or None, line.discard, win)
    others = _sets(fields, "others_after", used, chosen, any_sets=True) if "others_after" in fields.given else None
    return _Judged(_sets(fields, "after", used, chosen, any_sets=True), others, _tile(fields, "discarded", used), win)


def _to_open(fields: Fields, chosen: Rules, verb: Verb) -> int | None:
    if "to_open" in fields.given:
        if "opened" in fields.given:
            raise DocumentError("opened and to_open are both given, give one")
        return fields.whole("to_open", 0, 1, _MOST_POINTS)
    opened = fields.flag("opened", default=verb != "openings")
    if opened and verb == "openings":
        raise DocumentError("opened must be false for openings: a player who has opened makes no initial meld")
    return None if opened else chosen.initial_meld_points


def chosen_deck(fields: Fields, chosen: Rules) -> Deck:
    """The deck by name or as an object, whose missing numbers are those of the rules' deck."""
    if "deck" not in fields.given:
        return deck(chosen.deck)
    value = fields.given["deck"]
    if isinstance(value, str):
        return deck(fields.choice("deck", tuple(DECKS)))
    if not isinstance(value, Mapping):
        raise DocumentError(f"deck must be a name or an object, not {kind(value)}")
    numbers = asdict(deck(chosen.deck))
    for name, number in cast("Mapping[str, Any]", value).items():
        if name not in numbers:
            raise DocumentError(f"unknown field {short(name)} in deck, it takes {', '.join(numbers)}")
        if not isinstance(number, int) or isinstance(number, bool):
            raise DocumentError(f"{name} of deck must be a whole number, not {kind(number)}")
        numbers[name] = number
    return Deck(**numbers)
