"""The floor's page: one flight with its table, clock and what is next. Every action of the floor comes back to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from eventnight.bank.selectors import tills_of
from eventnight.bank.views.frame import till_in_use
from eventnight.core.access import may
from eventnight.core.errors import BadRequest
from eventnight.core.formats import chips_text
from eventnight.core.forms import RefusableForm, ServiceForm, status_of
from eventnight.core.numbers import whole_number
from eventnight.core.roles import Permission
from eventnight.core.versions import current_version
from eventnight.events.models import Event
from tables.drawings.seat_map import SeatBox
from tournaments.forms.flight import (
    BagForm,
    BustForm,
    CountsForm,
    DrawForm,
    EnterForm,
    FinalForm,
    FloorSaleForm,
    MoveForm,
    StartLevelForm,
)
from tournaments.forms.races import RaceForm
from tournaments.models import Flight, FlightStatus
from tournaments.selectors.clock.shown import last_move, structure_of, undoable_moves
from tournaments.selectors.flight.bust_plan import bust_plan
from tournaments.selectors.flight.offers import Offer, may_enter, offers_of, purchases_of, takes_entries
from tournaments.selectors.flight.races import races_of, retiring
from tournaments.selectors.flight.tournaments import flight_by_id, holdem_view
from tournaments.selectors.flight.values import EntryView, FlightView, HoldemView, TableView
from tournaments.selectors.seating.tables import Seating, seating_of
from tournaments.services.flight.tournament import not_in_flight
from tournaments.views.seating.frame import discs_of, moves_context, seat_box, seat_details, seating_forms

Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shown:
    """What the address asks for: a flight, a table of it, perhaps a player or a free seat, and what to do there.

    seat: 0 where none is asked for.
    """

    row: Flight
    holdem: HoldemView
    flight: FlightView
    seating: Seating
    table: TableView | None
    chosen: EntryView | None
    seat: int
    do: str


def shown(request: HttpRequest, event: Event, flight_id: int, now: datetime) -> Shown:
    """The flight and the seat that the address names: a player by its path, when a form for them was sent, or behind
    its question mark. Raises NotFound("unknown_flight", "not_in_flight").
    """
    row = flight_by_id(event, flight_id)
    holdem = holdem_view(row.tournament, now)
    flight = next(one for one in holdem.flights if one.id == row.pk)
    sent_for = request.resolver_match.kwargs.get("player", "")
    chosen = flight.entry(sent_for or request.GET.get("player", ""))
    if sent_for and chosen is None:
        raise not_in_flight(row, sent_for)
    wanted = request.GET.get("table", "") or str(chosen.table if chosen else "")
    table = next((one for one in flight.tables if str(one.number) == wanted), None)
    seat = whole_number(request.GET.get("seat"))
    return Shown(
        row=row,
        holdem=holdem,
        flight=flight,
        seating=seating_of(row, flight),
        table=table or next(iter(flight.tables), None),
        chosen=chosen,
        seat=seat if seat is not None and 0 <= seat < 100 else 0,
        do=request.GET.get("do", ""),
    )


def floor_page(
    request: HttpRequest, event: Event, flight_id: int, planned: Context | None = None, **forms: RefusableForm
) -> HttpResponse:
    """The whole page. forms: those that were sent, and refused or planned, under the names the templates use. planned:
    what they would do.
    """
    now = timezone.now()
    see = shown(request, event, flight_id, now)
    context = _frame(event, see) | table_context(event, see) | clock_context(see) | moves_context(event, see.seating)
    context |= _offered_forms(request, event, see) | forms | (planned or {})
    context |= {
        "version": current_version(event.pk),
        "may_set_up": may(request.roles, Permission.SET_UP),
    }
    return render(request, "tournaments/flight/floor.html", context, status=status_of(*forms.values()))


def floor_redirect(event: Event, flight_id: int, **query: object) -> HttpResponseRedirect:
    """Back to the floor, at a table or a player."""
    return HttpResponseRedirect(floor_address(event, flight_id, **query))


def floor_address(event: Event, flight_id: int, **query: object) -> str:
    """The address of a flight on the floor."""
    address = reverse("tournaments:floor_flight", kwargs={"code": event.code, "flight_id": flight_id})
    chosen = {name: value for name, value in query.items() if value}
    return f"{address}?{urlencode(chosen)}" if chosen else address


def pressed(request: HttpRequest) -> UUID:
    """The key of a form of one button. Raises BadRequest("request_id_missing") when it came without one."""
    form = ServiceForm(request.POST)
    if not form.is_valid():
        raise BadRequest("request_id_missing", "This press came without its key. Reload the page and press again.")
    return form.key


def table_context(event: Event, see: Shown) -> Context:
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
        "races": races_of(see.row) if see.flight.clock.is_break else [],
        "offers": offers_of(see.row, see.flight) if see.chosen and not see.chosen.is_out else [],
        "offer": offer_at(see),
        "bought": purchases_of(see.row, see.chosen.player_code) if see.chosen else [],
        **seat_details(see.seating, see.table, see.chosen.seat or 0 if see.chosen else see.seat),
    }


def clock_context(see: Shown) -> Context:
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


def _frame(event: Event, see: Shown) -> Context:
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


def _offered_forms(request: HttpRequest, event: Event, see: Shown) -> Context:
    """The forms that the flight's status and the chosen player call for."""
    flight, forms = see.flight, Context()
    in_time = takes_entries(see.row, flight.clock)
    is_open = in_time and flight.status in (FlightStatus.PLANNED, FlightStatus.SEATED, FlightStatus.RUNNING)
    if is_open and not flight.is_final and not flight.is_decided:
        forms["enter_form"] = EnterForm(may_enter(see.row), **known_tills(request, event))
    if offer_at(see):
        forms["sell_form"] = FloorSaleForm(**known_tills(request, event))
    if flight.status in (FlightStatus.PLANNED, FlightStatus.SEATED) and flight.entries:
        forms["draw_form"] = DrawForm()
    if flight.status == FlightStatus.SEATED and flight.is_final:
        forms["level_form"] = StartLevelForm(structure_of(see.row.tournament), position=see.row.clock.start_position)
    if see.do == "count" and flight.status == FlightStatus.RUNNING:
        forms["counts_form"] = CountsForm(still_in(flight, see.table))
    if see.do == "bust" and flight.status == FlightStatus.RUNNING:
        chosen = see.chosen.player_code if see.chosen else ""
        forms["bust_form"] = BustForm(flight.standings, chosen)
        forms["plan"] = bust_plan(flight, see.chosen) if see.chosen and not see.chosen.is_out else []
    if see.do == "race" and see.table and flight.status == FlightStatus.RUNNING:
        chips = retiring(flight, [chip.value for chip in event.house_settings.bank.chip_set]) or (None, None)
        forms["race_form"] = RaceForm(still_in(flight, see.table), small=chips[0], large=chips[1])
    if see.do == "move" and see.chosen:
        forms["move_form"] = MoveForm(initial={"table": see.chosen.table or 1})
    if see.holdem.is_ready_for_final:
        forms["final_form"] = FinalForm(see.holdem.finalists)
    forms |= seating_forms(see.seating, see.table, see.chosen, see.do, see.seat)
    if flight.is_decided and flight.status == FlightStatus.RUNNING and not flight.is_final:
        forms["bag_form"] = BagForm(flight.standings, request=request, event=event)
    return forms


