"""Whether an entry's lines follow from the rates stored with it, however the event's prices have changed since."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.errors import RuleError
from engine.raffle import pot_of
from engine.units import Cents
from eventnight.bank.chips.colours import colours_fit
from eventnight.bank.models import Commodity, EntryKind

Amounts = Mapping[str, int]
"""What an entry moved of each commodity."""

Rates = Mapping[str, Any]


def follows_rates(kind: str, rates: Rates, amounts: Amounts) -> bool:
    """True for an entry that is not priced, too. A rate that is absent or cannot be does not fit, nor do colours of
    another worth.
    """
    check = _CHECKS.get(kind)
    try:
        return (check is None or check(rates, amounts)) and colours_fit(kind, rates, amounts)
    except (AttributeError, KeyError, RuleError, TypeError, ValueError, ZeroDivisionError):
        return False


def _at_one_price(commodity: str) -> Callable[[Rates, Amounts], bool]:
    """One lot, at a price that may be nothing."""

    def check(rates: Rates, amounts: Amounts) -> bool:
        return amounts[commodity] == rates["chips"] and bool(amounts.get(Commodity.MONEY, 0) == rates["price"])

    return check


def _in_lots(commodity: str, lot: str) -> Callable[[Rates, Amounts], bool]:
    def check(rates: Rates, amounts: Amounts) -> bool:
        lots, rest = divmod(amounts[Commodity.MONEY], rates["price"])
        return not rest and amounts[commodity] == lots * rates[lot]

    return check


def _redeemed(rates: Rates, amounts: Amounts) -> bool:
    tickets, rest = divmod(amounts[Commodity.CHIPS], rates["chips_per_ticket"])
    return amounts[Commodity.TICKETS] == tickets and not (rest and rates["keeps_small_chips"])


def _by_pieces(rates: Rates, amounts: Amounts) -> bool:
    worth: int = sum(int(value) * count for value, count in rates.items())
    return not rates or worth == amounts.get(Commodity.MONEY, 0)


def _pot(rates: Rates, amounts: Amounts) -> bool:
    return amounts.get(Commodity.MONEY, 0) == pot_of(Cents(rates["money"]), rates["percent"])


def _prize(rates: Rates, amounts: Amounts) -> bool:
    return bool(amounts.get(Commodity.MONEY, 0) == rates["money"])


def _exchanged(rates: Rates, amounts: Amounts) -> bool:
    """Small chips in, large ones out, and a drift no larger than the race for odd chips can make."""
    small, large = rates["small"] * rates["given"], rates["large"] * rates["received"]
    odd = abs(rates["drift"] - rates["large"] * rates["saved"])
    is_small: bool = rates["drift"] == large - small and 2 * odd <= rates["large"]
    return sum(amounts.values()) == small + large and is_small


def _by_the_half_hour(rates: Rates, amounts: Amounts) -> bool:
    """Every seat pays the fee, or what it has of it."""
    return bool(amounts.get(Commodity.CHIPS, 0) == rates["chips"] <= rates["fee"] * rates["seats"])


_CHECKS: dict[str, Callable[[Rates, Amounts], bool]] = {
    EntryKind.FIRST_STACK: _at_one_price(Commodity.CHIPS),
    EntryKind.STACK_ISSUED: _at_one_price(Commodity.TOURNAMENT_CHIPS),
    EntryKind.REBUY: _in_lots(Commodity.CHIPS, "chips"),
    EntryKind.TICKET_SALE: _in_lots(Commodity.TICKETS, "tickets"),
    EntryKind.REDEMPTION: _redeemed,
    EntryKind.POT_PAID: _pot,
    EntryKind.PRIZE_PAID: _prize,
    EntryKind.TILL_OPENED: _by_pieces,
    EntryKind.COLOR_UP: _exchanged,
    EntryKind.SEAT_FEE: _by_the_half_hour,
}
