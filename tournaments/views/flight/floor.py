"""The floor: flights, seats, chip counts and bust-outs, by one press each."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from eventnight.bank.views.frame import use_till
from eventnight.core.errors import NotFound
from eventnight.core.press import Press, press_of
from eventnight.core.press_form import Said, keyed_press, press_form
from eventnight.core.roles import Permission
from eventnight.core.values.formats import chips_text
from eventnight.core.web.access import may, staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.events.selectors import player_by_code
from tournaments.forms.flight import BagForm, BustForm, CountsForm, DrawForm, EnterForm, MoveForm
from tournaments.models import FlightEntry
from tournaments.selectors.flight.offers import may_enter
from tournaments.selectors.flight.tournaments import flight_by_id, holdem_summary
from tournaments.selectors.flight.values import CountCheck
from tournaments.selectors.seating.moves_made import moves_of_press
from tournaments.services.flight import bags
from tournaments.services.flight import bust_outs as play
from tournaments.services.flight import flight_entries as flights
from tournaments.services.seating import seats
from tournaments.views.flight.addresses import floor_redirect
from tournaments.views.flight.asked_for import asked_for, still_in
from tournaments.views.flight.floor_frame import clock_context, floor_page, table_context
from tournaments.views.flight.offered_forms import known_tills
from tournaments.views.seating.frame import moves_context, undo_moves_address

on_the_floor = staff_page(Permission.RUN_FLOOR, here="floor")


@on_the_floor
def floor(request: StaffRequest, event: Event) -> HttpResponse:
    """The flight to look at now; without a tournament, what to do first."""
    holdems = holdem_summary(event, timezone.now())
    if not holdems:
        context = {"may_set_up": may(request.roles, Permission.SET_UP)}
        return render(request, "tournaments/flight/floor_empty.html", context)
    open_ones = [holdem for holdem in holdems if not holdem.is_finished]
    return floor_redirect(event, (open_ones or holdems)[-1].current.id)


@on_the_floor
def flight(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """One flight: the table from above, the chosen player, the clock and what is next."""
    return floor_page(request, event, flight_id)


@on_the_floor
def part(request: StaffRequest, event: Event, flight_id: int, part: str) -> HttpResponse:
    """One live panel of that page: the room, the table, the moves or the clock."""
    see = asked_for(request, event, flight_id, timezone.now())
    if part == "clock":
        return render(request, "tournaments/clock/_floor_clock.html", clock_context(see))
    if part == "moves":
        context = {"event": event} | moves_context(event, see.seating)
        return render(request, "tournaments/seating/_floor_moves.html", context)
    if part == "room":
        context = {"event": event} | table_context(event, see) | moves_context(event, see.seating)
        return render(request, "tournaments/flight/_floor_room.html", context)
    if part == "table":
        return render(request, "tournaments/seating/_floor_table.html", table_context(event, see))
    raise NotFound("unknown_panel", f"The floor has no panel called {part}. Reload the page.", panel=part)


@require_POST
@on_the_floor
def enter(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Enter a player; in a flight that is seated already, they get a seat at once."""
    row = flight_by_id(event, flight_id)
    form = EnterForm(may_enter(row), request.POST, **known_tills(request))

    def enter_player(press: Press) -> str:
        player, till = player_by_code(event, form.cleaned_data["player"]), form.cleaned_data["till"]
        entry = flights.enter_flight(player=player, flight=row, payment=form.payment_at(till), press=press)
        use_till(request, event, till)
        where = f" at table {entry.table_number} seat {entry.seat_number}" if entry.table_number else ""
        return f"{player} entered{where}."

    return press_form(
        request, form, enter_player, said=lambda said: said, back=floor_redirect(event, flight_id)
    ) or floor_page(request, event, flight_id, enter_form=form)


