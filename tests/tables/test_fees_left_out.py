"""A fee that is more than the pot, or is left out, where the hand is played action by action."""

from __future__ import annotations

import pytest

from tests.answers import shown_text
from tests.flows.pressing import refusal_in
from tests.tables.at_the_table import begun, each_door
from tests.tables.test_pages import address

pytestmark = pytest.mark.django_db


@each_door
@pytest.mark.rule("ANG-37")
def test_a_hand_that_everybody_gives_up_to_the_big_blind_pays_no_fee_above_its_pot(door):
    hand = begun(door, "angies", (40,) * 8, fee_schedule="A").play("f f f f f f f")

    if door == "page":
        given = hand.client.get(address(hand.table, "play")).context["pay_form"].initial
        assert "No fee from this hand: The fee of 3 is more than the 2 in the pot" in hand.page
        answer = hand.send("pay_out", shown=given["shown"], no_fee_because=given["no_fee_because"])
    else:
        assert refusal_in(hand.send("pay_out")).code == "fee_above_pot"
        answer = hand.send("pay_out", no_fee_because="Everybody folded")

    assert answer.status_code in (201, 302)
    assert (hand.stacks[1], hand.stacks[2], sum(hand.stacks.values())) == (39, 41, 320)


@pytest.mark.rule("ANG-37")
def test_a_fee_is_left_out_on_the_page_after_a_look_at_what_is_paid_then():
    hand = begun("page", "angies", (40,) * 4, fee_schedule="A").play("4 f f f")
    with_fee = hand.client.get(address(hand.table, "play")).context["plan"]

    refused = hand.send("pay_out", shown=with_fee.digest, no_fee_because="A slow hand")
    assert (with_fee.fee, refusal_in(refused).code) == (1, "plan_changed")
    assert "No fee from this hand: A slow hand" in shown_text(refused)
    given = refused.context["pay_form"].initial
    answer = hand.send("pay_out", shown=given["shown"], no_fee_because=given["no_fee_because"])

    assert answer.status_code == 302
    assert sum(hand.stacks.values()) == 160
