"""What chips and money buy at the raffle."""

from __future__ import annotations

from typing import NamedTuple

from engine.doors import door
from engine.errors import RuleError
from engine.units import Cents, Chips

TICKET_RATE = Chips(100)
LOT_PRICE = Cents(1000)
LOT_TICKETS = 10


class TicketsBought(NamedTuple):
    """Tickets, and the chips that were too few for another."""

    tickets: int
    chips_left: Chips


@door
def tickets_for_chips(chips: Chips, rate: Chips = TICKET_RATE) -> TicketsBought:
    """Tickets for chips turned in, one for each whole ``rate``; the rest buys nothing and is handed back as a number.

    Raises RuleError: "chips_out_of_range".
    Rules: WLIA-14.
    """
    if chips < 0 or rate < 1:
        raise RuleError(
            "chips_out_of_range",
            f"{chips} chips at {rate} for a ticket: chips cannot be below 0, nor the rate below 1.",
            rules=("WLIA-14",),
            chips=chips,
            rate=rate,
        )
    return TicketsBought(chips // rate, Chips(chips % rate))


@door
def tickets_for_money(paid: Cents, *, lot_price: Cents = LOT_PRICE, lot_tickets: int = LOT_TICKETS) -> int:
    """Tickets for money in cents, sold in whole lots.

    Raises RuleError: "ticket_amount", "lot_out_of_range".
    Rules: WLIA-15.
    """
    if lot_price < 1 or lot_tickets < 1:
        raise RuleError(
            "lot_out_of_range",
            f"A lot of {lot_tickets} tickets for {lot_price} cents cannot be sold: both must be at least 1.",
            rules=("WLIA-15",),
            lot_price=lot_price,
            lot_tickets=lot_tickets,
        )
    lots, odd_cents = divmod(paid, lot_price)
    if lots < 1 or odd_cents:
        raise RuleError(
            "ticket_amount",
            f"{_dollars(paid)} does not buy whole lots of {lot_tickets} tickets. "
            f"Take a multiple of {_dollars(lot_price)}.",
            rules=("WLIA-15",),
            paid=paid,
            lot_price=lot_price,
        )
    return lots * lot_tickets


def _dollars(cents: Cents) -> str:
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"
