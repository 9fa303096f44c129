"""What the player to act is asked, in a sentence with its rule."""

from __future__ import annotations

from dataclasses import dataclass

from engine.euchre.deck import Cards
from engine.euchre.hand.actions import PASS, Verb
from engine.euchre.hand.bidding import Bidding
from engine.euchre.hand.hand import EuchreHand, Stage
from engine.euchre.hand.tricks import active_seats, tricks_of


@dataclass(frozen=True, slots=True)
class Asked:
    """words: what is asked, as one sentence. rule: the id that it follows from. takes_card: the answer is a card."""

    words: str
    rule: str
    takes_card: bool = False


def asked_of(hand: EuchreHand) -> Asked | None:
    """Of whoever is to act; None once the hand is over. It says nothing of the cards that others hold."""
    if isinstance(hand, Bidding):
        return _bid(hand)
    match hand.stage:
        case Stage.NAMING_BENNY:
            return Asked("The Benny is up and you deal: name trump before you see your hand.", "EUC-3")
        case Stage.DISCARDING:
            return Asked("You pick the turned card up. Tap the card you lay away.", "EUC-8", takes_card=True)
        case Stage.GOING_ALONE:
            return Asked("Do you play alone? Your partner then sits out.", "EUC-11")
        case Stage.PLAYING:
            return _play(hand)
    return None


def _bid(hand: Bidding) -> Asked:
    verbs = {action.verb for action in hand.legal}
    if hand.round == 1:
        if Verb.TURN_IT_DOWN_ALONE in verbs:
            return Asked("Your partner deals: accept the card to play alone, or pass.", "EUC-7")
        if Verb.TAKE_UP in verbs:
            return Asked("You deal: take it up, or pass.", "EUC-6")
        return Asked("Order it up, or pass.", "EUC-6")
    other = f"Name another suit than {hand.turned.name.lower()}"
    if PASS not in hand.legal:
        return Asked(f"{other}: all others have passed, and the dealer must choose.", "EUC-10")
    return Asked(f"{other}, or pass.", "EUC-9")


def _play(hand: EuchreHand) -> Asked:
    tricks = tricks_of(hand)
    if not tricks or len(tricks[-1].plays) == len(active_seats(hand)):
        first = "You lead first" if not tricks else "You took the trick and lead"
        return Asked(f"{first}. Tap a card.", "EUC-12" if not tricks else "EUC-13", takes_card=True)
    assert hand.contract is not None
    assert hand.turn is not None
    led, trump = tricks[-1].plays[0].card, hand.contract.trump
    suit = trump.suit_of(led).name.lower()
    if Cards(hand.hand_of(hand.turn) & trump.followers[led]):
        return Asked(f"Follow {suit}. Tap a card.", "EUC-13", takes_card=True)
    return Asked(f"You hold no {suit}: tap any card.", "EUC-13", takes_card=True)
