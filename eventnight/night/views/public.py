"""What everybody opens first: the nights of this server, and a night as it stands."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from eventnight.core.fresh.versions import current_version
from eventnight.core.web.access import open_page, public_page
from eventnight.events.models import Event
from eventnight.night.selectors.nights import nights
from eventnight.night.selectors.programme import programme
from eventnight.night.selectors.tonight import tonight


@open_page
def home(request: HttpRequest) -> HttpResponse:
    """Every night of this server, those under way first."""
    return render(request, "night/home.html", {"nights": nights()})


@public_page()
def event(request: HttpRequest, event: Event) -> HttpResponse:
    """A night: what is on now, and what comes next."""
    return render(request, "night/event.html", _context(event) | {"version": current_version(event.pk)})


@public_page()
def board(request: HttpRequest, event: Event) -> HttpResponse:
    """The same without the frame, for the live stream."""
    return render(request, "night/_board.html", _context(event))


def _context(event: Event) -> dict[str, Any]:
    night = tonight(event, timezone.now())
    settings = event.house_settings
    return {"event": event, "night": night, "programme": programme(night), "rates": settings.raffle}
