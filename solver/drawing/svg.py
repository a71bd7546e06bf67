"""Positions and turns as SVG pictures: every tile once as a definition, then used wherever it lies.

A picture is whole in itself: no style sheet, no script, no font or file from elsewhere.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from solver.deck import Tile
from solver.drawing import faces
from solver.drawing.captions import Captions, captions
from solver.drawing.faces import HEIGHT, WIDTH
from solver.drawing.terminal import homes
from solver.position import Position
from solver.sets import Run, TileSet
from solver.turn import RACK, Turn

_STEP, _GAP, _LINE = WIDTH + 2, 18, HEIGHT + 14
_NAME, _MARGIN, _TITLE = 36, 16, 30
_NARROWEST = 866
_TABLE, _SHELF, _INK, _PLAYED, _MOVED = "#dfe9e2", "#d9c3a0", "#33403a", "#d99a00", "#5b6770"
_FONT = "system-ui,'Segoe UI','Noto Sans','Noto Sans CJK SC','WenQuanYi Micro Hei',sans-serif"


@dataclass(frozen=True, slots=True)
class _Lot:
    """Tiles that lie together: a name before them, the face of each, and its mark (empty for none)."""

    name: str
    faces: Sequence[str]
    marks: Sequence[str]
    loose: bool = False

    @property
    def width(self) -> int:
        return len(self.faces) * _STEP - 2


@dataclass(slots=True)
class _Sheet:
    """The picture as it grows downwards, and the definitions that it needs."""

    width: int
    y: int = _MARGIN
    body: list[str] = field(default_factory=list[str])
    faces: dict[str, None] = field(default_factory=dict[str, None])
    marks: dict[str, None] = field(default_factory=dict[str, None])

    def title(self, text: str) -> None:
        self.body.append(f'<text x="{_MARGIN}" y="{self.y + 19}" font-size="18">{escape(text)}</text>')
        self.y += _TITLE

    def panel(self, lots: Sequence[_Lot], ground: str) -> None:
        """Lots one after another, in as many lines as they need, on a ground of their own."""
        place = len(self.body)
        top, self.y, x = self.y, self.y + 10, 0
        for lot in lots:
            if x and x + _NAME + lot.width > self.width - _MARGIN:
                x, self.y = 0, self.y + _LINE
            x = self._lot(lot, x or _MARGIN + 6) + _GAP
        self.y += _LINE
        size = f'width="{self.width - 2 * _MARGIN}" height="{self.y - top - 4}"'
        self.body.insert(place, f'<rect x="{_MARGIN}" y="{top}" {size} rx="10" fill="{ground}"/>')
        self.y += 10

    def _lot(self, lot: _Lot, x: int) -> int:
        """Draw a lot from x on; where its tiles end."""
        if lot.name:
            self.body.append(f'<text x="{x + 14}" y="{self.y + 32}" class="n">{escape(lot.name)}</text>')
            x += _NAME - 6
        first = x
        for face, mark in zip(lot.faces, lot.marks, strict=True):
            if lot.loose and x + _STEP > self.width - _MARGIN:
                x, self.y = first, self.y + _LINE
            self.faces[face] = None
            self.body.append(f'<use href="#{face}" x="{x}" y="{self.y}"/>')
            if mark:
                self.marks[mark] = None
                self.body.append(f'<use href="#{mark}" x="{x}" y="{self.y}"/>')
            x += _STEP
        return x

    def svg(self, title: str, about: str) -> str:
        """The whole picture."""
        defs = faces.grounds() + "".join(map(faces.face, self.faces)) + "".join(map(_mark, self.marks))
        body = "".join(self.body).replace('class="n"', 'font-size="12" text-anchor="middle"')
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.y}" width="{self.width}" '
            f'height="{self.y}" role="img" aria-labelledby="title desc" font-family="{_FONT}" font-weight="700">'
            f'<title id="title">{escape(title)}</title><desc id="desc">{escape(about)}</desc><defs>{defs}</defs>'
            f'<rect width="{self.width}" height="{self.y}" fill="#f7f8f5"/><g fill="{_INK}">{body}</g></svg>\n'
        )


def draw_svg(position: Position, turn: Turn | None = None, words: Captions | None = None) -> str:
    """The position, or where a turn is given the position before and after it."""
    words = words or captions()
    longest = max((len(tile_set.tiles) for tile_set in _all_sets(position, turn)), default=0)
    sheet = _Sheet(max(_NARROWEST, longest * _STEP + _NAME + 3 * _MARGIN))
    sheet.title(words["table"] if turn is None else words["before"])
    _before(sheet, position, turn, words)
    if turn is not None:
        sheet.title(words["after"])
        _after(sheet, turn, words)
        small = f'<text x="{_MARGIN}" y="{sheet.y + 10}" font-size="13" font-weight="400">'
        sheet.body.append(f"{small}{escape(words['marks'])}</text>")
        sheet.y += 14
    sheet.y += _MARGIN - 10
    return sheet.svg(_headline(position, turn, words), _about(position, turn, words))


def _all_sets(position: Position, turn: Turn | None) -> list[TileSet]:
    after = (*turn.after, *turn.others) if turn else ()
    return [*position.table, *position.others, *after]


def _before(sheet: _Sheet, position: Position, turn: Turn | None, words: Captions) -> None:
    gone, leaving = _leaving(position, turn)
    lots = [
        _lot(str(i + 1), tile_set, ["gone" if hit else "" for hit in _hits(tile_set.tiles, leaving[i])])
        for i, tile_set in enumerate(position.table)
    ]
    sheet.panel(lots, _TABLE)
    if position.others:
        sheet.title(words["others"])
        sheet.panel(
            [_lot(f"~{i + 1}", other, [""] * len(other.tiles)) for i, other in enumerate(position.others)], _TABLE
        )
    sheet.title(words["rack"])
    marks = ["plus" if hit else "" for hit in _hits(position.rack, gone)]
    sheet.panel([_loose(position.rack, marks)], _SHELF)
    for name, tile in (("discard", position.discard), ("bonus", position.bonus)):
        if tile is not None:
            sheet.title(words[name])
            sheet.panel([_loose((tile,), [""])], _SHELF)


def _after(sheet: _Sheet, turn: Turn, words: Captions) -> None:
    lots: list[_Lot] = []
    for tile_set, places, home in zip(turn.after, turn.origin, homes(turn), strict=True):
        marks = ["plus" if place == RACK else "" if place == home else f"from{place + 1}" for place in places]
        lots.append(_lot(words["new"] if home is None else str(home + 1), tile_set, marks))
    sheet.panel(lots, _TABLE)
    if turn.others:
        sheet.title(words["others"])
        pairs = zip(turn.others, turn.others_origin, strict=True)
        marked = [(other, ["plus" if place == RACK else "" for place in places]) for other, places in pairs]
        sheet.panel([_lot(f"~{i + 1}", other, marks) for i, (other, marks) in enumerate(marked)], _TABLE)
    sheet.title(words["rack"])
    sheet.panel([_loose(turn.left, [""] * len(turn.left))], _SHELF)
    if turn.discard is not None:
        sheet.title(words["discard"])
        sheet.panel([_loose((turn.discard,), [""])], _SHELF)


def _lot(name: str, tile_set: TileSet, marks: Sequence[str]) -> _Lot:
    if isinstance(tile_set, Run):
        shown = [faces.face_id(*pair) for pair in zip(tile_set.tiles, tile_set.stands, strict=True)]
    else:
        shown = [faces.face_id(tile, None, tile_set.number) for tile in tile_set.tiles]
    return _Lot(name, shown, marks)


def _loose(tiles: Sequence[Tile], marks: Sequence[str]) -> _Lot:
    return _Lot("", [faces.face_id(tile) for tile in tiles], marks, loose=True)


def _leaving(position: Position, turn: Turn | None) -> tuple[Counter[Tile], list[Counter[Tile]]]:
    """Which tiles leave the rack, and which of each old set end in a set that does not continue it."""
    leaving = [Counter[Tile]() for _ in position.table]
    if turn is None:
        return Counter(), leaving
    for tile_set, places, home in zip(turn.after, turn.origin, homes(turn), strict=True):
        for tile, place in zip(tile_set.tiles, places, strict=True):
            if place not in (RACK, home):
                leaving[place][tile] += 1
    return Counter(turn.played), leaving


def _hits(tiles: Sequence[Tile], counted: Counter[Tile]) -> list[bool]:
    """For each tile whether it is one of those counted; of equal ones the last."""
    left, out = Counter(counted), [False] * len(tiles)
    for i in reversed(range(len(tiles))):
        if left[tiles[i]]:
            left[tiles[i]] -= 1
            out[i] = True
    return out


def _mark(name: str) -> str:
    """The definition of a mark: a frame around the tile, and for a tile that came a badge at its corner."""
    dashed = ' stroke-dasharray="5 3"' if name != "plus" else ""
    ink = _PLAYED if name == "plus" else _MOVED
    size = f'width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="5"'
    frame = f'<rect x="1" y="1" {size} fill="none" stroke="{ink}" stroke-width="3"{dashed}/>'
    if name == "gone":
        return f'<g id="gone">{frame}</g>'
    text = "+" if name == "plus" else name.removeprefix("from")
    ground = f'<circle cx="{WIDTH - 7}" cy="0" r="8" fill="{ink}"/>'
    label = f'<text x="{WIDTH - 7}" y="4" font-size="11" text-anchor="middle" fill="#fff">{text}</text>'
    return f'<g id="{name}">{frame}{ground}{label}</g>'


def _headline(position: Position, turn: Turn | None, words: Captions) -> str:
    if turn is None:
        return words["position"].format(sets=len(position.table), rack=len(position.rack))
    return words["turn"].format(played=len(turn.played), rack=len(position.rack))


def _about(position: Position, turn: Turn | None, words: Captions) -> str:
    """The whole picture in words, for those who hear it."""
    parts = _sets_in_words(words["table"] if turn is None else words["before"], position.table, words)
    parts += _sets_in_words(words["others"], position.others, words) if position.others else []
    parts.append(words["set"].format(name=words["rack"], tiles=words.tiles(position.rack)))
    if turn is not None:
        parts += _sets_in_words(words["after"], turn.after, words)
        parts += _sets_in_words(words["others"], turn.others, words) if turn.others else []
        parts.append(words["set"].format(name=words["rack"], tiles=words.tiles(turn.left)))
    return " ".join(parts)


def _sets_in_words(name: str, table: Sequence[TileSet], words: Captions) -> list[str]:
    if not table:
        return [words["set"].format(name=name, tiles=words["none"])]
    return [
        words["set"].format(name=f"{name} {i}", tiles=words.tile_set(tile_set))
        for i, tile_set in enumerate(table, start=1)
    ]