def known_tills(request: HttpRequest, event: Event) -> dict[str, Any]:
    """The tills that a form of the floor offers, and the one in use."""
    return {"tills": tills_of(event.pk), "in_use": till_in_use(request, event)}


def offer_at(see: Shown) -> Offer | None:
    """What the address asks to sell to the chosen player, if it is sold now."""
    if see.chosen is None or see.chosen.is_out:
        return None
    return next((offer for offer in offers_of(see.row, see.flight) if offer.kind == see.do), None)


def still_in(flight: FlightView, table: TableView | None) -> list[EntryView]:
    """Players to count: those at the table, in the order of the seats; without tables everybody."""
    if table is None:
        return list(flight.standings)
    return [seat for seat in table.seats if seat is not None and not seat.is_out]


def _seat_boxes(event: Event, see: Shown) -> list[SeatBox]:
    if see.table is None:
        return []
    return [_seat_box(event, see, see.table, number) for number in range(1, len(see.table.seats) + 1)]


def _seat_box(event: Event, see: Shown, table: TableView, number: int) -> SeatBox:
    """A seat leads to who sits there, or sat there last; an empty one to itself."""
    entry = table.seats[number - 1]
    query = {"player": entry.player_code} if entry else {"seat": number}
    if see.chosen is None:
        is_chosen = see.seat == number and entry is None
    else:
        is_chosen = entry is not None and entry.player_code == see.chosen.player_code
    address = floor_address(event, see.flight.id, table=table.number, **query)
    return seat_box(see.seating, table, number, address=address, is_chosen=is_chosen)


def _felt(see: Shown) -> list[str]:
    """The words on the felt below the table's name."""
    if see.table is None:
        return []
    seated = sum(seat is not None for seat in see.table.seats)
    return [f"{see.table.players_left} left of {seated}", f"{chips_text(see.flight.in_play)} in play"]


def _table_tabs(event: Event, see: Shown) -> list[Context]:
    if len(see.flight.tables) < 2:
        return []
    return [
        {
            "label": table.name,
            "note": f"{table.players_left} left",
            "url": floor_address(event, see.flight.id, table=table.number),
            "current": see.table is not None and table.number == see.table.number,
        }
        for table in see.flight.tables
    ]
