"""The shape of a club's rules. Clubs differ in fields; an organiser overrides one with ``dataclasses.replace``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.units import Chips

SMALLEST_POSSIBLE = Chips(1)


class OddChips(Enum):
    """Who gets the chips of a split pot that do not divide."""

    ONE_EACH = "one smallest chip at a time, from the left of the button"
    ALL_TO_FIRST = "all to the tied player nearest the left of the button"


class AwardOrder(Enum):
    """Which pot is settled first when a hand has several."""

    LAST_CREATED_FIRST = "side pots first, the last created before the others"
    MAIN_FIRST = "main pot first"


@dataclass(frozen=True, kw_only=True, slots=True)
class HouseRules:
    """What one club decides for itself.

    key: never changes, stored by applications. smallest_chip: the smallest chip that plays at its tables, in chips.
    rules: catalogue ids these settings rest on.
    """

    key: str
    name: str
    smallest_chip: Chips = SMALLEST_POSSIBLE
    odd_chips: OddChips = OddChips.ONE_EACH
    award_order: AwardOrder = AwardOrder.LAST_CREATED_FIRST
    rules: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.key.isidentifier() or not self.key.islower():
            raise ValueError(f"house key {self.key!r} must be a lower-case identifier")
        if not self.rules:
            raise ValueError(f"house {self.key} cites no rule")
        if self.smallest_chip < 1:
            raise ValueError(f"house {self.key} has a smallest chip of {self.smallest_chip}")
