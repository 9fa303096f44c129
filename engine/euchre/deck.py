"""Euchre's cards. A card is one bit, so that any set of cards is the sum of its cards.

Text is that of ``engine.cards`` ("Ad", "Jh"), and the joker is written BENNY.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import NewType

from engine import cards as standard
from engine.errors import RuleError, quoted

Card = NewType("Card", int)
"""One bit of 25."""

Cards = NewType("Cards", int)
"""A set of cards: their bits together."""

SEATS = 4
"""Seats are 0 to 3, clockwise. Partners sit opposite: 0 and 2 are team 0, 1 and 3 are team 1."""

CARDS_IN_A_HAND = 5
RANKS = "9TJQKA"
BENNY_TEXT = "BENNY"


class Suit(IntEnum):
    """The four suits. Same colour: clubs and spades, diamonds and hearts."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        return standard.SUIT_LETTERS[self]

    @property
    def same_colour(self) -> Suit:
        return Suit(3 - self)


NO_CARDS = Cards(0)
BENNY = Card(1 << len(Suit) * len(RANKS))
PACK_OF_24 = Cards(BENNY - 1)
PACK_OF_25 = Cards(PACK_OF_24 | BENNY)

_TEXTS = {Card(1 << suit * len(RANKS) + at): rank + suit.letter for suit in Suit for at, rank in enumerate(RANKS)}
_TEXTS[BENNY] = BENNY_TEXT
_PRINTED = {card: None if card == BENNY else Suit((card.bit_length() - 1) // len(RANKS)) for card in _TEXTS}
_STANDARD = {standard.parse_card(text): card for card, text in _TEXTS.items() if card != BENNY} | {
    standard.JOKER: BENNY
}


def card_of(suit: Suit, rank: str) -> Card:
    """The card of a suit with a rank, one letter of ``RANKS``."""
    return Card(1 << suit * len(RANKS) + RANKS.index(rank))


def printed_suit(card: Card) -> Suit | None:
    """The suit on the face of a card, None for the Benny. In play, ask ``Trump.suit_of``: the left bower differs."""
    return _PRINTED[card]


def parse_card(text: object) -> Card:
    """Read one card: "Ad", "10h", "TD" or "BENNY".

    Raises RuleError: "unknown_card", "not_a_euchre_card".
    Rules: EUC-3.
    """
    if not isinstance(text, str):
        raise RuleError(
            "unknown_card", f"{quoted(text)} is not a card. Write it as text, such as Ah.", rules=("EUC-3",)
        )
    if text.strip().upper() == BENNY_TEXT:
        return BENNY
    found = standard.parse_card(text)
    if found not in _STANDARD:
        text_found = standard.card_text(found)
        raise RuleError(
            "not_a_euchre_card",
            f"{text_found} is not in a euchre pack, which runs from nine to ace. Check the card.",
            rules=("EUC-3",),
            card=text_found,
        )
    return _STANDARD[found]


def parse_suit(text: object) -> Suit:
    """Read a suit by its letter (c d h s) or name. Raises RuleError: "unknown_suit"."""
    wanted = text.strip().lower() if isinstance(text, str) else ""
    for suit in Suit:
        if wanted in (suit.letter, suit.name.lower()):
            return suit
    raise RuleError("unknown_suit", f"“{quoted(text)}” is not a suit. Write c, d, h or s.", rules=("EUC-9",))


def card_text(card: Card) -> str:
    """A card as text, "Ad" or "BENNY"."""
    return _TEXTS[card]


@lru_cache(maxsize=4096)
def each_card(cards: Cards) -> tuple[Card, ...]:
    """The cards of a set, clubs to spades, nine to ace, the Benny last."""
    return tuple(card for card in _TEXTS if card & cards)


def card_texts(cards: Cards) -> list[str]:
    """The cards of a set as text."""
    return [card_text(card) for card in each_card(cards)]


def parse_cards(texts: object) -> tuple[Card, ...]:
    """Read a list of cards, in its order, each once. Raises RuleError: "unknown_card", "duplicate_card"."""
    if not isinstance(texts, list | tuple):
        raise RuleError("unknown_card", f"{quoted(texts)} is not a list of cards. Write them as in [“Ah”, “9c”].")
    found = tuple(parse_card(text) for text in texts)
    for at, card in enumerate(found):
        if card in found[:at]:
            name = card_text(card)
            raise RuleError("duplicate_card", f"{name} appears twice. Correct one of the two entries.", card=name)
    return found


def together(cards: tuple[Card, ...]) -> Cards:
    """A set of these cards."""
    found = 0
    for card in cards:
        found |= card
    return Cards(found)


def team_of(seat: int) -> int:
    """The team, 0 or 1, that a seat plays for. Rules: EUC-1."""
    return seat % 2


def partner_of(seat: int) -> int:
    """The seat opposite. Rules: EUC-1."""
    return (seat + 2) % SEATS


def is_seat(value: object) -> bool:
    """A number from 0 to 3. Rules: EUC-1."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < SEATS


def unknown_seat(value: object) -> RuleError:
    """The refusal of what is not a seat."""
    return RuleError(
        "unknown_seat", f"There is no seat {quoted(value)}: euchre has seats 0 to {SEATS - 1}.", rules=("EUC-1",)
    )


def left_of(seat: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % SEATS
