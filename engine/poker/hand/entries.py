"""Lines of a hand's log, and the cards in them: cards while the hand is played, text at the edge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import JOKER, Card, card_text, full_deck, parse_card, parse_cards

Entry = tuple[object, ...]
"""One line of the log: what was done and what it was given, JSON values only."""

UNKNOWN_CARD: Final = "??"
_TEXTS: Final[dict[Card | None, str]] = {card: card_text(card) for card in (*full_deck(), JOKER)} | {None: UNKNOWN_CARD}
_TEXT_OF: Final = _TEXTS.__getitem__


def cards_text(cards: Sequence[Card | None]) -> str:
    """Cards run together as the log has them, "Ah??"."""
    return "".join(map(_TEXT_OF, cards))


def told(cards: Sequence[Card | None] | str) -> Sequence[Card | None]:
    """Cards as they were given: as text, "Ah Kd" or with "??" for one that nobody knows, or as cards.

    Raises RuleError: "unknown_card", "duplicate_card".
    """
    if not isinstance(cards, str):
        return cards
    return read_cards("".join(cards.split())) if UNKNOWN_CARD in cards else parse_cards(cards)


def read_cards(text: str) -> tuple[Card | None, ...]:
    """Cards run together, "??" for one that nobody knows. Raises RuleError("unknown_card")."""
    pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
    return tuple(None if pair == UNKNOWN_CARD else parse_card(pair) for pair in pairs)


def in_text(entry: Entry) -> Entry:
    """A line as it was noted in play, where cards are a tuple of them, with the cards as text."""
    return tuple([cards_text(value) if isinstance(value, tuple) else value for value in entry])
