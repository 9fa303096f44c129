"""Angie's Poker Club: chips at its tables are whole dollars."""

from __future__ import annotations

from engine.poker.house.rules import HouseRules

ANGIES = HouseRules(key="angies", name="Angie's Poker Club", rules=("STD-7", "STD-8", "ANG-36", "ANG-37"))
