"""The floor ends a flight by a time: first what it changes, then the change."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from eventnight.core.forms import status_of
from eventnight.core.press import Press
from eventnight.core.press_form import Said, planned_by, press_form, pressed
from eventnight.core.roles import Permission
from eventnight.core.values.formats import clock_text
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tournaments.forms.flight import FinishByForm
from tournaments.selectors.clock.finish_by import expected_end, finish_plan, is_stretched, next_time
from tournaments.selectors.flight.tournaments import flight_by_id, flight_view
from tournaments.services.clock.finish_by import finish_flight_by, plan_levels_again
from tournaments.views.clock.levels import undo_of_levels
from tournaments.views.flight.addresses import floor_redirect

on_the_floor = staff_page(Permission.RUN_FLOOR, here="floor")


@on_the_floor
def page(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """When the flight should end; with a time, what ending then would change."""
    return _page(request, event, flight_id, FinishByForm(request.GET if "at" in request.GET else None))


@require_POST
@on_the_floor
def change(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Change the levels to come."""
    form = FinishByForm(request.POST)

    def finish(press: Press) -> datetime:
        ends_at = next_time(form.cleaned_data["at"], event, press.at)
        finish_flight_by(flight=flight_by_id(event, flight_id), ends_at=ends_at, press=press)
        return ends_at

    return press_form(
        request,
        form,
        finish,
        said=lambda ends_at: Said(
            f"Play should end at {clock_text(ends_at, event)}.",
            undo=undo_of_levels(flight_by_id(event, flight_id)),
        ),
        back=floor_redirect(event, flight_id),
    ) or _page(request, event, flight_id, form)


@require_POST
@on_the_floor
def as_planned(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Put the levels to come back as they were planned."""
    plan_levels_again(flight=flight_by_id(event, flight_id), press=pressed(request))
    messages.success(request, "The levels to come are as they were planned.")
    return floor_redirect(event, flight_id)


def _page(request: StaffRequest, event: Event, flight_id: int, form: FinishByForm) -> HttpResponse:
    row, now = flight_by_id(event, flight_id), timezone.now()
    flight, plan = flight_view(row, now), None
    if form.is_valid():
        ends_at = next_time(form.cleaned_data["at"], event, now)
        plan = planned_by(form, lambda: finish_plan(flight, row.clock, ends_at, now))
    context = {
        "flight": flight,
        "form": form,
        "plan": plan,
        "expected": expected_end(flight, row.clock, now),
        "is_stretched": is_stretched(row),
    }
    return render(request, "tournaments/clock/finish_by.html", context, status=status_of(form))
