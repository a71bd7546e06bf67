"""The knobs of American and International games: presets, and joker rules that mean nothing there."""

import pytest

from solver.errors import RulesError
from solver.rules import Game, rules


def test_presets() -> None:
    """The two presets are games of their own; all other editions are Sabra."""
    assert [rules(f"{game}-1978").game for game in ("american", "international")] == [Game.AMERICAN, Game.INTERNATIONAL]
    assert [rules(f"{game}-1978").initial_meld_points for game in ("american", "international")] == [21, 50]
    assert rules("lemada-2014").game == Game.SABRA


@pytest.mark.parametrize(
    "text",
    [
        "american-1978,joker_set=locked",
        "american-1978,joker_pin=value",
        "american-1978,group_of_three=both",
        "american-1978,joker_reuse=new_set_all_rack",
        "international-1978,same_turn_manipulation=no,rearrange_own=no",
        "book-1978,game=american",
        "american-1978,game=international",
        "american-1978,game=sabra",
        "american-1978,deck=raeuber",
    ],
)
def test_what_can_be_changed(text: str) -> None:
    """Every knob can be overridden where its value means something."""
    assert rules(text).name == text


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            "american-1978,replacement_source=any",
            "game=american and replacement_source=any exclude each other: in this game the tile that releases a ",
        ),
        (
            "international-1978,joker_reuse=anywhere",
            "game=international and joker_reuse=anywhere exclude each other: in this game a released joker goes to a ",
        ),
        (
            "goliath-2014,game=american",
            "game=american and joker_clear=yes exclude each other: in this game a joker is released only by the tile ",
        ),
        (
            "lemada-2014,game=american",
            "game=american and replacement_source=any exclude each other: ",
        ),
        (
            "book-1978,rearrange_own=no",
            "rearrange_own=no and game=sabra exclude each other: in a Sabra game nobody has sets of their own",
        ),
        ("american-1978,game=canasta", "game cannot be 'canasta', it must be sabra or american or international"),
        ("american-1978,rearrange_own=never", "rearrange_own cannot be 'never', it must be yes or no"),
    ],
)
def test_what_means_nothing_is_refused(text: str, error: str) -> None:
    """Two knobs that exclude each other are both named, with the reason."""
    with pytest.raises(RulesError) as caught:
        rules(text)
    assert str(caught.value).startswith(error)
