"""Canterbury Park hold'em."""

from __future__ import annotations

from engine.poker.house.rules import HouseRules

CANTERBURY = HouseRules(key="canterbury", name="Canterbury Park", rules=("STD-7", "STD-8", "CAN-17", "CAN-18"))
