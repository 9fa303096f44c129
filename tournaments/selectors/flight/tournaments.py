"""Reads of hold'em: whole tournaments as plain values in three queries, whatever the number of flights and players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import QuerySet

from eventnight.core.errors import NotFound
from eventnight.events.models import Event
from tournaments.models import Flight, FlightEntry, FlightKind, FlightStatus, HoldemStatus, HoldemTournament
from tournaments.selectors.clock.clock_view import clock_view
from tournaments.selectors.flight.standing import SeatState, SeatView
from tournaments.selectors.flight.values import EntryView, FlightView, HoldemView, TableView


def holdems_of(event: Event) -> QuerySet[HoldemTournament]:
    """The tournaments of a night, oldest first."""
    return HoldemTournament.objects.filter(event=event).select_related("event")


def holdem_by_id(event: Event, holdem_id: int) -> HoldemTournament:
    """A tournament of the night. Raises NotFound("unknown_holdem")."""
    tournament = holdems_of(event).filter(pk=holdem_id).first()
    if tournament is None:
        raise NotFound("unknown_holdem", f"{event.name} has no hold'em tournament {holdem_id}. Check the address.")
    return tournament


def flight_by_id(event: Event, flight_id: int) -> Flight:
    """A flight of the night, with its tournament and clock. Raises NotFound("unknown_flight")."""
    flight = _with_all(Flight.objects.filter(pk=flight_id, tournament__event=event)).first()
    if flight is None:
        raise NotFound("unknown_flight", f"{event.name} has no flight {flight_id}. Check the address.")
    return flight


def final_of(tournament: HoldemTournament) -> Flight:
    """The tournament's final."""
    return _with_all(tournament.flights.filter(kind=FlightKind.FINAL)).get()


def flight_view(flight: Flight, now: datetime) -> FlightView:
    """A flight with its seats, counts and places: one query where tournament, event and clock are loaded."""
    return _flight_view(flight, _entries([flight])[flight.pk], now)


def holdem_view(tournament: HoldemTournament, now: datetime) -> HoldemView:
    """A tournament with all its flights in two queries (the event must be loaded)."""
    return _holdem_views([tournament], now)[0]


def holdem_summary(event: Event, now: datetime) -> list[HoldemView]:
    """Every tournament of the night, for the home page, the dashboard and the wall: three queries."""
    return _holdem_views(list(holdems_of(event)), now)


def seats_of(holdems: Iterable[HoldemView]) -> dict[int, SeatView]:
    """Where everybody stands in the night's hold'em, by player id; who entered no flight is not there.

    A flight that is played comes before one to come, and of two the newer.
    """
    flights = [(flight, holdem) for holdem in holdems for flight in holdem.flights]
    flights.sort(key=lambda one: (one[0].is_at_tables, one[0].is_final, one[0].has_started, one[0].id))
    return {
        entry.player_id: SeatView(
            holdem.id, flight.name, _seat_state(flight, entry), entry, flight.clock, holdem.is_dealt
        )
        for flight, holdem in flights
        for entry in flight.entries
    }


def _seat_state(flight: FlightView, entry: EntryView) -> SeatState:
    if entry.is_out and not entry.advances:
        return SeatState.OUT
    if flight.is_final and entry.place is not None:
        return SeatState.WON
    if entry.advances:
        return SeatState.ADVANCES
    if flight.is_running:
        return SeatState.PLAYING
    return SeatState.WAITING if entry.table is None else SeatState.SEATED


def _with_all(flights: QuerySet[Flight]) -> QuerySet[Flight]:
    return flights.select_related("tournament__event", "clock")


def _holdem_views(tournaments: Sequence[HoldemTournament], now: datetime) -> list[HoldemView]:
    known = {tournament.pk: tournament for tournament in tournaments}
    flights = list(Flight.objects.filter(tournament__in=known).select_related("clock"))
    for flight in flights:
        flight.tournament = known[flight.tournament_id]
    entries = _entries(flights)
    views: dict[int, list[FlightView]] = defaultdict(list)
    for flight in flights:
        views[flight.tournament_id].append(_flight_view(flight, entries[flight.pk], now))
    return [_holdem_view(tournament, tuple(views[tournament.pk])) for tournament in tournaments]


