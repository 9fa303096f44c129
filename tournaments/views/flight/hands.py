"""From the floor to the page of a table whose hands are followed."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from eventnight.core.press_form import keyed_press
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tournaments.selectors.flight.tournaments import flight_by_id
from tournaments.services.hands.opening import follow_hands


@require_POST
@staff_page(Permission.RUN_FLOOR, here="floor")
def follow(request: StaffRequest, event: Event, flight_id: int, table: int) -> HttpResponse:
    """Follow the hands of a table from now on."""
    opened = follow_hands(flight=flight_by_id(event, flight_id), table=table, press=keyed_press(request))
    return redirect("tables:play", code=event.code, table_id=opened.pk)
