"""How a hand ended, and what it is worth: the one way from tricks to points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.doors import door, typed
from engine.errors import RuleError, quoted
from engine.euchre.scoring import (
    TRICKS_IN_A_DEAL,
    TRICKS_TO_MAKE,
    EuchreScale,
    Points,
    Side,
    require_possible_tricks,
    score_deal,
    score_revoke,
)

NO_POINTS: Points = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
@typed
class DealResult:
    """How a deal ended.

    makers: the team, 0 or 1, that made trump; None if the cards were thrown in. tricks: those the makers took.
    makers_alone, defender_alone: somebody of that side played alone. revoke_by: the side that was found to have
    revoked, which ends the deal whatever the tricks.

    Raises RuleError: "result_unclear", "tricks_out_of_range".
    Rules: EUC-10, EUC-14, EUC-15, EUC-17.
    """

    makers: int | None
    tricks: int = 0
    makers_alone: bool = False
    defender_alone: bool = False
    revoke_by: Side | None = None

    def __post_init__(self) -> None:
        if self.makers is None:
            if self.tricks or self.makers_alone or self.defender_alone or self.revoke_by is not None:
                raise _unclear("a hand that was thrown in has no tricks, nobody alone and no revoke", "EUC-10")
        elif self.makers not in (0, 1):
            raise _unclear(f"the makers are team 0 or 1, not {quoted(self.makers)}", "EUC-1")
        else:
            require_possible_tricks(self.tricks)


@door
def points_of(result: DealResult, scale: EuchreScale) -> Points:
    """The points of team 0 and team 1 for a deal. Rules: EUC-10, EUC-14, EUC-15, EUC-17."""
    if result.makers is None:
        return NO_POINTS
    if result.revoke_by is not None:
        alone = result.makers_alone if result.revoke_by is Side.DEFENDERS else result.defender_alone
        side, points = score_revoke(result.revoke_by, opponents_alone=alone, scale=scale)
    else:
        side, points = score_deal(
            result.tricks, makers_alone=result.makers_alone, defender_alone=result.defender_alone, scale=scale
        )
    team = result.makers if side is Side.MAKERS else 1 - result.makers
    return (points, 0) if team == 0 else (0, points)


class Called(NamedTuple):
    """What the table calls a result, and the rule that gives its points."""

    word: str
    rule: str


@door
def called(result: DealResult) -> Called:
    """A result in the table's words: "march", "euchred". Rules: EUC-10, EUC-14, EUC-15, EUC-17."""
    if result.makers is None:
        return Called("thrown in", "EUC-10")
    if result.revoke_by is not None:
        return Called(f"revoke by the {result.revoke_by}", "EUC-17")
    if result.tricks < TRICKS_TO_MAKE:
        return Called("euchred by a lone player", "EUC-15") if result.defender_alone else Called("euchred", "EUC-14")
    if result.tricks == TRICKS_IN_A_DEAL:
        return Called("alone march", "EUC-15") if result.makers_alone else Called("march", "EUC-14")
    return Called("made alone", "EUC-15") if result.makers_alone else Called("made", "EUC-14")


def _unclear(claim: str, rule: str) -> RuleError:
    return RuleError("result_unclear", f"The result of the deal does not fit: {claim}.", rules=(rule,))
