"""Angie's Poker Club: chips at its tables are whole dollars."""

from __future__ import annotations

from engine.poker.house.options import ButtonPolicy, DrawFill, ExposedCard, WrongCount
from engine.poker.house.rules import HouseRules
from engine.poker.stakes import Stakes, Structure
from engine.units import Chips


def _fixed(small_bet: int) -> Stakes:
    return Stakes(
        structure=Structure.FIXED_LIMIT,
        small_blind=Chips(small_bet // 2),
        big_blind=Chips(small_bet),
        big_bet=Chips(2 * small_bet),
    )


def _spread(least: int, *, early_most: int, late_most: int) -> Stakes:
    return Stakes(
        structure=Structure.SPREAD_LIMIT,
        small_blind=Chips(1),
        big_blind=Chips(2),
        small_bet=Chips(least),
        early_most=Chips(early_most),
        late_most=Chips(late_most),
    )


def _open(structure: Structure) -> Stakes:
    return Stakes(structure=structure, small_blind=Chips(1), big_blind=Chips(2))


ANGIES = HouseRules(
    key="angies",
    name="Angie's Poker Club",
    button=ButtonPolicy.FORWARD,
    straddles=True,
    draw_fill=DrawFill.IN_TURN,
    good_low_must_bet=True,
    wrong_count=WrongCount.DEAD_HAND,
    exposed_card=ExposedCard.LOW_KEPT,
    kill=True,
    limits={
        "1-3/1-6": _spread(1, early_most=3, late_most=6),
        "2-4": _fixed(2),
        "2-4/2-8": _spread(2, early_most=4, late_most=8),
        "5-10": _fixed(5),
        "6-12": _fixed(6),
        "10-20": _fixed(10),
        "pot limit": _open(Structure.POT_LIMIT),
        "no limit": _open(Structure.NO_LIMIT),
    },
    cites={
        "button": ("ANG-30",),
        "straddles": ("ANG-20",),
        "draw_fill": ("ANG-25",),
        "good_low_must_bet": ("ANG-18",),
        "wrong_count": ("ANG-19", "ANG-24"),
        "exposed_card": ("ANG-21", "ANG-24"),
        "kill": ("ANG-32", "ANG-33", "ANG-34", "ANG-35"),
        "limits": ("ANG-31",),
        "undeclared": ("ANG-28",),
    },
    rules=("STD-7", "STD-8", "ANG-36", "ANG-37"),
)
