"""What a tile looks like in a picture: an ivory tile, its number, and a shape that tells its colour without colour."""

from solver.deck import COLOURS, Tile, colour_of, number_of

WIDTH, HEIGHT = 40, 54
# In the order of COLOURS; white lies on a dark tile. Each shape is a path around its middle, 12 wide and high.
INKS = ("#c4202b", "#1c4fd6", "#1d1d1f", "#b35700", "#1d7a35", "#a0209f", "#ffffff", "#007c86")
SHAPES = (
    "M0-6.2 5.2 0 0 6.2-5.2 0z",
    "M-5.2 0a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0z",
    "M-4.7-4.7h9.4v9.4h-9.4z",
    "M0-5.6 6 4.8H-6z",
    "M-2-5.8h4V-2h3.8v4H2v3.8h-4V2h-3.8v-4H-2z",
    "M0-6.2 1.8-1.9 6.2-1.6 2.8 1.3 3.9 5.8 0 3.3-3.9 5.8-2.8 1.3-6.2-1.6-1.8-1.9z",
    "M-5.6 0a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0-11.2 0zM-2.6 0a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0z",
    "M-5.2-5.8H5.2L1.4 0 5.2 5.8H-5.2L-1.4 0z",
)
# A jester's cap with three bells.
_BELLS = "".join(f"M{x}a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1-5 0z" for x in ("-14-6", "-2.5-11", "9-6"))
CAP = f"M-11 8-12-4-5.5 0 0-9 5.5 0 12-4 11 8z{_BELLS}"
JOKER_INK = "#8a1f6f"
IVORY, DARK, EDGE = "#fdf8ea", "#3b4046", "#c8bb98"
_WHITE = COLOURS.index("w")


def face_id(tile: Tile, stand: Tile | None = None, number: int | None = None) -> str:
    """Names the picture of a tile: `r5`, `J`, `Jr7` for a joker as red 7, `J7` for one in a group of 7s."""
    if tile:
        return f"{COLOURS[colour_of(tile)]}{number_of(tile)}"
    return "J" if stand is None and number is None else f"J{face_id(stand)}" if stand else f"J{number}"


def face(name: str) -> str:
    """The definition of the picture that a name from `face_id` stands for; the corner of the tile is at 0 0."""
    if name[0] == "J":
        return _joker(name[1:])
    colour = COLOURS.index(name[0])
    ground = "d" if colour == _WHITE else "t"
    return (
        f'<g id="{name}" fill="{INKS[colour]}"><use href="#{ground}"/>{_number(name[1:], 20, 28, 24)}'
        f'<use href="#s{name[0]}" x="20" y="41"/></g>'
    )


def _joker(told: str) -> str:
    """A cap, and below it small what the joker stands for: shape and number, or the number alone."""
    below = ""
    if told and told[0] in COLOURS:
        ink = INKS[COLOURS.index(told[0])] if told[0] != "w" else DARK
        below = f'<g fill="{ink}"><use href="#s{told[0]}" x="10" y="43"/>{_number(told[1:], 26, 48, 15)}</g>'
    elif told:
        below = _number(told, 20, 47.5, 16)
    y = 21 if told else 28
    return (
        f'<g id="J{told}" fill="{JOKER_INK}"><use href="#t"/><path d="{CAP}" transform="translate(20 {y})"/>{below}</g>'
    )


def _number(text: str, x: float, y: float, size: int) -> str:
    """A number; one of two digits is as wide as its tile bears, whatever the font."""
    fit = f' textLength="{size * 1.2:g}" lengthAdjust="spacingAndGlyphs"' if len(text) > 1 else ""
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle"{fit}>{text}</text>'


def grounds() -> str:
    """The definitions that faces use: the ivory tile, the dark one, and every shape."""
    tile = f'<rect id="{{}}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{{}}" stroke="{EDGE}"/>'
    return tile.format("t", IVORY) + tile.format("d", DARK) + shapes()


def shapes() -> str:
    """The definitions of all shapes: `sr` that of red, around 0 0."""
    pairs = zip(COLOURS, SHAPES, strict=True)
    return "".join(f'<path id="s{name}" d="{path}" fill-rule="evenodd"/>' for name, path in pairs)