def _holdem_view(tournament: HoldemTournament, flights: tuple[FlightView, ...]) -> HoldemView:
    everybody = (entry for flight in reversed(flights) for entry in flight.entries)
    return HoldemView(
        id=tournament.pk,
        name=tournament.name,
        status=HoldemStatus(tournament.status),
        starting_chips=tournament.starting_chips,
        entry_price=tournament.entry_price,
        turn_seconds=tournament.turn_seconds,
        bank_seconds=tournament.bank_seconds,
        seats_per_table=tournament.seats_per_table,
        tables_per_flight=tournament.tables_per_flight,
        late_until_level=tournament.late_until_level,
        re_entries=tournament.re_entries,
        advancing_text=_advancing_text(tournament),
        flights=flights,
        winner=next((entry for entry in everybody if entry.player_id == tournament.winner_id), None),
    )


def _advancing_text(tournament: HoldemTournament) -> str:
    if tournament.advancing_share:
        return f"The best {tournament.advancing_share}% of each flight play the final table and keep their chips."
    if tournament.advancing_count == 1:
        return "The winner of each flight plays the final table and keeps the chips."
    return f"The best {tournament.advancing_count} of each flight play the final table and keep their chips."


def _entries(flights: Iterable[Flight]) -> dict[int, list[FlightEntry]]:
    """The entries of all these flights by flight, in one query."""
    by_flight: dict[int, list[FlightEntry]] = {flight.pk: [] for flight in flights}
    events = {flight.pk: flight.tournament.event for flight in flights}
    rows = FlightEntry.objects.filter(flight__in=by_flight).select_related("player__person", "bust_hand")
    for entry in rows.order_by("id"):
        # Every player belongs to the tournament's event: its name policy need not be read again for each.
        entry.player.event = events[entry.flight_id]
        by_flight[entry.flight_id].append(entry)
    return by_flight


def _flight_view(flight: Flight, rows: Sequence[FlightEntry], now: datetime) -> FlightView:
    entries = tuple(_entry_view(flight, row) for row in rows)
    return FlightView(
        id=flight.pk,
        number=flight.number,
        code=flight.code,
        name=flight.name,
        is_final=flight.is_final,
        status=FlightStatus(flight.status),
        starts_at=flight.starts_at,
        counted_at=flight.counted_at,
        draw_seed=flight.draw_seed,
        is_decided=flight.is_decided,
        is_dealt=flight.is_dealt,
        advancing=flight.advancing_of(len(entries)),
        seats_per_table=flight.seats_per_table,
        in_play=sum(entry.started_with for entry in entries) + flight.drift,
        drift=flight.drift,
        shared_hand=flight.shared_hand if flight.is_hand_for_hand else None,
        tables_done=tuple(flight.tables_done),
        entries=entries,
        tables=_tables(entries, flight.seats_per_table),
        clock=clock_view(flight, now),
    )


def _entry_view(flight: Flight, row: FlightEntry) -> EntryView:
    goes_on = flight.is_decided and not row.is_out and not flight.is_final
    return EntryView(
        id=row.pk,
        player_id=row.player_id,
        player_code=row.player.code,
        name=row.player.display_name,
        full_name=row.player.person.full_name,
        table=row.table_number,
        seat=row.seat_number,
        chips=row.chips,
        started_with=row.started_with,
        began_hand_with=row.began_hand_with,
        hand=row.bust_hand.number if row.bust_hand else None,
        place=row.place,
        advances=row.has_advanced or goes_on,
        is_withdrawn=row.player.is_withdrawn,
        went_out_uncounted=bool(row.bust_hand and (not flight.counted_at or row.bust_hand.at > flight.counted_at)),
    )


def _tables(entries: Sequence[EntryView], seats: int) -> tuple[TableView, ...]:
    """Tables in order. A seat shows who is in it; where nobody is, who went out of it."""
    sitting: dict[int, dict[int, EntryView]] = defaultdict(dict)
    for entry in sorted(entries, key=lambda one: not one.is_out):
        if entry.table is not None and entry.seat is not None:
            sitting[entry.table][entry.seat] = entry
    return tuple(
        TableView(number, tuple(held.get(seat) for seat in range(1, seats + 1)))
        for number, held in sorted(sitting.items())
    )
