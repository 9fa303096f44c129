"""The WLIA charity night: yellow fives are the smallest chips on its tables."""

from __future__ import annotations

from engine.poker.house.options import ButtonPolicy, CapLift, FirstButton, Showdown
from engine.poker.house.rules import HouseRules
from engine.poker.stakes import Stakes, Structure
from engine.units import Chips

HOUSE = HouseRules(
    key="wlia",
    name="WLIA charity night",
    raises_per_round=3,
    cap_lift=CapLift.TWO_IN_HAND,
    button=ButtonPolicy.FORWARD,
    first_button=FirstButton.LEFT_OF_DEALER,
    showdown=Showdown.ALL_SHOWN,
    stud_showdown=Showdown.ALL_SHOWN,
    lowball_showdown=Showdown.ALL_SHOWN,
    smallest_chip=Chips(5),
    limits={
        "5/10": Stakes(structure=Structure.POT_LIMIT, small_blind=Chips(5), big_blind=Chips(10), ceiling=Chips(100))
    },
    structure=Structure.POT_LIMIT,
    one_bet_size=True,
    cites={
        "raises_per_round": ("WLIA-10",),
        "cap_lift": ("WLIA-10",),
        "may_fold_unbet": ("WLIA-8", "WLIA-11"),
        "button": ("WLIA-6",),
        "first_button": ("WLIA-6",),
        "smallest_chip": ("WLIA-1", "WLIA-4"),
        "showdown": ("WLIA-13",),
        "stud_showdown": ("WLIA-13",),
        "lowball_showdown": ("WLIA-13",),
        "limits": ("WLIA-5", "WLIA-12"),
        "structure": ("WLIA-5",),
        "one_bet_size": ("WLIA-12",),
    },
    rules=("STD-7", "STD-8", "WLIA-1", "WLIA-13"),
)
