"""The command line: arguments, exit codes and what is shown, with a stand-in for the solver that answers at will."""

import io
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from solver.cli import main
from solver.deck import DECKS, Deck
from solver.notation import canonical_line, format_line, parse_line
from solver.position import Position
from solver.result import Result, Status
from solver.rules import PRESETS, Rules, rules
from solver.sets import Ones
from solver.turn import RACK, Turn


class Solver:
    """Stands in for the solver: it takes down how it is called and answers as it is told."""

    def __init__(self) -> None:
        self.calls: list[dict[str, Any]] = []
        self.status = Status.OPTIMAL
        self.statuses: dict[str, Status] = {}
        self.openings = SimpleNamespace(
            count=0, complete=True, min_tiles=None, max_tiles=None, max_points=None, openings=()
        )
        self.broken: tuple[SimpleNamespace, ...] = ()

    def solve(
        self, position: Position, rules: Rules, objective: Sequence[str], limit: float, work_limit: float | None
    ) -> Result:
        self.calls.append(
            {
                "line": format_line(position),
                "rules": rules.name,
                "objective": objective,
                "limit": limit,
                "work": work_limit,
            }
            | {"position": position}
        )
        status = self.statuses.get(format_line(position), self.status)
        found = status in (Status.OPTIMAL, Status.FEASIBLE)
        values = {"tiles": len(position.rack)} if found else {}
        after = (*position.table, *parse_line("r10-12 -", position.deck, Ones.LOW).table)
        origin = (*((i,) * len(s.tiles) for i, s in enumerate(position.table)), (RACK,) * 3)
        turn = Turn(position, after, origin) if found else None
        return Result(status, position, rules, tuple(objective), values, values, turn, 0.001, 0.1, limit, work_limit)

    def compare(
        self, position: Position, objective: Sequence[str], limit: float, own_points: bool = False
    ) -> tuple[SimpleNamespace, ...]:
        names = ("book-1978", "lemada-2014", "popular")
        results = [self.solve(position, rules(name), objective, limit, None) for name in names]
        return tuple(SimpleNamespace(rules=each.rules, result=each, cost=0) for each in results)

    def find_openings(self, position: Position, rules: Rules, order: str, first: int, limit: float) -> SimpleNamespace:
        self.calls.append({"position": position, "rules": rules.name, "order": order, "first": first, "limit": limit})
        return self.openings

    def check(self, position: Position, after: Sequence[Any], rules: Rules, *told: object) -> SimpleNamespace:
        assert told == (None, None, None)
        self.calls.append({"line": format_line(position), "after": tuple(after), "rules": rules.name})
        return SimpleNamespace(legal=not self.broken, broken=self.broken, turn=None)


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> Solver:
    """The stand-in, in the place of every module that has the solver in it."""
    solver = Solver()
    for name, function, target in (
        ("solve", "solve", solver.solve),
        ("editions", "compare", solver.compare),
        ("openings", "openings", solver.find_openings),
        ("referee", "check", solver.check),
    ):
        module = ModuleType(f"solver.{name}")
        vars(module)[function] = target
        monkeypatch.setitem(sys.modules, f"solver.{name}", module)
    return solver


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Sets what standard input holds."""
    return lambda text: monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line: exit code, standard output, standard error."""

    def run(*args: str) -> tuple[int, str, str]:
        code = main(args)
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.mark.parametrize(
    ("status", "code"), [(Status.OPTIMAL, 0), (Status.NO_PLAY, 1), (Status.FEASIBLE, 3), (Status.UNKNOWN, 3)]
)
def test_exit_codes_of_solve(solver: Solver, run: Run, status: Status, code: int):
    """0 a play, 1 no play, 3 not proven, drawn and in JSON alike, with nothing on standard error."""
    solver.status = status
    assert run("solve", "- r10-12")[::2] == (code, "")
    code_json, out, err = run("solve", "- r10-12", "--json")
    assert (code_json, err) == (code, "")
    assert json.loads(out)["status"] == status


