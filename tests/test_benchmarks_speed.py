"""The speed benchmark: it counts, checks and sums up rightly, and records only whole runs. No test is timed."""

import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import largest as large_decks
from benchmarks import profile as profiling
from benchmarks import report, speed
from benchmarks.figures import Figures, machine, versions
from benchmarks.largest import OBJECTIVES, LargeTimes, largest
from benchmarks.limits import LIMITS, Kept, Start
from benchmarks.measuring import EDITIONS, FREE, Times, check, check_textbook
from benchmarks.positions import Entry, load, sample, spread
from benchmarks.textbook import Answer, Textbook, legal_sets
from solver.deck import DECKS, Deck
from solver.solve import solve

STANDARD = DECKS["standard"]
LARGE = 13
SMALL = ["F008", "F022", "F034", "F048"]


def entries(*ids: str) -> list[Entry]:
    """Entries of the file by their names."""
    return [entry for entry in load() if entry.id in ids]


@pytest.mark.parametrize(
    ("jokers", "longest", "count"),
    [(0, LARGE, 329), (2, 5, 1173), (2, LARGE, 6301)],
    ids=["no jokers", "up to five tiles", "any length"],
)
def test_legal_sets_are_counted(jokers: int, longest: int, count: int):
    """Distinct legal sets of the standard deck: 329 without jokers, 1,173 of up to five tiles and 6,301 of any length
    with up to two."""
    found = legal_sets(STANDARD, jokers, longest)
    assert len(found) == len(set(found)) == count
    assert all(any(tile for tile in tiles) and list(tiles) == sorted(tiles) for tiles in found)


def test_legal_sets_of_a_small_deck():
    """Two colours and three numbers: one run a colour; with a joker, three more of each."""
    assert len(legal_sets(Deck(2, 3, 1, 0), 0, 3)) == 2
    assert len(legal_sets(Deck(2, 3, 1, 1), 1, 3)) == 2 * (1 + 3)


def test_positions_are_the_hundred():
    """Every position is there once, fits the standard deck under every edition, and has its known answer."""
    everything = load()
    assert len(everything) == len({entry.id for entry in everything}) == 100
    assert len({(entry.table, entry.rack) for entry in everything}) == 100
    for entry in everything:
        position = entry.position(FREE)
        assert position.deck == STANDARD
        assert position.to_open is None
        assert 0 <= entry.max_tiles <= len(position.rack)


def test_spread_is_even():
    """A part of the positions reaches from the easy ones to the hard ones."""
    assert spread(range(100), 4) == [12, 37, 62, 87]
    assert spread(range(3), 5) == [0, 1, 2]
    assert spread(range(3), 0) == []


def test_a_sample_does_not_keep_step():
    """Always the same, in order, and of a file in which six presets take turns more than one is drawn."""
    assert sample(range(60), 10) == sample(range(60), 10) == sorted(sample(range(60), 10))
    assert len(set(sample(range(60), 10))) == 10
    assert len({number % 6 for number in sample(range(60), 10)}) > 3
    assert sample(range(3), 5) == [0, 1, 2]


@pytest.mark.parametrize("id", SMALL)
def test_the_textbook_model_finds_the_known_answers(id: str):
    """The rival is a fair one: right and proven on small positions, again and again with one model."""
    rival, (entry,) = Textbook(STANDARD), entries(id)
    for _ in range(2):
        answer = rival.solve(entry.position(FREE), 60.0)
        assert (answer.tiles, answer.proven) == (entry.max_tiles, True)
        assert check_textbook(entry, answer) == []


def test_wrong_answers_are_noticed():
    """One tile too few or too many is told; to be better than free jokers is impossible; late is not wrong."""
    (entry,) = entries("F008")
    less = Entry(entry.id, entry.table, entry.rack, entry.max_tiles - 1)
    more = Entry(entry.id, entry.table, entry.rack, entry.max_tiles + 1)
    for edition in EDITIONS:
        result = solve(entry.position(edition), edition)
        assert check(entry, edition, result) == []
        assert len(check(less, edition, result)) == 1
        assert len(check(more, edition, result)) == (1 if edition == FREE else 0)
    late = solve(entry.position(FREE), FREE, work_limit=0.0)
    assert "under goliath-2014" in check(entry, FREE, late)[0]
    assert len(check_textbook(more, Answer(entry.max_tiles, True, 0.1))) == 1
    assert check_textbook(more, Answer(None, False, 20.0)) == []


