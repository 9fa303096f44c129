"""Table fees by the number of players dealt in: the collection schedules A, B and C. Amounts are in cents.

A schedule charges the same at every limit; a club may override single limits. The fee of a hand is fixed before the
deal by the players dealt in and taken from the pot (ANG-37); ``fee_in_chips`` turns it into chips of the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from engine.doors import door, typed
from engine.errors import RuleError
from engine.units import Cents, Chips

BANDS = (range(1, 5), range(5, 7), range(7, 11))
"""Players dealt in: 1-4, 5-6, 7-10. A schedule has one fee for each."""

DOLLAR = Cents(100)
BandFees = tuple[Cents, Cents, Cents]


class LimitGroup(Enum):
    BUY_IN = "No limit and pot limit, by buy-in"
    BETTING = "Limit, by bet"


@dataclass(frozen=True, kw_only=True, slots=True)
class Limit:
    """A line of the posted table. key: never changes, stored by applications. name: as posted, in dollars. ranges: its
    numbers: the lowest and the highest buy-in, None for no highest; or the bets, early and late where they differ.
    """

    key: str
    name: str
    group: LimitGroup
    ranges: tuple[tuple[int, int | None], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
@typed
class Schedule:
    """fees: in cents, for each of ``BANDS``; they never fall as more players are dealt in."""

    key: str
    fees: BandFees
    rules: tuple[str, ...]

    def __post_init__(self) -> None:
        few, middle, full = self.fees
        if not 0 <= few <= middle <= full:
            raise ValueError(f"schedule {self.key} must charge rising fees, not {self.fees}")


def _buy_in(least: int, most: int | None) -> Limit:
    top_key, top_name = ("no-max", "no max") if most is None else (str(most), f"${most}")
    return Limit(
        key=f"buy-in-{least}-{top_key}",
        name=f"${least}-{top_name}",
        group=LimitGroup.BUY_IN,
        ranges=((least, most),),
    )


def betting_limit(*ranges: tuple[int, int]) -> Limit:
    """A line by its bets: one pair, or one for the early and one for the late rounds."""
    return Limit(
        key="limit-" + "-".join(f"{small}-{big}" for small, big in ranges),
        name=", ".join(f"${small}-${big}" for small, big in ranges),
        group=LimitGroup.BETTING,
        ranges=ranges,
    )


LIMITS: Mapping[str, Limit] = MappingProxyType(
    {
        limit.key: limit
        for limit in (
            _buy_in(20, 100),
            _buy_in(20, 200),
            _buy_in(20, None),
            _buy_in(50, 500),
            _buy_in(100, 500),
            _buy_in(100, None),
            _buy_in(200, 1000),
            _buy_in(200, None),
            _buy_in(500, None),
            betting_limit((2, 4)),
            betting_limit((3, 6)),
            betting_limit((2, 4), (2, 8)),
            betting_limit((4, 8)),
            betting_limit((4, 10), (4, 20)),
            betting_limit((5, 10)),
            betting_limit((6, 12)),
            betting_limit((9, 18)),
            betting_limit((10, 20)),
            betting_limit((20, 40)),
            betting_limit((50, 100)),
        )
    }
)

SCHEDULES: Mapping[str, Schedule] = MappingProxyType(
    {
        schedule.key: schedule
        for schedule in (
            Schedule(key="A", fees=(Cents(100), Cents(200), Cents(300)), rules=("ANG-36",)),
            Schedule(key="B", fees=(Cents(200), Cents(300), Cents(400)), rules=("ANG-36",)),
            Schedule(key="C", fees=(Cents(300), Cents(400), Cents(500)), rules=("ANG-36",)),
        )
    }
)

WITHOUT_ROWS = betting_limit((1, 3), (1, 6))
"""The lowest limit of the club stands in no schedule; it pays what a schedule charges everywhere (ANG-31)."""

NO_OVERRIDES: Mapping[str, BandFees] = MappingProxyType({})


@door
def fee_for(
    schedule: Schedule,
    *,
    players_dealt_in: int,
    limit: str | None = None,
    overrides: Mapping[str, BandFees] = NO_OVERRIDES,
) -> Cents:
    """The fee of one hand, in cents.

    limit: a key of ``LIMITS``, or that of ``WITHOUT_ROWS``; without one the schedule's own fees hold. overrides: a
    club's fees for single limits.

    Raises RuleError: "players_dealt_in", "unknown_limit". Rules: ANG-36, ANG-37.
    """
    for known in (*overrides, *([limit] if limit else [])):
        _require_known_limit(known)
    fees = overrides.get(limit, schedule.fees) if limit else schedule.fees
    for band, fee in zip(BANDS, fees, strict=True):
        if players_dealt_in in band:
            return fee
    raise RuleError(
        "players_dealt_in",
        f"Schedule {schedule.key} has no fee for {players_dealt_in} players. "
        f"Deal in {BANDS[0][0]} to {BANDS[-1][-1]} players.",
        rules=("ANG-36",),
        players=players_dealt_in,
    )


@door
def fee_in_chips(fee: Cents, *, chip_value: Cents = DOLLAR) -> Chips:
    """The chips that make up a fee, where a chip of 1 stands for ``chip_value`` cents: a dollar at a money table.

    Raises RuleError: "chip_value", "fee_not_in_chips". Rules: ANG-37.
    """
    if chip_value < 1:
        raise RuleError("chip_value", f"A chip cannot stand for {chip_value} cents. Enter 1 or more.", value=chip_value)
    if fee % chip_value:
        raise RuleError(
            "fee_not_in_chips",
            f"A fee of {fee} cents is not a whole number of chips worth {chip_value} cents each. "
            f"Charge a multiple of {chip_value} cents.",
            rules=("ANG-37",),
            fee=fee,
            value=chip_value,
        )
    return Chips(fee // chip_value)


def _require_known_limit(key: str) -> None:
    if key not in LIMITS and key != WITHOUT_ROWS.key:
        raise RuleError(
            "unknown_limit",
            f"“{key}” is not a limit of the collection schedules. Choose one of: {', '.join(LIMITS)}.",
            rules=("ANG-36",),
            limit=key,
        )
