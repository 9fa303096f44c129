"""Chips sold on the floor: re-buys and the add-on."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from eventnight.bank.views.again import sale_question
from eventnight.bank.views.frame import use_till
from eventnight.core.access import staff_page
from eventnight.core.formats import chips_text, money_text
from eventnight.core.forms import refusing
from eventnight.core.methods import require_POST
from eventnight.core.press import press_of
from eventnight.core.roles import Permission
from eventnight.events.models import Event
from tournaments.forms.flight import FloorSaleForm
from tournaments.selectors.flight.tournaments import flight_by_id
from tournaments.services.flight import purchases
from tournaments.views.flight.floor_frame import floor_page, floor_redirect, known_tills

on_the_floor = staff_page(Permission.RUN_FLOOR, here="floor")


@require_POST
@on_the_floor
def sell(request: HttpRequest, event: Event, flight_id: int, player: str, kind: str) -> HttpResponse:
    """Sell a re-buy or the add-on."""
    form = FloorSaleForm(request.POST, **known_tills(request, event))
    if not form.is_valid():
        return floor_page(request, event, flight_id, sell_form=form)
    with refusing(form):
        sold = purchases.sell_stack(
            flight=flight_by_id(event, flight_id),
            player_code=player,
            kind=kind,
            payment=form.payment_at(form.cleaned_data["till"]),
            press=press_of(request, form.key).repeating(form.cleaned_data["again"]),
        )
        use_till(request, event, form.cleaned_data["till"])
        address = {"code": event.code, "flight_id": flight_id, "purchase": sold.pk}
        undo = reverse("tournaments:floor_undo_purchase", kwargs=address)
        paid = money_text(sold.paid, event.currency)
        text = f"{sold.get_kind_display()}: {player} has {chips_text(sold.chips)} more for {paid}."
        messages.success(request, text, extra_tags=undo)
        return floor_redirect(event, flight_id, player=player)
    back = floor_redirect(event, flight_id, player=player).url
    return sale_question(request, event, form, back=back) or floor_page(request, event, flight_id, sell_form=form)
