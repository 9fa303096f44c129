"""What holds where a club's own document is silent."""

from __future__ import annotations

from engine.poker.house.rules import HouseRules

STANDARD = HouseRules(key="standard", name="Standard rules", rules=("STD-7", "STD-8", "STD-11"))
