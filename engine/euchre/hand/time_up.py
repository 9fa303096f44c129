"""What happens when a player lets the time pass where the system deals: the least that the rules allow."""

from __future__ import annotations

from engine.doors import door
from engine.euchre.deck import Card, Cards, each_card
from engine.euchre.hand.actions import PASS, WITH_PARTNER, Action
from engine.euchre.hand.hand import EuchreHand, Stage, not_now
from engine.euchre.trump import TRUMPS, Trump


@door
def time_up(hand: EuchreHand) -> Action:
    """What is done for the seat that is to act: it passes, or plays with its partner; one that must name a suit names
    the one of which it holds most, without looking where it may not; otherwise the lowest card goes.

    Raises RuleError: "hand_over". Rules: EUC-3, EUC-6, EUC-8 to EUC-11, EUC-13.
    """
    seat = hand.turn
    if seat is None:
        raise not_now(hand)
    for least in (PASS, WITH_PARTNER):
        if least in hand.legal:
            return least
    if hand.contract is None:
        held = hand.hand_of(seat)
        if hand.stage is Stage.NAMING_BENNY:
            return hand.legal[0]
        return max(hand.legal, key=lambda action: _length(held, TRUMPS[action.suit]))
    trump = hand.contract.trump
    return min(hand.legal, key=lambda action: _height(action.card, trump))


def _length(held: Cards, trump: Trump) -> int:
    """How many of the cards would be trumps."""
    return sum(trump.suit_of(card) is trump.suit for card in each_card(held))


def _height(card: Card, trump: Trump) -> tuple[int, int]:
    """The order in which cards are parted with; of two equal ones the first of the pack."""
    return trump.strengths[card][card], card
