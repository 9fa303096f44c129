"""A pack that is dealt without hands, so that nobody sees it and nobody steers it.

``pack`` is the house's own shuffle, promised before anybody plays; ``numbers`` are what the players' phones add;
``deck`` is what follows from both, and what is opened of it; ``published`` is the file that anybody checks.
"""

from engine.shuffle.deck import FairDeck, Opening
from engine.shuffle.numbers import NO_NUMBER, moves_of, require_numbers
from engine.shuffle.pack import HousePack, Promise
from engine.shuffle.published import publish, unopened, verify_deck

__all__ = [
    "NO_NUMBER",
    "FairDeck",
    "HousePack",
    "Opening",
    "Promise",
    "moves_of",
    "publish",
    "require_numbers",
    "unopened",
    "verify_deck",
]
