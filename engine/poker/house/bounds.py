"""The bounds that a club sets its tables: how many sit there, how the blinds stand to each other, and whether bets rise
from round to round.
"""

from __future__ import annotations

from engine.doors import door
from engine.errors import RuleError
from engine.poker.house.rules import HouseRules
from engine.units import Chips


@door
def require_seats_of(house: HouseRules, seats: int, *, of_flight: bool = False) -> None:
    """Let a table of so many seats pass. of_flight: it is one of a first flight.

    Raises RuleError("too_many_seats"). Rules: BIS-3, WAS-3.
    """
    is_tighter = of_flight and house.flight_seats < house.most_seats
    setting, most = ("flight_seats", house.flight_seats) if is_tighter else ("most_seats", house.most_seats)
    if seats > most:
        where = "at a table of a first flight" if is_tighter else "at a table"
        raise RuleError(
            "too_many_seats",
            f"By the rules of {house.name}, {most} sit {where} at most, not {seats}. Take {most} seats or fewer.",
            rules=house.cite(setting),
            seats=seats,
            most=most,
        )


@door
def require_blinds_of(house: HouseRules, small_blind: Chips, big_blind: Chips) -> None:
    """Let blinds pass that stand to each other as the club has it.

    Raises RuleError("small_blind_not_half"). Rules: WAS-5, BIS-5.
    """
    if house.half_blinds and 2 * small_blind != big_blind:
        half = Chips(big_blind // 2)
        way_out = f"{half}/{big_blind}" if half and not big_blind % 2 else f"{small_blind}/{2 * small_blind}"
        raise RuleError(
            "small_blind_not_half",
            f"By the rules of {house.name}, the small blind is half the big blind, and {small_blind}/{big_blind} is "
            f"not. Take {way_out}, for instance.",
            rules=house.cite("half_blinds"),
            small_blind=small_blind,
            big_blind=big_blind,
        )


@door
def require_bets_of(house: HouseRules, early: Chips, late: Chips) -> None:
    """Let bets of the early and of the late rounds pass that differ only where the club has it so.

    Raises RuleError("limit_changes_late"). Rules: WLIA-12.
    """
    if not house.one_bet_size or early == late:
        return
    raise RuleError(
        "limit_changes_late",
        f"At {house.name} the limit is the same in every round, and this one goes from {early} to {late}. Take one of "
        "the two for both.",
        rules=house.cite("one_bet_size"),
        early=early,
        late=late,
    )
