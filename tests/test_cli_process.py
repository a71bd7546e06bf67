"""The command as a process of its own: cut-off pipes, Ctrl-C, plain output, and how little it loads."""

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
# A shell that starts the tests in the background has them ignore Ctrl-C, and what they start would inherit that.
HEED = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
COMMAND = [sys.executable, "-c", f"{HEED}; import sys; from solver.cli import main; sys.exit(main())"]


def start(*args: str, stdin: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "COLUMNS")}
    return subprocess.Popen(
        [*COMMAND, *args],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**environment, "TERM": "xterm-256color"},
    )


def test_a_reader_that_goes_away():
    """When nobody reads on, the command ends quietly with the code that a shell gives for it."""
    for args in (["rules"], ["rules", "--json"], ["solve", "--jsonl", "-"]):
        with start(*args, stdin=subprocess.PIPE) as process:
            assert process.stdin
            assert process.stdout
            assert process.stderr
            process.stdout.close()
            process.stdin.write(b"bad line\n" * 100)
            process.stdin.close()
            assert process.stderr.read() == b""
            assert process.wait(60) == 141


def test_control_c():
    """Ctrl-C ends the command quietly with the customary code; what was answered before is out."""
    with start("solve", "--jsonl", "-", stdin=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"bad line\n")
        process.stdin.flush()
        assert b'"error"' in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read() == b""


def test_a_pipe_gets_plain_text():
    """Piped output has no colour codes and fits in 80 columns."""
    with start("rules") as process:
        out, err = process.communicate(timeout=60)
    assert err == b""
    assert b"\x1b" not in out
    assert max(map(len, out.decode().splitlines())) <= 80


def test_the_solver_is_loaded_only_when_it_is_needed():
    """Rules in JSON and bad input load neither the solver's library nor the one that draws."""
    code = (
        "import sys; from solver.cli import main; main(['rules', '--json']); main(['solve', '-_x']);"
        "sys.exit(any(name in sys.modules for name in ('ortools', 'numpy', 'rich')))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False).returncode == 0