def test_answers_on_the_largest_deck_are_compared():
    """The right ones pass; another number of tiles or of sets, and a turn that is not proven, are told."""
    item = largest()[0]
    for objective in OBJECTIVES:
        assert large_decks.check(item, solve(item.position, item.rules, objective)) == []
    found = solve(item.position, item.rules)
    assert len(large_decks.check(replace(item, tiles=24, unbroken=1), found)) == 2
    late = solve(item.position, item.rules, work_limit=0.0)
    assert "lar-061: " in large_decks.check(item, late)[0]


def test_figures_are_nearest_rank():
    """Of the times 1 to 100 ms the median is 50.5, the 95th percentile 95, the maximum 100; of one time, that time."""
    figures = Figures.of([number / 1000 for number in range(100, 0, -1)])
    assert (round(figures.median, 6), round(figures.p95, 6), round(figures.most, 6)) == (50.5, 95, 100)
    assert Figures.of([0.002]) == Figures(2, 2, 2)
    assert Figures(1, 2, 3).within(Figures(1, 2, 3))
    assert not Figures(1, 2, 3.1).within(Figures(1, 2, 3))


def test_the_machine_is_named():
    """Processor, cores and versions stand in every section."""
    assert "core" in machine()
    assert "Python 3." in versions()
    assert "ortools 9." in versions()


def made_up() -> report.Run:
    """A run with times that are easy to check: 1, 2 and 3 ms, ten times that for the other editions."""
    times = Times(checked=12)
    for edition in EDITIONS:
        factor = 1 if edition == FREE else 10
        times.solves[edition] = {f"F00{i}": [9.0, i * factor / 1000, 0.0] for i in (1, 2, 3)}
    times.textbook = {"F002": Answer(5, True, 0.1), "F003": Answer(None, False, 20.0)}
    kept = [Kept(limit, 3.25, Counter(feasible=4, unknown=1)) for limit in LIMITS]
    when = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
    start = Start(80.0, 9.0, 3.0, 5)
    large = LargeTimes(
        {each: {"lar-061": [0.04 * len(each)], "lar-062": [0.2 * len(each)]} for each in OBJECTIVES}, [], 4
    )
    return report.Run(when, "python -m x", "a machine", "Python 3", 0.5, None, 3, 3, 20.0, times, large, kept, start)


def test_a_section_says_everything():
    """Date, command, machine, versions, load, every edition, ratio, limits; goals met and missed."""
    text = report.section(made_up())
    assert text.startswith("## Speed, 2026-01-02 03:04 UTC\n")
    for part in (
        "`python -m x`",
        "a machine",
        "Python 3",
        "load average: 0.50 before, unknown after",
        "answers: 0 of 16",
        "| `goliath-2014` | 2.0 | 3.0 | 3.0 | F003 | 5 / 15 / 60 met |",
        "| `book-1978` | 20.0 | 30.0 | 30.0 | F003 | 10 / 30 / 120 **missed** |",
        "| textbook model, `tiles` | 10050.0 | 20000.0 | 20000.0 | 1 |",
        "| this solver, `tiles, unbroken`, `goliath-2014` | 2.5 | 3.0 | 3.0 | 0 |",
        "Ratio of the medians: 4020.0 (goal: at least 40, met).",
        "836 tiles: 2 positions with",
        "| `tiles` | 120.0 | 200.0 | 200.0 | 150 at the median met |",
        "| `tiles, unbroken` | 240.0 | 400.0 | 400.0 | 150 at the median **missed** |",
        "| 50 | 3.2 | 0 | 4 | 1 |",
        "loading the solver 80",
    ):
        assert part in text


