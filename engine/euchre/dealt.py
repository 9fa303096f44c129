"""Euchre from a pack that the system deals: the flip for the first deal, the deal, and what is told when it is over.

A pack names its cards as text and its seats from 1, as every published pack does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.doors import door
from engine.euchre.catalogue import overrides_of
from engine.euchre.deal import deal_cards, first_dealer, turned_to_first_jack
from engine.euchre.deck import card_text, card_texts, parse_cards
from engine.euchre.hand.actions import Verb
from engine.euchre.hand.bidding import start_hand
from engine.euchre.hand.finished import Finished
from engine.euchre.hand.hand import EuchreHand
from engine.euchre.hand.tricks import tricks_of
from engine.euchre.hand.views import wall_view
from engine.euchre.house import EuchreHouse

HAND = "euchre"
FLIP = "euchre flip"


class Flip(NamedTuple):
    """turned: the cards that were turned over, the jack the last. seat: who got it, and deals first."""

    turned: tuple[str, ...]
    seat: int

    def to_json(self) -> dict[str, object]:
        """What is told of it."""
        return {"game": FLIP, "dealer": self.seat, "turned": list(self.turned)}


@door
def pack_of(house: EuchreHouse) -> tuple[str, ...]:
    """The cards of a house in their plain order, the Benny last where it is played with. Rules: EUC-3."""
    return tuple(card_texts(house.pack))


@door
def flip_from(deck: Sequence[str]) -> Flip:
    """Turn the deck's cards over to the players in turn, from seat 0, until a jack comes.

    Raises RuleError: "no_jack", "unknown_card", "not_a_euchre_card", "duplicate_card". Rules: EUC-2.
    """
    order = parse_cards(list(deck))
    return Flip(tuple(card_text(card) for card in turned_to_first_jack(order)), first_dealer(order))


@door
def hand_from(deck: Sequence[str], *, house: EuchreHouse, dealer: int) -> EuchreHand:
    """The hand that a deck deals, its top card first, at its first bid. Where the house lets players revoke, every card
    is taken that a player holds.

    Raises RuleError: "unknown_seat", "wrong_pack", "unknown_card", "not_a_euchre_card", "duplicate_card".
    Rules: EUC-1, EUC-3, EUC-5, EUC-17.
    """
    order = parse_cards(list(deck))
    return start_hand(deal_cards(house, dealer=dealer, order=order, as_played=house.players_may_revoke))


@door
def told_of(hand: EuchreHand) -> dict[str, object]:
    """A hand as everybody saw it, as JSON values: what is published with its pack and played again to check it."""
    seen = wall_view(hand)
    return {
        "game": HAND,
        "house": hand.deal.house.key,
        "overrides": overrides_of(hand.deal.house),
        "dealer": hand.deal.dealer,
        "is_over": isinstance(hand, Finished),
        "upcard": seen["upcard"],
        "log": seen["log"],
    }


@door
def open_cards(hand: EuchreHand) -> list[str]:
    """Every card that lay open before everybody; of whoever was found to have revoked, also those still held, which
    show it.
    """
    return sorted(set(_open(hand)))


def _open(hand: EuchreHand) -> Iterator[str]:
    yield card_text(hand.deal.upcard)
    for trick in tricks_of(hand):
        for played in trick.plays:
            yield card_text(played.card)
    if hand.action is not None and hand.action.verb is Verb.REVOKE:
        yield from card_texts(hand.hand_of(hand.action.seat))
