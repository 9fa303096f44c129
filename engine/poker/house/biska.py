"""The Biska poker rules."""

from __future__ import annotations

from engine.poker.house.rules import HouseRules

BISKA = HouseRules(key="biska", name="Biska", rules=("STD-7", "STD-8", "BIS-12", "BIS-15"))
