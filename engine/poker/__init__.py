"""Poker: games and houses as values, hands ranked, pots cut and settled."""
