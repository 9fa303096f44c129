"""What the floor rules at Angie's, and what it changes in the hand."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.errors import RuleError
from engine.poker.floor.conduct import Fouled, cut_asked_for, fouled_hand
from engine.poker.floor.exposed import (
    boxed_in_the_deck,
    dropped_by_its_player,
    exposed_on_the_deal,
    flashed_on_the_draw,
)
from engine.poker.floor.misdeal import wrong_number_of_cards
from engine.poker.floor.wagers import Wager, forfeit_wager, read_wager
from tests.engine.hands import FIXED_LIMIT, begin, finish, play, refusal

# Seat 1 holds 2c 2d 2h 2s 9c, seat 2 the threes and 9d, seat 3 the fours and 9h.
DEAL = "2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s 9c 9d 9h"
SEVEN_LOW = "7c Kc Kd 6d Kh Ks 4h Qc Qd 2s Qh Qs Ac Jc Jd"


def lowball_hand(**more):
    return begin(**{"game": "lowball", "house": "angies", "stakes": FIXED_LIMIT, "deck": f"{DEAL} Jk", **more})


def drawn(hand, cards: str = ""):
    """To the end of the betting before the draw, and seat 1 draws."""
    play(hand, "c c k")
    hand.discard(parse_cards(cards))
    return hand


def card(text: str):
    return parse_cards(text)[0]


@pytest.mark.rule("ANG-18")
def test_who_checks_a_seven_after_the_draw_wins_only_what_was_in_before():
    hand = play(lowball_hand(deck=SEVEN_LOW), "c c k d d d k 20 c c")

    hand.show_down()

    assert hand.settle().awards == {1: 30, 2: 30, 3: 30}


@pytest.mark.rule("ANG-18")
def test_who_bets_the_seven_wins_everything():
    hand = play(lowball_hand(deck=SEVEN_LOW), "c c k d d d 20 c c")

    hand.show_down()

    assert hand.settle().awards == {1: 90}


@pytest.mark.rule("ANG-18")
def test_an_eight_may_be_checked():
    hand = play(lowball_hand(deck=SEVEN_LOW.replace("7c", "8c")), "c c k d d d k 20 c c")

    hand.show_down()

    assert hand.settle().awards == {1: 90}


@pytest.mark.rule("ANG-18")
def test_a_pair_below_eight_is_no_seven_and_may_be_checked():
    hand = play(lowball_hand(deck=SEVEN_LOW.replace("7c", "2c")), "c c k d d d k 20 c c")

    hand.show_down()

    assert hand.settle().awards == {1: 90}


@pytest.mark.rule("ANG-18")
def test_a_house_without_the_rule_lets_a_seven_be_checked():
    hand = play(lowball_hand(deck=SEVEN_LOW, overrides={"good_low_must_bet": False}), "c c k d d d k 20 c c")

    hand.show_down()

    assert hand.settle().awards == {1: 90}


@pytest.mark.rule("ANG-19")
def test_a_hand_with_other_than_five_cards_is_dead():
    hand = play(lowball_hand(), "c")

    ruling = wrong_number_of_cards(hand, {1: 4})
    ruling.apply(hand)

    assert (ruling.code, ruling.rules) == ("dead_hand", ("ANG-19",))
    assert hand.live == (2, 3)
    assert hand.pot == 25


@pytest.mark.rule("ANG-21")
@pytest.mark.parametrize(("flashed", "seat"), [("2c", 1), ("4h", 3)])
def test_a_five_or_lower_flashed_on_the_deal_is_kept(flashed, seat):
    hand = lowball_hand()

    ruling = exposed_on_the_deal(hand, [(seat, card(flashed))])
    ruling.apply(hand)

    assert (ruling.code, ruling.rules) == ("card_kept", ("ANG-21",))
    assert card(flashed) in hand.hole(seat)


@pytest.mark.rule("ANG-21")
def test_the_joker_flashed_on_the_deal_is_kept():
    hand = lowball_hand(deck="Jk 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s 9c 9d 9h")

    assert exposed_on_the_deal(hand, [(1, card("Jk"))]).code == "card_kept"


@pytest.mark.rule("ANG-21")
def test_a_six_or_higher_flashed_on_the_deal_is_replaced():
    hand = lowball_hand()

    exposed_on_the_deal(hand, [(1, card("9c"))]).apply(hand)

    assert hand.hole(1) == parse_cards("2c2d2h2sJk")
    assert hand.dead_cards == parse_cards("9c")


@pytest.mark.rule("ANG-21")
@pytest.mark.parametrize(("flashed", "code"), [("5c", "card_kept"), ("6c", "card_replaced")])
def test_five_is_the_last_that_is_kept_and_six_the_first_that_is_not(flashed, code):
    hand = lowball_hand(deck=f"{flashed} 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s 9c 9d 9h")

    assert exposed_on_the_deal(hand, [(1, card(flashed))]).code == code


@pytest.mark.rule("ANG-22")
def test_a_card_flashed_on_the_draw_is_replaced_after_the_last_player_has_drawn():
    hand = drawn(lowball_hand(deck=f"{DEAL} Ac Kc Ad Kd Ah Kh"), "9c")
    assert hand.hole(1)[-1] == card("Kc")

    ruling = flashed_on_the_draw(hand, 1, card("Kc"))
    ruling.apply(hand)
    hand.discard(parse_cards("9d"))
    assert len(hand.hole(1)) == 4
    hand.discard(parse_cards("9h"))

    assert ruling.rules == ("ANG-22",)
    assert hand.hole(2)[-1] == card("Kd")
    assert hand.hole(3)[-1] == card("Kh")
    assert len(hand.hole(1)) == 5
    assert card("Kc") in hand.dead_cards


@pytest.mark.rule("ANG-22")
def test_a_card_faced_by_the_dealer_after_the_draw_is_dead_and_replaced():
    hand = drawn(lowball_hand(deck=f"{DEAL} Ac Kc Ad Kd Ah Kh Qc"), "9c")
    hand.discard(())
    hand.discard(())

    flashed_on_the_draw(hand, 1, card("Kc")).apply(hand)

    assert hand.hole(1)[-1] == card("Ad")


@pytest.mark.rule("ANG-23")
def test_a_card_off_the_table_is_dead_and_the_next_is_dealt():
    hand = drawn(lowball_hand(deck=f"{DEAL} Ac Kc Ad Kd Ah Kh"))

    boxed_in_the_deck(hand, card("Kc")).apply(hand)
    hand.discard(parse_cards("9d"))

    assert hand.hole(2)[-1] == card("Ad")
    assert hand.dead_cards == parse_cards("Kc")


@pytest.mark.rule("ANG-23")
def test_a_card_dropped_before_the_draw_is_dead_and_replaced_in_it():
    hand = lowball_hand()

    ruling = dropped_by_its_player(hand, 2, card("3c"))
    ruling.apply(hand)
    play(hand, "c c k d d d")

    assert ruling.code == "dead_card"
    assert hand.dead_cards == parse_cards("3c")
    assert len(hand.hole(2)) == 5


@pytest.mark.rule("ANG-23")
def test_a_card_dropped_after_the_draw_makes_a_dead_hand():
    hand = play(lowball_hand(), "c c k d d d")

    ruling = dropped_by_its_player(hand, 2, card("3c"))
    ruling.apply(hand)

    assert (ruling.code, ruling.rules) == ("dead_hand", ("ANG-23",))
    assert hand.live == (1, 3)


@pytest.mark.rule("ANG-24")
def test_six_cards_to_two_players_are_a_misdeal():
    hand = lowball_hand()

    ruling = wrong_number_of_cards(hand, {1: 6, 2: 6})
    ruling.apply(hand)

    assert (ruling.code, ruling.rules) == ("misdeal", ("ANG-24",))
    assert hand.stacks == {1: 1000, 2: 1000, 3: 1000}


@pytest.mark.rule("ANG-19", "ANG-24")
def test_six_cards_to_one_player_are_one_dead_hand():
    hand = lowball_hand()

    wrong_number_of_cards(hand, {1: 6}).apply(hand)

    assert hand.live == (2, 3)


@pytest.mark.rule("ANG-24")
def test_more_than_one_card_exposed_by_the_dealer_is_a_misdeal():
    hand = lowball_hand()

    ruling = exposed_on_the_deal(hand, [(1, card("2c")), (2, card("3c"))])
    ruling.apply(hand)

    assert "ANG-24" in ruling.rules
    assert hand.phase.name == "VOID"


@pytest.mark.rule("ANG-26")
def test_the_deck_is_cut_once_and_before_any_action():
    hand = lowball_hand()
    before = hand.stub

    cut_asked_for(hand, seed="cut").apply(hand)

    assert hand.stub != before
    assert sorted(hand.stub) == sorted(before)
    assert refusal(lambda: cut_asked_for(hand, seed="cut"), hand).code == "already_cut"


@pytest.mark.rule("ANG-26")
def test_after_an_action_no_cut_is_given():
    hand = play(lowball_hand(), "c")

    refused = refusal(lambda: cut_asked_for(hand, seed="cut"), hand)

    assert (refused.code, refused.rules) == ("cut_too_late", ("ANG-26",))


@pytest.mark.rule("ANG-27")
@pytest.mark.parametrize("how", Fouled)
def test_a_fouled_hand_is_dead_and_its_chips_stay(how):
    hand = play(lowball_hand(), "c")

    ruling = fouled_hand(hand, 3, how)
    ruling.apply(hand)

    assert ruling.rules == ("ANG-27",)
    assert hand.live == (1, 2)
    assert finish(hand)[3] == -10


@pytest.mark.rule("ANG-28")
def test_a_bet_that_does_not_reach_is_made_up():
    hand = lowball_hand()

    ruling = read_wager(hand, Wager(chips=(5,)))
    ruling.apply(hand)

    assert (ruling.code, ruling.rules) == ("insufficient_bet", ("ANG-28",))
    assert hand.bets[3] == 10


@pytest.mark.rule("ANG-28")
def test_or_it_is_forfeited_and_stays_in_the_pot():
    hand = lowball_hand()

    forfeit_wager(hand, 5).apply(hand)

    assert hand.live == (1, 2)
    assert hand.pot == 20
    net = finish(hand)
    assert net[3] == -5
    assert sum(net.values()) == 0


@pytest.mark.rule("ANG-28")
def test_a_string_bet_is_a_call():
    hand = lowball_hand()

    ruling = read_wager(hand, Wager(chips=(10,), added=10))
    ruling.apply(hand)

    assert "ANG-28" in ruling.rules
    assert hand.bets[3] == 10


@pytest.mark.rule("ANG-28")
def test_a_called_hand_is_shown_with_all_five_cards():
    hand = lowball_hand(deck=None)
    hand.deal_unknown()
    play(hand, "c c k d d d k k k")

    refused = refusal(lambda: hand.show(1, parse_cards("2c3c4c5c")), hand)

    assert refused.code == "wrong_hole_cards"


def test_a_ruling_on_a_card_that_is_not_there_is_refused():
    hand = lowball_hand()

    with pytest.raises(RuleError) as refused:
        dropped_by_its_player(hand, 2, card("Ks"))

    assert refused.value.code == "no_such_card"
