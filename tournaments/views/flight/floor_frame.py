"""The floor's page: one flight with its table, clock and what is next. Every action of the floor comes back to it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from eventnight.core.forms import RefusableForm, status_of
from eventnight.core.roles import Permission
from eventnight.core.values.formats import chips_text
from eventnight.core.web.access import may
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tournaments.selectors.clock.clock_view import last_move, undoable_moves
from tournaments.selectors.flight.offers import offers_of, purchases_of
from tournaments.selectors.flight.races import races_of
from tournaments.views.flight.addresses import floor_address
from tournaments.views.flight.asked_for import AskedFor, asked_for, offer_at
from tournaments.views.flight.offered_forms import offered_forms
from tournaments.views.flight.room import going_out, table_cards, table_drawn
from tournaments.views.seating.frame import discs_of, moves_context, seat_details

Context = dict[str, Any]
PLACES = frozenset(("count", "entries", "out"))
"""What is looked at instead of the room."""


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
        "version": event.head.version,
        "may_set_up": may(request.roles, Permission.SET_UP),
    }
    return render(request, "tournaments/flight/floor.html", context, status=status_of(*forms.values()))


def table_context(event: Event, see: AskedFor) -> Context:
    """What the seat map and the standings need."""
    return {
        "holdem": see.holdem,
        "flight": see.flight,
        "table": see.table,
        "chosen": see.chosen,
        "drawn": table_drawn(see),
        "cards": table_cards(see),
        "is_open": see.names_seat,
        "outcome": going_out(see.flight, see.chosen, see.seating) if see.chosen and not see.chosen.is_out else "",
        "discs": discs_of(see.seating, see.table),
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
    return {
        "tabs": tabs,
        "places": _places(event, see),
        "tables_to_count": _tables_to_count(event, see),
        "title": see.holdem.title_of(see.flight),
        "do": see.do,
    }


def _places(event: Event, see: AskedFor) -> list[Context]:
    """What the floor of a flight has besides its room, each with an address."""
    flight, at = see.flight, see.do if see.do in PLACES else ""
    told = [("", "Tables", len(flight.open_tables)), ("count", "Counts", flight.players_left)]
    told += [("entries", "Entries", len(flight.entries)), ("out", "Out", len(flight.placed))]
    return [
        {"label": label, "note": note, "url": floor_address(event, flight.id, do=do), "current": do == at}
        for do, label, note in told
    ]


def _tables_to_count(event: Event, see: AskedFor) -> list[Context]:
    """The tables of the flight as the counts go through them."""
    return [
        {
            "label": table.name,
            "note": chips_text(table.chips),
            "url": floor_address(event, see.flight.id, do="count", table=table.number),
            "current": see.table is not None and table.number == see.table.number,
        }
        for table in see.flight.open_tables
        if len(see.flight.open_tables) > 1
    ]
