"""Between hands: from one hand's positions to the next, who posts what, and which game is played.

next_hand.py is the door for applications; button.py moves the button, entry.py lets players in.
"""
