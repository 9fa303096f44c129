"""Poker: games and houses as values, hands played, ranked and settled.

What a program needs that plays or settles hands; everything else lies in the modules.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.cards import Card, card_text, parse_cards
    from engine.errors import RuleError
    from engine.poker.best import best_high_of, best_low_of
    from engine.poker.deck import Deck
    from engine.poker.games.catalogue import GAMES
    from engine.poker.hand import Hand, Phase
    from engine.poker.house.catalogue import HOUSES
    from engine.poker.legal import Legal
    from engine.poker.settling.settlement import SeatEnd, Settlement, settle
    from engine.poker.stakes import Stakes, Structure

__all__ = [
    "GAMES",
    "HOUSES",
    "Card",
    "Deck",
    "Hand",
    "Legal",
    "Phase",
    "RuleError",
    "SeatEnd",
    "Settlement",
    "Stakes",
    "Structure",
    "best_high_of",
    "best_low_of",
    "card_text",
    "parse_cards",
    "settle",
]

# Loaded when first asked for: a club's file imports a module here while the catalogue looks for clubs.
_HOMES = {
    "engine.cards": (
        "Card",
        "card_text",
        "parse_cards",
    ),
    "engine.errors": ("RuleError",),
    "engine.poker.best": (
        "best_high_of",
        "best_low_of",
    ),
    "engine.poker.deck": ("Deck",),
    "engine.poker.games.catalogue": ("GAMES",),
    "engine.poker.hand": (
        "Hand",
        "Phase",
    ),
    "engine.poker.house.catalogue": ("HOUSES",),
    "engine.poker.legal": ("Legal",),
    "engine.poker.settling.settlement": (
        "SeatEnd",
        "Settlement",
        "settle",
    ),
    "engine.poker.stakes": (
        "Stakes",
        "Structure",
    ),
}


def __getattr__(name: str) -> object:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
