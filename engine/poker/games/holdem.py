"""Texas hold'em."""

from __future__ import annotations

from engine.poker.games.spec import GameSpec, Pick

HOLDEM = GameSpec(
    key="holdem",
    name="Texas hold'em",
    hole_cards=2,
    board_cards=5,
    pick=Pick.ANY_FIVE,
    rules=("STD-2", "ANG-1", "WLIA-7", "WAS-10"),
)