def test_wrong_answers_stand_in_the_section():
    """A section with wrong answers names them."""
    run = made_up()
    run.times.wrong.append("F001 under book-1978: 9 tiles")
    run.large.wrong.append("lar-061: feasible after 60.0 s")
    assert "- lar-061: feasible" in report.section(run)
    assert "- F001 under book-1978: 9 tiles\n" in report.section(run)
    assert "answers: 2 of 16" in report.section(run)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Copies of RESULTS.md and README.md, which the report then writes."""
    results, readme = tmp_path / "RESULTS.md", tmp_path / "README.md"
    results.write_text(report.RESULTS.read_text(encoding="utf-8"), encoding="utf-8")
    readme.write_text(report.README.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(report, "RESULTS", results)
    monkeypatch.setattr(report, "README", readme)
    return results, readme


def test_figures_are_recorded(files: tuple[Path, Path]):
    """The newest section is the first of RESULTS.md and older ones stay; the README's figures are replaced."""
    results, readme = files
    old = results.read_text(encoding="utf-8")
    head, _, tail = old.partition(report.NEWEST)
    report.write(made_up())
    report.write(made_up())
    assert results.read_text(encoding="utf-8") == head + report.NEWEST + f"\n{report.section(made_up())}" * 2 + tail
    text = readme.read_text(encoding="utf-8")
    assert text.count("| `goliath-2014` | 2.0 | 3.0 | 3.0 |") == 1
    assert "No figures" not in text
    assert text.count(report.FIRST) == 1


def test_nothing_is_recorded_without_a_place(files: tuple[Path, Path]):
    """A README that has lost its marks is told, and RESULTS.md is not touched."""
    results, readme = files
    before = results.read_text(encoding="utf-8")
    readme.write_text("# nothing here\n", encoding="utf-8")
    with pytest.raises(ValueError, match="has no lines"):
        report.write(made_up())
    assert results.read_text(encoding="utf-8") == before


def test_a_short_run(monkeypatch: pytest.MonkeyPatch, files: tuple[Path, Path]):
    """Two positions from end to end: a report on standard output, nothing recorded without --write."""
    monkeypatch.setattr(speed, "_PROCESSES", 1)
    monkeypatch.setattr(speed, "load", lambda: entries("F008", "F022"))
    before = [path.read_text(encoding="utf-8") for path in files]
    done = CliRunner().invoke(speed.speed, ["--repeat", "1", "--textbook", "1", "--hard", "1"])
    assert done.exit_code == 0, done.output
    assert "answers: 0 of 25" in done.stdout
    assert "Ratio of the medians" in done.stdout
    assert [path.read_text(encoding="utf-8") for path in files] == before


def test_an_interrupted_run_records_nothing(monkeypatch: pytest.MonkeyPatch, files: tuple[Path, Path]):
    """Control-C ends it with what is known so far and exit code 130."""
    before = [path.read_text(encoding="utf-8") for path in files]

    def measure(times: Times, *_: object) -> None:
        times.solves[FREE]["F000"] = [0.001]
        raise KeyboardInterrupt

    monkeypatch.setattr(speed, "measure", measure)
    done = CliRunner().invoke(speed.speed, ["--write"])
    assert done.exit_code == 130
    assert "goliath-2014, 1 positions: 1.0, 1.0, 1.0" in done.output
    assert [path.read_text(encoding="utf-8") for path in files] == before


def test_a_part_is_not_recorded():
    """Figures over some of the positions are no figures for the record."""
    done = CliRunner().invoke(speed.speed, ["--write", "--positions", "5"])
    assert done.exit_code == 2
    assert "all positions" in done.output


def test_the_time_split_adds_up():
    """Each phase is there, each has its time alone, and together they are the whole."""
    (entry,) = entries("F022")
    split = profiling.profile(entry.position(FREE), FREE, ["tiles"])
    assert sum(split.seconds.values()) == pytest.approx(split.total)
    assert all(split.seconds[phase] > 0 for phase in ("validate", "build", "solve", "decode", "referee"))
    assert split.calls["solve"] >= 1


@pytest.mark.parametrize("given", ["F022", "r4-5jr6.b3-6 r6b9k9o1", "--all"])
def test_the_profile_is_shown(given: str, monkeypatch: pytest.MonkeyPatch):
    """A position by its name or its line, or all of them."""
    monkeypatch.setattr(profiling, "load", lambda: entries("F008", "F022"))
    done = CliRunner().invoke(profiling.main, [given, "--repeat", "1"])
    assert done.exit_code == 0, done.output
    assert "referee" in done.output


def test_the_profile_refuses():
    """Nothing to profile, or a position that cannot be read."""
    assert CliRunner().invoke(profiling.main, []).exit_code == 2
    done = CliRunner().invoke(profiling.main, ["r5-7.x r9"])
    assert done.exit_code == 1
    assert "column" in done.output


def test_the_data_is_lines_of_json():
    """The file can be read by anybody."""
    path = Path(report.__file__).parent / "data" / "positions.jsonl"
    assert all(isinstance(json.loads(line), dict) for line in path.read_text(encoding="utf-8").splitlines())
