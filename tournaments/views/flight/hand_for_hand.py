"""Hand-for-hand play on the floor: on, off, and which tables have finished the hand."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse

from eventnight.core.errors import BadRequest
from eventnight.core.forms import RefusableForm, WholeField
from eventnight.core.press import press_of
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tournaments.selectors.flight.tournaments import flight_by_id
from tournaments.services.flight import hand_for_hand
from tournaments.views.flight.addresses import floor_redirect

on_the_floor = staff_page(Permission.RUN_FLOOR, here="floor")


class HandForm(RefusableForm):
    """The number of the hand on the screen."""

    hand = WholeField(min_value=1)


@require_POST
@on_the_floor
def switch(request: StaffRequest, event: Event, flight_id: int, answer: str) -> HttpResponse:
    """All tables play hand for hand, or on their own again."""
    flight, press = flight_by_id(event, flight_id), press_of(request)
    if answer == "on":
        hand_for_hand.start_hand_for_hand(flight=flight, press=press)
        messages.success(request, "Hand for hand: finish the hand in play, then all tables wait for each other.")
    else:
        hand_for_hand.stop_hand_for_hand(flight=flight, press=press)
        messages.success(request, "The tables play on without waiting.")
    return floor_redirect(event, flight_id)


@require_POST
@on_the_floor
def finish(request: StaffRequest, event: Event, flight_id: int, table: int) -> HttpResponse:
    """A table has finished the hand."""
    form = HandForm(request.POST)
    if not form.is_valid():
        raise BadRequest("hand_missing", "This request names no hand. Reload the page and try again.")
    hand_for_hand.finish_shared_hand(
        flight=flight_by_id(event, flight_id),
        table=table,
        hand=form.cleaned_data["hand"],
        press=press_of(request),
    )
    return floor_redirect(event, flight_id)


@require_POST
@on_the_floor
def resume(request: StaffRequest, event: Event, flight_id: int, table: int) -> HttpResponse:
    """A table has not finished it after all."""
    hand_for_hand.resume_shared_hand(flight=flight_by_id(event, flight_id), table=table, press=press_of(request))
    return floor_redirect(event, flight_id)