def test_defaults_of_solve(solver: Solver, run: Run):
    """Without options: the default edition, its deck, tiles then unbroken, ten seconds."""
    run("solve", "- r10-12")
    call = solver.calls[0]
    assert call["position"] == Position((), (10, 11, 12), Deck())
    assert (call["rules"], call["objective"], call["limit"], call["work"]) == (
        "lemada-2014",
        ("tiles", "unbroken"),
        10.0,
        None,
    )


def test_options_of_solve(solver: Solver, run: Run):
    """Every option reaches the solver."""
    code, _, err = run(
        *("solve", "r5-7 r10-12j", "--rules", "book-1978,joker_reuse=anywhere", "--objective", "points,kept"),
        *("--limit", "0.5", "--work-limit", "2", "--keep", "J", "--must-play", "r10 r11", "--deck", "4x13x3+4"),
    )
    assert (code, err) == (0, "")
    call = solver.calls[0]
    assert (call["rules"], call["objective"]) == ("book-1978,joker_reuse=anywhere", ("points", "kept"))
    assert (call["limit"], call["work"]) == (0.5, 2.0)
    position = call["position"]
    assert (position.keep, position.must_play, position.deck) == ((0,), (10, 11), DECKS["xp"])


@pytest.mark.parametrize("position", ["-_r10-12", "- r10-12", "-_r10-12_30"])
@pytest.mark.parametrize("before", [(), ("--",), ("--rules=book-1978,joker_reuse=anywhere",)])
def test_positions_that_begin_with_a_dash(solver: Solver, run: Run, position: str, before: tuple[str, ...]):
    """An argument with a space or _ is a position also when it begins with -; options stay options."""
    assert run("solve", *before, position)[0] == 0
    assert solver.calls[0]["line"] == position.replace("_", " ")
    if before != ("--",):
        assert run("solve", position, *before)[0] == 0


