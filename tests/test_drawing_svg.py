"""Pictures: well-formed, told to those who hear them, true to the position, small, and written where asked."""

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from solver.cli import main as melds
from solver.deck import COLOURS, Deck, make_tile
from solver.drawing import faces
from solver.drawing.captions import LANGUAGES, LanguageError, captions
from solver.drawing.svg import draw_svg
from solver.notation import read_position
from solver.position import Position
from solver.rules import rules
from solver.sets import Group, Run
from solver.solve import solve

SVG = "{http://www.w3.org/2000/svg}"
JOKERS = read_position("r4-5jr6.b3-6.rb9j r6b9k9o1")


def tree(text: str) -> ElementTree.Element:
    """The picture as an XML parser reads it."""
    return ElementTree.fromstring(text)


def used(root: ElementTree.Element) -> Counter[str]:
    """How often each thing is drawn, outside the definitions."""
    body = root.find(f"{SVG}g")
    assert body is not None
    return Counter(use.attrib["href"][1:] for use in body.iter(f"{SVG}use"))


def test_every_tile_is_drawn_once():
    """The faces in the picture are the tiles of table and rack, jokers with what they stand for."""
    root = tree(draw_svg(JOKERS))
    assert used(root) == Counter("r4 r5 Jr6 b3 b4 b5 b6 r9 b9 J9 r6 b9 k9 o1".split())


def test_nothing_is_used_that_is_not_defined():
    """Every reference has its definition, every identifier is there once."""
    turn = solve(JOKERS, rules("book-1978")).turn
    root = tree(draw_svg(JOKERS, turn))
    there = Counter(element.attrib["id"] for element in root.iter() if "id" in element.attrib)
    assert {use.attrib["href"][1:] for use in root.iter(f"{SVG}use")} <= set(there)
    assert set(there.values()) == {1}


def test_a_turn_is_marked():
    """Played tiles have a plus before and after; a tile that moved has the number of the set it came from."""
    position = read_position("r4-5jr6.b3-6 r6b9k9o1")
    turn = solve(position, rules("book-1978")).turn
    assert turn is not None
    marks = used(tree(draw_svg(position, turn)))
    assert marks["plus"] == 2 * len(turn.played)
    assert marks["from1"] == marks["gone"] == 1


def test_games_with_own_sets():
    """The sets of others, the open tiles and the discard are in the picture."""
    position = read_position("r4-6~rbk3 r6r7o3k4k9 d=r8 b=k13", "american-1978")
    turn = solve(position, rules("american-1978")).turn
    assert turn is not None
    drawn = used(tree(draw_svg(position, turn)))
    assert drawn["k13"] == 1
    assert drawn["k3"] == 2
    assert sum(count for name, count in drawn.items() if name[0] in COLOURS) == 2 * (6 + 5) + 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told(language: str):
    """The picture has a role, a title and a description with all tiles, in every language."""
    words = captions(language)
    root = tree(draw_svg(JOKERS, None, words))
    title, about = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-labelledby"] == "title desc"
    assert title is not None
    assert "3" in str(title.text)
    assert about is not None
    for tile in (*JOKERS.rack, make_tile(0, 4)):
        assert words.tile(tile) in str(about.text)
    assert words["joker_as"].format(tile=words.tile(make_tile(0, 6))) in str(about.text)


def test_languages_say_the_same_things():
    """Each catalogue has the phrases of the English one, with the same places for numbers."""
    folder = Path(faces.__file__).parent / "captions"
    texts = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.toml")}
    shape = {
        name: {
            (line.split(" = ")[0], *sorted(re.findall(r"{\w+}", line))) for line in text.splitlines() if " = " in line
        }
        for name, text in texts.items()
    }
    assert all(lines == shape["en"] for lines in shape.values())
    with pytest.raises(LanguageError, match="language cannot be 'fr', it must be one of en, zh-Hans"):
        captions("fr")


def test_words_cannot_break_the_picture():
    """Whatever a catalogue says is escaped."""
    words = captions()
    phrases = {**words.phrases, "rack": '<script>"&', "table": "a<b"}
    root = tree(draw_svg(JOKERS, None, type(words)(phrases)))
    assert '<script>"&' in "".join(root.itertext())


def test_each_colour_has_a_shape_of_its_own():
    """Colours can be told without seeing colour."""
    assert len(set(faces.SHAPES)) == len(set(faces.INKS)) == len(COLOURS)


def test_the_largest_picture_is_small():
    """832 tiles of eight colours take less than 100 kB, and lie inside the picture."""
    deck = Deck(8, 13, 8, 0)
    run = [tuple(make_tile(colour, number) for number in range(1, 14)) for colour in range(8)]
    position = Position(tuple(Run(tiles, tiles) for tiles in run * 8), (), deck)
    text = draw_svg(position)
    root = tree(text)
    assert sum(used(root).values()) == 832
    assert len(text) < 100_000
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for use in root.findall(f"{SVG}g/{SVG}use"):
        assert 0 <= float(use.attrib["x"]) <= width - faces.WIDTH
        assert 0 <= float(use.attrib["y"]) <= height - faces.HEIGHT


def test_long_sets_and_racks_stay_inside():
    """A run of 40 widens the picture, a long rack takes more lines."""
    deck = Deck(8, 40, 1, 0)
    run = tuple(make_tile(0, number) for number in range(1, 41))
    group = tuple(make_tile(colour, 40) for colour in range(1, 8))
    rack = tuple(make_tile(1, number) for number in range(1, 40))
    root = tree(draw_svg(Position((Run(run, run), Group(group, 40)), rack + rack, deck)))
    for use in root.findall(f"{SVG}g/{SVG}use"):
        assert float(use.attrib["x"]) <= float(root.attrib["width"]) - faces.WIDTH


def test_the_command_writes_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """`melds svg` draws the position, with --best the turn too, on standard output or into a file."""
    line = "r4-5jr6.b3-6 r6b9k9o1"
    assert melds(["svg", line]) == 0
    assert "Jr6" in used(tree(capsys.readouterr().out))
    path = tmp_path / "turn.svg"
    assert melds(["svg", line, "--best", "--rules", "book-1978", "--language", "zh-Hans", "-o", str(path)]) == 0
    assert capsys.readouterr().out == ""
    assert used(tree(path.read_text(encoding="utf-8")))["plus"] == 6
    assert melds(["svg", "- r1b5", "--best"]) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["- r5", "-o", "/no/such/folder/x.svg"], "cannot write the file '/no/such/folder/x.svg': No such file"),
        (["- r5", "--language", "fr"], "language cannot be 'fr', it must be one of en, zh-Hans"),
        (["- r99"], "column 4: there is no red 99"),
        ([], "Missing argument 'POSITION'"),
    ],
)
def test_bad_input(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]):
    """One sentence on standard error, exit code 2."""
    assert melds(["svg", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_one_position_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """A file of more positions is refused."""
    monkeypatch.chdir(tmp_path)
    Path("two").write_text("- r5\n- r6\n", encoding="utf-8")
    assert melds(["svg", "two"]) == 2
    assert "two holds 2 positions, svg takes one" in capsys.readouterr().err
