"""The Washburn intramural hold'em tournament."""

from __future__ import annotations

from engine.poker.house.rules import HouseRules

WASHBURN = HouseRules(key="washburn", name="Washburn intramural", rules=("STD-8", "WAS-10", "WAS-12"))
