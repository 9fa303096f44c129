"""Money the floor gives back: an entry before play, a re-buy, the add-on. From the event's limit on, two sign."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode

from eventnight.bank.forms.desk import SecondPersonForm
from eventnight.bank.means import Means, Payment
from eventnight.bank.tills.codes import FIRST_TILL
from eventnight.bank.views.frame import may_reverse_any
from eventnight.core.forms import status_of
from eventnight.core.press_form import Said, press_form, pressed
from eventnight.core.roles import Permission
from eventnight.core.values.formats import money_text
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.events.selectors import player_by_code
from tournaments.models import Flight
from tournaments.selectors.flight.offers import purchase_by_id
from tournaments.selectors.flight.sign_ups import payment_of_entry
from tournaments.selectors.flight.tournaments import flight_by_id
from tournaments.services.flight import flight_entries as flights
from tournaments.services.flight import purchases
from tournaments.views.flight.addresses import floor_redirect

on_the_floor = staff_page(Permission.RUN_FLOOR, here="floor")


@dataclass(frozen=True, slots=True, kw_only=True)
class GivingBack:
    """Something sold on the floor whose price goes back. what: as the page that asks names it. said: once it is done.
    player: shown on the floor then, empty for nobody. again: the address that undoes it, empty for none.
    """

    undo: Callable[..., object]
    what: str
    said: str
    player: str = ""
    again: str = ""


@on_the_floor
def withdraw(request: StaffRequest, event: Event, flight_id: int, player: str) -> HttpResponse:
    """Take a player out before play."""
    flight = flight_by_id(event, flight_id)
    entry = GivingBack(
        undo=partial(flights.withdraw_entry, flight=flight, player_code=player),
        what=f"the entry of {player}",
        said=f"{player} withdrawn; the stack went back.",
        again=_address_to_enter_again(event, flight, player),
    )
    return take_back(request, event, flight_id, entry)


@require_POST
@on_the_floor
def enter_again(request: StaffRequest, event: Event, flight_id: int, player: str) -> HttpResponse:
    """Undo a withdrawal before the draw: the player enters again, paid as before; the address says how."""
    given = request.GET
    payment = Payment(
        means=given.get("means", Means.CASH), reference=given.get("reference", ""), till=given.get("till", FIRST_TILL)
    )
    entered = flights.enter_flight(
        player=player_by_code(event, player),
        flight=flight_by_id(event, flight_id),
        payment=payment,
        press=pressed(request),
    )
    messages.success(request, f"{entered.player} is entered again.")
    return floor_redirect(event, flight_id)


def _address_to_enter_again(event: Event, flight: Flight, player: str) -> str:
    payment = payment_of_entry(flight, player)
    if payment is None:
        return ""
    place = {"code": event.code, "flight_id": flight.pk, "player": player}
    paid = {"means": payment.means, "reference": payment.reference, "till": payment.till}
    return f"{reverse('tournaments:floor_enter_again', kwargs=place)}?{urlencode(paid)}"


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
    return take_back(request, event, flight_id, stack)


def take_back(request: StaffRequest, event: Event, flight_id: int, given: GivingBack) -> HttpResponse:
    """Carry it out. A page asks for what is missing when one press is not enough."""
    form = SecondPersonForm(request.POST if request.method == "POST" else None, request=request, event=event)
    context = {"form": form, "what": given.what, "flight_id": flight_id}
    return press_form(
        request,
        form,
        lambda press: given.undo(press=press, may_reverse_any=may_reverse_any(request)),
        said=Said(given.said, undo=given.again),
        back=floor_redirect(event, flight_id, player=given.player),
    ) or render(request, "tournaments/flight/floor_back.html", context, status=status_of(form))
