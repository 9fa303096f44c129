"""Who wins what of a finished hand: shown_cards.py checks what was entered, showdown.py ranks it, pots.py cuts the
pots, awards.py gives them out, settlement.py is the whole of it.
"""
