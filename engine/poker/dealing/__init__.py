"""The cards of a hand in play. A hand is dealt either from a deck whose order is known, or fed: then the dealer's own
cards are told one street at a time, and a card that nobody has seen is None.

streets.py deals and draws, told.py is told, rulings.py is what the floor does to the cards.
"""

from engine.poker.dealing.rulings import Dealing

__all__ = ["Dealing"]
