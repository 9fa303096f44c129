"""The WLIA charity night: yellow fives are the smallest chips on its tables."""

from __future__ import annotations

from engine.poker.house.rules import HouseRules
from engine.units import Chips

WLIA = HouseRules(
    key="wlia", name="WLIA charity night", smallest_chip=Chips(5), rules=("STD-7", "STD-8", "WLIA-1", "WLIA-13")
)
