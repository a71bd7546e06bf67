"""The editions with decks of their own, `xp` and `raeuber`, through every command: their copies, numbers and values."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from solver.cli import main

Run = Callable[..., Any]


class Known(NamedTuple):
    """What is particular to an edition, worked out by hand."""

    edition: str
    deck: Mapping[str, int]
    solved: tuple[str, str]
    """A position of whose rack three tiles make a set, and that set."""
    joker: tuple[str, int]
    """A joker beside two rack tiles that would make a group with it, and how many tiles can be played."""
    opening: str
    """A rack whose only opening is worth exactly the points."""
    bad: tuple[str, str]
    """A position that the deck cannot give, and what is said of it."""
    joker_left: int
    knobs: Mapping[str, str]
    crowd: tuple[int, str]
    """Too many players, and what is said of them."""


XP = Known(
    edition="xp",
    deck={"colours": 4, "numbers": 13, "copies": 3, "jokers": 4},
    solved=("r5-7.r5-7.r11-13 r5r6r7k8", "r5 r6 r7"),  # the third copies
    joker=("b2-4jb5 k8o8", 2),  # taken without a replacement
    opening="- r9-11b1",
    bad=("r5-7.r5-7.r5-7 r5", "4 tiles red 5 on table and rack together, but the deck of 4 x 13 x 3 + 4 has 3"),
    joker_left=30,
    knobs={"deck": "xp", "initial_meld_points": "30", "joker_clear": "yes", "ones": "low"},
    crowd=(9, "a game has 2 to 8 players, not 9"),
)
RAEUBER = Known(
    edition="raeuber",
    deck={"colours": 4, "numbers": 10, "copies": 2, "jokers": 4},
    solved=("r5-7.b2-4 r9r10r1o8", "r9 r10 r1"),  # a 1 after the 10
    joker=("b2-4jb5 k8o8", 0),
    opening="- r9r10r1b1",  # the 1 counts 1
    bad=("- r11", "there is no red 11, the numbers of this deck are 1 to 10"),
    joker_left=50,
    knobs={"deck": "raeuber", "initial_meld_points": "20", "joker_penalty": "50", "ones": "low_or_high"},
    crowd=(7, "a deck of 4 x 10 x 2 + 4 has 84 tiles, but 7 players of raeuber need 98"),
)
EACH = pytest.mark.parametrize("known", [XP, RAEUBER], ids=lambda known: known.edition)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command and gives back its JSON answer."""

    def run(command: str, known: Known, *args: str, code: int = 0) -> Any:
        assert main([command, "--json", "--rules", known.edition, *args]) == code
        return json.loads(capsys.readouterr().out)

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs a command on bad input and gives back the sentence."""

    def refused(*args: str) -> str:
        assert main(args) == 2
        return capsys.readouterr().err.removeprefix("melds: ")

    return refused


@EACH
def test_solve(run: Run, known: Known):
    """The set that only this deck can give is played; a joker is free or not; the referee agrees."""
    place, tiles = known.solved
    answer = run("solve", known, place)
    assert (answer["status"], answer["objective"]["tiles"]) == ("optimal", 3)
    assert tiles in answer["table"]
    place, count = known.joker
    assert run("solve", known, place, code=0 if count else 1)["objective"].get("tiles", 0) == count


@EACH
def test_openings(run: Run, known: Known):
    """One opening, worth what this edition asks; none where a point more is needed."""
    answer = run("openings", known, known.opening)
    assert (answer["count"], answer["max_points"]) == (1, int(known.knobs["initial_meld_points"]))
    points = answer["max_points"] + 1
    assert run("openings", known, f"{known.opening} {points}", code=1)["count"] == 0


@EACH
def test_check(run: Run, known: Known):
    """The turn that the solver finds is legal, the same tiles under the standard deck's edition are not."""
    place, tiles = known.solved
    table, _, _ = place.partition(" ")
    after = f"{table}.{tiles.replace(' ', '')} -"
    assert run("check", known, place, after) == {"id": None, "version": "0.1.0", "legal": True, "broken": []}
    assert main(["check", place, after]) != 0


@EACH
def test_draw_and_wins_refuse(refused: Callable[..., str], known: Known):
    """Both are of games with sets of one's own: one sentence."""
    assert refused("draw", "--rules", known.edition, "- r5") == (
        f"nobody chooses a draw in a Sabra game, and {known.edition} is one\n"
    )
    assert refused("draw", "--rules", known.edition, "- r5 d=r6").startswith("a last discard cannot be in a Sabra game")
    assert refused("wins", "--rules", known.edition, "- r5") == (
        f"Open, Closed and Finish are wins of International Rummikub, but {known.edition} is sabra\n"
    )


@EACH
def test_score(run: Run, refused: Callable[..., str], known: Known):
    """A joker left costs what the edition says, tiles are those of the deck, or of another one that is chosen."""
    cost = 10 + known.joker_left
    assert run("score", known, "r10 J", "-")["scores"] == [-cost, cost]
    copies = known.deck["copies"]
    assert run("score", known, " ".join(["r10"] * copies), "-")["scores"] == [-10 * copies, 10 * copies]
    sentence = refused("score", "--rules", known.edition, " ".join(["r10"] * (copies + 1)), "-")
    assert sentence.startswith(f"{copies + 1} tiles red 10 are more than a deck of 4 x ")
    assert run("score", known, "--deck", "4x20x8+4", " ".join(["r20"] * 8), "-")["scores"] == [-160, 160]


@EACH
def test_play_and_replay(run: Run, capsys: pytest.CaptureFixture[str], tmp_path: Path, known: Known):
    """A game on the whole deck, its record, and the same scores again; too many players are told."""
    log = str(tmp_path / "log")
    assert main(["play", "--rules", known.edition, "--seed", "1", "--log", log, "--json"]) == 0
    head, *moves, end = map(json.loads, capsys.readouterr().out.splitlines())
    assert (head["rules"], head["deck"]) == (known.edition, known.deck)
    assert main(["replay", log, "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert (again["moves"], again["scores"]) == (len(moves), end["scores"])
    assert sum(end["scores"]) == 0
    players, why = known.crowd
    assert main(["play", "--rules", known.edition, "--players", str(players)]) == 2
    assert why in capsys.readouterr().err


@EACH
def test_rules(capsys: pytest.CaptureFixture[str], known: Known):
    """The knobs that make the edition."""
    assert main(["rules", known.edition, "--json"]) == 0
    knobs = json.loads(capsys.readouterr().out)["knobs"]
    assert {name: str(knobs[name]) for name in known.knobs} == known.knobs


@EACH
def test_tiles_that_the_deck_has_not(refused: Callable[..., str], known: Known):
    """One sentence from every command that takes a position."""
    place, why = known.bad
    for command in ("solve", "openings"):
        assert why in refused(command, "--rules", known.edition, place)
    assert why in refused("check", "--rules", known.edition, place, "- -")
