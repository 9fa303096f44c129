"""A poker hand in play: state.py reads it, running.py runs it on, play.py is what players do, dealer.py what the dealer
and the floor do, logged.py its log; views.py is what each may see, stored.py its JSON.
"""

from engine.poker.hand.entries import Entry
from engine.poker.hand.logged import Hand
from engine.poker.hand.state import Phase, Setup

__all__ = ["Entry", "Hand", "Phase", "Setup"]
