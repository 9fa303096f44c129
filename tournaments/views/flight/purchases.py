"""Chips sold on the floor: re-buys and the add-on."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse

from eventnight.bank.views.again import sale_question
from eventnight.bank.views.frame import use_till
from eventnight.core.press import Press
from eventnight.core.press_form import Said, press_form
from eventnight.core.roles import Permission
from eventnight.core.values.formats import chips_text, money_text
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tournaments.forms.flight import FloorSaleForm
from tournaments.models import StackPurchase
from tournaments.selectors.flight.tournaments import flight_by_id
from tournaments.services.flight import purchases
from tournaments.views.flight.addresses import floor_redirect
from tournaments.views.flight.floor_frame import floor_page
from tournaments.views.flight.offered_forms import known_tills

on_the_floor = staff_page(Permission.RUN_FLOOR, here="floor")


@require_POST
@on_the_floor
def sell(request: StaffRequest, event: Event, flight_id: int, player: str, kind: str) -> HttpResponse:
    """Sell a re-buy or the add-on."""
    form = FloorSaleForm(request.POST, **known_tills(request))
    back = floor_redirect(event, flight_id, player=player)

    def sell_stack(press: Press) -> StackPurchase:
        sold = purchases.sell_stack(
            flight=flight_by_id(event, flight_id),
            player_code=player,
            kind=kind,
            payment=form.payment_at(form.cleaned_data["till"]),
            press=press,
        )
        use_till(request, event, form.cleaned_data["till"])
        return sold

    def said(sold: StackPurchase) -> Said:
        address = {"code": event.code, "flight_id": flight_id, "purchase": sold.pk}
        return Said(_sold(event, player, sold), undo=reverse("tournaments:floor_undo_purchase", kwargs=address))

    return (
        press_form(request, form, sell_stack, said=said, back=back)
        or sale_question(request, event, form, back=back.url)
        or floor_page(request, event, flight_id, sell_form=form)
    )


def _sold(event: Event, player: str, sold: StackPurchase) -> str:
    paid = money_text(sold.paid, event.currency)
    return f"{sold.get_kind_display()}: {player} has {chips_text(sold.chips)} more for {paid}."
