"""Many puzzles: the same whatever does the work, each once, in a file that can be cut off anywhere and gone on with."""

import signal
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain, count, islice
from pathlib import Path
from typing import Any

import pytest

from solver.cli import main
from solver.errors import InputError
from solver.executors import Workers, workers
from solver.puzzles import harvest as harvesting
from solver.puzzles.generate import MOST_OF_A_GAME, Order, make
from solver.puzzles.harvest import MOST_BARREN, PuzzleFile, harvest
from solver.puzzles.lines import puzzle_line, read_puzzle, read_puzzles
from solver.puzzles.prove import fault
from solver.puzzles.puzzle import Puzzle
from support_puzzles import order
from test_cli_process import start

again = cache(make)
"""For tests that need not see every game played anew."""
GO_OUT = order("go-out", 2)
ARGS = ("puzzles", "--kind", "go-out", "--level", "2", "--deck", "4x6x2+2", "--seed", "1")


class Here(Workers):
    """Workers that do each task at once, and count them."""

    def __init__(self, done: list[Any]) -> None:
        super().__init__(ThreadPoolExecutor(1), 1)
        object.__setattr__(self, "done", done)

    def ordered(
        self, work: Callable[[Any], Any], items: Iterable[Any], spare: Callable[[Any], object] | None = None
    ) -> Generator[Any]:
        for item in items:
            self.done.append(item)  # type: ignore[attr-defined]
            yield work(item)


@pytest.fixture(scope="module")
def first() -> list[Puzzle]:
    """The first puzzles of an order, each game played here."""
    made = chain.from_iterable(again(GO_OUT, number) for number in count())
    return list(islice({puzzle.id: puzzle for puzzle in islice(made, 12)}.values(), 7))


def test_a_game_makes_the_same_puzzles_again(first: list[Puzzle]):
    """What comes of a game follows from the order and its number; other seeds make others."""
    assert make(GO_OUT, 0) == make(GO_OUT, 0)
    assert len(make(GO_OUT, 0)) <= MOST_OF_A_GAME
    assert not {puzzle.id for puzzle in make(order("go-out", 2, seed=2), 0)} & {puzzle.id for puzzle in first}


def test_processes_make_the_same(first: list[Puzzle]):
    """Two processes make the puzzles that one makes, in the same order."""
    with workers(2) as found:
        assert list(islice(harvest(GO_OUT, found), len(first))) == first


def test_lines_read_back(first: list[Puzzle]):
    """A puzzle is the same after it was written and read, and its line has no tab and no end."""
    for puzzle in first:
        line = puzzle_line(puzzle)
        assert read_puzzle(line) == puzzle
        assert line.isprintable()
        assert line.endswith(" CC0-1.0")
    twice = [puzzle_line(first[0])] * 2
    with pytest.raises(InputError, match=f"^file line 2: the puzzle {first[0].id} is there twice$"):
        read_puzzles(twice, "file")


@pytest.mark.parametrize(
    ("place", "text", "told"),
    [
        (0, "xyz", "'xyz' is no id of a puzzle, it has ten hexadecimal digits"),
        (1, "chess", "unknown kind of puzzle 'chess', choose one of go-out, most, open, joker, edition"),
        (1, "edition", "a puzzle of the kind edition has not 1 editions with 1 solutions"),
        (2, "5", "a puzzle that breaks 1 sets is of level 2, not '5'"),
        (3, "chess", "unknown rules 'chess', choose one of"),
        (4, "big", "'big' is no deck, write colours, numbers, copies and jokers: 4x13x2+2"),
        (5, "r1", "column 3: the rack is missing"),
        (7, "1", "'1' is no grade, write three numbers: broken,jokers,movements"),
        (9, "mine", "the licence is 'mine', not CC0-1.0"),
    ],
)
def test_lines_that_are_none(first: list[Puzzle], place: int, text: str, told: str):
    """Each field that cannot be read is told, with the line."""
    fields = puzzle_line(first[0]).split(" ")
    fields[place] = text
    with pytest.raises(InputError) as error:
        read_puzzles(["# heading", " ".join(fields)], "file")
    assert str(error.value).startswith(f"file line 2: {told}")
    with pytest.raises(InputError, match="a puzzle has 10 fields with a blank between, not 1"):
        read_puzzles(["puzzle"], "file")


