"""What a player can do, as values."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, cast

from engine.euchre.deck import Card, Cards, Suit, card_text, each_card


class Verb(StrEnum):
    """The kinds of action. Rules: EUC-3, EUC-6 to EUC-13, EUC-17."""

    PASS = "pass"  # noqa: S105  # a bid
    ORDER_UP = "order_up"
    TAKE_UP = "take_up"
    TURN_IT_DOWN_ALONE = "turn_it_down_alone"
    """The dealer's partner accepts the turned suit and plays alone."""
    NAME = "name"
    """Name trump: in the second round, or for a Benny turned up."""
    DISCARD = "discard"
    ALONE = "alone"
    WITH_PARTNER = "with_partner"
    PLAY = "play"
    REVOKE = "revoke"
    """A seat is found to have revoked. It is nobody's turn to say so: any player may, after any card."""


class Action(NamedTuple):
    """One action. about: the card of a discard or play, the suit named, the seat that revoked; else None."""

    verb: Verb
    about: Card | Suit | int | None = None

    @property
    def card(self) -> Card:
        """Of a discard or play."""
        return cast("Card", self.about)

    @property
    def suit(self) -> Suit:
        """Of a suit named."""
        return cast("Suit", self.about)

    @property
    def seat(self) -> int:
        """Of a revoke."""
        return cast("int", self.about)

    def __str__(self) -> str:
        if self.verb in CARD_VERBS:
            return f"{_WORDS[self.verb]} {card_text(self.card)}"
        if self.verb is Verb.NAME:
            return f"{_WORDS[self.verb]} {self.suit.name.lower()}"
        return _WORDS[self.verb]


CARD_VERBS = (Verb.DISCARD, Verb.PLAY)

_WORDS = {
    Verb.PASS: "pass",
    Verb.ORDER_UP: "order it up",
    Verb.TAKE_UP: "take it up",
    Verb.TURN_IT_DOWN_ALONE: "turn it down and play alone",
    Verb.NAME: "name",
    Verb.DISCARD: "discard",
    Verb.ALONE: "play alone",
    Verb.WITH_PARTNER: "play with the partner",
    Verb.PLAY: "play",
    Verb.REVOKE: "revoke",
}

PASS = Action(Verb.PASS)
ORDER_UP = Action(Verb.ORDER_UP)
TAKE_UP = Action(Verb.TAKE_UP)
TURN_IT_DOWN_ALONE = Action(Verb.TURN_IT_DOWN_ALONE)
ALONE = Action(Verb.ALONE)
WITH_PARTNER = Action(Verb.WITH_PARTNER)

_NAMES = tuple(Action(Verb.NAME, suit) for suit in Suit)


def name(suit: Suit) -> Action:
    """Name a suit as trump."""
    return _NAMES[suit]


def play(card: Card) -> Action:
    return Action(Verb.PLAY, card)


def discard(card: Card) -> Action:
    """Lay a card away after the pick-up."""
    return Action(Verb.DISCARD, card)


@lru_cache(maxsize=4096)
def plays_of(cards: Cards) -> tuple[Action, ...]:
    """Playing each card of a set."""
    return tuple(Action(Verb.PLAY, card) for card in each_card(cards))


@lru_cache(maxsize=4096)
def discards_of(cards: Cards) -> tuple[Action, ...]:
    """Discarding each card of a set."""
    return tuple(Action(Verb.DISCARD, card) for card in each_card(cards))