@require_POST
@on_the_floor
def draw(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Draw the seats, or draw them again."""
    form = DrawForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: seats.draw_seats(
            flight=flight_by_id(event, flight_id), tables=form.cleaned_data["tables"], press=press
        ),
        said="Seats drawn.",
        back=floor_redirect(event, flight_id),
    ) or floor_page(request, event, flight_id, draw_form=form)


@require_POST
@on_the_floor
def counts(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """The chip counts of a table; a sum that does not fit is told, and kept."""
    see = asked_for(request, event, flight_id, timezone.now())
    form = CountsForm(still_in(see.flight, see.table), request.POST)

    def told(check: CountCheck) -> HttpResponse:
        tell = messages.warning if check.difference else messages.success
        tell(request, check.sentence)
        return floor_redirect(event, flight_id, do="count", table=see.table.number if see.table else "")

    return press_form(
        request,
        form,
        lambda press: play.enter_chip_counts(flight=see.row, counts=form.counts, press=press),
        back=told,
    ) or floor_page(request, event, flight_id, counts_form=form)


@require_POST
@on_the_floor
def bust(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Who went out on one hand."""
    see = asked_for(request, event, flight_id, timezone.now())
    form = BustForm(see.flight.asked_of(request.POST, "out_"), data=request.POST)
    return press_form(
        request,
        form,
        lambda press: play.bust_out(flight=see.row, busted=form.busted, press=press),
        said=lambda gone: Said(_out(gone), undo=_address("floor_undo_bust", event, flight_id, hand=gone.hand.number)),
        back=floor_redirect(event, flight_id),
    ) or floor_page(request, event, flight_id, bust_form=form)


@require_POST
@on_the_floor
def undo_bust(request: StaffRequest, event: Event, flight_id: int, hand: int) -> HttpResponse:
    """Put the players of a hand back in."""
    back = play.undo_bust_out(flight=flight_by_id(event, flight_id), hand=hand, press=press_of(request))
    messages.success(request, f"Back in: {', '.join(entry.player.display_name for entry in back)}.")
    return floor_redirect(event, flight_id)


@require_POST
@on_the_floor
def move(request: StaffRequest, event: Event, flight_id: int, player: str) -> HttpResponse:
    """Another seat for a player."""
    form = MoveForm(request.POST)

    def undo_address(entry: FlightEntry) -> str:
        made = moves_of_press(entry.flight, form.key)
        return undo_moves_address(event, flight_id, made) if made else ""

    return press_form(
        request,
        form,
        lambda press: seats.move_player(
            flight=flight_by_id(event, flight_id),
            player_code=player,
            to=seats.Place(table=form.cleaned_data["table"], seat=form.cleaned_data["seat"]),
            opens_table=form.cleaned_data["opens_table"],
            press=press,
        ),
        said=lambda entry: Said(
            f"{entry.player.display_name} to table {entry.table_number} seat {entry.seat_number}.",
            undo=undo_address(entry),
        ),
        back=lambda entry: floor_redirect(event, flight_id, player=entry.player.code),
    ) or floor_page(request, event, flight_id, move_form=form)


@require_POST
@on_the_floor
def bag(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Close the flight on its bags."""
    see = asked_for(request, event, flight_id, timezone.now())
    form = BagForm(see.flight.asked_of(request.POST), request.POST, request=request, event=event)
    return press_form(
        request,
        form,
        lambda press: bags.bag_flight(
            flight=see.row, counts=form.counts, reason=form.cleaned_data["reason"], press=press
        ),
        said=lambda bagged: Said(
            f"{bagged.name} bagged: {chips_text(sum(form.counts.values()))} chips.",
            undo=_address("floor_reopen", event, flight_id),
        ),
        back=floor_redirect(event, flight_id),
    ) or floor_page(request, event, flight_id, bag_form=form)


@require_POST
@on_the_floor
def reopen(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Take the bagging back."""
    bags.reopen_flight(flight=flight_by_id(event, flight_id), press=keyed_press(request))
    messages.success(request, "The bags are open again.")
    return floor_redirect(event, flight_id)


def _out(gone: play.BustOut) -> str:
    return f"Out: {', '.join(f'{entry.player.display_name} ({entry.place_first})' for entry in gone.entries)}."


def _address(name: str, event: Event, flight_id: int, **kwargs: Any) -> str:
    return reverse(f"tournaments:{name}", kwargs={"code": event.code, "flight_id": flight_id, **kwargs})
