"""Money the floor gives back: an entry before play, a re-buy, the add-on. From the event's limit on, two sign."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from eventnight.bank.forms.desk import SecondPersonForm
from eventnight.bank.views.frame import may_reverse_any
from eventnight.core.access import staff_page
from eventnight.core.formats import money_text
from eventnight.core.forms import refusing, status_of
from eventnight.core.press import press_of
from eventnight.core.roles import Permission
from eventnight.events.models import Event
from tournaments.selectors.flight.offers import purchase_by_id
from tournaments.selectors.flight.tournaments import flight_by_id
from tournaments.services.flight import entries as flights
from tournaments.services.flight import purchases
from tournaments.views.flight.floor_frame import floor_redirect

on_the_floor = staff_page(Permission.RUN_FLOOR, here="floor")


@on_the_floor
def withdraw(request: HttpRequest, event: Event, flight_id: int, player: str) -> HttpResponse:
    """Take a player out before play."""
    flight = flight_by_id(event, flight_id)

    def undo(**press: Any) -> HttpResponse:
        flights.withdraw_entry(flight=flight, player_code=player, **press)
        messages.success(request, f"{player} withdrawn; the stack went back.")
        return floor_redirect(event, flight_id)

    return _take_back(request, event, flight_id, undo, what=f"the entry of {player}")


@on_the_floor
def undo_purchase(request: HttpRequest, event: Event, flight_id: int, purchase: int) -> HttpResponse:
    """Take a re-buy or the add-on back."""
    flight = flight_by_id(event, flight_id)
    sold = purchase_by_id(flight, purchase)
    player = sold.entry.player.code

    def undo(**press: Any) -> HttpResponse:
        purchases.undo_purchase(flight=flight, purchase_id=purchase, **press)
        messages.success(request, f"{sold} is reversed.")
        return floor_redirect(event, flight_id, player=player)

    what = f"{sold} for {money_text(sold.paid, event.currency)}, sold to {player}"
    return _take_back(request, event, flight_id, undo, what=what)


def _take_back(
    request: HttpRequest, event: Event, flight_id: int, undo: Callable[..., HttpResponse], *, what: str
) -> HttpResponse:
    """Carry it out. A page asks for what is missing when one press is not enough."""
    form = SecondPersonForm(request.POST if request.method == "POST" else None, request=request, event=event)
    if form.is_valid():
        with refusing(form):
            return undo(
                press=press_of(request, form.key, form.cleaned_data["second_actor"]),
                may_reverse_any=may_reverse_any(request),
            )
    context = {"form": form, "what": what, "flight_id": flight_id}
    return render(request, "tournaments/flight/floor_back.html", context, status=status_of(form))
