"""What is asked for on the floor's page: the flight, and the table and the player that its address names."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from eventnight.core.values.numbers import whole_number
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tournaments.models import Flight
from tournaments.selectors.flight.offers import Offer, offers_of
from tournaments.selectors.flight.tournaments import flight_by_id, holdem_view
from tournaments.selectors.flight.values import EntryView, FlightView, HoldemView, TableView
from tournaments.selectors.seating.tables import Seating, seating_of
from tournaments.services.flight.tournament import not_in_flight


@dataclass(frozen=True, slots=True)
class AskedFor:
    """What the address asks for: a flight, a table of it, perhaps a player or a free seat, and what to do there.

    request: whose page it is. seat: 0 where none is asked for.
    """

    request: StaffRequest
    row: Flight
    holdem: HoldemView
    flight: FlightView
    seating: Seating
    table: TableView | None
    chosen: EntryView | None
    seat: int
    do: str

    @property
    def names_seat(self) -> bool:
        """Whether the address names a table, a seat or a player, and not only a flight."""
        return self.chosen is not None or "table" in self.request.GET


def asked_for(request: StaffRequest, event: Event, flight_id: int, now: datetime) -> AskedFor:
    """The flight and the seat that the address names: a player by its path, when a form for them was sent, or behind
    its question mark. Raises NotFound("unknown_flight", "not_in_flight").
    """
    row = flight_by_id(event, flight_id)
    holdem = holdem_view(row.tournament, now)
    flight = next(one for one in holdem.flights if one.id == row.pk)
    assert request.resolver_match is not None
    sent_for = request.resolver_match.kwargs.get("player", "")
    chosen = flight.entry(sent_for or request.GET.get("player", ""))
    if sent_for and chosen is None:
        raise not_in_flight(row, sent_for)
    wanted = request.GET.get("table", "") or str(chosen.table if chosen else "")
    table = next((one for one in flight.tables if str(one.number) == wanted), None)
    seat = whole_number(request.GET.get("seat"))
    return AskedFor(
        request=request,
        row=row,
        holdem=holdem,
        flight=flight,
        seating=seating_of(row, flight),
        table=table or next(iter(flight.tables), None),
        chosen=chosen,
        seat=seat if seat is not None and 0 <= seat < 100 else 0,
        do=request.GET.get("do", ""),
    )


def offer_at(see: AskedFor) -> Offer | None:
    """What the address asks to sell to the chosen player, if it is sold now."""
    if see.chosen is None or see.chosen.is_out:
        return None
    return next((offer for offer in offers_of(see.row, see.flight) if offer.kind == see.do), None)


def still_in(flight: FlightView, table: TableView | None) -> list[EntryView]:
    """Players to count: those at the table, in the order of the seats; without tables everybody."""
    if table is None:
        return list(flight.standings)
    return [seat for seat in table.seats if seat is not None and not seat.is_out]
