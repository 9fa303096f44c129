"""A card of the pack that the floor ruled out of play comes to nobody, however the hand is dealt, stored or written."""

from __future__ import annotations

import pytest

from engine.cards import JOKER, parse_card, parse_cards
from engine.poker.floor.exposed import boxed_in_the_deck, off_the_table
from engine.poker.hand import Hand
from engine.poker.phh.exporting import export_hand
from engine.poker.phh.importing import replay_history
from tests.engine.floor_hands import canterbury, lowball
from tests.engine.hands import play, refusal

KH, FLOP = parse_card("Kh"), parse_cards("Kh 9c 4d")


def told() -> Hand:
    """A hand whose pack nobody records, on its way to the flop."""
    hand = canterbury(deck=None)
    hand.deal_unknown()
    return play(hand, "c c k")


@pytest.mark.rule("CAN-9", "ANG-23")
@pytest.mark.parametrize("rule", [boxed_in_the_deck, lambda hand, card: off_the_table(hand, None, card)])
def test_a_card_ruled_out_cannot_be_told_on_the_board_nor_shown(rule):
    hand = told()
    rule(hand, KH).apply(hand)

    assert refusal(lambda: hand.deal_board(FLOP), hand).code == "duplicate_card"
    assert refusal(lambda: boxed_in_the_deck(hand, KH).apply(hand), hand).code == "duplicate_card"
    assert hand.dead_cards == (KH,)


@pytest.mark.rule("CAN-9")
def test_a_hand_with_a_card_ruled_out_is_stored_and_undone_like_any_other():
    hand = told()
    before = hand.to_json()
    boxed_in_the_deck(hand, KH).apply(hand)

    again = Hand.from_json(hand.to_json())

    assert (again.log, again.dead_cards) == (hand.log, (KH,))
    assert hand.log[-1] == ("out", "Kh")
    hand.undo(to=len(before["log"]))
    hand.deal_board(FLOP)
    assert hand.board == tuple(FLOP)


@pytest.mark.rule("CAN-9")
def test_a_card_ruled_out_of_a_known_deck_is_not_dealt():
    hand = lowball("c c k d d d")
    top = hand.stub[0]

    hand.floor.rule_out(top)

    assert top not in hand.stub
    assert top in hand.dead_cards
    assert refusal(lambda: hand.floor.rule_out(top), hand).code == "not_in_stub"


@pytest.mark.rule("CAN-9")
def test_a_joker_that_was_never_part_of_the_pack_changes_nothing():
    hand = told()

    assert boxed_in_the_deck(hand, JOKER).changes == off_the_table(hand, None, JOKER).changes == ()
    assert refusal(lambda: hand.floor.rule_out(JOKER), hand).code == "card_not_in_game"


@pytest.mark.rule("CAN-9")
def test_the_ruling_is_written_into_the_history_of_the_hand():
    hand = told()
    boxed_in_the_deck(hand, KH).apply(hand)
    hand.deal_board(parse_cards("Qh 9c 4d"))
    hand.fold()
    hand.fold()

    written = export_hand(hand)

    assert ["out", "Kh"] in [each[1:] for each in written.others["_rulings"]]
    assert replay_history(written).hand.dead_cards == (KH,)
