"""A hand of euchre in play: bidding.py begins it (``start_hand``); discarding.py, going_alone.py, playing.py and
finished.py are its stages; hand.py is what they share, actions.py what a player can do. revoke.py: a suit not followed.
tricks.py: the tricks, read back. views.py: who may see what. stored.py: JSON.
"""
