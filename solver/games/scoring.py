"""What an ended hand scores in a Sabra, American or International game (RULES.md sections 5 to 7)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from solver.deck import JOKER, Deck, Tile, deck, number_of, tile_words
from solver.errors import InputError
from solver.position import rack_points
from solver.rules import Game, Rules

OPEN_POINTS, OPEN_ALONE_POINTS, FINISH_POINTS, NOT_OPENED_POINTS = 100, 200, 200, 100
MOST_POINTS = 1_000_000


class ScoreError(InputError):
    """An ending that cannot occur in the game, or one of which something is not told."""


class Way(StrEnum):
    """How an International game was won (RULES.md section 7)."""

    OPEN = "open"
    FINISH = "finish"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a hand ended. Players are counted from 0, as their racks are.

    `winner` is the player who went out; None when the pool is empty and a player cannot or will not play.
    `discard` is the winner's last tile, which is on no rack: not in a Sabra game, needed in an International one.
    The rest is of an International game: `way` is how the winner won, `points` what a Closed hand scores before it is
    doubled, `opened` whether each player has melded (the winner's own entry says nothing).
    """

    winner: int | None = None
    discard: Tile | None = None
    way: Way | None = None
    points: int | None = None
    opened: tuple[bool, ...] | None = None


def check_paid(rules: Rules, sheet: object | None, closed_score: int | None) -> None:
    """What Closed hands pay, by a score sheet or by one score for all, belongs to an International game.

    Raises:
        ScoreError: another game, both given, or a score out of range.
    """
    given = [sheet is not None, closed_score is not None]
    if any(given) and rules.game != Game.INTERNATIONAL:
        raise ScoreError(f"a Closed hand is a win of International Rummikub only, but {rules.name} is {rules.game}")
    if all(given):
        raise ScoreError("a Closed hand is paid by a score sheet or by one score for all, give one of the two")
    if closed_score is not None and not 0 <= closed_score <= MOST_POINTS:
        raise ScoreError(f"{closed_score} is no score of a Closed hand, give 0 to {MOST_POINTS}")


def score(
    rules: Rules, racks: Sequence[Sequence[Tile]], ending: Ending | None = None, chosen: Deck | None = None
) -> tuple[int, ...]:
    """The score of every player, in the order of the racks, under the game of `rules`.

    Sabra and American scores sum to zero. Players who tie for the lowest rack when nobody goes out share what the
    others lose; points that cannot be shared evenly go one each to those of them who sit first.

    Args:
        rules: the edition; its `game` and `joker_penalty` count.
        racks: what every player has left, the winner nothing.
        ending: how the hand ended; when it is not given, without a winner.
        chosen: the deck, when it is not the edition's own.

    Raises:
        ScoreError: racks that cannot be held together, or an ending that does not belong to the game or to the racks.
    """
    how = ending or Ending()
    _check_racks(racks, how, chosen or deck(rules.deck))
    if rules.game == Game.INTERNATIONAL:
        return _international(rules, racks, how)
    if how.way is not None or how.points is not None:
        raise ScoreError(f"way and points tell how an International game was won, but {rules.name} is {rules.game}")
    if rules.game == Game.SABRA and how.discard is not None:
        raise ScoreError(f"nobody discards in a Sabra game, but a discard ({tile_words(how.discard)}) is given")
    sums = [rack_points(tuple(rack), rules.joker_penalty) for rack in racks]
    return _gone_out(sums, how.winner) if how.winner is not None else _blocked(sums)


def loser_points(rack: Sequence[Tile], joker_penalty: int) -> int:
    """What an opened loser's rack costs in an International game: 2 to 9 at face, 1 and every number from 10 at 10.

    That is the published scale (RULES.md section 7) whatever the greatest number of the deck.
    """
    return sum(_loser_value(tile) if tile else joker_penalty for tile in rack)


def _loser_value(tile: Tile) -> int:
    number = number_of(tile)
    return number if 2 <= number <= 9 else 10


def _gone_out(sums: Sequence[int], winner: int) -> tuple[int, ...]:
    """Each loser pays the rack to the winner, whose own is empty (RULES.md section 5)."""
    return tuple(sum(sums) if player == winner else -own for player, own in enumerate(sums))


