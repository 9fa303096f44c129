"""Hold'em for everybody, and its set-up: the tournament opened, its final, its end."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from eventnight.core.forms import status_of
from eventnight.core.press_form import Said, keyed_press, press_form
from eventnight.core.roles import Permission
from eventnight.core.values.formats import chips_text
from eventnight.core.web.access import public_page, staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tables.drawings.seat_map import SeatBox
from tournaments.forms.flight import FinalForm, HoldemForm, StartLevelForm
from tournaments.selectors.clock.clock_view import structure_of
from tournaments.selectors.flight.tournaments import final_of, holdem_by_id, holdem_view
from tournaments.selectors.flight.values import EntryView, FlightView, HoldemView
from tournaments.selectors.prizes.prize_list import prizes_view
from tournaments.services.flight import final as services
from tournaments.services.flight.tournament import create_holdem
from tournaments.views.flight.addresses import floor_redirect
from tournaments.views.flight.floor_frame import floor_page

on_the_floor = staff_page(Permission.RUN_FLOOR, here="floor")


@public_page()
def holdem(request: HttpRequest, event: Event, holdem_id: int) -> HttpResponse:
    """The clock, chip counts, seats, flights and places of a tournament."""
    return render(request, "tournaments/flight/holdem.html", _context(event, holdem_id))


@public_page()
def holdem_live(request: HttpRequest, event: Event, holdem_id: int) -> HttpResponse:
    """What of it changes."""
    return render(request, "tournaments/flight/_holdem.html", _context(event, holdem_id))


@staff_page(Permission.SET_UP, here="floor")
def new(request: StaffRequest, event: Event) -> HttpResponse:
    """Open a tournament, offered with the event's own structure."""
    house = event.house_settings.holdem
    form = HoldemForm(house, request.POST or None)
    return press_form(
        request,
        form,
        lambda press: create_holdem(event=event, new=form.new_tournament(), press=press),
        said=lambda tournament: f"{tournament} is open for entries.",
        back=lambda tournament: floor_redirect(event, tournament.flights.all()[0].pk),
    ) or render(request, "tournaments/flight/new_holdem.html", {"form": form, "house": house}, status=status_of(form))


@require_POST
@on_the_floor
def final(request: StaffRequest, event: Event, holdem_id: int) -> HttpResponse:
    """Carry the stacks to the final and draw its seats."""
    tournament = holdem_by_id(event, holdem_id)
    view = holdem_view(tournament, timezone.now())
    form = FinalForm(view.finalists, request.POST)
    return press_form(
        request,
        form,
        lambda press: services.advance_to_final(
            tournament=tournament,
            missing=services.NoShows(absent=form.cleaned_data["absent"], no_shows=form.cleaned_data["no_shows"]),
            press=press,
        ),
        said=Said(
            "The stacks are carried and the seats drawn.",
            undo=reverse("tournaments:take_back_final", kwargs={"code": event.code, "holdem_id": holdem_id}),
        ),
        back=lambda drawn: floor_redirect(event, drawn.pk),
    ) or floor_page(request, event, view.final.id, final_form=form)


@require_POST
@on_the_floor
def take_back_final(request: StaffRequest, event: Event, holdem_id: int) -> HttpResponse:
    """Undo the way to the final before it starts."""
    tournament = services.take_back_final(
        tournament=holdem_by_id(event, holdem_id),
        press=keyed_press(request),
    )
    messages.success(request, "Every stack is back in its bag.")
    return floor_redirect(event, final_of(tournament).pk)


@require_POST
@on_the_floor
def start_level(request: StaffRequest, event: Event, holdem_id: int) -> HttpResponse:
    """The level at which the final begins."""
    tournament = holdem_by_id(event, holdem_id)
    row = final_of(tournament)
    form = StartLevelForm(structure_of(row.clock), request.POST)
    return press_form(
        request,
        form,
        lambda press: services.choose_start_level(
            tournament=tournament, position=form.cleaned_data["position"], press=press
        ),
        back=floor_redirect(event, row.pk),
    ) or floor_page(request, event, row.pk, level_form=form)


@require_POST
@on_the_floor
def finish(request: StaffRequest, event: Event, holdem_id: int) -> HttpResponse:
    """Record the winner and give the chips back."""
    finish = services.finish_holdem(
        tournament=holdem_by_id(event, holdem_id),
        press=keyed_press(request),
    )
    undo = reverse("tournaments:reopen_holdem", kwargs={"code": event.code, "holdem_id": holdem_id})
    messages.success(request, f"{finish.winner.display_name} wins {finish.tournament.name}.", extra_tags=undo)
    return floor_redirect(event, final_of(finish.tournament).pk)


@require_POST
@on_the_floor
def reopen(request: StaffRequest, event: Event, holdem_id: int) -> HttpResponse:
    """Undo the finish."""
    tournament = services.reopen_holdem(
        tournament=holdem_by_id(event, holdem_id),
        press=keyed_press(request),
    )
    messages.success(request, "The final is open again.")
    return floor_redirect(event, final_of(tournament).pk)


def _context(event: Event, holdem_id: int) -> dict[str, Any]:
    tournament = holdem_by_id(event, holdem_id)
    view = holdem_view(tournament, timezone.now())
    return {
        "event": event,
        "version": event.head.version,
        "holdem": view,
        "prizes": prizes_view(tournament, view),
        "flight": view.current,
        "clock": view.current.clock,
        "tables": [
            {"name": table.name, "lines": [f"{table.players_left} left"], "seats": _seats(table.seats)}
            for table in view.current.tables
        ],
        "others": _others(view),
    }


def _seats(seats: tuple[EntryView | None, ...]) -> list[SeatBox]:
    return [
        SeatBox(number, "Open", is_free=True)
        if seat is None
        else SeatBox(
            number,
            "Out" if seat.is_out else seat.name,
            "" if seat.is_out else chips_text(seat.chips),
            is_free=seat.is_out,
        )
        for number, seat in enumerate(seats, start=1)
    ]


def _others(view: HoldemView) -> list[FlightView]:
    """The flights beside the current one that somebody has entered, the latest first."""
    return [flight for flight in reversed(view.flights) if flight.id != view.current.id and flight.entries]
