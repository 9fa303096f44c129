"""The pot of a 50/50 bucket: a share of the money that its own tickets were sold for."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from engine.doors import door
from engine.errors import RuleError
from engine.units import Cents


class TicketsSold(NamedTuple):
    """Tickets of one price: so many of those that were sold ``lot_tickets`` for ``lot_price`` cents."""

    tickets: int
    lot_tickets: int
    lot_price: Cents


@door
def ticket_money(sold: Iterable[TicketsSold]) -> Cents:
    """What tickets were sold for, in whole cents: parts of a cent are added up first, then dropped.

    Tickets that chips bought were not sold for money: leave them out.

    Raises RuleError: "lot_out_of_range".
    Rules: WLIA-14, WLIA-15.
    """
    money = Fraction(0)
    for tickets, lot_tickets, lot_price in sold:
        if lot_tickets < 1 or lot_price < 0 or tickets < 0:
            raise RuleError(
                "lot_out_of_range",
                f"{tickets} of {lot_tickets} tickets for {lot_price} cents: a lot has at least 1 ticket, "
                "and nothing is below 0.",
                rules=("WLIA-15",),
                lot_price=lot_price,
                lot_tickets=lot_tickets,
            )
        money += Fraction(tickets * lot_price, lot_tickets)
    return Cents(int(money))


@door
def pot_of(money: Cents, percent: int) -> Cents:
    """The winner's share of a bucket's ticket money, in cents rounded down; the rest stays with the fund.

    Raises RuleError: "pot_share_out_of_range".
    """
    if not 1 <= percent <= 100 or money < 0:
        raise RuleError(
            "pot_share_out_of_range",
            f"{percent} percent of {money} cents is not a pot: the share is 1 to 100 percent, the money at least 0.",
            money=money,
            percent=percent,
        )
    return Cents(money * percent // 100)
