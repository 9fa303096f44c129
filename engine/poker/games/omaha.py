"""The Omaha family."""

from __future__ import annotations

from engine.poker.games.holdem import flop_streets
from engine.poker.games.spec import GameSpec, Low, Pick

OMAHA = GameSpec(
    key="omaha",
    name="Omaha",
    streets=flop_streets(hole_cards=4),
    pick=Pick.TWO_FROM_HAND,
    rules=("STD-2", "ANG-2"),
)
OMAHA_HILO = GameSpec(
    key="omaha_hilo",
    name="Omaha high-low",
    streets=flop_streets(hole_cards=4),
    pick=Pick.TWO_FROM_HAND,
    low=Low.EIGHT_OR_BETTER,
    rules=("STD-2", "ANG-3", "ANG-11"),
)
