"""The levels of a flight while it plays: the sheet of those to come, what a change leads to, and the change."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from eventnight.core.forms import status_of
from eventnight.core.press import Press
from eventnight.core.press_form import Said, keyed_press, planned_by, press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.core.web.undos import require_made, undo_of
from eventnight.events.forms.level_sheet import read_sheet
from eventnight.events.models import Event
from tournaments.forms.levels import LevelsForm, moved_on, rows_to_come
from tournaments.models import BlindClock, Flight
from tournaments.selectors.clock.clock_view import last_level_event, level_change_of
from tournaments.selectors.clock.level_changes import LevelsPlan, flight_levels, levels_plan
from tournaments.selectors.flight.tournaments import flight_by_id, flight_view
from tournaments.selectors.flight.values import FlightView
from tournaments.services.clock.level_changes import change_levels, undo_level_change
from tournaments.views.flight.addresses import floor_redirect

on_the_floor = staff_page(Permission.RUN_FLOOR, here="floor")


@on_the_floor
def page(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """The sheet; asked what changes, the plan in its place, with everything that was typed."""
    return _page(request, event, flight_id, *_sent(request, event, flight_id))


@require_POST
@on_the_floor
def change(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Change the levels as the plan said."""
    form, rows = _sent(request, event, flight_id)

    def press_it(press: Press) -> BlindClock:
        flight = flight_by_id(event, flight_id)
        wanted = form.wanted(flight.clock.levels, list(rows))
        return change_levels(flight=flight, levels=wanted, seen=form.cleaned_data["seen"], press=press)

    changed = None
    if rows.is_valid():
        changed = press_form(
            request,
            form,
            press_it,
            said=lambda clock: Said(
                "The levels to come are changed.",
                undo=undo_of_levels(clock.flight),
            ),
            back=floor_redirect(event, flight_id),
        )
    return changed or _page(request, event, flight_id, form, rows)


@require_POST
@on_the_floor
def undo(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Undo the last change of the levels."""
    flight = flight_by_id(event, flight_id)
    require_made(request, event.pk, last_level_event(flight.clock))
    undo_level_change(flight=flight, press=keyed_press(request))
    messages.success(request, "The levels to come are as they were before.")
    return floor_redirect(event, flight_id)


def undo_of_levels(flight: Flight) -> str:
    """The address that undoes the change that a press has just made to the levels."""
    place = {"code": flight.tournament.event.code, "flight_id": flight.pk}
    return undo_of(reverse("tournaments:undo_levels", kwargs=place), last_level_event(flight.clock))


def _sent(request: StaffRequest, event: Event, flight_id: int) -> tuple[LevelsForm, Any]:
    """The form and its rows, as they were sent or as the flight has them. A button of the sheet leaves the form as it
    was typed, and asks nothing of it.
    """
    levels = flight_levels(flight_by_id(event, flight_id).clock, timezone.now())
    posted = request.POST if request.method == "POST" else None
    return LevelsForm(levels, posted), rows_to_come(levels, posted)


def _page(request: StaffRequest, event: Event, flight_id: int, form: LevelsForm, rows: Any) -> HttpResponse:
    row, now = flight_by_id(event, flight_id), timezone.now()
    flight, plan = flight_view(row, now), None
    if "plan" in request.POST and rows.is_valid() and form.is_valid():
        plan = planned_by(form, lambda: _plan(row, flight, form, rows))
    levels = flight_levels(row.clock, now)
    if rows.is_bound and plan is None:
        form.data = moved_on(request.POST.dict(), levels)
        rows = rows_to_come(levels, form.data)
    context: dict[str, Any] = {"flight": flight, "form": form, "rows": rows, "levels": levels, "plan": plan}
    if plan is None:
        context["sheet"] = read_sheet(
            rows, flight.average_stack, levels.next_begins_at, event, after=levels.number_before
        )
        context["change"] = level_change_of(row.clock)
    name = "levels_plan" if plan else "levels"
    return render(request, f"tournaments/clock/{name}.html", context, status=status_of(form, *rows))


def _plan(row: Flight, flight: FlightView, form: LevelsForm, rows: Any) -> LevelsPlan:
    return levels_plan(row, flight, form.wanted(row.clock.levels, list(rows)), timezone.now())
