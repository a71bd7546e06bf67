"""The corpus: every file parses, is what its manifest says, and is right; every fault is told with file and line."""

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from benchmarks import gate, generate, verify
from benchmarks.corpus import FOLDER, GROUPS, CorpusError, load, parse
from benchmarks.groups import JOKER_RULES, SABRA, jokers
from benchmarks.largest import LARGEST, largest
from benchmarks.making import Pool, mutated, near_sets, position
from solver.deck import JOKER, Deck
from solver.notation import canonical_line
from solver.position import validate
from solver.rules import rules
from solver.solve import solve

GOOD = 'r4-6jr7.bko9 r7b3j ; id "jok-017"; rules book-1978; tiles 2; unbroken 2; source "game 12"'


@pytest.mark.parametrize("group", GROUPS)
def test_every_group_parses(group: str):
    """At least 50 positions with different canonical forms, ids of the group in order; `paper` has what there is."""
    items = load(group)
    if group == "paper":
        assert len(items) == 35
    else:
        assert len({canonical_line(item.position) for item in items}) == len(items) >= 50
    prefix = generate.PREFIXES[group]
    assert [item.id for item in items] == [f"{prefix}-{number:03}" for number in range(1, len(items) + 1)]
    assert all(parse([item.line()], "again") == [item] for item in items)


def test_the_manifest_is_that_of_the_files():
    """Every file is there with its checksum, its count, its licence and how to make it anew."""
    assert list(verify.checksums()) == []
    assert (FOLDER / "MANIFEST.toml").read_text(encoding="utf-8") == generate.manifest(generate.seeds())


def test_smoke_is_right():
    """The solver and the second methods find what the file tells; each position has a second method."""
    report = verify.Report()
    for item in load("smoke"):
        report.add(verify.verify(item))
    assert report.wrong == []
    assert not report.methods["solver alone"]
    assert all(item.tables for item in load("smoke"))
    assert {item.rules.name for item in load("smoke")} == set(SABRA)


def test_openings_are_of_every_kind():
    """Two jokers on the rack, exactly the points, a point short (which cannot open), under at least four presets."""
    items = load("opening")
    assert all(item.position.to_open == item.rules.initial_meld_points for item in items)
    assert len({item.rules.name for item in items}) >= 4
    assert sum(item.position.rack.count(JOKER) == 2 for item in items) >= 5
    exactly, short = ([item for item in items if word in item.source] for word in ("exactly", "short"))
    assert len(exactly) >= 5 <= len(short)
    assert all(item.tiles == 0 for item in short)
    assert all(item.tiles for item in exactly)


def test_presets_disagree_about_jokers():
    """Of every twelfth position at least three of six presets think otherwise."""
    for item in load("jokers")[::12]:
        results = [solve(item.position, edition) for edition in JOKER_RULES]
        assert len({(r.values.get("tiles", 0), r.values.get("unbroken", 0)) for r in results}) >= 3, item.id


def test_games_are_told():
    """Both groups of whole games come from three presets."""
    for group in ("midgame", "endgame"):
        assert len({item.rules.name for item in load(group)}) == 3
        assert all(item.position.to_open is None and item.source.startswith("game") for item in load(group))


def test_blocked_means_blocked():
    """Nothing can be played."""
    assert not any(item.tiles for item in load("blocked"))


def test_large_decks_reach_836_tiles():
    """Other decks; on the largest, of 836 tiles, eight positions with about 500 on the table and 25 on the rack."""
    sizes = {item.position.deck.size for item in load("large")}
    assert len(sizes) >= 5
    assert max(sizes) == LARGEST.size == 836
    assert len(largest()) == 8
    for item in largest():
        assert 450 <= len(item.position.table_tiles()) <= 550
        assert len(item.position.rack) == 25
    assert len({item.rules.name for item in largest()}) == 4


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("r4-6 r7", "semicolon"),
        (GOOD.replace("r7b3j", "x9"), "column"),
        (GOOD.replace("r7b3j", "r7r7r7"), "3 tiles red 7"),
        (GOOD.replace("r4-6jr7", "r4-5"), "3 tiles"),
        (GOOD.replace("jok-017", "17"), "three small letters"),
        (GOOD.replace('"jok-017"', "jok-017"), "double quotes"),
        (GOOD.replace("book-1978", "book"), "unknown rules"),
        (GOOD.replace("tiles 2", "tiles 4"), "more than the 3"),
        (GOOD.replace("tiles 2", "tiles 02"), "whole number"),
        (GOOD.replace("tiles 2", "tiles -1"), "whole number"),
        (GOOD.replace("tiles 2", "tiles 0"), "those with tiles 0"),
        (GOOD.replace("unbroken 2; ", ""), "those with tiles 0"),
        (GOOD.replace("unbroken 2", "unbroken 3"), "more than the 2 sets"),
        (GOOD.replace("tiles 2; ", ""), "tiles is missing"),
        (GOOD.replace("tiles 2", "tiles 2; tiles 2"), "there twice"),
        (GOOD.replace("tiles 2", "tile 2"), "unknown field"),
        (GOOD.replace("tiles 2", "tables 0; tiles 2"), "tables is 1 or more"),
        (GOOD.replace("tiles 2", "deck big; tiles 2"), "deck must be"),
        (GOOD.replace("tiles 2", "deck 9 x 9 x 9 + 9; tiles 2"), "9 colours"),
        (GOOD.replace('"game 12"', '""'), "double quotes"),
    ],
)
def test_faults_are_told(line: str, reason: str):
    """File, line and reason."""
    with pytest.raises(CorpusError, match=reason) as told:
        parse(["# a comment", "", line], "some.txt")
    assert str(told.value).startswith("some.txt, line 3: ")


