"""Roulette: the wheels, the bets on the mat, and what a spin pays."""
