"""Angie's Poker Club."""
