"""What a table plays for: the betting structure with its blinds, antes and bet sizes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from engine.doors import door, require_typed_fields
from engine.errors import RuleError
from engine.units import NO_CHIPS, Chips


class Structure(Enum):
    """How much may be bet."""

    NO_LIMIT = "no limit"
    POT_LIMIT = "pot limit"
    FIXED_LIMIT = "fixed limit"
    SPREAD_LIMIT = "spread limit"


class AnteBy(Enum):
    """Who pays the ante."""

    EACH = "every player"
    BIG_BLIND = "the big blind, for the table"


@dataclass(frozen=True, kw_only=True, slots=True)
class Stakes:
    """The stakes of a hand, all in chips.

    small_bet: the smallest bet; in fixed limit the bet of the early rounds. big_bet: fixed limit, the bet of the late
    rounds; spread limit, the smallest bet of the late rounds. early_most, late_most: spread limit, the largest bet.
    ceiling: the most that a bet, and each raise on top of one, may be. bring_in: what the opening door card of a stud
    game posts. open_pair_doubles: fixed-limit stud; with a pair showing on fourth street the big bet may be bet.
    An application that leaves ``small_bet`` at 0 gets the big blind, ``big_bet`` the small bet.
    """

    structure: Structure
    small_blind: Chips = NO_CHIPS
    big_blind: Chips = NO_CHIPS
    ante: Chips = NO_CHIPS
    ante_by: AnteBy = AnteBy.EACH
    bring_in: Chips = NO_CHIPS
    small_bet: Chips = NO_CHIPS
    big_bet: Chips = NO_CHIPS
    early_most: Chips = NO_CHIPS
    late_most: Chips = NO_CHIPS
    ceiling: Chips | None = None
    open_pair_doubles: bool = False

    def __post_init__(self) -> None:
        """Raises RuleError: "stakes" for stakes that could not be played, "wrong_type". Rules: STD-4, STD-6."""
        blinds = (self.small_blind, self.big_blind, self.ante, self.bring_in)
        bets = (
            self.small_bet,
            self.big_bet,
            self.early_most,
            self.late_most,
            0 if self.ceiling is None else self.ceiling,
        )
        # At a glance, for they are made for every recorded hand; what looks odd is looked at field by field.
        if {*map(type, blinds), *map(type, bets)} != {int} or self.structure.__class__ is not Structure:
            require_typed_fields(self)
        if self.ante_by.__class__ is not AnteBy or self.open_pair_doubles.__class__ is not bool:
            require_typed_fields(self)
        object.__setattr__(self, "small_bet", self.small_bet or self.big_blind)
        object.__setattr__(self, "big_bet", self.big_bet or self.small_bet)
        amounts = (self.small_blind, self.big_blind, self.ante, self.bring_in, self.early_most, self.late_most)
        if min(amounts) < 0 or self.small_bet < 1:
            raise self._refused("Blinds, antes and bets are 0 or more chips, and the smallest bet at least 1")
        if self.small_blind > self.big_blind:
            raise self._refused(f"The small blind of {self.small_blind} is above the big blind of {self.big_blind}")
        if self.bring_in and (self.big_blind or self.bring_in >= self.small_bet):
            raise self._refused(f"A bring-in goes without blinds and is less than the small bet of {self.small_bet}")
        if self.open_pair_doubles and self.structure is not Structure.FIXED_LIMIT:
            raise self._refused("An open pair doubles the bet in fixed limit only")
        if self.big_bet < self.small_bet:
            raise self._refused(f"The big bet of {self.big_bet} is below the small bet of {self.small_bet}")
        if self.ceiling is not None and self.ceiling < self.small_bet:
            raise self._refused(f"A ceiling of {self.ceiling} is below the smallest bet of {self.small_bet}")
        is_spread = self.structure is Structure.SPREAD_LIMIT
        if is_spread and (self.early_most < self.small_bet or self.late_most < self.big_bet):
            raise self._refused("A spread limit needs the largest bet of the early and of the late rounds")

    @property
    def has_limits(self) -> bool:
        """Fixed or spread limit, where half a bet is enough for a raise and a kill can be played."""
        return self.structure in (Structure.FIXED_LIMIT, Structure.SPREAD_LIMIT)

    @property
    def largest_bets(self) -> tuple[Chips, Chips]:
        """Of the early and of the late rounds, in fixed and spread limit; no chips where nothing but the pot, or the
        stack, limits a bet.
        """
        if self.structure is Structure.FIXED_LIMIT:
            return self.small_bet, self.big_bet
        if self.structure is Structure.SPREAD_LIMIT:
            return self.early_most, self.late_most
        return Chips(0), Chips(0)

    @staticmethod
    def _refused(claim: str) -> RuleError:
        return RuleError("stakes", f"{claim}. Correct the stakes.", rules=("STD-4", "STD-6"))


@door
def chip_of_blinds(stakes: Stakes, chips: Iterable[Chips]) -> Chips | None:
    """The smallest chip that blinds and antes are paid with: the largest that pays each of them alone.

    chips: the values of the set. None where no chip of it does. Rules: CAN-24.
    """
    posted = [each for each in (stakes.small_blind, stakes.big_blind, stakes.ante, stakes.bring_in) if each]
    paying = [chip for chip in chips if chip > 0 and posted and not any(each % chip for each in posted)]
    return max(paying, default=None)
