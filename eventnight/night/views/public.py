"""What everybody opens first: the nights of this server, and a night as it stands."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from eventnight.core.web.access import open_page, public_page
from eventnight.events.models import Event
from eventnight.events.selectors import sponsors_of
from eventnight.night.selectors.nights import nights
from eventnight.night.selectors.programme import programme
from eventnight.night.selectors.tonight import tonight

NIGHTS_SHOWN = 3
"""Of several nights at once, so many show how they stand."""


@open_page
def home(request: HttpRequest) -> HttpResponse:
    """What this is, tonight as it stands, the way to one's own card, and the nights to come."""
    now = timezone.now()
    found = nights(now)
    live = found.now[0] if len(found.now) == 1 else None
    evenings = [tonight(event, now) for event in found.now[:NIGHTS_SHOWN]]
    context = {"nights": found, "evenings": evenings, "event": live, "version": live and live.head.version}
    return render(request, "night/front.html", context)


@public_page()
def tonight_part(request: HttpRequest, event: Event) -> HttpResponse:
    """A night's part of the first page, for the live stream."""
    return render(request, "night/_tonight.html", {"night": tonight(event, timezone.now()), "is_live": True})


@public_page()
def event(request: HttpRequest, event: Event) -> HttpResponse:
    """A night: what is on now, and what comes next."""
    context = _context(event) | {"version": event.head.version, "sponsors": sponsors_of(event)}
    return render(request, "night/event.html", context)


@public_page()
def board(request: HttpRequest, event: Event) -> HttpResponse:
    """The same without the frame, for the live stream."""
    return render(request, "night/_board.html", _context(event))


def _context(event: Event) -> dict[str, Any]:
    night = tonight(event, timezone.now())
    settings = event.house_settings
    return {"event": event, "night": night, "programme": programme(night), "rates": settings.raffle}
