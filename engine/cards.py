"""Playing cards. A card is a number chosen so that a hand of cards can be ranked from the sum of its cards.

Bits 0-38 count ranks, three bits for each of the thirteen; bits 39-54 count suits, four bits each; bit 55 is the joker.
Cards become text only at the edge: ``parse_cards`` reads it, ``card_text`` writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NewType

from engine.errors import RuleError, quoted

Card = NewType("Card", int)

RANK_LETTERS: Final = "23456789TJQKA"
SUIT_LETTERS: Final = "cdhs"
JOKER_TEXT: Final = "Jk"

RANK_BITS: Final = 3
SUIT_BITS: Final = 4
RANKS_MASK: Final = (1 << RANK_BITS * len(RANK_LETTERS)) - 1
SUIT_BASE: Final = RANK_BITS * len(RANK_LETTERS)
JOKER: Final = Card(1 << SUIT_BASE + SUIT_BITS * len(SUIT_LETTERS))

_CARDS: Final = {
    rank_letter + suit_letter: Card((1 << RANK_BITS * rank) + (1 << SUIT_BASE + SUIT_BITS * suit))
    for rank, rank_letter in enumerate(RANK_LETTERS)
    for suit, suit_letter in enumerate(SUIT_LETTERS)
}
_TEXTS: Final = {card: text for text, card in _CARDS.items()} | {JOKER: JOKER_TEXT}
_RANKS: Final = {card: 2 + RANK_LETTERS.index(text[0]) for text, card in _CARDS.items()}
_ONE_CARD: Final = re.compile(rf"(10|[{RANK_LETTERS}])([{SUIT_LETTERS}])|({JOKER_TEXT})", re.IGNORECASE | re.ASCII)


def full_deck() -> tuple[Card, ...]:
    """The 52 cards without the joker, twos first, aces last, clubs to spades within a rank."""
    return tuple(_CARDS.values())


def parse_card(text: str) -> Card:
    """Read one card: "Ah", "10h", "td", or "Jk" for the joker.

    Raises RuleError("unknown_card").
    """
    if not isinstance(text, str) or (found := _ONE_CARD.fullmatch(text.strip())) is None:
        raise _unknown_card(text)
    return _card_of(found)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read any number of cards, run together or set apart by spaces or commas: "AhKd", "Ah Kd", "Ah, Kd".

    Raises RuleError: "unknown_card", "duplicate_card".
    """
    if not isinstance(text, str):
        raise _unknown_card(text)
    cards: list[Card] = []
    for chunk in re.split(r"[\s,]+", text.strip()):
        position = 0
        while position < len(chunk):
            found = _ONE_CARD.match(chunk, position)
            if found is None:
                raise _unknown_card(chunk[position:])
            cards.append(_card_of(found))
            position = found.end()
    _require_distinct(cards)
    return tuple(cards)


def card_text(card: Card) -> str:
    """The two letters of a card, "Ah". Raises RuleError("unknown_card") for a number that is not a card."""
    try:
        return _TEXTS[card]
    except (KeyError, TypeError):
        raise _unknown_card(card) from None


def rank_of(card: Card) -> int:
    """2 to 14 (ace). The joker has no rank: RuleError("joker_has_no_rank")."""
    try:
        return _RANKS[card]
    except (KeyError, TypeError):
        raise RuleError(
            "joker_has_no_rank", f"{card_text(card)} has no rank of its own. Use one of the 52 cards.", card=JOKER_TEXT
        ) from None


def _require_distinct(cards: Iterable[Card]) -> None:
    """Raises RuleError("duplicate_card") naming the first card that comes twice."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            name = card_text(card)
            raise RuleError("duplicate_card", f"{name} appears twice. Correct one of the two entries.", card=name)
        seen.add(card)


def _card_of(found: re.Match[str]) -> Card:
    rank, suit, joker = found.groups()
    if joker:
        return JOKER
    return _CARDS[rank.upper().replace("10", "T") + suit.lower()]


def _unknown_card(given: object) -> RuleError:
    text = str(quoted(given)).strip()[:20]
    return RuleError(
        "unknown_card",
        f"“{text}” is not a card. Write a rank ({RANK_LETTERS}, or 10) and a suit ({SUIT_LETTERS}), such as Ah.",
        card=text,
    )