def test_a_file_is_gone_on_with(first: list[Puzzle], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Cut off at any place, a file comes out as if it had been written in one go."""
    monkeypatch.setattr(harvesting, "make", again)

    def fill(path: Path) -> None:
        file = PuzzleFile(path, GO_OUT)
        with file.writing():
            for puzzle in islice(harvest(GO_OUT, Here([]), file.known), len(first) - len(file.known)):
                file.add(puzzle)

    whole = tmp_path / "whole"
    fill(whole)
    text = whole.read_bytes()
    assert read_puzzles(text.decode().splitlines(), "whole") == first
    for cut in (0, 1, 30, text.find(b"\n") + 1, len(text) // 2, len(text) - 1, len(text)):
        part = tmp_path / "part"
        part.write_bytes(text[:cut])
        fill(part)
        assert part.read_bytes() == text


def test_going_on_begins_with_the_last_game(first: list[Puzzle], monkeypatch: pytest.MonkeyPatch):
    """Games that were told to their end are not played again."""
    monkeypatch.setattr(harvesting, "make", again)
    done: list[int] = []
    assert next(harvest(GO_OUT, Here(done), first[:5])) == first[5]
    assert done[0] == int(first[4].game.split(":")[1]) > 0


def test_a_file_of_something_else(tmp_path: Path):
    """A file with another heading, or a line that is no puzzle, is left as it is."""
    path = tmp_path / "notes"
    path.write_text("notes\n")
    with pytest.raises(InputError, match="holds something else than these puzzles"):
        PuzzleFile(path, GO_OUT)
    path.write_text("no")
    with pytest.raises(InputError, match="holds something else"):
        PuzzleFile(path, GO_OUT)
    path.unlink()
    with PuzzleFile(path, GO_OUT).writing():
        pass
    with pytest.raises(InputError, match="holds something else"):
        PuzzleFile(path, order("go-out", 3))
    path.write_bytes(path.read_bytes() + b"r5\n")
    with pytest.raises(InputError, match="line 2: a puzzle has 10 fields"):
        PuzzleFile(path, GO_OUT)
    with pytest.raises(InputError, match="cannot read the file"):
        PuzzleFile(tmp_path, GO_OUT)


def test_two_cannot_write_one_file(first: list[Puzzle], tmp_path: Path):
    """Or puzzles would be doubled or lost; the second one is told, and changes nothing."""
    path = tmp_path / "file"
    file, other = PuzzleFile(path, GO_OUT), PuzzleFile(path, GO_OUT)
    with file.writing():
        file.add(first[0])
        before = path.read_bytes()
        with pytest.raises(InputError, match=r"^another process is writing the file"), other.writing():
            pass
    with pytest.raises(InputError, match=r"^another process has written the file"), other.writing():
        pass
    assert path.read_bytes() == before


def test_no_hope_of_a_puzzle(monkeypatch: pytest.MonkeyPatch):
    """After very many games without a new puzzle the search ends and says so."""
    done: list[int] = []
    monkeypatch.setattr(harvesting, "make", lambda order, number: ())
    with pytest.raises(InputError, match=f"^{MOST_BARREN} games on end have made no new go-out puzzle of level 2$"):
        next(harvest(GO_OUT, Here(done)))
    assert done == list(range(MOST_BARREN))


def test_the_command_writes_them(first: list[Puzzle], tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """On standard output or into a file; a file that is full is left alone; all of it is proven anew."""
    path = tmp_path / "file"
    assert main([*ARGS, "--count", "2", "-o", str(path)]) == 0
    assert read_puzzles(path.read_text().splitlines(), "file") == first[:2]
    before = path.read_bytes()
    assert main([*ARGS, "--count", "2", "-o", str(path)]) == 0
    assert path.read_bytes() == before
    assert main([*ARGS, "--count", "2"]) == 0
    assert capsys.readouterr().out.splitlines() == [puzzle_line(puzzle) for puzzle in first[:2]]
    assert all(fault(puzzle) is None for puzzle in first)
    path.write_text("\n".join([*map(puzzle_line, first[:2]), puzzle_line(first[2]).replace(first[2].id, "0123456789")]))
    assert main(["puzzles", "--verify", str(path), "--jobs", "2"]) == 1
    out = capsys.readouterr().out
    assert out == f"0123456789: its id is {first[2].id}\n2 of 3 puzzles are proven\n"


def test_control_c_loses_nothing(first: list[Puzzle], tmp_path: Path):
    """Interrupted in mid-run the command ends quietly, with whole lines in the file, and can be gone on with."""
    path = tmp_path / "file"
    with start(*ARGS, "--count", "1000", "-o", str(path)) as process:
        while not path.exists() or path.read_bytes().count(b"\n") < 3:
            time.sleep(0.02)
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr
        assert process.stderr.read() == b""
    text = path.read_text()
    assert text.endswith("\n")
    found = read_puzzles(text.splitlines(), "file")
    assert found[: len(first)] == first[: len(found)]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], "the kind is missing, choose one of go-out, most, open, joker, edition"),
        (["--kind", "chess"], "unknown kind of puzzle 'chess', choose one of go-out, most, open, joker, edition"),
        (["--kind", "most", "--level", "6"], "there is no level 6, choose one from 1 to 5"),
        (["--kind", "open", "--level", "2"], "open puzzles are all of level 1, since they touch nothing on the table"),
        (["--kind", "joker"], "joker puzzles begin at level 2, since a set whose joker goes is broken"),
        (
            ["--kind", "joker", "--level", "2", "--deck", "4x13x2+0"],
            "joker puzzles need jokers, but the deck of 4 x 13 x 2 + 0 has none",
        ),
        (
            ["--kind", "most", "--deck", "3x5x2+2"],
            "a deck of 3 x 5 x 2 + 2 is too small for most puzzles of level 1: it has 32 tiles, 40 are needed",
        ),
        (
            ["--kind", "most", "--level", "5", "--deck", "4x6x2+2"],
            "a deck of 4 x 6 x 2 + 2 is too small for most puzzles of level 5: it has 50 tiles, 60 are needed",
        ),
        (["--kind", "open", "--deck", "2x3x8+0", "--rules", "lemada-2014,initial_meld_points=50"], "no rack of 14"),
        (["--kind", "most", "--deck", "6x13x2+2"], "too many colours, puzzles have at most 5"),
        (["--kind", "edition", "--level", "2", "--rules", "xp"], "edition puzzles have 2 editions, with a / between"),
        (["--kind", "most", "--rules", "xp/xp"], "most puzzles have 1 edition, not 'xp/xp'"),
        (["--kind", "most", "--rules", "chess"], "unknown rules 'chess'"),
        (["--kind", "most", "--rules", "american-1978"], "american-1978 is no edition of the common game"),
        (["--kind", "joker", "--level", "2", "--rules", "xp"], "under xp a joker may be taken freely"),
        (["--kind", "open", "--rules", "book-1978"], "under book-1978 the turn goes on after the initial meld"),
        (["--kind", "most", "--count", "0"], "Invalid value for '--count'"),
        (["--kind", "most", "--jobs", "0"], "Invalid value for '--jobs'"),
        (["--kind", "most", "-o", "/nowhere/file"], "cannot write the file '/nowhere/file'"),
        (["--kind", "most", "--verify", "file"], "--verify proves what is there"),
        (["--verify", "/nowhere/file"], "cannot read the file '/nowhere/file'"),
        (["--verify", "/dev/null"], "/dev/null holds no puzzle"),
    ],
)
def test_bad_input(args: list[str], told: str, capsys: pytest.CaptureFixture[str]):
    """One sentence, and the exit code 2."""
    assert main(["puzzles", *args]) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert told in out.err
    assert out.err.count("\n") == 1


def test_an_order_is_small() -> None:
    """What is sent to a worker is an order and a number, and they travel."""
    import pickle

    assert len(pickle.dumps((GO_OUT, 1))) < 4000
    assert isinstance(pickle.loads(pickle.dumps(GO_OUT)), Order)
