"""The Washburn intramural hold'em tournament."""

from __future__ import annotations

from engine.poker.house.options import ButtonPolicy, FirstButton
from engine.poker.house.rules import HouseRules
from engine.poker.stakes import Stakes, Structure
from engine.units import Chips

HOUSE = HouseRules(
    key="washburn",
    name="Washburn intramural",
    button=ButtonPolicy.FORWARD,
    first_button=FirstButton.HIGH_CARD,
    flight_seats=8,
    half_blinds=True,
    limits={"250/500": Stakes(structure=Structure.NO_LIMIT, small_blind=Chips(250), big_blind=Chips(500))},
    cites={
        "first_button": ("WAS-4",),
        "button": ("WAS-4", "WAS-15"),
        "flight_seats": ("WAS-3",),
        "half_blinds": ("WAS-5",),
        "limits": ("WAS-5", "WAS-7"),
    },
    rules=("STD-8", "WAS-10", "WAS-12"),
)
