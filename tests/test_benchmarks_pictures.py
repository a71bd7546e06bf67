"""The pictures of the benchmark: what is drawn follows from the data, and measurements come with them."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from benchmarks import drawing, growth, pictures, tables
from benchmarks.corpus import GROUPS
from benchmarks.growth import EDITIONS, SWEEPS, Point, grow
from benchmarks.making import position
from benchmarks.profile import PHASES, REST
from benchmarks.ratios import ratios
from benchmarks.runs import Row, Run
from benchmarks.split import Share, shares
from solver.deck import DECKS
from solver.position import validate
from solver.rules import rules

PNG = b"\x89PNG\r\n"


def row(rival: str, number: int, seconds: float, verdict: str = "proven", group: str = "hard") -> Row:
    """A made-up answer."""
    return Row(group, f"har-{number:03}", rival, verdict, 2, 2, seconds, "")


def run() -> Run:
    """Two groups of two positions; the last rival cannot do anything in the second."""
    rows = [
        row(name, number, number * each) for name, each in (("meld-solver", 0.25), ("b", 0.75)) for number in (1, 2)
    ]
    rows += [row("meld-solver", 1, 0.1, group="smoke"), row("b", 1, 0.0, "unable", "smoke")]
    return Run({"date": "today", "machine": "a machine"}, rows)


def test_ratios_by_hand():
    """Twice as slow is 2; late, failed and impossible are nothing; who was wrong once is out, and no measure."""
    rows = [row("a", 1, 0.1), row("a", 2, 0.4), row("b", 1, 0.2), row("b", 2, 0.1), row("c", 1, 0.05, "late")]
    rows += [row("liar", 1, 0.001), row("liar", 2, 0.1, "wrong"), row("d", 1, 0.0, "unable"), row("d", 2, 0.1, "fault")]
    assert ratios(rows) == {"a": [1.0, 4.0], "b": [1.0, 2.0], "c": [], "d": []}


def told(picture: Figure) -> set[str]:
    """The titles of the panels and the names in the legend."""
    legend = [text.get_text() for each in picture.legends for text in each.get_texts()]
    return {axes.get_title() for axes in picture.axes} | set(legend)


def test_a_profile_has_a_panel_for_each_group():
    """A curve for each rival that proved something, from the share that it is fastest in up to what it proved."""
    picture = drawing.profile(run())
    assert told(picture) == {"hard, 2 positions", "smoke, 1 positions", "meld-solver", "b"}
    curves = {line.get_label(): line for line in picture.axes[0].get_lines()}
    assert np.array_equal(np.asarray(curves["b"].get_xydata()), [[1, 0], [3, 0.5], [3, 1], [1000, 1]])
    assert [line.get_label() for line in picture.axes[1].get_lines()] == ["meld-solver"]


def test_growth_has_a_panel_for_each_sweep():
    """A line of medians and the slowest for each edition."""
    points = [Point("colours", size, "a", seed, size * seed, 0.0, "optimal") for size in (2, 3) for seed in (1, 2, 6)]
    picture = drawing.growth({}, [{name: str(getattr(each, name)) for name in Point.__slots__} for each in points])
    assert told(picture) == {"colours", "a"}
    shown = [np.asarray(line.get_ydata()).tolist() for line in picture.axes[0].get_lines()]
    assert shown == [[4, 6], [12, 18]]


def test_a_split_has_a_bar_for_each_name():
    """Parts add up to the whole, which is told beside the bar."""
    found = [Share("group", name, phase, ms) for name in ("x", "y") for phase, ms in (("build", 1.0), ("solve", 3.0))]
    picture = drawing.split({}, [{name: str(getattr(each, name)) for name in Share.__slots__} for each in found])
    (axes,) = picture.axes
    assert [bar.get_width() for bar in axes.patches if isinstance(bar, Rectangle)] == [0.25, 0.25, 0.75, 0.75]
    assert [text.get_text() for text in axes.texts] == ["4.0 ms", "4.0 ms"]


def test_growth_is_measured():
    """Every size of a sweep under each edition, all of them proven here."""
    points = list(grow(lambda _: None, ["jokers on the table"], count=1))
    sizes = SWEEPS["jokers on the table"]
    assert Counter(point.size for point in points) == dict.fromkeys(sizes, len(EDITIONS))
    assert {point.status for point in points} <= {"optimal", "no_play"}
    assert all(point.milliseconds > 0 for point in points)


def test_sweeps_can_occur():
    """Every size makes a legal position of its deck, and each sweep goes through the standard deck."""
    for sizes in SWEEPS.values():
        for size in sizes.values():
            validate(position(growth.Random(0), size.deck, size.sets, size.jokers, size.rack), rules("lemada-2014"))
    decks = {name: {size.deck for size in sizes.values()} for name, sizes in SWEEPS.items()}
    assert all(DECKS["standard"] in found for name, found in decks.items() if name != "jokers on the table")


def test_the_split_is_measured():
    """Every phase of each group and preset."""
    found = list(shares(lambda _: None, count=1))
    assert Counter(each.name for each in found) == dict.fromkeys((*GROUPS, *EDITIONS), len(PHASES) + 1)
    assert all(each.milliseconds > 0 for each in found if each.phase in ("build", "solve", REST))


def test_measurements_are_read_back(tmp_path: Path):
    """Circumstances and lines; a file that is something else is told by its name."""
    path = tmp_path / "x.csv"
    tables.write(path, {"date": "today: 8:00"}, [Share("group", "x", "build", 1.5)])
    assert tables.read(path) == (
        {"date": "today: 8:00"},
        [{"kind": "group", "name": "x", "phase": "build", "milliseconds": "1.5"}],
    )
    for text in ("", "# date: today\n", "a,b\n1\n", "a,b\n1,2,3\n"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=r"x\.csv: these are no measurements"):
            tables.read(path)


def test_pictures_are_drawn_again():
    """Those that lie with the project can be made of the data beside them."""
    for name in pictures.NAMES:
        assert (pictures.FOLDER / f"{name}.png").read_bytes().startswith(PNG), name
        drawn = pictures.drawn(name, pictures.newest(pictures.FOLDER, f"{name}-*.csv"))
        assert len(drawn.axes) == {"profile": len(GROUPS), "growth": len(SWEEPS), "split": 2}[name]


def test_a_picture_from_end_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Measured, written down and drawn; then drawn again from what was written."""
    monkeypatch.setattr(pictures, "SWEEPS", {"colours": {2: growth.MIDDLING}})
    monkeypatch.setattr(pictures, "grow", lambda step, count: [Point("colours", 2, "a", 0, 1.0, 0.1, "optimal")])
    for options in ([], ["--redraw"]):
        done = CliRunner().invoke(pictures.main, ["growth", *options, "--folder", str(tmp_path)])
        assert done.exit_code == 0, done.output
        picture = tmp_path / "growth.png"
        assert str(picture) in done.output
        assert picture.read_bytes().startswith(PNG)
        picture.unlink()
    assert len(list(tmp_path.glob("growth-*.csv"))) == 1


def test_nothing_to_draw_is_told(tmp_path: Path):
    """No data yet, or a run that is none."""
    done = CliRunner().invoke(pictures.main, ["profile", "--redraw", "--folder", str(tmp_path)])
    assert done.exit_code == 1
    assert "there is no profile-*.csv" in done.output
    (tmp_path / "run.csv").write_text("rubbish\n", encoding="utf-8")
    done = CliRunner().invoke(
        pictures.main, ["profile", "--run", str(tmp_path / "run.csv"), "--folder", str(tmp_path / "new")]
    )
    assert done.exit_code == 1
    assert "line 1: this is no line of a run" in done.output
