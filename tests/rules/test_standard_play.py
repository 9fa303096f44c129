"""The standard rules of play, through a hand."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.poker.forced import ForcedBets
from engine.poker.stakes import AnteBy, Stakes, Structure
from tests.engine.hands import FIXED_LIMIT, NO_LIMIT, POT_LIMIT, begin, finish, play, refusal


@pytest.mark.rule("STD-3")
def test_blinds_are_the_two_seats_left_of_the_button_and_the_next_opens():
    hand = begin(stacks=[1000] * 5, button=2)

    assert hand.bets == {3: 5, 4: 10, 5: 0, 1: 0, 2: 0}
    assert hand.turn == 5


@pytest.mark.rule("STD-3", "WLIA-8")
def test_the_big_blind_keeps_the_option():
    hand = play(begin(), "c c")

    assert hand.turn == 2
    assert hand.legal.may_check
    assert hand.legal.min_to == 20


@pytest.mark.rule("STD-3", "WAS-8")
def test_later_rounds_start_with_the_first_live_seat_left_of_the_button():
    hand = play(begin(stacks=[1000] * 4), "c c f k")

    assert hand.street.name == "flop"
    assert hand.turn == 2


@pytest.mark.rule("STD-3")
def test_heads_up_the_button_posts_the_small_blind_and_acts_first_then_last():
    hand = begin(stacks=[1000, 1000], button=2)

    assert hand.bets == {1: 10, 2: 5}
    assert hand.turn == 2
    assert play(hand, "c k").turn == 1


@pytest.mark.rule("STD-4")
def test_the_first_raise_at_least_doubles_and_the_next_adds_the_last_raise():
    hand = begin(stacks=[1000] * 4)

    assert hand.legal.min_to == 20
    assert play(hand, "35").legal.min_to == 60
    assert play(hand, "100").legal.min_to == 165


@pytest.mark.rule("STD-4")
def test_the_least_bet_is_the_big_blind():
    hand = play(begin(), "c c k")

    assert hand.legal.min_to == 10
    refused = refusal(lambda: hand.bet_to(9), hand)
    assert (refused.code, refused.facts["min_to"]) == ("raise_too_small", 10)
    assert "STD-4" in refused.rules


@pytest.mark.rule("STD-4", "WAS-11")
def test_a_short_all_in_is_always_allowed():
    hand = begin(stacks=[1000, 1000, 14])

    play(hand, "14")

    assert hand.all_in == (3,)
    assert hand.legal.to_call == 9


@pytest.mark.rule("STD-5", "BIS-9")
def test_the_largest_raise_in_pot_limit_is_the_pot_after_calling():
    hand = begin(stakes=POT_LIMIT, stacks=[1000] * 4)

    assert hand.legal.max_to == 35
    refused = refusal(lambda: hand.bet_to(36), hand)
    assert (refused.code, refused.facts["max_to"]) == ("raise_too_large", 35)
    assert "STD-5" in refused.rules


@pytest.mark.rule("STD-5")
def test_in_pot_limit_the_largest_bet_is_the_pot():
    hand = play(begin(stakes=POT_LIMIT), "c c k")

    assert hand.legal.max_to == 30


@pytest.mark.rule("STD-6")
def test_fixed_limit_bets_small_early_and_big_late():
    hand = begin(stakes=FIXED_LIMIT)

    bets = []
    for _ in range(4):
        bets.append((hand.legal.min_to, hand.legal.max_to))
        while hand.phase.name == "BETTING" and hand.street_number == len(bets) - 1:
            play(hand, "k" if hand.legal.may_check else "c")

    assert bets == [(20, 20), (10, 10), (20, 20), (20, 20)]


@pytest.mark.rule("STD-6")
def test_spread_limit_takes_any_amount_in_the_range_and_raises_at_least_the_last_bet():
    stakes = Stakes(
        structure=Structure.SPREAD_LIMIT,
        small_blind=1,
        big_blind=2,
        small_bet=2,
        early_most=4,
        big_bet=2,
        late_most=8,
    )
    hand = play(begin(stakes=stakes), "c c k")

    assert (hand.legal.min_to, hand.legal.max_to) == (2, 4)
    assert (play(hand, "3").legal.min_to, hand.legal.max_to) == (6, 7)
    play(hand, "c c")
    assert (hand.legal.min_to, hand.legal.max_to) == (2, 8)


@pytest.mark.rule("STD-7", "WAS-12", "BIS-12")
def test_an_all_in_caps_what_can_be_won_and_the_uncalled_bet_comes_back():
    hand = begin(stacks=[1000, 300, 50], deck="2c 7d Ah 2d 7h Ad 9s Ks Qs Js 8s 3h 8h 4d")

    play(hand, "50 1000 c")
    hand.show_down()
    settled = hand.settle()

    assert settled.returned == {1: 700}
    assert [(pot.amount, pot.eligible) for pot in settled.pots] == [(500, (1, 2)), (150, (1, 2, 3))]


@pytest.mark.rule("STD-9", "BIS-14")
def test_once_nobody_can_bet_the_board_is_dealt_and_every_live_hand_is_shown():
    hand = play(begin(stacks=[100, 100, 100]), "100 c f")

    assert len(hand.board) == 5
    assert hand.phase.name == "SHOWDOWN"
    refused = refusal(lambda: hand.muck(1), hand)
    assert refused.code == "must_show"
    assert set(refused.rules) == {"STD-9", "BIS-14"}


@pytest.mark.rule("STD-9")
def test_a_raise_that_nobody_could_call_is_refused():
    hand = play(begin(stacks=[20, 20, 1000]), "c 20")

    assert hand.turn == 2
    play(hand, "c")
    assert hand.turn == 3
    refused = refusal(lambda: hand.bet_to(100), hand)
    assert refused.code == "nobody_left_to_call"
    assert "STD-9" in refused.rules


@pytest.mark.rule("STD-11")
def test_the_last_aggressor_of_the_last_round_shows_first():
    hand = play(begin(stacks=[1000] * 4), "c c c k" + " k" * 8 + " k k 50 c c c")

    assert hand.to_show == (3, 4, 1, 2)


@pytest.mark.rule("STD-11")
def test_without_a_bet_in_the_last_round_the_first_left_of_the_button_shows_first():
    hand = play(begin(), "30 c c k k k k k k k k k")

    assert hand.to_show == (1, 2, 3)


@pytest.mark.rule("STD-11")
def test_a_losing_hand_may_be_mucked_but_not_the_last_one():
    hand = play(begin(deck="2c 7d Ah 2d 7h Ad 9s Ks Qs Js 8s 3h 8h 4d"), "c c k k k k k k k k k k")

    hand.show(3)
    hand.muck(1)
    hand.muck(2)

    assert hand.settle().awards == {3: 30}


@pytest.mark.rule("STD-11", "CAN-17")
def test_the_last_hand_with_a_claim_cannot_be_mucked():
    hand = play(begin(stacks=[1000, 1000]), "c k k k k k k k")

    hand.muck(1)

    refused = refusal(lambda: hand.muck(2), hand)
    assert refused.code == "last_claim"


@pytest.mark.rule("STD-3", "BIS-4")
def test_antes_go_in_before_the_cards_and_are_no_part_of_a_bet():
    stakes = Stakes(structure=Structure.NO_LIMIT, small_blind=5, big_blind=10, ante=2)

    hand = begin(stakes=stakes)

    assert hand.pot == 21
    assert hand.bets == {1: 5, 2: 10, 3: 0}
    assert hand.legal.to_call == 10


@pytest.mark.rule("BIS-4")
def test_the_big_blinds_ante_for_the_table_is_dead_money_of_the_main_pot():
    stakes = Stakes(structure=Structure.NO_LIMIT, small_blind=5, big_blind=10, ante=10, ante_by=AnteBy.BIG_BLIND)

    hand = begin(stakes=stakes, stacks=[1000, 1000, 8])
    play(hand, "c c k" + " k" * 6)
    hand.show_down()

    assert [(pot.amount, pot.eligible) for pot in reversed(hand.settle().pots)] == [(34, (1, 2, 3)), (4, (1, 2))]


@pytest.mark.rule("STD-2", "WAS-10", "BIS-15")
def test_the_best_five_of_seven_win():
    hand = begin(stacks=[1000, 1000], deck="2h Ac 7d As 9h Ks Qs 3d 8c 9c 8h 4d")

    assert finish(hand) == {1: -10, 2: 10}


def test_a_dead_small_blind_goes_to_the_pot_but_is_no_part_of_the_bet():
    forced = ForcedBets(
        antes={},
        antes_are_dead=False,
        blinds={1: 5, 2: 10, 3: 10},
        dead={3: 5},
        last_blind=2,
        price=10,
        raise_size=10,
        bets_counted=1,
    )

    hand = begin(stacks=[1000] * 4, forced=forced)

    assert hand.pot == 30
    assert hand.turn == 3
    assert hand.legal.may_check


def test_cards_are_told_by_name_when_a_hand_is_fed():
    hand = begin(stacks=[1000, 1000], deck=None, stakes=NO_LIMIT)
    hand.deal_hole(1, parse_cards("AhKh"))

    refused = refusal(lambda: hand.deal_hole(2, parse_cards("AhQd")), hand)

    assert refused.code == "duplicate_card"
    assert refused.facts["card"] == "Ah"
