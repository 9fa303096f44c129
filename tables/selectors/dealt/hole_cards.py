"""The cards of a hand of poker that the system deals, for the hand itself and for whoever holds them."""

from __future__ import annotations

from typing import Any

from engine.cards import card_text
from engine.poker.dealt import DealtHand
from tables.models import Shuffle
from tables.selectors.dealt.secret import open_secret, opened


def hand_of(shuffle: Shuffle, seen: Any) -> DealtHand:
    """The hand that is dealt from a pack. seen: what the table sees, as JSON. Raises Conflict("pack_closed")."""
    return DealtHand.from_json(open_secret(shuffle).hidden, seen)


def own_cards(shuffle: Shuffle, seen: Any, seat: int) -> tuple[str, ...]:
    """The cards before a seat, for its player alone; none for one that was not dealt in, or whose pack stays closed."""
    secret = opened(shuffle)
    if secret is None:
        return ()
    hand = DealtHand.from_json(secret.hidden, seen)
    return tuple(card_text(card) for card in hand.cards_of(seat)) if seat in hand.seen.seats else ()
