"""Money the floor gives back: an entry before play, a re-buy, the add-on. From the event's limit on, two sign."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True, kw_only=True)
class GivingBack:
    """Something sold on the floor whose price goes back. what: as the page that asks names it. said: once it is done.
    player: shown on the floor then, empty for nobody.
    """

    undo: Callable[..., object]
    what: str
    said: str
    player: str = ""


@on_the_floor
def withdraw(request: StaffRequest, event: Event, flight_id: int, player: str) -> HttpResponse:
    """Take a player out before play."""
    entry = GivingBack(
        undo=partial(flights.withdraw_entry, flight=flight_by_id(event, flight_id), player_code=player),
        what=f"the entry of {player}",
        said=f"{player} withdrawn; the stack went back.",
    )
    return _take_back(request, event, flight_id, entry)


@on_the_floor
def undo_purchase(request: StaffRequest, event: Event, flight_id: int, purchase: int) -> HttpResponse:
    """Take a re-buy or the add-on back."""
    flight = flight_by_id(event, flight_id)
    sold = purchase_by_id(flight, purchase)
    player = sold.entry.player.code
    stack = GivingBack(
        undo=partial(purchases.undo_purchase, flight=flight, purchase_id=purchase),
        what=f"{sold} for {money_text(sold.paid, event.currency)}, sold to {player}",
        said=f"{sold} is reversed.",
        player=player,
    )
    return _take_back(request, event, flight_id, stack)


def _take_back(request: StaffRequest, event: Event, flight_id: int, given: GivingBack) -> HttpResponse:
    """Carry it out. A page asks for what is missing when one press is not enough."""
    form = SecondPersonForm(request.POST if request.method == "POST" else None, request=request, event=event)
    context = {"form": form, "what": given.what, "flight_id": flight_id}
    return press_form(
        request,
        form,
        lambda press: given.undo(press=press, may_reverse_any=may_reverse_any(request)),
        said=given.said,
        back=floor_redirect(event, flight_id, player=given.player),
    ) or render(request, "tournaments/flight/floor_back.html", context, status=status_of(form))
