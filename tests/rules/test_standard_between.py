"""Positions where a club's document is silent."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from tests.engine.between_hands import a_table, prepare


@pytest.mark.rule("STD-3")
def test_the_blinds_are_the_two_seats_left_of_the_button_and_the_big_blind_keeps_the_option():
    hand = prepare(a_table((1, 3, 5, 9), last=(9, 1, 3)), "standard").begin()
    hand.deal_unknown()

    turns = []
    for _ in range(3):
        turns.append(hand.turn)
        hand.call()

    assert hand.forced.blinds == {3: 5, 5: 10}
    assert turns == [9, 1, 3]
    assert (hand.turn, hand.legal.to_call, hand.legal.min_to) == (5, 0, 20)


@pytest.mark.rule("STD-3")
def test_later_rounds_start_at_the_first_live_seat_left_of_the_button():
    hand = prepare(a_table((1, 3, 5, 9), last=(9, 1, 3)), "standard").begin()
    hand.deal_unknown()
    hand.call()
    hand.call()
    hand.fold()
    hand.check()
    hand.deal_board(parse_cards("9h7c2d"))

    assert hand.turn == 5


@pytest.mark.rule("STD-3")
def test_heads_up_the_button_posts_the_small_blind_acts_first_before_the_flop_and_last_afterwards():
    setup = prepare(a_table((3, 8), last=(8, 8, 3)), "standard")
    hand = setup.begin()
    hand.deal_unknown()
    before = hand.turn
    hand.call()
    hand.check()
    hand.deal_board(parse_cards("9h7c2d"))

    assert (setup.button, setup.forced.blinds) == (3, {3: 5, 8: 10})
    assert (before, hand.turn) == (3, 8)
