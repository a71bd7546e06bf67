"""Both notations under any text and any position: only the documented errors, and exact round trips."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from solver.deck import DECKS, JOKER, Deck, make_tile, tile_name
from solver.errors import InputError
from solver.notation import canonical_line, format_line, parse_line, parse_set, parse_tiles
from solver.position import Position
from solver.sets import Group, Ones, Run, TileSet, run_at, run_positions, written

SHARE = settings(max_examples=settings().max_examples // 8)
ALPHABET = "rbkogmwcyjJR-.~_ 0123456789=?d"
TEXTS = st.text(ALPHABET, max_size=40) | st.text(max_size=40)


def in_one_line(error: InputError) -> None:
    """An error's text must be a sentence in one line."""
    assert str(error)
    assert "\n" not in str(error)


@st.composite
def sets(draw: st.DrawFn, deck: Deck, ones: Ones) -> TileSet:
    """Any legal set of the deck, jokers anywhere in it."""
    if deck.colours < 3 or draw(st.booleans()):
        length = draw(st.integers(3, deck.numbers))
        first = draw(st.integers(1, min(deck.numbers, run_positions(deck, ones) - length + 1)))
        run = run_at(draw(st.integers(0, deck.colours - 1)), first, [JOKER] * length, deck)
        naturals = draw(st.sets(st.integers(0, length - 1), min_size=1))
        return Run(tuple(tile if i in naturals else JOKER for i, tile in enumerate(run.stands)), run.stands)
    number = draw(st.integers(1, deck.numbers))
    colours = draw(st.lists(st.integers(0, deck.colours - 1), min_size=1, unique=True))
    jokers = draw(st.integers(max(0, 3 - len(colours)), deck.colours - len(colours)))
    tiles = [make_tile(colour, number) for colour in colours] + [JOKER] * jokers
    return Group(tuple(draw(st.permutations(tiles))), number)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Position, Ones]:
    """A position that can be written, under some deck and rule for ones; it may have more copies than the deck.

    About half have what only American and International positions have.
    """
    deck = draw(
        st.sampled_from(list(DECKS.values()))
        | st.builds(Deck, st.integers(2, 8), st.integers(3, 40), st.integers(1, 8), st.integers(0, 8))
    )
    ones = draw(st.sampled_from(list(Ones)))
    tile = st.builds(make_tile, st.integers(0, deck.colours - 1), st.integers(1, deck.numbers)) | st.just(JOKER)
    table = draw(st.lists(sets(deck, ones), max_size=6))
    rack = draw(st.lists(tile, max_size=14))
    position = Position(tuple(table), tuple(rack), deck, draw(st.none() | st.integers(1, 10_000)))
    if draw(st.booleans()):
        position = replace(
            position,
            others=tuple(draw(st.lists(sets(deck, ones), max_size=4))),
            discard=draw(st.none() | tile),
            bonus=draw(st.none() | tile),
            others_melded=draw(st.booleans()),
        )
    return position, ones


@SHARE
@given(positions(), st.sampled_from(" _"))
def test_line_round_trip(drawn: tuple[Position, Ones], separator: str):
    """A position that is printed in one line reads back as itself, order included."""
    position, ones = drawn
    assert parse_line(format_line(position, separator), position.deck, ones) == position


@SHARE
@given(positions())
def test_tile_list_round_trip(drawn: tuple[Position, Ones]):
    """Sets and rack that are printed as tile lists read back as themselves."""
    position, ones = drawn
    table = tuple(parse_set(written(tile_set), position.deck, ones) for tile_set in position.table)
    assert table == position.table
    assert parse_tiles([tile_name(tile) for tile in position.rack], position.deck) == position.rack


@SHARE
@given(positions(), st.randoms(use_true_random=False))
def test_canonical_form_forgets_order(drawn: tuple[Position, Ones], shuffler: random.Random):
    """Shuffled sets, racks and groups have the same canonical form, which reads back as the canonical position."""
    position, ones = drawn
    line = canonical_line(position)
    assert parse_line(line, position.deck, ones) == position.canonical()
    assert canonical_line(position.canonical()) == line

    def shuffled(tiles: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(shuffler.sample(tiles, len(tiles)))

    def mixed(table: tuple[TileSet, ...]) -> tuple[TileSet, ...]:
        changed = [replace(s, tiles=shuffled(s.tiles)) if isinstance(s, Group) else s for s in table]
        return tuple(shuffler.sample(changed, len(changed)))

    other = replace(position, table=mixed(position.table), others=mixed(position.others), rack=shuffled(position.rack))
    assert canonical_line(other) == line


@SHARE
@given(positions(), st.data())
def test_tiles_of_a_set_in_any_order(drawn: tuple[Position, Ones], data: st.DataObject):
    """A set without jokers reads as the same tiles in whatever order they are given."""
    position, ones = drawn
    for tile_set in position.table:
        if JOKER not in tile_set.tiles:
            words = data.draw(st.permutations([tile_name(tile) for tile in tile_set.tiles]))
            assert sorted(parse_set(" ".join(words), position.deck, ones).tiles) == sorted(tile_set.tiles)


@settings(max_examples=settings().max_examples // 3)
@given(TEXTS, st.sampled_from(list(DECKS.values())), st.sampled_from(list(Ones)), st.booleans())
def test_any_text(text: str, deck: Deck, ones: Ones, any_sets: bool):
    """Whatever the text, it is read or refused with the documented error; what is read round-trips."""
    for read in (parse_line, parse_set):
        try:
            value = read(text, deck, ones, any_sets=any_sets)
        except InputError as error:
            in_one_line(error)
        else:
            if isinstance(value, Position) and not any_sets:
                assert parse_line(format_line(value), deck, ones) == value
    for tiles in (text, [text]):
        try:
            parse_tiles(tiles, deck)
        except InputError as error:
            in_one_line(error)


@SHARE
@given(positions(), st.data())
def test_damaged_lines(drawn: tuple[Position, Ones], data: st.DataObject):
    """A good line with a few characters changed is read or refused with the documented error, never anything else."""
    position, ones = drawn
    line = list(format_line(position))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(line)))
        line[at : at + data.draw(st.integers(0, 2))] = data.draw(st.text(ALPHABET, max_size=2))
    try:
        read = parse_line("".join(line), position.deck, ones)
    except InputError:
        return
    assert parse_line(format_line(read), position.deck, ones) == read
