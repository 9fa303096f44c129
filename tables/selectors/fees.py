"""The posted fee schedule of a table, and the fee of one hand."""

from __future__ import annotations

from dataclasses import dataclass

from engine.fees import BANDS, fee_for, fee_in_chips
from engine.units import Cents, Chips
from tables.models import Table

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
        PostedFee(band[0], band[-1], fee_cents(table, band[0]), hand_fee(table, band[0]))
        for band in (BANDS if table.schedule else ())
    )


def fee_cents(table: Table, players_dealt_in: int) -> Cents:
    """The fee of a hand in cents, 0 without a schedule. Raises RuleError("players_dealt_in"). Rules: ANG-36."""
    if table.schedule is None:
        return Cents(0)
    line = table.posted.fee_line if table.posted else None
    overrides = table.fee_overrides
    return fee_for(table.schedule, players_dealt_in=players_dealt_in, limit=line, overrides=overrides)


def hand_fee(table: Table, players_dealt_in: int) -> Chips:
    """The same in chips. Raises RuleError: "players_dealt_in", "fee_not_in_chips". Rules: ANG-36, ANG-37."""
    if table.schedule is None or table.chip_value is None:
        return NO_FEE
    return fee_in_chips(fee_cents(table, players_dealt_in), chip_value=Cents(table.chip_value))


def limit_name(table: Table) -> str:
    """The limit as it is posted: "$2-$4"; empty for stakes of its own."""
    return table.posted.name if table.posted else ""
