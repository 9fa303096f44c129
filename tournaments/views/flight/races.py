"""Colour-ups on the floor: counted, drawn or typed, shown as a plan, then booked."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone

from eventnight.core.errors import NotFound
from eventnight.core.press_form import Said, keyed_press, planned_by, press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tournaments.forms.races import RaceForm
from tournaments.models import Flight
from tournaments.selectors.flight.races import dealt_cards, race_of
from tournaments.selectors.flight.tournaments import flight_by_id
from tournaments.services.flight import races
from tournaments.views.flight.addresses import floor_redirect
from tournaments.views.flight.asked_for import asked_for, still_in
from tournaments.views.flight.floor_frame import floor_page

on_the_floor = staff_page(Permission.RUN_FLOOR, here="floor")


@require_POST
@on_the_floor
def race(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Draw the cards, show the plan, or book it, as the button says."""
    see = asked_for(request, event, flight_id, timezone.now())
    if see.table is None:
        raise NotFound("no_such_table", "Nobody sits at this table any more. Go back to the floor.")
    step, racing = request.POST.get("step", "plan"), still_in(see.flight, see.table)
    form, plan = RaceForm(racing, request.POST), None
    if form.is_valid():
        if step == "book" and (done := _book(request, see.row, see.table.number, form)):
            return done
        counted = form.counted_at(see.table.number)
        if step == "draw":
            form = planned_by(form, lambda: form.with_cards(racing, dealt_cards(see.flight, counted))) or form
        if form.is_valid():
            plan = planned_by(form, lambda: race_of(see.flight, counted, form.cards))
    return floor_page(request, event, flight_id, {"race": plan}, race_form=form)


def _book(request: StaffRequest, flight: Flight, table: int, form: RaceForm) -> HttpResponse | None:
    place = {"code": request.event.code, "flight_id": flight.pk}
    return press_form(
        request,
        form,
        lambda press: races.color_up_table(
            flight=flight, counted=form.counted_at(table), cards=form.cards, press=press
        ),
        said=lambda race: Said(
            f"{race}. The race added {race.drift:+,}.",
            undo=reverse("tournaments:floor_undo_race", kwargs={**place, "race": race.pk}),
        ),
        back=floor_redirect(request.event, flight.pk, table=table),
    )


@require_POST
@on_the_floor
def undo(request: StaffRequest, event: Event, flight_id: int, race: int) -> HttpResponse:
    """Take a colour-up back."""
    back = races.undo_color_up(
        flight=flight_by_id(event, flight_id),
        race_id=race,
        press=keyed_press(request),
    )
    messages.success(request, f"{back}: undone.")
    return floor_redirect(event, flight_id, table=back.table_number)
