"""Receipts for guests, to show or print."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from eventnight.bank.selectors import SaleReceipt, sale_receipt
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event, Player


@staff_page(Permission.SELL, here="desk")
def receipt(request: StaffRequest, event: Event, sequence: int) -> HttpResponse:
    """The receipt of a sale, a donation or money that was won."""
    receipt = sale_receipt(event.pk, sequence)
    player = Player.objects.filter(event=event, code=receipt.player_code).select_related("person").first()
    return render(request, "bank/receipt.html", {"receipt": receipt, "player": player, "words": _words(event, receipt)})


def _words(event: Event, receipt: SaleReceipt) -> str:
    """The organiser's own, below the sum; none where the guest was paid."""
    bank = event.house_settings.bank
    if receipt.is_won:
        return ""
    return bank.donation_text if receipt.is_gift else bank.receipt_text
