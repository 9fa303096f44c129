"""Floor rulings: from something that went wrong and the state of a hand to what the rules say and what they change.

misdeal.py: wrong numbers of cards. exposed.py: cards seen, boxed or dropped. board.py: board cards dealt too early, or
too many. conduct.py: fouled hands, cuts. wagers.py: chips put out without a clear word. ruling.py: the shape of them.
Where a club's own document is silent, the other documents' ruling holds.
"""
