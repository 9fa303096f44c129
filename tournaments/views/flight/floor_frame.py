"""The floor's page: one flight with its table, clock and what is next. Every action of the floor comes back to it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from eventnight.core.errors import BadRequest
from eventnight.core.forms import RefusableForm, ServiceForm, status_of
from eventnight.core.fresh.versions import current_version
from eventnight.core.roles import Permission
from eventnight.core.values.formats import chips_text
from eventnight.core.web.access import may
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tables.drawings.seat_map import SeatBox
from tournaments.selectors.clock.clock_view import last_move, undoable_moves
from tournaments.selectors.flight.offers import offers_of, purchases_of
from tournaments.selectors.flight.races import races_of
from tournaments.selectors.flight.values import TableView
from tournaments.views.flight.asked_for import AskedFor, asked_for, offer_at
from tournaments.views.flight.offered_forms import offered_forms
from tournaments.views.seating.frame import discs_of, moves_context, seat_box, seat_details

Context = dict[str, Any]


def floor_page(
    request: StaffRequest, event: Event, flight_id: int, planned: Context | None = None, **forms: RefusableForm
) -> HttpResponse:
    """The whole page. forms: those that were sent, and refused or planned, under the names the templates use. planned:
    what they would do.
    """
    now = timezone.now()
    see = asked_for(request, event, flight_id, now)
    context = _frame(event, see) | table_context(event, see) | clock_context(see) | moves_context(event, see.seating)
    context |= offered_forms(see) | forms | (planned or {})
    context |= {
        "version": current_version(event.pk),
        "may_set_up": may(request.roles, Permission.SET_UP),
    }
    return render(request, "tournaments/flight/floor.html", context, status=status_of(*forms.values()))


def floor_redirect(event: Event, flight_id: int, **query: int | str | None) -> HttpResponseRedirect:
    """Back to the floor, at a table or a player."""
    return HttpResponseRedirect(floor_address(event, flight_id, **query))


def floor_address(event: Event, flight_id: int, **query: int | str | None) -> str:
    address = reverse("tournaments:floor_flight", kwargs={"code": event.code, "flight_id": flight_id})
    chosen = {name: value for name, value in query.items() if value}
    return f"{address}?{urlencode(chosen)}" if chosen else address


def pressed(request: StaffRequest) -> UUID:
    """The key of a form of one button. Raises BadRequest("request_id_missing") when it came without one."""
    form = ServiceForm(request.POST)
    if not form.is_valid():
        raise BadRequest("request_id_missing", "This press came without its key. Reload the page and press again.")
    return form.key


def table_context(event: Event, see: AskedFor) -> Context:
    """What the seat map and the standings need."""
    return {
        "holdem": see.holdem,
        "flight": see.flight,
        "table": see.table,
        "chosen": see.chosen,
        "seats": _seat_boxes(event, see),
        "felt": _felt(see),
        "discs": discs_of(see.seating, see.table),
        "tables": _table_tabs(event, see),
        "clock": see.flight.clock,
        "followed": see.seating.followed.get(see.table.number) if see.table else None,
        "races": races_of(see.row) if see.flight.clock.is_break else [],
        "offers": offers_of(see.row, see.flight) if see.chosen and not see.chosen.is_out else [],
        "offer": offer_at(see),
        "bought": purchases_of(see.row, see.chosen.player_code) if see.chosen else [],
        **seat_details(see.seating, see.table, see.chosen.seat or 0 if see.chosen else see.seat),
    }


def clock_context(see: AskedFor) -> Context:
    """What the clock's panel needs: two queries for who moved it last."""
    undoable, time_step = undoable_moves(see.row.clock, timezone.now())
    return {
        "holdem": see.holdem,
        "flight": see.flight,
        "clock": see.flight.clock,
        "last": last_move(see.row.clock),
        "undoable": undoable,
        "time_step": time_step,
    }


def _frame(event: Event, see: AskedFor) -> Context:
    tabs = [
        {
            "label": flight.name,
            "note": flight.status_text.lower(),
            "url": floor_address(event, flight.id),
            "current": flight.id == see.flight.id,
        }
        for flight in see.holdem.flights
    ]
    return {"tabs": tabs, "title": see.holdem.title_of(see.flight), "do": see.do}


def _seat_boxes(event: Event, see: AskedFor) -> list[SeatBox]:
    if see.table is None:
        return []
    return [_seat_box(event, see, see.table, number) for number in range(1, len(see.table.seats) + 1)]


def _seat_box(event: Event, see: AskedFor, table: TableView, number: int) -> SeatBox:
    """A seat leads to who sits there, or sat there last; an empty one to itself."""
    entry = table.seats[number - 1]
    query = {"player": entry.player_code} if entry else {"seat": number}
    if see.chosen is None:
        is_chosen = see.seat == number and entry is None
    else:
        is_chosen = entry is not None and entry.player_code == see.chosen.player_code
    address = floor_address(event, see.flight.id, table=table.number, **query)
    return seat_box(see.seating, table, number, address=address, is_chosen=is_chosen)


def _felt(see: AskedFor) -> list[str]:
    """The words on the felt below the table's name."""
    if see.table is None:
        return []
    seated = sum(seat is not None for seat in see.table.seats)
    return [f"{see.table.players_left} left of {seated}", f"{chips_text(see.flight.in_play)} in play"]


def _table_tabs(event: Event, see: AskedFor) -> list[Context]:
    if len(see.flight.tables) < 2:
        return []
    return [
        {
            "label": table.name,
            "note": _table_note(see, table),
            "url": floor_address(event, see.flight.id, table=table.number),
            "current": see.table is not None and table.number == see.table.number,
        }
        for table in see.flight.tables
    ]


def _table_note(see: AskedFor, table: TableView) -> str:
    """How many are left there, and the hand that is being played."""
    hand = see.seating.hands.get(table.number)
    return f"{table.players_left} left, hand {hand}" if hand else f"{table.players_left} left"
