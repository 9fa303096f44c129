"""The blind clock: the projector's page for everybody, and the keys that staff press."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from eventnight.core.errors import BadRequest, NotFound
from eventnight.core.forms import RefusableForm, WholeField
from eventnight.core.press import press_of
from eventnight.core.roles import Permission
from eventnight.core.web.access import public_page, staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tournaments.models import BlindClock
from tournaments.selectors.flight.tournaments import flight_by_id, holdem_view
from tournaments.services.clock import presses as services
from tournaments.views.flight.addresses import floor_redirect
from tournaments.views.flight.asked_for import asked_for
from tournaments.views.flight.floor_frame import clock_context

MOST_SECONDS = 3600
MOVES: dict[str, Callable[..., BlindClock]] = {
    "start": services.start_clock,
    "pause": services.pause_clock,
    "resume": services.resume_clock,
    "adjust": services.adjust_clock,
    "skip": services.skip_level,
    "back": services.back_level,
    "undo": services.undo_clock_event,
    "undo-step": services.undo_time_step,
}


ANSWERS = {"went-on": True, "stood-still": False}
"""What staff say of a time in which nobody looked at the clock."""


class MoveForm(RefusableForm):
    """The version of the clock that the press was made for; for an adjustment, by how many seconds."""

    seen_version = WholeField(required=False, min_value=1)
    seconds = WholeField(required=False, min_value=-MOST_SECONDS, max_value=MOST_SECONDS)


@public_page()
def wall(request: HttpRequest, event: Event, flight_id: int) -> HttpResponse:
    """A flight's clock for the projector."""
    return render(request, "tournaments/clock/wall_clock.html", _context(event, flight_id))


@public_page()
def wall_live(request: HttpRequest, event: Event, flight_id: int) -> HttpResponse:
    """What of it changes."""
    return render(request, "tournaments/clock/_wall_clock.html", _context(event, flight_id))


@require_POST
@staff_page(Permission.RUN_FLOOR, here="floor")
def move(request: StaffRequest, event: Event, flight_id: int, move: str) -> HttpResponse:
    """One press at the clock. Answers with its panel where only that was asked for."""
    form = MoveForm(request.POST)
    if move not in MOVES:
        raise NotFound("unknown_move", f"A clock cannot {move}. Reload the page.", move=move)
    if not form.is_valid() or (move == "adjust" and not form.cleaned_data["seconds"]):
        raise BadRequest("clock_press_incomplete", "Part of the request was missing. Reload the page and try again.")
    extra = {"seconds": form.cleaned_data["seconds"]} if move == "adjust" else {}
    MOVES[move](
        flight=flight_by_id(event, flight_id),
        press=press_of(request),
        seen_version=form.cleaned_data["seen_version"],
        **extra,
    )
    if request.headers.get("HX-Request"):
        see = asked_for(request, event, flight_id, timezone.now())
        return render(request, "tournaments/clock/_floor_clock.html", clock_context(see))
    return floor_redirect(event, flight_id)


@require_POST
@staff_page(Permission.RUN_FLOOR, here="floor")
def answer_absence(request: StaffRequest, event: Event, flight_id: int, answer: str) -> HttpResponse:
    """Whether play went on while the system was off."""
    form = MoveForm(request.POST)
    if answer not in ANSWERS or not form.is_valid():
        raise BadRequest("clock_press_incomplete", "Part of the request was missing. Reload the page and try again.")
    services.answer_absence(
        flight=flight_by_id(event, flight_id),
        play_went_on=ANSWERS[answer],
        press=press_of(request),
        seen_version=form.cleaned_data["seen_version"],
    )
    return floor_redirect(event, flight_id)


@require_POST
@staff_page(Permission.RUN_FLOOR, here="floor")
def pause_for_breaks(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Choose whether the clock stops by itself when a break begins."""
    services.set_pause_for_breaks(
        flight=flight_by_id(event, flight_id),
        is_on=bool(request.POST.get("is_on")),
        press=press_of(request),
    )
    return floor_redirect(event, flight_id)


def _context(event: Event, flight_id: int) -> dict[str, Any]:
    row = flight_by_id(event, flight_id)
    holdem = holdem_view(row.tournament, timezone.now())
    flight = next(one for one in holdem.flights if one.id == row.pk)
    return {
        "event": event,
        "version": event.head.version,
        "holdem": holdem,
        "flight": flight,
        "clock": flight.clock,
        "title": holdem.title_of(flight),
    }
