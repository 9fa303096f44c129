"""The posted fee schedule of a table, the fee of one hand, and what has been taken."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import gcd

from engine.fees import BANDS, fee_for, fee_in_chips
from engine.units import Cents, Chips
from tables.models import Hand, SeatFee, Table
from tables.selectors.lookup import last_hand

NO_FEE = Chips(0)


@dataclass(frozen=True, slots=True)
class PostedFee:
    """A line of the posted schedule: the fee for so many players dealt in, in cents and in the table's chips."""

    players_from: int
    players_to: int
    fee: Cents
    chips: Chips


def posted_schedule(table: Table) -> tuple[PostedFee, ...]:
    """What hangs at the table; empty where no fee is taken. Rules: ANG-36, ANG-37."""
    return tuple(
        PostedFee(band[0], band[-1], fee_cents(table, band[0]), fee_chips(table, band[0]))
        for band in (BANDS if table.schedule else ())
    )


def fee_cents(table: Table, players_dealt_in: int) -> Cents:
    """The fee of a hand in cents, 0 without a schedule. Raises RuleError("players_dealt_in"). Rules: ANG-36."""
    if table.schedule is None:
        return Cents(0)
    line = table.posted.fee_line if table.posted else None
    overrides = table.fee_overrides
    return fee_for(table.schedule, players_dealt_in=players_dealt_in, limit=line, overrides=overrides)


def fee_chips(table: Table, players_dealt_in: int) -> Chips:
    """The same in chips, of a hand or of a seat.

    Raises RuleError: "players_dealt_in", "fee_not_in_chips". Rules: ANG-36, ANG-37.
    """
    if table.schedule is None or table.chip_value is None:
        return NO_FEE
    return fee_in_chips(fee_cents(table, players_dealt_in), chip_value=Cents(table.chip_value))


def hand_fee(table: Table, players_dealt_in: int) -> Chips:
    """The fee that leaves the pot of a hand, 0 where seats are charged by the half-hour. Raises as ``fee_chips``."""
    return NO_FEE if table.charges_seats else fee_chips(table, players_dealt_in)


def chip_of_fee(fee: int, smallest: int) -> Chips | None:
    """The chip that pays a fee: the smallest that plays, or a smaller one where the fee is not a whole number of those;
    None for no fee.
    """
    return Chips(gcd(fee, smallest)) if fee else None


def fee_since_last_hand(table: Table) -> SeatFee | None:
    """The newest fee that was taken from the seats since the last hand that stands. Rules: ANG-37."""
    last = last_hand(table)
    since = last.entry.sequence if last is not None else 0
    taken = table.seat_fees.filter(undone_at__isnull=True, entry__sequence__gt=since)
    return taken.order_by("due_at").last()


@dataclass(frozen=True, slots=True)
class FeesTaken:
    """Chips that a table has paid to the house: from its hands, and by the half-hour from its seats."""

    table: str
    by_hand: int
    by_half_hour: int


def fees_taken(event_id: int) -> tuple[FeesTaken, ...]:
    """Every table that has paid a fee, by its number: three queries."""
    standing = Hand.objects.filter(table__event=event_id, undone_at__isnull=True, fee__gt=0)
    by_hand: Counter[str] = Counter()
    for code, fee in ((hand.table.code, hand.fee) for hand in standing.select_related("table")):
        by_hand[code] += fee
    by_half_hour: Counter[str] = Counter()
    for row in SeatFee.objects.filter(table__event=event_id, undone_at__isnull=True).select_related("table"):
        by_half_hour[row.table.code] += row.chips
    codes = [table.code for table in Table.objects.filter(event=event_id).order_by("kind", "number")]
    lines = (FeesTaken(code, by_hand[code], by_half_hour[code]) for code in codes)
    return tuple(line for line in lines if line.by_hand or line.by_half_hour)


def last_seat_fees(table: Table, limit: int = 8) -> list[SeatFee]:
    """The last half-hours of a table, newest first: one query."""
    return list(table.seat_fees.select_related("entry").order_by("-due_at")[:limit])


def limit_name(table: Table) -> str:
    """The limit as it is posted: "$2-$4"; empty for stakes of its own."""
    return table.posted.name if table.posted else ""
