"""The order of the cards once a suit is trump: Benny, right bower, left bower, and to which suit a card belongs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.doors import door
from engine.euchre.deck import (
    BENNY,
    PACK_OF_25,
    RANKS,
    Card,
    Cards,
    Suit,
    card_of,
    card_text,
    each_card,
    printed_suit,
    together,
)

_TRUMP_BEATS_ALL = 10


class Trump(NamedTuple):
    """What one suit as trump makes of the cards.

    followers: by the card that was led, every card that follows it.
    strengths: by the card that was led, the strength of every card in that trick; 0 cannot win it.

    Rules: EUC-4.
    """

    suit: Suit
    followers: Mapping[Card, Cards]
    strengths: Mapping[Card, Mapping[Card, int]]

    def suit_of(self, card: Card) -> Suit:
        """The suit a card belongs to in play: the left bower and the Benny are trumps. Rules: EUC-3, EUC-4."""
        return _suit_in_play(card, self.suit)


def right_bower(trump: Suit) -> Card:
    """The jack of trumps. Rules: EUC-4."""
    return card_of(trump, "J")


def left_bower(trump: Suit) -> Card:
    """The other jack of the same colour, a trump in every respect. Rules: EUC-4."""
    return card_of(trump.same_colour, "J")


def trump_order(trump: Suit) -> tuple[Card, ...]:
    """The trumps from the highest down, the Benny before all. Rules: EUC-3, EUC-4."""
    plain = (card_of(trump, rank) for rank in reversed(RANKS) if rank != "J")
    return BENNY, right_bower(trump), left_bower(trump), *plain


@door
def trumps_in_words(trump: Suit, *, with_benny: bool = False) -> tuple[str, ...]:
    """The same in words: "the Benny" where it is in the pack, "J of hearts", "J of diamonds", "A", "K" and so on.

    Rules: EUC-3, EUC-4.
    """
    _, right, left, *plain = trump_order(trump)
    bowers = (f"J of {name.name.lower()}" for card in (right, left) if (name := printed_suit(card)) is not None)
    ranks = (card_text(card)[0].replace("T", "10") for card in plain)
    return (*(("the Benny",) if with_benny else ()), *bowers, *ranks)


def _suit_in_play(card: Card, trump: Suit) -> Suit:
    printed = printed_suit(card)
    return trump if printed is None or card == left_bower(trump) else printed


def _strengths(trump: Suit, led: Suit) -> dict[Card, int]:
    found = dict.fromkeys(each_card(PACK_OF_25), 0)
    for strength, rank in enumerate(RANKS, start=1):
        found[card_of(led, rank)] = strength
    # Last, because the left bower has just been given a place in the suit that it is printed in.
    for below, card in enumerate(reversed(trump_order(trump))):
        found[card] = _TRUMP_BEATS_ALL + below
    return found


def trump_of(suit: Suit) -> Trump:
    """What this suit as trump makes of the cards. Play looks it up in ``TRUMPS``. Rules: EUC-3, EUC-4."""
    pack = each_card(PACK_OF_25)
    of_suit = {led: together(tuple(card for card in pack if _suit_in_play(card, suit) is led)) for led in Suit}
    strengths = {led: _strengths(suit, led) for led in Suit}
    return Trump(
        suit=suit,
        followers={card: of_suit[_suit_in_play(card, suit)] for card in pack},
        strengths={card: strengths[_suit_in_play(card, suit)] for card in pack},
    )


TRUMPS: tuple[Trump, ...] = tuple(map(trump_of, Suit))
"""By suit."""
