"""Posted limits: a line of the posted table says structure, blinds and bets at once, and what may be bought in for.

One pair of numbers is a fixed limit, two are a spread limit (ANG-31). A line by its buy-in is played at no limit or at
pot limit; its big blind is a tenth of the lowest buy-in, for the document names none. All numbers are chips of the
table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.doors import door, typed
from engine.errors import RuleError
from engine.fees import LIMITS, WITHOUT_ROWS, Limit, LimitGroup
from engine.poker.house.rules import HouseRules
from engine.poker.stakes import Stakes, Structure
from engine.units import Chips

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "structure": "betting at",
        "small_blind": "a small blind of",
        "big_blind": "a big blind of",
        "small_bet": "a smallest bet of",
        "big_bet": "a big bet of",
        "early_most": "a highest early bet of",
        "late_most": "a highest late bet of",
        "ceiling": "a ceiling of",
        "lowest_buy_in": "a lowest buy-in of",
        "highest_buy_in": "a highest buy-in of",
    }
)
"""What a posted limit says, in words."""

BLINDS_IN_LOWEST_BUY_IN = 10
POT = "pot-"


@dataclass(frozen=True, kw_only=True, slots=True)
@typed
class PostedLimit:
    """A line of the posted table as it is played. key: never changes, stored by applications. fee_line: its line of the
    collection schedules. lowest_buy_in, highest_buy_in: in chips, None for no bound.
    """

    key: str
    name: str
    stakes: Stakes
    fee_line: str
    lowest_buy_in: Chips | None = None
    highest_buy_in: Chips | None = None

    @property
    def says(self) -> dict[str, object]:
        """What it says, by the names of ``NAMES``."""
        numbers = {name: getattr(self.stakes, name) for name in NAMES if hasattr(self.stakes, name)}
        return {**numbers, "lowest_buy_in": self.lowest_buy_in, "highest_buy_in": self.highest_buy_in}


def _fixed(small_bet: int, big_bet: int) -> Stakes:
    return Stakes(
        structure=Structure.FIXED_LIMIT,
        small_blind=Chips(small_bet // 2),
        big_blind=Chips(small_bet),
        big_bet=Chips(big_bet),
    )


def _spread(least: int, early_most: int, late_most: int) -> Stakes:
    big_blind = max(least, 2)
    return Stakes(
        structure=Structure.SPREAD_LIMIT,
        small_blind=Chips(big_blind // 2),
        big_blind=Chips(big_blind),
        small_bet=Chips(least),
        early_most=Chips(early_most),
        late_most=Chips(late_most),
    )


def _by_bets(line: Limit) -> PostedLimit:
    (least, most), *late = line.ranges
    stakes = _spread(least, most or 0, late[0][1] or 0) if late else _fixed(least, most or 0)
    return PostedLimit(key=line.key, name=line.name, stakes=stakes, fee_line=line.key)


def _by_buy_in(line: Limit, structure: Structure) -> PostedLimit:
    ((least, most),) = line.ranges
    big_blind = least // BLINDS_IN_LOWEST_BUY_IN
    return PostedLimit(
        key=line.key if structure is Structure.NO_LIMIT else f"{POT}{line.key}",
        name=f"{structure.value.capitalize()}, {line.name}",
        stakes=Stakes(structure=structure, small_blind=Chips(max(big_blind // 2, 1)), big_blind=Chips(big_blind)),
        fee_line=line.key,
        lowest_buy_in=Chips(least),
        highest_buy_in=None if most is None else Chips(most),
    )


_LINES = (WITHOUT_ROWS, *LIMITS.values())

POSTED: Mapping[str, PostedLimit] = MappingProxyType(
    {
        posted.key: posted
        for posted in (
            *(_by_bets(line) for line in _LINES if line.group is LimitGroup.BETTING),
            *(
                _by_buy_in(line, structure)
                for structure in (Structure.NO_LIMIT, Structure.POT_LIMIT)
                for line in _LINES
                if line.group is LimitGroup.BUY_IN
            ),
        )
    }
)
"""By key: the limits by their bets, then no limit and pot limit by the buy-in."""


@door
def posted_limit(key: str, *, structure: Structure | None = None) -> PostedLimit:
    """The posted limit of that key. structure: pot limit makes a line by its buy-in one of pot limit.

    Raises RuleError("unknown_limit"). Rules: ANG-31, ANG-39.
    """
    if structure is Structure.POT_LIMIT and f"{POT}{key}" in POSTED:
        key = f"{POT}{key}"
    if key not in POSTED:
        raise RuleError(
            "unknown_limit",
            f"“{key}” is not a posted limit. Choose one of: {', '.join(POSTED)}.",
            rules=("ANG-31", "ANG-36"),
            limit=key,
        )
    return POSTED[key]


@door
def limits_of(house: HouseRules) -> dict[str, PostedLimit]:
    """The posted limits that a house can play, by key. Rules: ANG-31, WLIA-12."""
    return {key: posted for key, posted in POSTED.items() if _may_be_played(posted, house)}


@door
def require_posted(posted: PostedLimit, house: HouseRules) -> None:
    """Raises RuleError("limit_changes_late") for bets that rise in a house with one size. Rules: WLIA-12."""
    if _may_be_played(posted, house):
        return
    raise RuleError(
        "limit_changes_late",
        f"At {house.name} the limit is the same in every round, and {posted.name} has two. Play stakes of your own "
        "with one size of bet.",
        rules=house.cite("one_bet_size"),
        limit=posted.key,
    )


@door(own=["typed"])
def require_same(posted: PostedLimit, typed: Mapping[str, object]) -> None:
    """What is typed besides a posted limit says the same. typed: by the names of ``NAMES``, without those left out.

    Raises RuleError("limit_contradicted") with both numbers. Rules: ANG-39.
    """
    said = posted.says
    for name, other in typed.items():
        if (said[name] or 0) == (other or 0):
            continue
        raise RuleError(
            "limit_contradicted",
            f"{posted.name} is played with {NAMES[name]} {_words(said[name])}, not {_words(other)}. Leave that out, or "
            "choose stakes of your own.",
            rules=("ANG-39",),
            limit=posted.key,
            setting=name,
            posted=_words(said[name]),
            typed=_words(other),
        )


def _may_be_played(posted: PostedLimit, house: HouseRules) -> bool:
    early, late = posted.stakes.largest_bets
    return early == late or not house.one_bet_size


def _words(value: object) -> object:
    return value.value if isinstance(value, Structure) else value or 0
