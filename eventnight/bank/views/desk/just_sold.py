"""What a guest was just sold, for the page that follows the sale."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from engine.units import Cents, Chips
from eventnight.bank.models import Commodity, EntryKind
from eventnight.bank.selectors import SaleReceipt, recent_entries, sale_receipt
from eventnight.bank.selectors.ledger.entries import EntryLine
from eventnight.bank.views.desk.action import Serving
from eventnight.bank.views.frame import ListedEntry, listed_entries
from eventnight.core.values.numbers import whole_number

_CHIPS_GIVEN = {EntryKind.FIRST_STACK: 1, EntryKind.REBUY: 1, EntryKind.REDEMPTION: -1}


@dataclass(frozen=True, slots=True)
class JustSold:
    """The guest's newest entry. receipt: where it took money. donation: given on top, in cents. chips: moved by the
    bank, below zero where it took them; chips_before: what the guest held until then.
    """

    entry: ListedEntry
    receipt: SaleReceipt | None
    donation: Cents
    chips: Chips
    chips_before: Chips
    tickets: int


def just_sold(serving: Serving) -> JustSold | None:
    """The sale that the address names as `sold`, as long as nothing was booked for the guest since."""
    sequence = whole_number(serving.request.GET.get("sold", ""))
    if not sequence:
        return None
    lines = recent_entries(serving.event.pk, subject=serving.player_code, limit=2)
    on_top = [line for line in lines[:1] if line.kind == EntryKind.DONATION and line.sequence != sequence]
    sold = next((line for line in lines[len(on_top) :][:1] if line.sequence == sequence), None)
    if sold is None or sold.is_reversed:
        return None
    return _shown(serving, sold, on_top)


def _shown(serving: Serving, sold: EntryLine, on_top: list[EntryLine]) -> JustSold:
    [entry] = listed_entries(serving.request, serving.event, [sold], timezone.now())
    chips = _CHIPS_GIVEN.get(EntryKind(sold.kind), 0) * sold.amounts.get(Commodity.CHIPS, 0)
    return JustSold(
        entry=entry,
        receipt=sale_receipt(serving.event.pk, sold.sequence) if sold.has_receipt else None,
        donation=Cents(sum(line.amounts.get(Commodity.MONEY, 0) for line in on_top)),
        chips=Chips(chips),
        chips_before=Chips(serving.at_desk.chips - chips),
        tickets=sold.amounts.get(Commodity.TICKETS, 0),
    )
