"""A poker hand in play: state.py reads it, hand.py is what players and dealer do, floor.py what the floor does.

course.py runs it on. Of its parts, betting and dealing lie beside this folder, showdown.py and log.py in it. setup.py
is what it begins from; telling.py and ending.py carry out what takes more than a line; views.py is what each may see,
stored.py its JSON.
"""

from engine.poker.hand.entries import Entry
from engine.poker.hand.hand import Hand
from engine.poker.hand.setup import Phase, Setup

__all__ = ["Entry", "Hand", "Phase", "Setup"]
