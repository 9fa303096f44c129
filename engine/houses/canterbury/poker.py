"""Canterbury Park hold'em."""

from __future__ import annotations

from engine.poker.house.options import ButtonPolicy, CapLift, Entry, Reopen
from engine.poker.house.rules import HouseRules
from engine.poker.stakes import Stakes, Structure
from engine.units import Chips

HOUSE = HouseRules(
    key="canterbury",
    name="Canterbury Park",
    raises_per_round=4,
    cap_lift=CapLift.TWO_BEFORE_CAPPED,
    limit_reopen=Reopen.HALF,
    button=ButtonPolicy.FORWARD,
    entry=(Entry.POST_BIG_BLIND, Entry.WAIT_FOR_BIG_BLIND, Entry.BUY_BUTTON, Entry.POST_BEHIND_BUTTON),
    missed_blinds=(Entry.POST_MISSED, Entry.WAIT_FOR_BIG_BLIND),
    limits={
        "10-20": Stakes(structure=Structure.FIXED_LIMIT, small_blind=Chips(5), big_blind=Chips(10), big_bet=Chips(20))
    },
    structure=Structure.FIXED_LIMIT,
    cites={
        "raises_per_round": ("CAN-5",),
        "cap_lift": ("CAN-5",),
        "limit_reopen": ("CAN-22", "CAN-23"),
        "undeclared": ("CAN-6", "CAN-7", "CAN-8"),
        "button": ("CAN-21",),
        "wrong_count": ("CAN-12",),
        "exposed_card": ("CAN-11",),
        "entry": ("CAN-19",),
        "missed_blinds": ("CAN-20",),
        "smallest_chip": ("CAN-24",),
        "limits": ("CAN-27",),
        "structure": ("CAN-27",),
    },
    rules=("STD-7", "STD-8", "CAN-1", "CAN-2", "CAN-3", "CAN-4", "CAN-17", "CAN-18"),
)
