"""Euchre: a hand from the deal to the points, and the match around it.

deck.py: the cards. trump.py: the bowers and the order of the cards. house.py: the settings. deal.py: first dealer, cut,
packets. bidding.py begins a hand (``start_hand``); discarding.py, going_alone.py, playing.py and finished.py are its
stages; hand.py is what they share. revoke.py: a suit not followed. scoring.py and result.py: points. views.py: who may
see what. stored.py: JSON. game.py: the match.
"""
