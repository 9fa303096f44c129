"""Who picks the game in dealer's choice, and the stakes of a level."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.poker.between.choice import choose_game, chooser
from engine.poker.between.level import Antes, level_stakes
from engine.poker.games.catalogue import CHOICES
from engine.poker.stakes import Structure
from engine.units import NO_CHIPS


def test_where_the_button_is_dead_the_player_before_it_picks():
    assert chooser({1, 5, 8}, 6) == 5
    assert chooser({1, 5, 8}, 5) == 5


def test_a_game_that_is_not_offered_names_those_that_are():
    with pytest.raises(RuleError) as refused:
        choose_game(CHOICES["stud_choice"], "holdem", seat=5, dealt_in={1, 5}, button=5)

    assert refused.value.code == "game_not_offered"
    assert "razz" in refused.value.message


def test_a_fixed_limit_level_doubles_its_bet_on_the_late_rounds():
    stakes = level_stakes(40, structure=Structure.FIXED_LIMIT)

    assert (stakes.small_bet, stakes.big_bet) == (40, 80)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"minimum_bet": 25}, "minimum_bet_is_odd"),
        ({"minimum_bet": 0}, "stakes"),
        ({"minimum_bet": 50, "level": 0}, "no_such_level"),
        ({"minimum_bet": 50, "antes": Antes(ante=NO_CHIPS, from_level=0)}, "no_such_level"),
    ],
)
def test_a_level_that_cannot_be_played_is_refused(given, code):
    with pytest.raises(RuleError) as refused:
        level_stakes(**given)

    assert refused.value.code == code
