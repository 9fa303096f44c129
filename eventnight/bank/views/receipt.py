"""Receipts for guests, to show or print."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from eventnight.bank.selectors import sale_receipt
from eventnight.core.access import staff_page
from eventnight.core.roles import Permission
from eventnight.events.models import Event, Player


@staff_page(Permission.SELL, here="desk")
def receipt(request: HttpRequest, event: Event, sequence: int) -> HttpResponse:
    """The receipt of a sale or a donation."""
    shown = sale_receipt(event.pk, sequence)
    player = Player.objects.filter(event=event, code=shown.player_code).select_related("person").first()
    bank = event.house_settings.bank
    context = {"receipt": shown, "player": player, "words": bank.donation_text if shown.is_gift else bank.receipt_text}
    return render(request, "bank/receipt.html", context)
