"""Addresses of the floor: a flight, and a table, a seat or a player of it."""

from __future__ import annotations

from django.http import HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode

from eventnight.events.models import Event


def floor_address(event: Event, flight_id: int, **query: int | str | None) -> str:
    """The floor, at a table or a player."""
    address = reverse("tournaments:floor_flight", kwargs={"code": event.code, "flight_id": flight_id})
    chosen = {name: value for name, value in query.items() if value}
    return f"{address}?{urlencode(chosen)}" if chosen else address


def floor_redirect(event: Event, flight_id: int, **query: int | str | None) -> HttpResponseRedirect:
    """Back to it."""
    return HttpResponseRedirect(floor_address(event, flight_id, **query))