def test_what_is_there_twice_is_told():
    """An id, or the same question in other words."""
    assert len(parse([GOOD], "x")) == 1
    with pytest.raises(CorpusError, match="line 2: the id jok-017 is that of line 1"):
        parse([GOOD, GOOD.replace("book-1978", "spear-1988")], "x")
    with pytest.raises(CorpusError, match="the position is that of jok-017"):
        parse([GOOD, GOOD.replace("r7b3j", "jb3r7").replace("jok-017", "jok-018")], "x")


def test_a_missing_or_broken_file_is_told(tmp_path: Path):
    """No file, or one that is no text."""
    with pytest.raises(CorpusError, match=r"hard\.txt: cannot be read"):
        load("hard", tmp_path)
    (tmp_path / "hard.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(CorpusError, match=r"hard\.txt: cannot be read"):
        load("hard", tmp_path)


def test_differences_are_noticed():
    """A tile too many or too few, or an unbroken set: the solver and each second method speak up."""
    small = 'r4-6.bko9 r7b3 ; id "xxx-001"; rules book-1978; tiles 1; unbroken 2; source "x"'
    for change in (("tiles 1", "tiles 2"), ("unbroken 2", "unbroken 1"), ("tiles 1; unbroken 2", "tiles 0")):
        report = verify.verify(parse([small.replace(*change)], "x")[0])
        assert len(report.wrong) == (2 if change[0].startswith("unbroken") else 3)


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("r1-3.r4-6 r7r10", 1),
        ("r1-3.b1-3.k1-3 o1o2o3", 1),
        ("- r5b5k5o5r6r7", 1),
        ("- r5b5k5r6r7", 2),
    ],
)
def test_best_tables_are_counted(line: str, count: int):
    """Where runs are cut makes no other table; by hand: a group or a run of the same three tiles makes one."""
    fields = 'id "xxx-001"; rules book-1978; tiles 1; unbroken 0; source "x"'
    best = verify.by_exhaustion(parse([f"{line} ; {fields}"], "x")[0])
    assert best is not None
    assert best.tables == count


def test_a_wrong_count_of_tables_is_noticed():
    """Both the solver and the exhaustive search speak up."""
    line = '- r5b5k5r6r7 ; id "xxx-001"; rules goliath-2014; tiles 3; unbroken 0; tables 3; source "x"'
    report = verify.verify(parse([line], "x")[0])
    assert report.wrong == [
        f"xxx-001: 3 best tables told, 2 found by {method}" for method in ("the solver", "exhaustion")
    ]


def test_a_changed_file_is_noticed(tmp_path: Path):
    """The checksums tell, and so does a file that the manifest does not know."""
    done = CliRunner().invoke(generate.main, ["smoke", "paper", "--count", "3", "--folder", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert list(verify.checksums(tmp_path)) == []
    assert len(load("smoke", tmp_path)) == 3
    with (tmp_path / "smoke.txt").open("a", encoding="utf-8") as file:
        file.write("# more\n")
    (tmp_path / "hard.txt").write_text("", encoding="utf-8")
    assert len(list(verify.checksums(tmp_path))) == 2


def test_the_same_seed_makes_the_same_file(tmp_path: Path):
    """The first lines of a group are those of the file in the corpus, as long as the versions are the same."""
    CliRunner().invoke(generate.main, ["paper", "--folder", str(tmp_path)])
    assert (tmp_path / "paper.txt").read_bytes() == (FOLDER / "paper.txt").read_bytes()
    first, again = (next(jokers(Random(7))) for _ in range(2))
    assert first == again


def test_made_positions_can_occur():
    """Random positions and their changes are legal, under a deck with jokers and one without."""
    random = Random(5)
    for chosen in (Deck(), Deck(6, 9, 1, 0), Deck(2, 5, 3, 1)):
        place = position(random, chosen, 4, min(2, chosen.jokers), 6)
        for _ in range(30):
            validate(place, rules("lemada-2014"))
            place = mutated(random, place)
    assert Pool(random, Deck(2, 3, 1, 0), [*Deck(2, 3, 1, 0).tiles()]).draw() is None


def test_tiles_that_look_as_if_they_were_a_set():
    """Runs and groups of two rack tiles and one of the table, and nothing else."""
    (item,) = parse(['r4-6.bko9 r7r8r9b13 ; id "xxx-001"; rules book-1978; tiles 3; unbroken 2; source "x"'], "x")
    named = {tuple(sorted(tile % 64 for tile in three)) for three in near_sets(item.position)}
    assert named == {(6, 7, 8)}


def test_deterministic_time_is_not_more_than_recorded():
    """The regression gate, on all of `smoke` and 20 positions of every other group."""
    before = gate.recorded()
    assert set(before) == set(GROUPS)
    now = {group: gate.work(group) for group in GROUPS}
    assert gate.slower(now, before) == []


def test_the_gate_closes():
    """One and a half times the figure is too much, less is not, and a group without a figure is told."""
    assert gate.slower({"hard": 1.4, "smoke": 1.0}, {"hard": 1.0, "smoke": 1.0}) == []
    assert "1.50 times" in gate.slower({"hard": 1.5}, {"hard": 1.0})[0]
    assert "no figure" in gate.slower({"hard": 1.5}, {})[0]


def test_the_work_may_be_shared_out():
    """Other processes find the same; a cluster that is not there is told in one sentence."""
    found = CliRunner().invoke(verify.main, ["smoke", "--jobs", "2"])
    assert (found.exit_code, found.output.splitlines()[0][:36]) == (0, "smoke: 60 positions, 0 differences (")
    refused = CliRunner().invoke(verify.main, ["smoke", "--cluster", "tcp://127.0.0.1:1"])
    assert refused.exit_code == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in refused.output
