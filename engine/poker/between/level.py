"""The stakes of a tournament level, worked out from its minimum bet."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import RuleError
from engine.hints import plain
from engine.poker.stakes import AnteBy, Stakes, Structure
from engine.units import NO_CHIPS, Chips


@dataclass(frozen=True, kw_only=True, slots=True)
@plain
class Antes:
    """ante: in chips, paid by ``by`` from level ``from_level`` on."""

    ante: Chips
    from_level: int = 1
    by: AnteBy = AnteBy.EACH


NO_ANTES = Antes(ante=NO_CHIPS)


def level_stakes(
    minimum_bet: Chips,
    *,
    level: int = 1,
    antes: Antes = NO_ANTES,
    structure: Structure = Structure.NO_LIMIT,
) -> Stakes:
    """The big blind is the minimum bet and the small blind half of it; in fixed limit the big bet is twice as much.

    level: its number from 1.

    Raises RuleError: "minimum_bet_is_odd", "no_such_level", "stakes". Rules: BIS-4, BIS-5, WAS-5.
    """
    if minimum_bet % 2:
        raise RuleError(
            "minimum_bet_is_odd",
            f"The minimum bet {minimum_bet} of level {level} has no half. Choose an even number.",
            rules=("BIS-5", "WAS-5"),
            minimum_bet=minimum_bet,
        )
    if level < 1 or antes.from_level < 1:
        raise RuleError(
            "no_such_level", f"Levels are counted from 1, not {min(level, antes.from_level)}.", rules=("BIS-4",)
        )
    is_fixed = structure is Structure.FIXED_LIMIT
    return Stakes(
        structure=structure,
        small_blind=Chips(minimum_bet // 2),
        big_blind=minimum_bet,
        big_bet=Chips(2 * minimum_bet) if is_fixed else minimum_bet,
        ante=antes.ante if level >= antes.from_level else NO_CHIPS,
        ante_by=antes.by,
    )
