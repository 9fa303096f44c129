"""Hold'em of the charity night at the table that it opens, by the page and by a program."""

from __future__ import annotations

import pytest

from tests.tables.at_the_table import at_table, begun, each_door

pytestmark = pytest.mark.django_db

THREE = (1000,) * 3


@pytest.mark.rule("WLIA-7")
@each_door
def test_two_cards_go_to_each_from_the_small_blind_to_the_button(door: str):
    hand = at_table(door, "wlia", THREE)
    hand.give_button(2)
    hand.start()

    dealt = hand.cards
    hand.play("f f").pay_out()

    assert list(dealt.items()) == [(3, ["??", "??"]), (1, ["??", "??"]), (2, ["??", "??"])]
    assert "seats = [3, 1, 2]" in hand.history
    assert '"d dh p1 ????", "d dh p2 ????", "d dh p3 ????"' in hand.history


@pytest.mark.rule("WLIA-9")
@each_door
def test_a_round_ends_when_all_have_had_the_option_and_put_in_the_same(door: str):
    hand = begun(door, "wlia", THREE)

    option = hand.play("c c").offer
    raised = hand.play("20 c").offer
    ended = hand.play("c").offer

    assert (option.seat, "check" in option.verbs) == (2, True)
    assert (raised.seat, raised.to_call) == (1, 10)
    assert ended.verbs == {"deal"}


@pytest.mark.rule("WLIA-11")
@each_door
def test_a_card_is_burned_before_three_one_and_one_are_dealt(door: str):
    hand = begun(door, "wlia", THREE).play("c c k")
    told = []

    for cards, too_few_or_many in (("Kh 9c 4d", "Kh 9c"), ("8s", "8s 2h"), ("2h", "2h 3h")):
        told.append("Burn a card first" in hand.page)
        assert hand.do(f"[{too_few_or_many}]").status_code == 422
        hand.play(f"[{cards}] k k k")

    assert (told, hand.view["board"]) == ([True] * 3, ["Kh", "9c", "4d", "8s", "2h"])
    assert "Burn a card first" not in hand.page


@pytest.mark.rule("WLIA-11")
@each_door
def test_a_player_checks_facing_no_bet_and_calls_raises_or_folds_facing_one(door: str):
    hand = begun(door, "wlia", THREE).play("c c k [Kh 9c 4d] k k")
    unbet = hand.offer

    refused = hand.play("10").refused("k")

    assert (unbet.verbs, hand.offer.verbs) == ({"check", "bet", "fold"}, {"call", "bet", "fold"})
    assert (refused.code, refused.rules) == ("bet_to_call", ("WLIA-11",))
