"""Receipts for guests, to show or print."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from eventnight.bank.paper import receipt_paper
from eventnight.bank.selectors import SaleReceipt, sale_receipt
from eventnight.core.paper.answer import paper_answer
from eventnight.core.paper.sizes import SLIPS, size_asked
from eventnight.core.paper.typeset import Values
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event, Player


@staff_page(Permission.SELL, here="desk")
def receipt(request: StaffRequest, event: Event, sequence: int) -> HttpResponse:
    """The receipt of a sale, a donation or money that was won."""
    return render(request, "bank/receipt.html", _found(event, sequence))


@staff_page(Permission.SELL, here="desk")
def paper(request: StaffRequest, event: Event, sequence: int) -> HttpResponse:
    """The receipt for the printer."""
    return receipt_answer(request, receipt_paper(event, **_found(event, sequence)), f"receipt-{sequence}")


def receipt_answer(request: StaffRequest, values: Values, name: str) -> HttpResponse:
    """The sheet of a receipt, on the roll or the small paper that the address asks for."""
    return paper_answer("receipt", {**values, "paper": size_asked(request, SLIPS)}, f"{request.event.code}-{name}")


def _found(event: Event, sequence: int) -> Any:
    receipt = sale_receipt(event.pk, sequence)
    player = Player.objects.filter(event=event, code=receipt.player_code).select_related("person").first()
    return {"receipt": receipt, "player": player, "words": _words(event, receipt)}


def _words(event: Event, receipt: SaleReceipt) -> str:
    """The organiser's own, below the sum; none where the guest was paid."""
    bank = event.house_settings.bank
    if receipt.is_won:
        return ""
    return bank.donation_text if receipt.is_gift else bank.receipt_text