def test_a_file_of_positions(solver: Solver, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A file holds one-line forms and JSON objects; empty lines are skipped; the worst outcome is the exit code."""
    monkeypatch.chdir(tmp_path)
    Path("positions").write_text('r5-7 r10-12\n\n  {"id": "x", "table": [], "rack": ["b1"], "limit": 3}  \r\n-_r1\n')
    solver.statuses = {"- b1": Status.FEASIBLE, "- r1": Status.NO_PLAY}
    code, out, err = run("solve", "positions", "--limit", "2", "--json")
    assert (code, err) == (3, "")
    assert [(doc["id"], doc["status"]) for doc in map(json.loads, out.splitlines())] == [
        (None, "optimal"),
        ("x", "feasible"),
        (None, "no_play"),
    ]
    assert [call["limit"] for call in solver.calls] == [2.0, 3.0, 2.0]


def test_standard_input(solver: Solver, run: Run, stdin: Callable[[str], None]):
    """Exactly - is standard input, which holds the same lines as a file."""
    stdin('- r10-12\n{"position": "- b10-12"}')
    assert run("solve", "-")[0] == 0
    assert [call["line"] for call in solver.calls] == ["- r10-12", "- b10-12"]


def test_everything_is_read_before_anything_is_solved(solver: Solver, run: Run, stdin: Callable[[str], None]):
    """A bad line of a file ends with 2 and one line that names it, before the first position is solved."""
    stdin("- r10-12\n\n- x1\n")
    error = "melds: standard input line 3: column 3: 'x' is no colour letter, the colours of this deck are r b k o\n"
    assert run("solve", "-") == (2, "", error)
    assert not solver.calls


BAD = [
    (["solve", "r5-6 -"], "column 1: the set r5-6 is neither a group nor a run: a set has at least 3 tiles"),
    (["solve", "-_x"], "column 3: 'x' is no colour letter, the colours of this deck are r b k o"),
    (["solve", "nothing"], "cannot read the file 'nothing': No such file or directory (a position holds a space or _)"),
    (["solve", "."], "cannot read the file '.': Is a directory (a position holds a space or _)"),
    (["solve", "a\0b"], "cannot read the file 'ab': embedded null byte (a position holds a space or _)"),
    (["solve", "my_file"], "column 1: there is no magenta in this deck, its colours are r b k o"),
    (["solve"], "Missing argument 'POSITION' (see melds solve --help)"),
    (["solve", "- r1", "- r2"], "Got unexpected extra argument (- r2) (see melds solve --help)"),
    (["solve", "- r1", "--rulse", "x"], "No such option"),
    (["solve", "- r1", "--rules", "sabra"], f"unknown rules 'sabra', choose one of {', '.join(PRESETS)}"),
    (["solve", "- r1", "--rules", ""], f"unknown rules '', choose one of {', '.join(PRESETS)}"),
    (
        ["solve", "- r1", "--limit", "soon"],
        "Invalid value for '--limit': 'soon' is not a valid float (see melds solve --help)",
    ),
    (["solve", "- r1", "--limit", "nan"], "limit must be a number from 0 to 3600, not nan"),
    (["solve", "- r1", "--limit", "-1"], "limit must be a number from 0 to 3600, not -1.0"),
    (["solve", "- r1", "--work-limit", "inf"], "work_limit must be a number from 0 to 3600, not inf"),
    (["solve", "- r1", "--objective", "fun"], "objective cannot have 'fun', its terms are tiles, points, penalty, "),
    (["solve", "- r1", "--objective", ""], "objective is empty, it must have at least one of tiles, "),
    (["solve", "- r1", "--keep", "r2"], "keep: 1 x red 2 asked for, but the rack holds 0"),
    (["solve", "- r1", "--must-play", "r"], "must_play: 'r' is no tile, write a colour and a number (r5) or J"),
    (["solve", "- r1", "--deck", "4x50x2+2"], "the deck has 50 numbers, but it must have 3 to 40"),
    (["solve", "- r1", "--deck", "4x50"], "deck cannot be '4x50', it must be one of standard, xp, raeuber"),
    (
        ["solve", "- r1r1r1"],
        "rack: 3 tiles red 1 on table and rack together, but the deck of 4 x 13 x 2 + 2 has 2 of each",
    ),
    (["solve", "- r1", "--jsonl", "-"], "--jsonl reads the positions, so it does not go with one as an argument (see "),
    (["solve", "--jsonl", "nothing"], "cannot read the file 'nothing': No such file or directory"),
    (["solve", "--jsonl", "-", "--rules", "all"], "--rules all does not go with --jsonl (see melds solve --help)"),
    (["solve", "- r1", "--rules", "all", "--work-limit", "1"], "--rules all does not go with --work-limit (see melds "),
    (["openings", "- r1", "--order", "best"], "Invalid value for '--order': 'best' is not one of 'fewest_tiles', "),
    (["openings", "- r1", "--first", "0"], "first must be a whole number from 1 to 10000, not 0"),
    (["check"], "Missing argument 'BEFORE' (see melds check --help)"),
    (["check", "- r1"], "Missing argument 'AFTER' (see melds check --help)"),
    (["check", "- r1", "x -"], "after, column 1: 'x' is no colour letter, the colours of this deck are r b k o"),
    (["check", "- r1", "nothing"], "cannot read the file 'nothing'"),
    (["rules", "sabra"], f"unknown rules 'sabra', choose one of {', '.join(PRESETS)}"),
    (
        ["rules", "popular,joker_pin=value,joker_set=locked"],
        "joker_pin=value and joker_set=locked exclude each other: ",
    ),
    ([], "Missing command (see melds --help)"),
    (["slove"], "No such command 'slove'."),
]


@pytest.mark.parametrize(("args", "error"), BAD, ids=[" ".join(args) for args, _ in BAD])
def test_bad_input(solver: Solver, run: Run, args: list[str], error: str):
    """Bad input ends with 2, nothing on standard output and one line on standard error that says what is wrong."""
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert err.startswith(f"melds: {error}")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert not solver.calls


def test_a_file_with_an_underscore(solver: Solver, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Who names a file that looks like a position is told how to have it read."""
    monkeypatch.chdir(tmp_path)
    Path("my_file").write_text("- r1")
    assert run("solve", "my_file")[2].endswith("(to read the file of that name: - < my_file)\n")


def test_empty_input(solver: Solver, run: Run, stdin: Callable[[str], None]):
    """A file without positions is bad input."""
    stdin("\n \n")
    assert run("solve", "-") == (2, "", "melds: standard input holds no position\n")


def test_all_editions(solver: Solver, run: Run):
    """`--rules all` shows every edition side by side, and groups equal answers in JSON."""
    code, out, _ = run("solve", "- r10-12", "--rules", "all")
    assert code == 0
    assert all(name in out for name in ("book-1978", "lemada-2014", "popular"))
    code, out, _ = run("solve", "- r10-12", "--rules", "all", "--json")
    (group,) = json.loads(out)["editions"]
    assert group["rules"] == ["book-1978", "lemada-2014", "popular"]
    solver.status = Status.NO_PLAY
    assert run("solve", "- r10-12", "--rules", "all")[0] == 1
    solver.status = Status.UNKNOWN
    assert run("solve", "- r10-12", "--rules", "all")[0] == 3


def test_openings(solver: Solver, run: Run):
    """Openings take the points of the rules, show the counts, and end with 0, 1 for none, 3 for none found in time."""
    run("openings", "- r10-12", "--order", "most_points", "--first", "5", "--limit", "1")
    call = solver.calls[0]
    assert (call["position"].to_open, call["order"], call["first"], call["limit"]) == (30, "most_points", 5, 1.0)
    assert run("openings", "- r10-12")[0] == 1
    solver.openings.complete = False
    assert run("openings", "- r10-12")[0] == 3
    tens = parse_line("rbk10 -", Deck(), Ones.LOW).table
    solver.openings = SimpleNamespace(count=1, complete=True, min_tiles=3, max_tiles=3, max_points=30, openings=(tens,))
    code, out, _ = run("openings", "- rbk10")
    assert code == 0
    assert out.startswith("1 opening worth 30 or more under lemada-2014, 1 shown\n")
    assert "fewest tiles 3, most tiles 3, most points 30\n" in out
    assert json.loads(run("openings", "- rbk10", "--json")[1])["openings"] == [["r10 b10 k10"]]


def test_check(solver: Solver, run: Run, stdin: Callable[[str], None]):
    """0 for a legal turn, 1 and the broken rules for an illegal one; AFTER's rack is ignored, its sets may be wrong."""
    assert run("check", "- r10-12", "r10-12 k9") == (0, "Legal under lemada-2014\n", "")
    assert solver.calls[0] == {
        "line": "- r10-12",
        "after": parse_line("r10-12 -", Deck(), Ones.LOW).table,
        "rules": "lemada-2014",
    }
    solver.broken = (SimpleNamespace(rule="sets", text="r10 r11 is no set"),)
    stdin('{"table": ["r10 r11"], "rack": []}')
    code, out, _ = run("check", "- r10-12", "-")
    assert code == 1
    assert [line.split(maxsplit=1) for line in out.splitlines()][1][1].strip() == "r10 r11 is no set"
    code, out, _ = run("check", "- r10-12", "r10-11 -", "--json")
    assert (code, json.loads(out)["broken"]) == (1, [{"rule": "sets", "text": "r10 r11 is no set"}])
    stdin("- r1\n- r2")
    assert run("check", "-", "- -") == (2, "", "melds: - holds 2 positions, check takes one\n")


def test_rules(run: Run):
    """The editions as a table or one of them in full, and both in JSON."""
    assert all(name in run("rules")[1] for name in PRESETS)
    assert "replacement_source" in run("rules", "book-1978,replacement_source=any")[1]
    assert json.loads(run("rules", "--json")[1])["default"] == "lemada-2014"
    document = json.loads(run("rules", "book-1978,replacement_source=any", "--json")[1])
    assert document["knobs"]["replacement_source"] == "any"


def test_help_and_version(run: Run):
    """Help and version are asked for, so they are no error."""
    for args in (["--help"], ["solve", "--help"], ["openings", "--help"], ["check", "--help"], ["rules", "--help"]):
        code, out, err = run(*args)
        assert (code, err) == (0, "")
        assert out.startswith("Usage: melds ")
    assert run("--version") == (0, "melds 0.1.0\n", "")


def test_what_is_drawn_has_no_colour_here(solver: Solver, run: Run):
    """Where standard output is no terminal nothing but text is written."""
    out = run("solve", "- r10-12")[1]
    assert "\x1b" not in out
    assert "new  +r10 +r11 +r12" in out
    assert canonical_line(solver.calls[0]["position"]) == "-_r10-12"