def _blocked(sums: Sequence[int]) -> tuple[int, ...]:
    """Each player pays what the rack has more than the lowest one; ties as told in `score` (RULES.md section 5)."""
    lowest = min(sums)
    paid = sum(sums) - lowest * len(sums)
    share, odd = divmod(paid, sums.count(lowest))
    scores: list[int] = []
    for own in sums:
        scores.append(lowest - own if own > lowest else share + (odd > 0))
        odd -= own == lowest
    return tuple(scores)


def _international(rules: Rules, racks: Sequence[Sequence[Tile]], ending: Ending) -> tuple[int, ...]:
    """The winner's points are nobody's loss: these scores do not sum to zero (RULES.md section 7)."""
    opened = ending.opened
    if opened is None:
        raise ScoreError("an International game needs opened: for each player, whether the player has melded")
    won = _winner_points(ending, opened)
    unopened = won if ending.way == Way.CLOSED else NOT_OPENED_POINTS
    return tuple(
        won if player == ending.winner else -(loser_points(rack, rules.joker_penalty) if has_opened else unopened)
        for player, (rack, has_opened) in enumerate(zip(racks, opened, strict=True))
    )


def _winner_points(ending: Ending, opened: tuple[bool, ...]) -> int:
    """The winner's score, doubled when the last discard is a joker; 0 when there is no winner."""
    if ending.winner is None:
        if ending.way is not None or ending.points is not None:
            raise ScoreError("way and points tell how the winner won, but no winner is given")
        return 0
    if ending.way is None:
        raise ScoreError(f"the winner of an International game needs a way, one of {', '.join(Way)}")
    if ending.discard is None:
        raise ScoreError("the winner of an International game discards a last tile, but no discard is given")
    alone = not any(has for player, has in enumerate(opened) if player != ending.winner)
    return _way_points(ending.way, ending.points, alone) * (2 if ending.discard == JOKER else 1)


def _way_points(way: Way, points: int | None, alone: bool) -> int:
    if way == Way.CLOSED:
        if points is None or not 0 <= points <= MOST_POINTS:
            given = "no points are given" if points is None else f"{points} points are given"
            raise ScoreError(f"a Closed hand scores 0 to {MOST_POINTS} points, but {given}")
        return points
    if points is not None:
        raise ScoreError(f"points are given for a Closed hand only, {way} has a fixed score")
    if way == Way.FINISH:
        if alone:
            raise ScoreError("a Finish lays a tile off on another player's set, but nobody else has melded")
        return FINISH_POINTS
    return OPEN_ALONE_POINTS if alone else OPEN_POINTS


def _check_racks(racks: Sequence[Sequence[Tile]], ending: Ending, chosen: Deck) -> None:
    if len(racks) < 2:
        raise ScoreError(f"a game has at least 2 players, but there {_are(len(racks), 'rack')}")
    winner = ending.winner
    if winner is None and ending.discard is not None:
        raise ScoreError("the discard is the winner's last tile, but no winner is given")
    if winner is not None and not 0 <= winner < len(racks):
        raise ScoreError(f"winner {winner} is not a player, the players are 0 to {len(racks) - 1}")
    if ending.opened is not None and len(ending.opened) != len(racks):
        told = _count(len(ending.opened), "player")
        raise ScoreError(f"opened is told of {told}, but there {_are(len(racks), 'rack')}")
    for player, rack in enumerate(racks):
        if player == winner and rack:
            raise ScoreError(f"winner {winner} has {_count(len(rack), 'tile')} left, but a winner has none")
        if player != winner and not rack:
            raise ScoreError(f"player {player} has no tiles left and is not the winner")
    _check_tiles(racks, ending.discard, chosen)


def _check_tiles(racks: Sequence[Sequence[Tile]], discard: Tile | None, chosen: Deck) -> None:
    held = Counter(tile for rack in racks for tile in rack)
    held.update([] if discard is None else [discard])
    for tile, count in held.items():
        if tile not in chosen:
            raise ScoreError(f"there is no {tile_words(tile)} in a deck of {chosen}")
        if count > (chosen.copies if tile else chosen.jokers):
            raise ScoreError(f"{count} tiles {tile_words(tile)} are more than a deck of {chosen} has")


def _are(count: int, noun: str) -> str:
    return f"{'is' if count == 1 else 'are'} {_count(count, noun)}"


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
