"""Hold'em as the intramural tournament plays it, through a hand."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.houses.washburn.poker import HOUSE as WASHBURN
from tests.engine.hands import begin, finish, play, refusal

STAKES = WASHBURN.limits["250/500"]


def washburn_hand(stacks=(10_000, 10_000, 10_000), **more):
    return begin(house="washburn", stakes=STAKES, stacks=list(stacks), **more)


@pytest.mark.rule("WAS-7")
def test_a_raise_may_be_anything_up_to_all_ones_chips():
    hand = washburn_hand()

    assert (hand.legal.min_to, hand.legal.max_to) == (1000, 10_000)
    refused = refusal(lambda: hand.bet_to(10_001), hand)
    assert refused.code == "raise_too_large"
    assert "WAS-7" in refused.rules
    play(hand, "10000")


@pytest.mark.rule("WAS-8")
def test_after_the_flop_the_player_left_of_the_button_leads_or_the_next_still_in():
    assert play(washburn_hand(), "c c k").turn == 1
    assert play(washburn_hand(), "c f k").turn == 2


@pytest.mark.rule("WAS-9")
def test_a_card_is_burned_before_each_of_flop_fourth_and_fifth_street():
    hand = washburn_hand(deck="2c 3c 4c 2d 3d 4d 9h Ks Qs Js 9d 8s 9c 7s")

    finish(hand)

    assert hand.board == parse_cards("KsQsJs8s7s")
    assert hand.burns == parse_cards("9h9d9c")


@pytest.mark.rule("WAS-10")
def test_a_tie_shares_the_pot():
    hand = washburn_hand(deck="2c 3c 4c 2d 3d 4d 9h As Ks Qs 9d Js 9c Ts")

    assert finish(hand) == {1: 0, 2: 0, 3: 0}


@pytest.mark.rule("WAS-11")
def test_all_in_is_possible_at_any_time_and_losing_it_leaves_nothing():
    hand = washburn_hand(stacks=[10_000, 700, 10_000], deck="Ac 3c 7c Ad 2d 8d 9h Ks Qs Js 9d 8s 9c 4h")

    play(hand, "c c 700 c c k k k k k k")
    hand.show_down()

    assert hand.stacks[2] + hand.settle().awards.get(2, 0) == 0


@pytest.mark.rule("WAS-11")
def test_a_call_takes_all_chips_where_they_do_not_reach():
    hand = play(washburn_hand(stacks=[10_000, 10_000, 300]), "c")

    assert hand.all_in == (3,)
    assert hand.contributed[3] == 300


@pytest.mark.rule("WAS-12")
def test_bets_above_an_all_in_go_to_a_side_pot_that_is_settled_first():
    hand = washburn_hand(stacks=[10_000, 10_000, 1000], deck="Ac 3c Kc Ad 3d Kd 9h Ks Qs Js 9d 8s 9c 4h")

    play(hand, "1000 c c 500 c k k k k")
    hand.show_down()
    settled = hand.settle()

    assert [(pot.name, pot.amount, pot.eligible) for pot in settled.pots] == [
        ("side pot 1", 1000, (1, 2)),
        ("main pot", 3000, (1, 2, 3)),
    ]
    assert settled.awards == {1: 1000, 3: 3000}
