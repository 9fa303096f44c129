"""Coming into a game at Canterbury Park's table of a fresh night, and its button, by the page and a program."""

from __future__ import annotations

import pytest

from tests.flows.pressing import refusal_in
from tests.tables.at_the_table import Played, at_table, begun, each_door

pytestmark = pytest.mark.django_db

WITH_A_FREE_SEAT = (200, 0, 200, 200)


def put_in(hand: Played) -> dict[int, tuple[int, int]]:
    """The bet of each seat and all that it put in."""
    seats = hand.view["seats"]
    return {seat["seat"]: (seat["bet"], seat["contributed"]) for seat in seats if seat["contributed"]}


def newcomer(door: str, entry: str = "") -> Played:
    """Somebody sat down on seat 2 after the first hand: the next has its button on 1 and its blinds on 3 and 4."""
    hand = begun(door, "canterbury", WITH_A_FREE_SEAT).play("f f")
    hand.pay_out()
    hand.sit(2, 200)
    if entry:
        hand.between("entry", 2, entry=entry)
    return hand


@pytest.mark.rule("CAN-19")
def test_the_page_offers_a_newcomer_four_ways_in_with_what_each_costs_now():
    page = newcomer("page").page_of("table")

    assert "Post the big blind at once: 10" in page
    assert "Wait for the big blind" in page
    assert "Post all blinds between the small blind and the button: 10" in page
    assert "Wait for the button to pass and post behind it" in page


@pytest.mark.rule("CAN-19")
@each_door
def test_who_posts_the_big_blind_at_once_has_it_as_the_opening_bet_with_the_option_to_raise(door: str):
    hand = newcomer(door, "post_big_blind").start()
    posted = put_in(hand)

    option = hand.play("c").offer if hand.offer.seat != 2 else hand.offer

    assert posted == {3: (5, 5), 4: (10, 10), 2: (10, 10)}
    assert (option.seat, "check" in option.verbs, option.totals) == (2, True, (20,))


@pytest.mark.rule("CAN-19")
@each_door
def test_who_waits_for_the_big_blind_is_dealt_in_when_it_comes(door: str):
    hand = newcomer(door, "wait_for_big_blind")
    dealt = []

    for _ in range(3):
        dealt.append((2 in hand.start().cards, put_in(hand).get(2)))
        hand.play(" ".join("f" * (len(hand.cards) - 1)))
        hand.pay_out()

    assert dealt == [(False, None), (False, None), (True, (10, 10))]


@pytest.mark.rule("CAN-19")
@each_door
def test_who_buys_the_button_posts_both_blinds_and_the_natural_ones_rest_for_a_hand(door: str):
    hand = newcomer(door, "buy_button").start()
    posted, first = put_in(hand), hand.offer.seat
    hand.play("f f f").pay_out()

    assert (posted, first) == ({2: (10, 15)}, 3)
    assert hand.start().view["button"] == 2


@pytest.mark.rule("CAN-19")
@each_door
def test_who_waits_for_the_button_to_pass_posts_behind_it(door: str):
    hand = newcomer(door, "post_behind_button")
    before = 2 in hand.start().cards
    hand.play("f f").pay_out()
    hand.start()

    assert before is False
    assert (hand.view["button"], put_in(hand)[2]) == (3, (10, 10))


@pytest.mark.rule("CAN-19")
@each_door
def test_the_button_is_bought_between_it_and_the_small_blind_only(door: str):
    hand = begun(door, "canterbury", (200, 200, 200, 0)).play("f f")
    hand.pay_out()
    hand.sit(4, 200)

    refused = refusal_in(hand.press_between("entry", 4, entry="buy_button"))

    assert (refused.code, refused.rules) == ("no_button_to_buy", ("CAN-19",))


@pytest.mark.rule("CAN-21")
@each_door
def test_the_button_moves_forward_past_who_left_and_the_blinds_are_adjusted(door: str):
    hand = begun(door, "canterbury", (200,) * 5).play("f f f f")
    hand.pay_out()
    hand.leave(1)
    seen = []

    for _ in range(3):
        seen.append((hand.start().view["button"], {seat: bet for seat, (bet, _) in put_in(hand).items()}))
        hand.play("f f f").pay_out()

    assert seen == [(2, {3: 5, 4: 10}), (3, {4: 5, 5: 10}), (4, {5: 5, 2: 10})]


@pytest.mark.rule("CAN-20")
@pytest.mark.parametrize(("away", "missed"), [(1, "the small blind"), (2, "the big blind"), (3, "")])
@each_door
def test_a_blind_that_is_missed_in_the_first_hand_is_owed(door: str, away: int, missed: str):
    hand = at_table(door, "canterbury", (200,) * 5)
    hand.give_button(5)
    hand.between("sit-out", away)
    hand.start().play("f f f").pay_out()
    hand.between("come-back", away)

    page = Played(hand.table, "page", hand.client).page_of("table")

    assert ("missed the" in page) is bool(missed)
    assert missed in page
    assert (away in hand.start().cards) is not missed


@pytest.mark.rule("CAN-20")
@each_door
def test_of_two_players_and_one_who_is_away_only_who_is_passed_misses_the_big_blind(door: str):
    for away, owes in ((1, True), (2, False)):
        hand = at_table(door, "canterbury", (200,) * 3)
        hand.give_button(3)
        hand.between("sit-out", away)
        hand.start().play("f").pay_out()
        hand.between("come-back", away)

        assert (away in hand.start().cards) is not owes


@pytest.mark.rule("CAN-19")
@each_door
def test_who_comes_while_the_first_hand_is_played_posts_like_any_newcomer(door: str):
    hand = begun(door, "canterbury", WITH_A_FREE_SEAT)
    hand.sit(2, 200)
    hand.play("f f").pay_out()

    assert sorted(hand.start().cards) == [1, 3, 4]
    hand.call_off()
    hand.between("entry", 2, entry="post_big_blind")

    assert put_in(hand.start())[2] == (10, 10)


@pytest.mark.rule("CAN-19")
@each_door
def test_where_the_first_hand_is_called_off_everybody_begins_alike(door: str):
    hand = begun(door, "canterbury", WITH_A_FREE_SEAT)
    hand.sit(2, 200)
    hand.call_off()

    assert sorted(hand.start().cards) == [1, 2, 3, 4]
    assert put_in(hand) == {1: (5, 5), 2: (10, 10)}
