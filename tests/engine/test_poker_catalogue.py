"""Games and houses refuse declarations that could not be played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.poker.games.catalogue import GAMES
from engine.poker.games.holdem import HOLDEM
from engine.poker.games.omaha import OMAHA
from engine.poker.house.catalogue import HOUSES
from engine.poker.house.wlia import WLIA


def test_games_and_houses_are_listed_under_their_keys():
    assert [game.key for game in GAMES.values()] == list(GAMES)
    assert [house.key for house in HOUSES.values()] == list(HOUSES)
    assert set(HOUSES) == {"wlia", "canterbury", "angies", "washburn", "biska", "standard"}


@pytest.mark.rule("WLIA-1")
def test_yellow_fives_are_the_smallest_chips_of_the_charity_night():
    assert HOUSES["wlia"].smallest_chip == 5


@pytest.mark.parametrize(
    ("game", "nonsense"),
    [
        (HOLDEM, {"key": "Hold'em"}),
        (HOLDEM, {"rules": ()}),
        (HOLDEM, {"hole_cards": 0}),
        (HOLDEM, {"board_cards": 2}),
        (HOLDEM, {"hole_cards": 3}),
        (OMAHA, {"board_cards": 2}),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(game, nonsense):
    with pytest.raises(ValueError, match="game"):
        replace(game, **nonsense)


@pytest.mark.parametrize("nonsense", [{"key": "W L"}, {"rules": ()}, {"smallest_chip": 0}])
def test_a_house_that_cannot_be_run_is_refused(nonsense):
    with pytest.raises(ValueError, match="house"):
        replace(WLIA, **nonsense)
