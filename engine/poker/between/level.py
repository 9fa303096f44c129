"""The stakes of a tournament level, worked out from its minimum bet."""

from __future__ import annotations

from engine.errors import RuleError
from engine.poker.stakes import AnteBy, Stakes, Structure
from engine.units import NO_CHIPS, Chips


def level_stakes(
    minimum_bet: Chips,
    *,
    level: int = 1,
    ante: Chips = NO_CHIPS,
    antes_from: int = 1,
    ante_by: AnteBy = AnteBy.EACH,
    structure: Structure = Structure.NO_LIMIT,
) -> Stakes:
    """The big blind is the minimum bet and the small blind half of it; in fixed limit the big bet is twice as much.

    level: its number from 1. ante: in chips, paid from level ``antes_from`` on.

    Raises RuleError: "minimum_bet_is_odd", "no_such_level", "stakes". Rules: BIS-4, BIS-5, WAS-5.
    """
    if minimum_bet % 2:
        raise RuleError(
            "minimum_bet_is_odd",
            f"The minimum bet {minimum_bet} of level {level} has no half. Choose an even number.",
            rules=("BIS-5", "WAS-5"),
            minimum_bet=minimum_bet,
        )
    if level < 1 or antes_from < 1:
        raise RuleError("no_such_level", f"Levels are counted from 1, not {min(level, antes_from)}.", rules=("BIS-4",))
    is_fixed = structure is Structure.FIXED_LIMIT
    return Stakes(
        structure=structure,
        small_blind=Chips(minimum_bet // 2),
        big_blind=minimum_bet,
        big_bet=Chips(2 * minimum_bet) if is_fixed else minimum_bet,
        ante=ante if level >= antes_from else NO_CHIPS,
        ante_by=ante_by,
    )
