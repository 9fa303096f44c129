"""The Omaha family."""

from __future__ import annotations

from engine.poker.games.spec import GameSpec, Pick

OMAHA = GameSpec(
    key="omaha",
    name="Omaha",
    hole_cards=4,
    board_cards=5,
    pick=Pick.TWO_FROM_HAND,
    rules=("STD-2", "ANG-2"),
)
