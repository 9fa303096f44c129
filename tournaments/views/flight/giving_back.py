"""Money the floor gives back: an entry before play, a re-buy, the add-on. From the event's limit on, two sign."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import HttpResponse
from django.shortcuts import render

from eventnight.bank.forms.desk import SecondPersonForm
from eventnight.bank.views.frame import may_reverse_any
from eventnight.core.forms import status_of
from eventnight.core.press_form import press_form
from eventnight.core.roles import Permission
from eventnight.core.values.formats import money_text
from eventnight.core.web.access import staff_page
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tournaments.selectors.flight.offers import purchase_by_id
from tournaments.selectors.flight.tournaments import flight_by_id
from tournaments.services.flight import flight_entries as flights
from tournaments.services.flight import purchases
from tournaments.views.flight.floor_frame import floor_redirect

on_the_floor = staff_page(Permission.RUN_FLOOR, here="floor")


@on_the_floor
def withdraw(request: StaffRequest, event: Event, flight_id: int, player: str) -> HttpResponse:
    """Take a player out before play."""
    return _take_back(
        request,
        event,
        flight_id,
        partial(flights.withdraw_entry, flight=flight_by_id(event, flight_id), player_code=player),
        said=f"{player} withdrawn; the stack went back.",
        back=floor_redirect(event, flight_id),
        what=f"the entry of {player}",
    )


@on_the_floor
def undo_purchase(request: StaffRequest, event: Event, flight_id: int, purchase: int) -> HttpResponse:
    """Take a re-buy or the add-on back."""
    flight = flight_by_id(event, flight_id)
    sold = purchase_by_id(flight, purchase)
    player = sold.entry.player.code
    return _take_back(
        request,
        event,
        flight_id,
        partial(purchases.undo_purchase, flight=flight, purchase_id=purchase),
        said=f"{sold} is reversed.",
        back=floor_redirect(event, flight_id, player=player),
        what=f"{sold} for {money_text(sold.paid, event.currency)}, sold to {player}",
    )


def _take_back(
    request: StaffRequest,
    event: Event,
    flight_id: int,
    undo: Callable[..., object],
    *,
    said: str,
    back: HttpResponse,
    what: str,
) -> HttpResponse:
    """Carry it out. A page asks for what is missing when one press is not enough."""
    form = SecondPersonForm(request.POST if request.method == "POST" else None, request=request, event=event)
    context = {"form": form, "what": what, "flight_id": flight_id}
    return press_form(
        request,
        form,
        lambda press: undo(press=press, may_reverse_any=may_reverse_any(request)),
        said=said,
        back=back,
    ) or render(request, "tournaments/flight/floor_back.html", context, status=status_of(form))
