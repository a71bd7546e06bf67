"""Whether a turn is legal: one start of a turn, judged by trying every choice that the rules leave open.

Written from RULES.md sections 2 and 3 and from nothing else. "Some assignment of the physical copies makes it legal"
is taken at its word: which joker is kept or released, what a group's joker stands for, which physical tile replaces
it and which copy lies where are all tried. Tiles and sets live in `brute_rules`, the front door in `brute`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import NamedTuple

from brute_rules import ANY, Deck, GameSet, Knobs, Layouts, Tile, is_set, parse_table, parse_tile, tiles_of

Table = tuple[GameSet, ...]


class Piece(NamedTuple):
    """One physical tile: what it shows (a table joker: what it stands for) and where it began.

    `origin` is the place of its start-of-turn set on the table, or negative for a tile played from the rack,
    -1 for the first copy of that tile, -2 for the second.
    """

    tile: Tile
    origin: int
    is_joker: bool = False


class Fate(NamedTuple):
    """What becomes of the jokers of one start-of-turn set, and the tiles that must be put in for those released."""

    kept: tuple[Piece, ...]
    released: tuple[Piece, ...]
    wanted: tuple[Tile, ...]


class Plan(NamedTuple):
    """A fate for every table joker with the physical tiles put in; `stars` holds S* of every start-of-turn set."""

    kept: tuple[Piece, ...]
    released: tuple[Piece, ...]
    stars: tuple[frozenset[Piece], ...]


class Judge:
    """Judges turns from one table and one rack; the player has opened unless `to_open` says the points still needed."""

    def __init__(
        self, deck: Deck, rules: Knobs, table: Sequence[str], rack: Sequence[str], to_open: int | None = None
    ) -> None:
        """ValueError for an illegal start table, or tiles that the deck does not have."""
        self.deck, self.rules, self.to_open = deck, rules, to_open
        self.table = parse_table(deck, rules, table)
        self.rack = Counter(parse_tile(text) for text in rack)
        for (colour, number), count in (tiles_of(self.table) + self.rack).items():
            in_deck = colour < deck.colours and 1 <= number <= deck.numbers
            if count > (deck.jokers if colour == ANY else deck.copies * in_deck):
                raise ValueError(f"the deck has fewer tiles of colour {colour}, number {number}")
        self.layouts = Layouts(deck, rules)
        self._plans: dict[frozenset[tuple[Tile, int]], list[Plan]] = {}
        self._worth: dict[frozenset[tuple[Tile, int]], bool] = {}

    def legal(self, after: Table) -> bool:
        """Whether the turn from the start to this table is legal."""
        if not all(is_set(self.deck, self.rules, game_set) for game_set in after):
            return False
        before, end = tiles_of(self.table), tiles_of(after)
        played = end - before
        if not before <= end or not played or not played <= self.rack:
            return False
        if self.to_open is None:
            return self._jokers_obey(after, played)
        if self.rules.same_turn_manipulation:
            return self._opens(played) and self._jokers_obey(after, played)
        melded = Counter(after) - Counter(self.table)
        untouched = Counter(self.table) <= Counter(after)
        return untouched and is_meld(self.rules, tuple(melded.elements()), self.to_open)

    def _opens(self, played: Counter[Tile]) -> bool:
        """Whether these tiles contain own sets worth enough (section 2)."""
        key = frozenset(played.items())
        if key not in self._worth:
            assert self.to_open is not None
            self._worth[key] = any(True for _ in melds(self.rules, self.layouts, played, self.to_open))
        return self._worth[key]

    def _jokers_obey(self, after: Table, played: Counter[Tile]) -> bool:
        """Section 3: some choice of values, of kept or released, and of physical tiles satisfies everything."""
        if self.rules.joker_clear or not any(game_set.jokers for game_set in self.table):
            return True
        key = frozenset(played.items())
        if key not in self._plans:
            self._plans[key] = list(self._all_plans(played))
        return any(
            self._holds(plan, after, jokers, {**jokers, **naturals})
            for plan in self._plans[key]
            for jokers in seat_jokers(self.rules, self.table, plan, after)
            for naturals in self._seat_naturals(after, played, set(jokers.values()))
        )

    def _all_plans(self, played: Counter[Tile]) -> Iterator[Plan]:
        """Every choice of values, of kept or released, and of the physical tiles put in (3.2)."""
        for fates in product(*(self._fates(origin) for origin in range(len(self.table)))):
            demands = [(origin, tile) for origin, fate in enumerate(fates) for tile in fate.wanted]
            for put_in in self._put_ins(demands, played, ()):
                suppliers = [(origin, piece.origin) for (origin, _), piece in zip(demands, put_in, strict=True)]
                if self.rules.joker_set == "locked" and not in_order(fates, suppliers):
                    continue
                stars = [
                    {*(Piece(tile, origin) for tile in game_set.naturals), *fates[origin].kept}
                    for origin, game_set in enumerate(self.table)
                ]
                for (origin, _), piece in zip(demands, put_in, strict=True):
                    stars[origin].add(piece)
                yield Plan(
                    tuple(joker for fate in fates for joker in fate.kept),
                    tuple(joker for fate in fates for joker in fate.released),
                    tuple(frozenset(star) for star in stars),
                )

    def _fates(self, origin: int) -> Iterator[Fate]:
        """Every choice of values and of kept or released for the jokers of one set."""
        naturals, kind, jokers = self.table[origin]
        number, missing = naturals[0][1], []
        if kind == "group":
            missing = [(c, number) for c in range(self.deck.colours) if (c, number) not in naturals]
        in_three = kind == "group" and len(naturals + jokers) == 3 and self.rules.group_of_three == "both"
        for values in combinations(missing, len(jokers)) if kind == "group" else [jokers]:
            for going in product((False, True), repeat=len(jokers)):
                kept = tuple(Piece(v, origin, True) for v, goes in zip(values, going, strict=True) if not goes)
                released = tuple(Piece(v, origin, True) for v, goes in zip(values, going, strict=True) if goes)
                if not in_three or not released:
                    yield Fate(kept, released, tuple(joker.tile for joker in released))
                elif not kept:
                    yield Fate(kept, released, tuple(missing))

    def _put_ins(
        self, demands: Sequence[tuple[int, Tile]], played: Counter[Tile], taken: tuple[Piece, ...]
    ) -> Iterator[tuple[Piece, ...]]:
        """Every choice of one distinct physical tile for each demand (set, tile).

        Copies from the rack are alike, and each is tried at every place; so the first one not taken is enough.
        """
        if len(taken) == len(demands):
            yield taken
            return
        origin, tile = demands[len(taken)]
        options = [Piece(tile, -1 - copy) for copy in range(played[tile])]
        options = [piece for piece in options if piece not in taken][:1]
        if self.rules.replacement_source == "any":
            others = (i for i, game_set in enumerate(self.table) if tile in game_set.naturals and i != origin)
            options += [piece for i in others if (piece := Piece(tile, i)) not in taken]
        for piece in options:
            yield from self._put_ins(demands, played, (*taken, piece))

    def _seat_naturals(
        self, after: Table, played: Counter[Tile], where_jokers: Collection[int]
    ) -> Iterator[dict[Piece, int | None]]:
        """Every way to say which copy of a tile lies in which new set that has a table joker; None: in another set.

        All of section 3 asks what lies beside a table joker, so the other sets need not be told apart.
        """
        ways: list[list[tuple[tuple[Piece, int | None], ...]]] = []
        for tile in {tile for i in where_jokers for tile in after[i].naturals}:
            pieces = [Piece(tile, i) for i, game_set in enumerate(self.table) if tile in game_set.naturals]
            pieces += [Piece(tile, -1 - copy) for copy in range(played[tile])]
            places = [i if i in where_jokers else None for i, new in enumerate(after) if tile in new.naturals]
            seatings = dict.fromkeys(permutations(places))
            ways.append([tuple(zip(pieces, seating, strict=True)) for seating in seatings])
        for way in product(*ways):
            yield {piece: place for seating in way for piece, place in seating}

    def _holds(self, plan: Plan, after: Table, jokers: Mapping[Piece, int], where: Mapping[Piece, int | None]) -> bool:
        """Sections 3.1 and 3.3 with every physical tile in its place (`where`; absent or None: beside no joker).

        That kept jokers still stand for their values, in sets of the right kind, `seat_jokers` has seen to.
        """
        for joker in plan.kept:
            others = plan.stars[joker.origin] - {joker}
            beside = [where.get(piece) == jokers[joker] for piece in others]
            if self.rules.joker_set == "locked" and not all(beside):
                return False
            if self.rules.joker_set == "split" and self.rules.joker_pin == "companion" and not any(beside):
                return False
        return all(self._reuse_holds(plan, after, jokers[joker], where) for joker in plan.released)

    def _reuse_holds(self, plan: Plan, after: Table, new: int, where: Mapping[Piece, int | None]) -> bool:
        """Section 3.3 for a released joker that ends in the set at this place."""
        reuse = self.rules.joker_reuse
        if reuse == "anywhere":
            return True
        if any(all(where.get(piece) == new for piece in star) for star in plan.stars):
            return False
        here = {piece for piece, place in where.items() if place == new}
        table_jokers = sum(piece.is_joker for piece in here)
        from_rack = sum(piece.origin < 0 for piece in here) + len(after[new].jokers) - table_jokers
        if reuse == "new_set_all_rack":
            released = sum(piece in here for piece in plan.released)
            return from_rack + released == len(after[new].naturals) + len(after[new].jokers)
        return from_rack >= {"new_set": 0, "new_set_1_rack": 1, "new_set_2_rack": 2}[reuse]

    def plays(self, keep: Sequence[str], must_play: Sequence[str]) -> list[Counter[Tile]]:
        """Every multiset of rack tiles that a turn may play. ValueError when the wishes are not on the rack."""
        fixed, stay = Counter(map(parse_tile, must_play)), Counter(map(parse_tile, keep))
        if not fixed + stay <= self.rack:
            raise ValueError("the tiles to keep and to play are not on the rack together")
        free = self.rack - stay
        choices = [[(tile, n) for n in range(fixed[tile], free[tile] + 1)] for tile in free]
        plays = [+Counter(dict(choice)) for choice in product(*choices)]
        return [played for played in plays if played]

    def turns(self, played: Counter[Tile]) -> Iterator[Table]:
        """Every distinct table that a legal turn makes which plays exactly these tiles."""
        if self.to_open is not None and not self.rules.same_turn_manipulation:
            tables: Iterable[Table] = (tuple(sorted(self.table + new)) for new in self.layouts.all(played))
        elif self.to_open is not None and not self._opens(played):
            return
        else:
            tables = self.layouts.all(tiles_of(self.table) + played)
        yield from filter(self.legal, tables)


def in_order(fates: Sequence[Fate], suppliers: Iterable[tuple[int, int]]) -> bool:
    """Whether the releases can be put in an order where each tile serves after every joker of its own set is released.

    `suppliers` holds (set whose joker is released, set that the tile put in came from; negative: the rack).
    """
    waiting = {(origin, supplier) for origin, supplier in suppliers if supplier >= 0}
    closed = {origin for origin, fate in enumerate(fates) if fate.kept or fate.released}
    while True:
        opened = {
            origin
            for origin in closed
            if not fates[origin].kept and not any(o == origin and s in closed for o, s in waiting)
        }
        if not opened:
            return not any(supplier in closed for _, supplier in waiting)
        closed -= opened


def seat_jokers(rules: Knobs, table: Table, plan: Plan, after: Table) -> Iterator[dict[Piece, int]]:
    """Every way to say which new set each table joker lies in, the kept ones still standing for their values.

    Of a kept joker RULES.md 3.1 asks the same kind of set, but for joker_pin=value. Two places for jokers in one
    group are alike; places in a run differ by the tile.
    """
    places = sorted({(i, cell) for i, game_set in enumerate(after) for cell in game_set.jokers})
    room = {(i, cell): after[i].jokers.count(cell) for i, cell in places}
    jokers = plan.kept + plan.released

    def fits(joker: Piece, i: int, cell: Tile, chosen: Sequence[int]) -> bool:
        if rules.joker_pin == "companion" and after[i].kind != table[joker.origin].kind:
            return False
        if after[i].kind == "run":
            return cell == joker.tile
        beside = [other.tile for other, place in zip(plan.kept, chosen, strict=False) if place == i]
        return cell[1] == joker.tile[1] and joker.tile not in (*after[i].naturals, *beside)

    def seat(chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == len(jokers):
            yield chosen
            return
        joker, is_kept = jokers[len(chosen)], len(chosen) < len(plan.kept)
        for i, cell in places:
            if room[i, cell] and (not is_kept or fits(joker, i, cell, chosen)):
                room[i, cell] -= 1
                yield from seat((*chosen, i))
                room[i, cell] += 1

    for chosen in dict.fromkeys(seat(())):
        yield dict(zip(jokers, chosen, strict=True))


def is_meld(rules: Knobs, new: Table, to_open: int) -> bool:
    """Whether these own sets are worth enough to open, jokers counting as `initial_meld_jokers` says (section 2)."""
    jokers = [number for game_set in new for _, number in game_set.jokers]
    if rules.initial_meld_jokers == "forbidden" and jokers:
        return False
    naturals = sum(number for game_set in new for _, number in game_set.naturals)
    return naturals + (sum(jokers) if rules.initial_meld_jokers == "represented" else 0) >= to_open


def melds(rules: Knobs, layouts: Layouts, tiles: Counter[Tile], to_open: int) -> Iterator[Table]:
    """Every distinct choice of disjoint sets of these tiles worth enough to open; not all tiles need serve."""
    for counts in product(*(range(count + 1) for count in tiles.values())):
        used = Counter(dict(zip(tiles, counts, strict=True)))
        yield from (new for new in layouts.all(used) if is_meld(rules, new, to_open))
