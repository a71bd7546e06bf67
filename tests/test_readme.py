"""README.md says what is so: its example runs, its session is real, its lists are complete, its picture is the code."""

import ast
import io
import re
import tomllib
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path

import pytest

from scripts.write_docs import session, timeless
from solver.cli.app import melds
from solver.documents import FIELDS, request, result_document
from solver.measure import TERMS
from solver.rules import KNOBS, rules
from solver.solve import solve

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
JSON = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
GAMES = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
SESSIONS = re.findall(r"```console\n.*?```\n", README + GAMES, re.DOTALL)


def example() -> str:
    """The position that the README solves first."""
    found = re.search(r'^\$ melds solve "(.*)"$', README, re.MULTILINE)
    assert found
    return found[1]


def column(head: str, text: str = README) -> list[str]:
    """The names in the first column of the table with that heading, in its order."""
    rows = text.partition(f"| {head} |")[2].split("\n\n")[0].splitlines()[2:]
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row.split("|")[1])]


def test_it_opens_with_the_commands():
    """The first thing to read is how to run it, and make knows those targets."""
    first = README.split("\n\n")[1]
    targets = re.findall(r"^ {4}make (\S+)", first, re.MULTILINE)
    assert targets == ["solve", "test", "install"]
    assert all(re.search(rf"^{target}:", MAKEFILE, re.MULTILINE) for target in [*targets, "bench-speed"])


def test_make_solves_the_same_position():
    """`make solve` shows the session of the README."""
    assert f"\nEXAMPLE ?= {example()}\n" in MAKEFILE


@pytest.mark.parametrize("shown", SESSIONS, ids=["solve", "jsonl", "explain", "rescue", "draw"])
def test_sessions_are_real(shown: str):
    """Each terminal session can be had again, but for the times in it."""
    assert timeless(session(shown)) == timeless(shown)


def test_the_session_fits_a_terminal():
    """What is printed for people has at most 80 columns."""
    assert [line for line in SESSIONS[0].splitlines() if len(line) > 80 and not line.startswith("$")] == []


def test_what_is_said_of_other_editions():
    """Two tiles more where jokers are free, three fewer by the book."""
    tiles = {}
    for edition in ("lemada-2014", "goliath-2014", "book-1978"):
        asked = request(example(), "solve", {"rules": edition})
        tiles[edition] = solve(asked.position, asked.rules).values["tiles"]
    assert "`goliath-2014`, where jokers may be taken freely, two tiles more" in README
    assert tiles["goliath-2014"] == tiles["lemada-2014"] + 2
    assert "under `book-1978` three fewer" in README
    assert tiles["book-1978"] == tiles["lemada-2014"] - 3


def test_the_first_lines_of_python():
    """The example is about ten lines, runs, and prints what the README says."""
    code, said = re.findall(r"```python\n(.*?)```.*?```text\n(.*?)```", README, re.DOTALL)[0]
    assert sum(1 for line in code.splitlines() if line) <= 10
    with redirect_stdout(io.StringIO()) as out:
        exec(compile(code, "README.md", "exec"), {})
    assert out.getvalue() == said


def test_lists_are_complete():
    """Commands, objective terms, knobs and JSON fields: all of them, and no others."""
    assert {command.split()[1] for command in column("command")} == set(melds.commands)
    assert tuple(column("term")) == TERMS
    assert tuple(column("knob")) == KNOBS
    assert sorted(column("in", JSON)) == sorted({*FIELDS["solve"], *FIELDS["check"]})
    answer = solve(request("- r5-7").position)
    own_sets = replace(answer, rules=rules("american-1978"))
    assert set(column("out", JSON)) == {*result_document(answer), *result_document(own_sets), "error"}


def test_options_exist():
    """Every option that is named belongs to a command of melds, or to the speed benchmark."""
    known = {name for command in melds.commands.values() for option in command.params for name in option.opts}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", README + JSON + GAMES)) - known <= {"--write", "--all"}


def test_links_lead_somewhere():
    """Relative links name files that are there."""
    for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).is_file(), f"{path.name}: {target}"


def floors() -> list[list[str]]:
    """The picture of the modules: from the top, those of one floor together."""
    picture = README.partition("## How it is built")[2].split("```")[1]
    return [re.split(r"  +", line)[0].split(", ") for line in picture.strip().splitlines()]


def imported(path: Path) -> set[str]:
    """The modules of the solver that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        found |= {name.split(".")[1] for name in names if name.startswith("solver.")}
    return found


def test_the_picture_is_the_code():
    """The picture names every module, and each module imports only from floors below its own."""
    package = ROOT / "solver"
    there = {path.stem for path in package.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    height = {name: -number for number, floor in enumerate(floors()) for name in floor}
    assert set(height) == there - {"__init__"}
    wrong = [
        f"{path.relative_to(ROOT)} imports {other}"
        for path in package.rglob("*.py")
        for own in [path.relative_to(package).parts[0].removesuffix(".py")]
        for other in imported(path)
        if own in height and other in height and other != own and height[other] >= height[own]
    ]
    assert wrong == []


def test_no_figure_without_a_measurement():
    """The speed figures of the README are those of the newest section of RESULTS.md; where there is none, none."""
    block = README.partition("<!-- speed")[2].partition("<!-- end -->")[0]
    results = (ROOT / "benchmarks" / "RESULTS.md").read_text(encoding="utf-8")
    newest = re.search(r"^## Speed, .*?(?=^## |\Z)", results, re.MULTILINE | re.DOTALL)
    for row in re.findall(r"^\| `[^`]+` \|.*$", block, re.MULTILINE):
        assert newest
        assert row.removesuffix(" |") in newest[0]
    assert newest or "No figures" in block


def test_the_version_is_told_once():
    """The command line, the package and the answers speak of the same version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = request("- r5-7")
    assert solve(asked.position).version == project["version"]
