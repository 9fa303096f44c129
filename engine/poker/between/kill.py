"""The kill button: who holds it, and what the stakes become when its holder has won two pots in a row."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum

from engine.doors import typed
from engine.errors import RuleError
from engine.poker.house.rules import HouseRules
from engine.poker.settling.settlement import Settlement
from engine.poker.stakes import Stakes
from engine.units import Chips

WINS_THAT_RAISE = 2


class Kill(Enum):
    """By how much the stakes go up."""

    HALF = "half as much again"
    FULL = "double"


@dataclass(frozen=True, kw_only=True, slots=True)
@typed
class KillButton:
    """The kill button of a table. holder: its seat, None where it lies in the middle. wins: pots that the holder has
    won in a row, 2 standing for any more.
    """

    kind: Kill
    holder: int | None = None
    wins: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.wins <= WINS_THAT_RAISE or (self.holder is None) == bool(self.wins):
            raise ValueError(f"a kill button with holder {self.holder} and {self.wins} wins")

    @property
    def is_on(self) -> bool:
        """The next hand is played for raised stakes, and the holder owes the kill blind."""
        return self.wins == WINS_THAT_RAISE

    def given_back(self) -> KillButton:
        """The button in the middle again. Rules: ANG-35."""
        return KillButton(kind=self.kind)


def require_kill_offered(house: HouseRules, stakes: Stakes) -> None:
    """Raises RuleError: "kill_not_offered" by the house, "kill_needs_limits" in pot limit and no limit,
    "kill_needs_blinds". Rules: ANG-32.
    """
    rules = house.cite("kill")
    if not house.kill:
        raise RuleError("kill_not_offered", f"{house.name} offers no kill. Play without one.", rules=rules)
    if not stakes.has_limits:
        structure = stakes.structure.value
        raise RuleError(
            "kill_needs_limits",
            f"A kill goes with fixed or spread limit, not with {structure}. Choose another limit, or no kill.",
            rules=rules,
            structure=structure,
        )
    if not stakes.big_blind:
        raise RuleError(
            "kill_needs_blinds", "The kill blind is the big blind raised. Play the kill with blinds.", rules=rules
        )


def killed_stakes(stakes: Stakes, kind: Kill, *, unit: Chips) -> Stakes:
    """The stakes of a hand under a kill: every bet and range half as high again, or double. The blinds of the two blind
    seats and the antes stay. Half of an odd number is rounded up to the smallest chip (5-10 becomes 8-15), because a
    table cannot bet half a chip and the stakes have to go up.

    Rules: ANG-33.
    """
    return replace(
        stakes,
        small_bet=raised(stakes.small_bet, kind, unit=unit),
        big_bet=raised(stakes.big_bet, kind, unit=unit),
        early_most=raised(stakes.early_most, kind, unit=unit),
        late_most=raised(stakes.late_most, kind, unit=unit),
    )


def raised(chips: Chips, kind: Kill, *, unit: Chips) -> Chips:
    """One number of the stakes under a kill. unit: the smallest chip. Rules: ANG-33."""
    if kind is Kill.FULL:
        return Chips(2 * chips)
    return Chips(-(-3 * chips // (2 * unit)) * unit)


def kill_after(kill: KillButton, result: Settlement) -> KillButton:
    """The kill button after a hand: to whoever won the main pot alone, back to the middle when its holder did not win.
    A holder who shares the pot keeps it as it was, and nobody earns it in a split pot.

    Rules: ANG-33, ANG-35.
    """
    winners = _winners(result)
    if len(winners) == 1:
        (winner,) = winners
        wins = WINS_THAT_RAISE if winner == kill.holder else 1
        return KillButton(kind=kill.kind, holder=winner, wins=wins)
    return kill if kill.holder in winners else kill.given_back()


def _winners(result: Settlement) -> Collection[int]:
    """Who won the main pot; a lone blind that nobody called makes no pot and comes back to its winner."""
    for pot in result.pots:
        if pot.number == 0:
            return pot.winners
    return tuple(result.returned)
