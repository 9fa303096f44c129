"""The wall: one screen for the whole room, by link and without sign-in, turning from view to view by itself."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from eventnight.core.web.access import present, public_page
from eventnight.core.web.etags import changing_at
from eventnight.events.models import Event
from eventnight.night.selectors.tonight import Tonight, tonight
from eventnight.night.selectors.wall import view_and_next, wall_views
from eventnight.night.selectors.wall_draw import WallDraw, wall_draw
from eventnight.raffle.selectors import raffle_of
from tournaments.drawings.columns import box_of, describe_bracket
from tournaments.drawings.wall_tables import wall_tables

TURNING = "?turn=1"


@public_page()
def wall(request: HttpRequest, event: Event) -> HttpResponse:
    """The first view; it turns to the others."""
    return _page(request, event, _context(event), is_turning=True)


@public_page(turn=present)
def wall_view(request: HttpRequest, event: Event, view: str) -> HttpResponse:
    """One view, which stays unless the address says ?turn=1."""
    return _page(request, event, _context(event, view), is_turning="turn" in request.GET)


@public_page()
def wall_part(request: HttpRequest, event: Event, view: str) -> HttpResponse:
    """What changes of a view, for the live stream."""
    context = _context(event, view)
    return _changing(render(request, f"night/wall/_{context['view'].kind}.html", context), context)


@public_page()
def wall_calls(request: HttpRequest, event: Event) -> HttpResponse:
    """The strip of calls alone, for the live stream."""
    now = timezone.now()
    night = tonight(event, now)
    context = {"event": event, "night": night, "draw": _draw(night, now)}
    return _changing(render(request, "night/wall/_calls.html", context), context)


def _page(request: HttpRequest, event: Event, context: dict[str, Any], *, is_turning: bool) -> HttpResponse:
    following = reverse("night:wall_view", kwargs={"code": event.code, "view": context["next_view"].key})
    context |= {
        "version": event.head.version,
        "is_turning": is_turning,
        "next_address": following + (TURNING if is_turning else ""),
    }
    return _changing(render(request, "night/wall.html", context), context)


def _context(event: Event, key: str = "") -> dict[str, Any]:
    """What the view of that key shows, the first without one. Raises NotFound("unknown_wall_view")."""
    now = timezone.now()
    night = tonight(event, now)
    view, following = view_and_next(wall_views(night), key)
    context = {"event": event, "night": night, "view": view, "next_view": following, "draw": _draw(night, now)}
    if view.flight:
        flight = view.flight.flight
        context |= {"flight": flight, "clock": flight.clock, "plans": wall_tables(flight.tables)}
    if view.bracket:
        third = view.bracket.third_place if view.is_whole else None
        context |= {"described": describe_bracket(view.bracket), "third_place": box_of(third) if third else None}
    return context


def _draw(night: Tonight, now: datetime) -> WallDraw | None:
    """The draw, once it has begun."""
    if night.raffle is None or not (night.raffle.is_drawing or night.raffle.is_done):
        return None
    return wall_draw(raffle_of(night.event), now)


def _changing(response: HttpResponse, context: dict[str, Any]) -> HttpResponse:
    draw = context["draw"]
    return changing_at(response, draw.changes_at if draw else None)
