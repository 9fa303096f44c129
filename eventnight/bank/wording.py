"""Sales as people say them: what was given for what, in a question and on the button that answers it."""

from __future__ import annotations

from collections.abc import Mapping

from eventnight.bank.models import Commodity, EntryKind
from eventnight.core.values.formats import chips_text, money_text


def sale_text(kind: str, moved: Mapping[str, int], currency: str) -> str:
    """ "12,000 chips for $120.00", "$5.00", "100 chips for 1 ticket"; what came on top follows.

    moved: by commodity, a donation on top as "donation".
    """
    money = money_text(moved[Commodity.MONEY], currency) if Commodity.MONEY in moved else ""
    if kind == EntryKind.DONATION:
        return money
    if kind == EntryKind.REDEMPTION:
        return f"{_chips(moved)} for {_tickets(moved)}"
    given = _tickets(moved) if Commodity.TICKETS in moved else _chips(moved)
    return (f"{given} for {money}" if money else given) + _on_top(moved, currency)


def sale_press(kind: str, moved: Mapping[str, int], currency: str) -> tuple[str, str]:
    """What the two buttons say that sell and do not: ("Sell 12,000 chips for $120.00", "Do not sell")."""
    text = sale_text(kind, moved, currency)
    if kind == EntryKind.DONATION:
        return f"Take a donation of {text}", "Take no donation"
    if kind == EntryKind.REDEMPTION:
        return f"Take {_chips(moved)}, give {_tickets(moved)}", "Take no chips"
    return f"Sell {text}", "Do not sell"


def _on_top(moved: Mapping[str, int], currency: str) -> str:
    donation = moved.get("donation", 0)
    return f" and a donation of {money_text(donation, currency)}" if donation else ""


def _chips(moved: Mapping[str, int]) -> str:
    count = moved.get(Commodity.CHIPS) or moved.get(Commodity.TOURNAMENT_CHIPS, 0)
    return f"{chips_text(count)} chip{'' if count == 1 else 's'}"


def _tickets(moved: Mapping[str, int]) -> str:
    count = moved.get(Commodity.TICKETS, 0)
    return f"{chips_text(count)} ticket{'' if count == 1 else 's'}"
