"""Many puzzles: games in their order, each puzzle once, and a file that can be gone on with."""

import fcntl
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import TextIO

from solver.executors import Workers
from solver.puzzles.generate import Order, make
from solver.puzzles.lines import deck_text, puzzle_line, read_puzzles
from solver.puzzles.puzzle import LICENCE, Puzzle, PuzzleError

MOST_BARREN = 400
"""After so many games without a new puzzle there is no hope of one."""


def harvest(order: Order, workers: Workers, known: Sequence[Puzzle] = ()) -> Iterator[Puzzle]:
    """New puzzles without end, in the order of their games; `known` are the first of them, from an earlier run.

    Raises:
        PuzzleError: a great many games have made none.
        GameError: a deck too small for a game.
        ExecutorError: the workers are gone.
    """
    seen = {puzzle.id for puzzle in known}
    # The last game may not have been told to its end.
    first = int(known[-1].game.partition(":")[2]) if known else 0
    barren = 0
    for made in workers.ordered(partial(make, order), count(first)):
        fresh = [puzzle for puzzle in made if puzzle.id not in seen]
        seen.update(puzzle.id for puzzle in fresh)
        yield from fresh
        barren = 0 if fresh else barren + 1
        if barren == MOST_BARREN:
            what = f"{order.kind} puzzle of level {order.level:d}"
            raise PuzzleError(f"{MOST_BARREN} games on end have made no new {what}")


def heading(order: Order) -> str:
    """The first line of a file, which tells what is in it."""
    editions = "/".join(rules.name for rules in order.editions)
    told = f"kind={order.kind} level={order.level:d} rules={editions} deck={deck_text(order.deck)} seed={order.seed}"
    return f"# puzzles {told} licence={LICENCE}\n"


class PuzzleFile:
    """A file of puzzles that grows by whole lines, and can be gone on with after it was cut off anywhere.

    Raises:
        PuzzleError: a file of something else, or one that cannot be read or written.
    """

    def __init__(self, path: Path, order: Order) -> None:
        self._path = path
        try:
            text = path.read_text(encoding="utf-8") if path.exists() else ""
        except (OSError, ValueError) as error:
            raise PuzzleError(f"cannot read the file {str(path)!r}: {_reason(error)}") from None
        # A line without an end was cut off.
        whole = text[: text.rfind("\n") + 1]
        head = heading(order)
        if (whole and not whole.startswith(head)) or (not whole and not head.startswith(text)):
            raise PuzzleError(f"the file {str(path)!r} holds something else than these puzzles, choose another one")
        self.known = read_puzzles(whole.splitlines(), str(path))
        self._whole, self._heading, self._size = whole, head, len(text.encode())
        self._stream: TextIO | None = None

    @contextmanager
    def writing(self) -> Generator["PuzzleFile"]:
        """Write the heading, or cut off the half line at the end; while this lasts nobody else writes to the file.

        Raises:
            PuzzleError: it cannot be written, or another process is writing to it.
        """
        name = f"the file {str(self._path)!r}"
        try:
            stream = self._path.open("a", encoding="utf-8", newline="\n")
        except OSError as error:
            raise PuzzleError(f"cannot write {name}: {_reason(error)}") from None
        with stream:
            try:
                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise PuzzleError(f"another process is writing {name}") from None
            if stream.tell() != self._size:
                raise PuzzleError(f"another process has written {name}, try again")
            self._stream = stream
            stream.truncate(len(self._whole.encode()))
            if not self._whole:
                self._append(self._heading)
            yield self

    def add(self, puzzle: Puzzle) -> None:
        """Write a puzzle, at once."""
        self._append(puzzle_line(puzzle) + "\n")

    def _append(self, text: str) -> None:
        assert self._stream is not None, "nothing is written but within `writing`"
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError as error:
            raise PuzzleError(f"cannot write the file {str(self._path)!r}: {_reason(error)}") from None


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else "it is not UTF-8"
