"""Hold'em of Canterbury Park at the table that its night opens, by the page and by a program."""

from __future__ import annotations

import pytest

from tests.flows.pressing import refusal_in
from tests.tables.at_the_table import at_table, begun, each_door

pytestmark = pytest.mark.django_db

FOUR, THREE = (200,) * 4, (200,) * 3
TO_THE_FLOP_OF_FOUR, TO_THE_FLOP_OF_THREE = "c c c k [Kh 9c 4d]", "c c k [Kh 9c 4d]"
CHECKED_TO_THE_END = "k k k [8s] k k k [2h] k k k"


@pytest.mark.rule("CAN-1", "CAN-3")
@each_door
def test_the_button_is_dealt_last_and_acts_last_on_every_round_but_the_first(door: str):
    hand = begun(door, "canterbury", FOUR)

    rounds = [hand.round(), *(hand.play(board).round() for board in ("[Kh 9c 4d]", "[8s]", "[2h]"))]

    assert list(hand.cards) == [1, 2, 3, 4]
    assert rounds == [[3, 4, 1, 2], *[[1, 2, 3, 4]] * 3]


@pytest.mark.rule("CAN-2")
@each_door
def test_the_blinds_act_last_on_the_first_round_and_may_raise(door: str):
    hand = begun(door, "canterbury", FOUR).play("c c")

    small_blind = hand.offer
    big_blind = hand.play("c").offer

    assert (small_blind.seat, small_blind.to_call, small_blind.totals) == (1, 5, (20,))
    assert (big_blind.seat, big_blind.verbs, big_blind.totals) == (2, {"check", "bet", "fold"}, (20,))
    assert hand.play("20").offer.seat == 3


@pytest.mark.rule("CAN-2", "CAN-20")
@each_door
def test_a_blind_that_is_posted_dead_lies_in_the_pot_and_is_no_part_of_the_bet(door: str):
    hand = begun(door, "canterbury", FOUR).play("f f f")
    hand.pay_out()
    hand.between("sit-out", 3)
    hand.start().play("f f").pay_out()
    hand.between("come-back", 3)
    hand.start().play("f f").pay_out()

    hand.between("entry", 3, entry="post_missed")
    hand.start()

    (poster,) = [seat for seat in hand.view["seats"] if seat["seat"] == 3]
    assert (poster["bet"], poster["contributed"], hand.view["pot"]) == (10, 15, 30)


@pytest.mark.rule("CAN-4")
@each_door
def test_a_player_who_checked_may_raise(door: str):
    hand = begun(door, "canterbury", FOUR).play(f"{TO_THE_FLOP_OF_FOUR} k k 10 c")

    assert (hand.offer.seat, hand.offer.totals) == (1, (20,))
    assert hand.play("20").offer.seat == 2


@pytest.mark.rule("CAN-5")
@each_door
def test_a_round_takes_one_bet_and_four_raises(door: str):
    hand = begun(door, "canterbury", FOUR).play(f"{TO_THE_FLOP_OF_FOUR} 10 20 30 40")
    fourth = hand.offer.totals
    hand.play("50")

    refused = hand.refused("60")

    assert (fourth, hand.offer.verbs) == ((50,), {"call", "fold"})
    assert (refused.code, refused.rules) == ("raises_capped", ("CAN-5",))
    assert refused.message in hand.page


@pytest.mark.rule("CAN-5")
@each_door
def test_two_players_left_before_the_cap_raise_without_limit(door: str):
    hand = begun(door, "canterbury", THREE).play(f"{TO_THE_FLOP_OF_THREE} 10 f 20 30 40 50 60 70 80")

    assert hand.offer.totals == (90,)


@pytest.mark.rule("CAN-5")
@each_door
def test_a_capped_round_stays_capped_for_two_players(door: str):
    hand = begun(door, "canterbury", THREE).play(f"{TO_THE_FLOP_OF_THREE} 10 20 30 40 50 f")

    assert hand.offer.totals == ()
    assert hand.refused("60").code == "raises_capped"


@pytest.mark.rule("CAN-17")
@each_door
def test_one_card_shown_is_no_hand_and_the_cards_decide(door: str):
    hand = begun(door, "canterbury", THREE).play(f"{TO_THE_FLOP_OF_THREE} {CHECKED_TO_THE_END}")

    refused = hand.refused("(Ks)")
    hand.play("(Ks 3d) (Kc 9d) m")

    assert (refused.code, refused.rules[-2:]) == ("wrong_hole_cards", ("CAN-17", "CAN-18"))
    assert hand.pay_out() == {1: 190, 2: 220, 3: 190}


@pytest.mark.rule("CAN-18")
@each_door
def test_who_plays_the_board_shows_both_cards_to_share_the_pot(door: str):
    hand = begun(door, "canterbury", THREE).play("c c k [As Ks Qs] k k k [Js] k k k [Ts] k k k")

    refused = hand.refused("(2c)")
    hand.play("(2c 2d) m (3c 3d)")

    assert (refused.code, refused.rules[-2:]) == ("wrong_hole_cards", ("CAN-17", "CAN-18"))
    assert hand.pay_out() == {1: 205, 2: 190, 3: 205}


@pytest.mark.rule("CAN-17", "CAN-18")
@pytest.mark.parametrize(("board", "cards"), [("Kh 9c 4d 8s 2h", "Ks"), ("As Ks Qs Js Ts", "2c")])
@each_door
def test_a_hand_entered_by_its_end_needs_both_cards_of_who_is_to_win(door: str, board: str, cards: str):
    hand = at_table(door, "canterbury", THREE)

    refused = refusal_in(hand.end({1: (10, cards), 2: (10, "3c 3d"), 3: (10, "folded")}, board=board, button=3))

    assert (refused.code, refused.rules[-2:]) == ("wrong_hole_cards", ("CAN-17", "CAN-18"))
