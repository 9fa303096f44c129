"""Hold'em as the charity night plays it, through a hand."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.houses.wlia.poker import HOUSE as WLIA
from engine.poker.stakes import Structure
from tests.engine.hands import begin, finish, play, refusal

STAKES = WLIA.limits["5/10"]


def wlia_hand(players: int = 3, stack: int = 1000, **more):
    return begin(house="wlia", stakes=STAKES, stacks=[stack] * players, **more)


@pytest.mark.rule("WLIA-5")
def test_the_blinds_are_5_and_10_and_the_least_bet_is_10():
    hand = wlia_hand()

    assert hand.bets == {1: 5, 2: 10, 3: 0}
    play(hand, "c c k")
    assert hand.legal.min_to == 10
    assert STAKES.structure is Structure.POT_LIMIT


@pytest.mark.rule("WLIA-5")
def test_a_bet_is_at_most_the_pot_and_never_more_than_100():
    hand = play(wlia_hand(), "c c k")
    assert hand.legal.max_to == 30

    play(hand, "30 c c 100")

    assert hand.street.name == "turn"
    refused = refusal(lambda: hand.bet_to(205), hand)
    assert (refused.code, refused.facts["max_to"]) == ("raise_too_large", 200)
    assert refused.rules == ("WLIA-5",)


@pytest.mark.rule("WLIA-5")
def test_the_hundred_limits_each_raise_not_the_total():
    hand = play(wlia_hand(), "30 c c 90 c c 100 200")

    assert hand.legal.max_to == 300


@pytest.mark.rule("WLIA-5")
def test_a_raise_under_the_ceiling_is_at_most_the_pot_after_calling():
    hand = play(wlia_hand(), "c c k 30")

    assert hand.legal.max_to == 120


@pytest.mark.rule("WLIA-7")
def test_cards_go_one_at_a_time_from_the_small_blind_to_the_button():
    hand = wlia_hand(deck="2c 3c 4c 2d 3d 4d")

    assert hand.hole(1) == parse_cards("2c2d")
    assert hand.hole(2) == parse_cards("3c3d")
    assert hand.hole(3) == parse_cards("4c4d")


@pytest.mark.rule("WLIA-8")
def test_a_folded_small_blind_stays_in_the_pot():
    hand = play(wlia_hand(), "c f")

    assert hand.pot == 25
    assert hand.live == (2, 3)


@pytest.mark.rule("WLIA-8")
def test_what_the_blinds_posted_counts_toward_the_call():
    hand = play(wlia_hand(), "c")
    assert hand.legal.to_call == 5

    play(hand, "c")

    assert hand.contributed == {1: 10, 2: 10, 3: 10}


@pytest.mark.rule("WLIA-9")
def test_a_round_ends_when_all_have_had_the_option_and_matched():
    hand = play(wlia_hand(), "c c")
    assert hand.street.name == "preflop"

    play(hand, "20 c")
    assert hand.street.name == "preflop"

    play(hand, "c")
    assert hand.street.name == "flop"


@pytest.mark.rule("WLIA-10")
def test_before_the_flop_three_raises_follow_the_big_blind_and_no_more():
    hand = play(wlia_hand(players=4), "20 30 40")

    refused = refusal(lambda: hand.bet_to(50), hand)

    assert (refused.code, refused.rules, refused.facts["raises"]) == ("raises_capped", ("WLIA-10",), 3)
    assert hand.legal.to_call == 30


@pytest.mark.rule("WLIA-10")
def test_later_rounds_take_one_bet_and_three_raises():
    hand = play(wlia_hand(), "c c k 10 20 30")
    assert hand.legal.may_raise

    play(hand, "40")

    assert not hand.legal.may_raise
    assert play(hand, "c c").street.name == "turn"


@pytest.mark.rule("WLIA-10")
def test_with_two_players_left_the_cap_is_off_even_if_it_had_been_reached():
    hand = play(wlia_hand(), "c c k 10 20 30 40")
    assert not hand.legal.may_raise

    play(hand, "f")

    assert hand.live == (1, 3)
    assert hand.turn == 3
    assert hand.legal.may_raise


def test_an_event_may_hold_the_cap_for_two_players_as_well():
    hand = play(wlia_hand(overrides={"cap_lift": "never"}), "c f k 10 20 30 40")

    assert hand.live == (2, 3)
    assert not hand.legal.may_raise


@pytest.mark.rule("WLIA-11")
def test_one_card_is_burned_before_flop_turn_and_river():
    hand = wlia_hand(deck="2c 3c 4c 2d 3d 4d 9h Ks Qs Js 9d 8s 9c 7s")

    finish(hand)

    assert hand.burns == parse_cards("9h9d9c")
    assert hand.board == parse_cards("KsQsJs8s7s")


@pytest.mark.rule("WLIA-11")
def test_a_player_facing_no_bet_may_check_and_facing_one_may_not():
    hand = play(wlia_hand(), "c c k k")
    assert hand.legal.may_check

    play(hand, "10")

    refused = refusal(hand.check, hand)
    assert (refused.code, refused.rules) == ("bet_to_call", ("WLIA-11",))


@pytest.mark.rule("WLIA-12")
def test_the_limit_is_the_same_in_all_four_rounds():
    hand = wlia_hand()
    limits = []

    for _ in range(4):
        street = hand.street_number
        if street:
            limits.append((hand.legal.min_to, hand.legal.max_to))
        while hand.phase.name == "BETTING" and hand.street_number == street:
            play(hand, "k" if hand.legal.may_check else "c")

    assert limits == [(10, 30)] * 3


@pytest.mark.rule("WLIA-13")
def test_after_the_fourth_round_the_best_hand_wins():
    hand = wlia_hand(deck="Ac 3c 4c Ad 3d 5d 9h Ks Qs Js 9d 8s 9c 3h")

    assert finish(hand) == {1: -10, 2: 20, 3: -10}


@pytest.mark.rule("WLIA-1", "CAN-24")
def test_what_the_yellow_chips_cannot_pay_is_refused():
    hand = play(wlia_hand(), "c c k")

    refused = refusal(lambda: hand.bet_to(12), hand)

    assert (refused.code, refused.facts["smallest_chip"]) == ("chips_too_small", 5)
