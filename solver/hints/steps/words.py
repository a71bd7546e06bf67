"""A step in a sentence: tiles and sets named as a player would name them, in the words of a language's catalogue."""

from collections.abc import Sequence
from itertools import count

from solver.deck import Tile
from solver.hints.messages import DEFAULT, catalogue
from solver.hints.naming import Names
from solver.hints.steps.explaining import Action, Explanation, Step
from solver.hints.steps.rows import Pile, pile_of
from solver.sets import naturals


def sentences(explained: Explanation, language: str = DEFAULT) -> list[str]:
    """A sentence for each step."""
    there = first_piles(explained)
    found: list[str] = []
    for step in explained.steps:
        found.append(_Telling(Names(catalogue(language)), explained.tiles.tiles, step, there).sentence())
        there = [*step.table, *step.others]
    return found


def first_piles(explained: Explanation) -> list[Pile]:
    """What lies on the table before the first step."""
    position, numbers = explained.turn.position, explained.tiles
    return list(map(pile_of, count(), (*numbers.table, *numbers.others), (*position.table, *position.others)))


class _Telling:
    """One step, told; `there` is what lies on the table before it."""

    def __init__(self, names: Names, kinds: Sequence[Tile], step: Step, there: Sequence[Pile]) -> None:
        self.names, self.words, self.kinds, self.step, self.there = names, names.words, kinds, step, there

    def sentence(self) -> str:
        """What to do, in a sentence."""
        step, tiles = self.step, self._tiles()
        if step.action == Action.DISCARD:
            return self.words.say("steps.discard", tiles=tiles)
        if step.action == Action.LAY_OFF:
            return self.words.say("steps.lay_off", tiles=tiles, set=self._name(step.onto[0]))
        if step.action == Action.SWAP:
            return self._swap(tiles)
        if step.action == Action.PLACE:
            return self._to("steps.place_begin", "steps.place_onto", "steps.place_between", joker=self._freed())
        if step.source is None:
            begin = "steps.lay_set" if len(step.moved) > 2 else "steps.lay_begin"
            return self._to(begin, "steps.lay_onto", "steps.lay_between", tiles=tiles)
        source = self._name(step.source)
        if len(step.source.ids) == len(step.moved):
            return self._to("steps.move_whole", "steps.join_onto", "steps.join_between", source=source)
        begin = "steps.split" if step.action == Action.SPLIT else "steps.move_begin"
        return self._to(begin, "steps.move_onto", "steps.move_between", tiles=tiles, source=source)

    def _swap(self, tiles: str) -> str:
        """A tile for a joker."""
        name = self._name(next(pile for pile in self.step.onto if self.step.freed in pile.ids))
        if self.step.source is None:
            return self.words.say("steps.swap_rack", tiles=tiles, set=name)
        return self.words.say("steps.swap_table", tiles=tiles, set=name, source=self._name(self.step.source))

    def _to(self, begin: str, onto: str, between: str, **values: str) -> str:
        """The message for a new place, for one beside a pile, or for one between two."""
        piles = [self._name(pile) for pile in self.step.onto]
        if not piles:
            return self.words.say(begin, **values)
        if len(piles) == 1:
            return self.words.say(onto, set=piles[0], **values)
        return self.words.say(between, left=piles[0], right=piles[-1], **values)

    def _stands(self) -> list[Tile]:
        """What each tile that moves will stand for, 0 where that is open."""
        made = self.step.made
        if made is None or not made.stands:
            return [0] * len(self.step.moved)
        return [made.stands[made.ids.index(tile)] for tile in self.step.moved]

    def _tiles(self) -> str:
        """The tiles that move; jokers of the rack as what they will stand for."""
        tiles = [self.kinds[tile] for tile in self.step.moved]
        if self.step.source is not None:
            return self.names.series(tiles, joker="tiles.old_joker")
        return self.names.series(tiles, self._stands())

    def _freed(self) -> str:
        """The joker that is placed."""
        (stand,) = self._stands()
        if not stand:
            return self.words.say("tiles.freed_joker")
        return self.words.say("tiles.freed_joker_as", tile=self.names.tile(stand))

    def _name(self, pile: Pile) -> str:
        """What a player calls a pile; more of it where another has the same name."""
        if len(pile.ids) < 3:
            return self.names.series(pile.tiles, joker="tiles.old_joker")
        same = [other for other in self.there if other.ids != pile.ids and _looks(other) == _looks(pile)]
        if pile.stands:
            key = "sets.run_with_joker" if same and 0 in pile.tiles else "sets.run"
            return self.names.span(key, pile.stands[0], pile.stands[-1])
        if not same:
            return self.words.say("sets.group", number=pile.number)
        colours = [self.names.colour(tile) for tile in naturals(pile.tiles)]
        colours += [self.words.say("tiles.old_joker")] * (len(pile.tiles) - len(colours))
        return self.words.say("sets.group_of", number=pile.number, tiles=self.words.series(colours))


def _looks(pile: Pile) -> tuple[int, ...]:
    """Equal for piles with the same short name."""
    return (len(pile.ids) > 2, pile.number, *pile.stands[:1], *pile.stands[-1:])
