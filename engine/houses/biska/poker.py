"""The Biska poker rules."""

from __future__ import annotations

from engine.poker.house.options import ButtonPolicy, HeadsUp, Reopen
from engine.poker.house.rules import HouseRules

HOUSE = HouseRules(
    key="biska",
    name="Biska",
    no_limit_reopen=Reopen.FULL,
    limit_reopen=Reopen.HALF,
    button=ButtonPolicy.MOVING_BIG_BLIND,
    heads_up=HeadsUp.BUTTON_IS_BIG_BLIND,
    most_seats=6,
    half_blinds=True,
    cites={
        "no_limit_reopen": ("BIS-13",),
        "limit_reopen": ("BIS-13",),
        "button": ("BIS-6", "BIS-7"),
        "heads_up": ("BIS-8",),
        "most_seats": ("BIS-3",),
        "half_blinds": ("BIS-5",),
        "limits": ("BIS-5", "BIS-9", "BIS-10"),
    },
    rules=("STD-7", "STD-8", "BIS-12", "BIS-15"),
)
