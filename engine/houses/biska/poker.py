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
    cites={
        "no_limit_reopen": ("BIS-13",),
        "limit_reopen": ("BIS-13",),
        "button": ("BIS-6", "BIS-7"),
        "heads_up": ("BIS-8",),
        "limits": ("BIS-5", "BIS-9", "BIS-10"),
    },
    rules=("STD-7", "STD-8", "BIS-12", "BIS-15"),
)
