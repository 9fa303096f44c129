"""The short names, and what a hand says of itself."""

from __future__ import annotations

import subprocess
import sys
from operator import attrgetter

import pytest

from engine import bracket, euchre, poker
from engine.poker import GAMES, HOUSES, Hand, RuleError, Stakes, Structure, parse_cards
from tests.server import ROOT

STAKES = Stakes(structure=Structure.NO_LIMIT, small_blind=5, big_blind=10)


def begin(seats: int = 2) -> Hand:
    return Hand.start(
        game=GAMES["holdem"],
        house=HOUSES["standard"],
        stakes=STAKES,
        stacks=dict.fromkeys(range(1, seats + 1), 500),
        button=1,
    )


@pytest.mark.parametrize("facade", [poker, euchre, bracket])
def test_every_short_name_is_there(facade):
    assert all(getattr(facade, name) is not None for name in facade.__all__)


@pytest.mark.parametrize("facade", [poker, euchre])
def test_a_name_that_is_not_there_is_an_attribute_error(facade):
    with pytest.raises(AttributeError, match="no attribute 'Hnad'"):
        attrgetter("Hnad")(facade)


@pytest.mark.parametrize("first", ["engine.houses.wlia.poker", "engine.houses.wlia.euchre", "engine.poker.high"])
def test_any_module_may_be_the_first_to_be_imported(first):
    subprocess.run([sys.executable, "-c", f"import {first}"], check=True, cwd=ROOT)


def test_cards_are_told_as_text():
    hand = begin()

    hand.deal_hole(2, "Ah Kd")
    hand.deal_hole(1, "????")
    hand.call()
    hand.check()
    hand.deal_board("10c, 9c 2h")

    assert hand.hole(2) == parse_cards("AhKd")
    assert hand.hole(1) == (None, None)
    assert hand.board == parse_cards("Tc9c2h")


def test_text_that_is_no_card_is_refused_and_changes_nothing():
    hand = begin()

    for text in ("Ah Xx", "??Xx"):
        with pytest.raises(RuleError, match="is not a card"):
            hand.deal_hole(2, text)

    assert hand.log == ()


def test_a_hand_says_where_it_stands():
    hand = begin()
    assert repr(hand) == "<Texas hold'em, preflop, pot 15: waits for seat 2>"

    hand.deal_unknown()
    hand.call()
    hand.check()
    hand.deal_board("Tc9c2h")

    assert repr(hand) == "<Texas hold'em, flop, pot 20, board Tc9c2h: waits for seat 2>"
