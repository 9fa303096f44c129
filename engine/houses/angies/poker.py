"""Angie's Poker Club: chips at its tables are whole dollars."""

from __future__ import annotations

from dataclasses import replace

from engine.poker.house.options import ButtonPolicy, DrawFill, ExposedCard, Showdown, WrongCount
from engine.poker.house.rules import HouseRules
from engine.poker.stakes import Stakes, Structure
from engine.units import Chips

_FIXED = {
    f"{small_bet}-{big_bet}": Stakes(
        structure=Structure.FIXED_LIMIT,
        small_blind=Chips(small_blind),
        big_blind=Chips(small_bet),
        big_bet=Chips(big_bet),
    )
    for small_blind, small_bet, big_bet in ((1, 2, 4), (2, 5, 10), (3, 6, 12), (5, 10, 20))
}
_SPREAD = Stakes(
    structure=Structure.SPREAD_LIMIT,
    small_blind=Chips(1),
    big_blind=Chips(2),
    small_bet=Chips(1),
    early_most=Chips(3),
    late_most=Chips(6),
)
_OPEN = Stakes(structure=Structure.NO_LIMIT, small_blind=Chips(1), big_blind=Chips(2))

HOUSE = HouseRules(
    key="angies",
    name="Angie's Poker Club",
    button=ButtonPolicy.FORWARD,
    lowball_straddles=True,
    draw_fill=DrawFill.IN_TURN,
    good_low_must_bet=True,
    wrong_count=WrongCount.DEAD_HAND,
    exposed_card=ExposedCard.LOW_KEPT,
    stud_showdown=Showdown.ALL_SHOWN,
    lowball_showdown=Showdown.CALLED_SHOWN,
    played_out=True,
    kill=True,
    limits={
        "1-3/1-6": _SPREAD,
        "2-4": _FIXED["2-4"],
        "2-4/2-8": replace(_SPREAD, small_bet=Chips(2), big_bet=Chips(2), early_most=Chips(4), late_most=Chips(8)),
        "5-10": _FIXED["5-10"],
        "6-12": _FIXED["6-12"],
        "10-20": _FIXED["10-20"],
        "pot limit": replace(_OPEN, structure=Structure.POT_LIMIT),
        "no limit": _OPEN,
    },
    cites={
        "button": ("ANG-30",),
        "lowball_straddles": ("ANG-20",),
        "draw_fill": ("ANG-25",),
        "good_low_must_bet": ("ANG-18",),
        "wrong_count": ("ANG-19", "ANG-24"),
        "exposed_card": ("ANG-21", "ANG-24"),
        "stud_showdown": ("ANG-40",),
        "lowball_showdown": ("ANG-28", "ANG-40"),
        "played_out": ("ANG-41",),
        "kill": ("ANG-32", "ANG-33", "ANG-34", "ANG-35"),
        "limits": ("ANG-31",),
        "undeclared": ("ANG-28",),
    },
    rules=("STD-7", "STD-8", "ANG-36", "ANG-37"),
)
