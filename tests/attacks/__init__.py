"""Attacks on the raffle: whoever wants a chosen ticket to win, with every right that an organiser has."""
