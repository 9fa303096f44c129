"""Euchre: a hand from the deal to the points, and the match around it.

deck.py: the cards. trump.py: the bowers and the order of the cards. house.py: the settings. deal.py: first dealer, cut,
packets. hand/: a hand in play. scoring.py and result.py: points. game.py: the match.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.errors import RuleError
    from engine.euchre.catalogue import HOUSES
    from engine.euchre.deal import Deal, deal_by_hand, deal_cards
    from engine.euchre.deck import Card, Suit, card_text, parse_cards
    from engine.euchre.game import EuchreMatch
    from engine.euchre.hand.actions import Action, Verb
    from engine.euchre.hand.bidding import start_hand
    from engine.euchre.hand.hand import EuchreHand
    from engine.euchre.hand.views import view_of
    from engine.euchre.result import DealResult, points_of

__all__ = [
    "HOUSES",
    "Action",
    "Card",
    "Deal",
    "DealResult",
    "EuchreHand",
    "EuchreMatch",
    "RuleError",
    "Suit",
    "Verb",
    "card_text",
    "deal_by_hand",
    "deal_cards",
    "parse_cards",
    "points_of",
    "start_hand",
    "view_of",
]

# Loaded when first asked for: a club's file imports a module here while the catalogue looks for clubs.
_HOMES = {
    "engine.errors": ("RuleError",),
    "engine.euchre.hand.actions": (
        "Action",
        "Verb",
    ),
    "engine.euchre.hand.bidding": ("start_hand",),
    "engine.euchre.catalogue": ("HOUSES",),
    "engine.euchre.deal": (
        "Deal",
        "deal_by_hand",
        "deal_cards",
    ),
    "engine.euchre.deck": (
        "Card",
        "Suit",
        "card_text",
        "parse_cards",
    ),
    "engine.euchre.game": ("EuchreMatch",),
    "engine.euchre.hand.hand": ("EuchreHand",),
    "engine.euchre.result": (
        "DealResult",
        "points_of",
    ),
    "engine.euchre.hand.views": ("view_of",),
}


def __getattr__(name: str) -> object:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
