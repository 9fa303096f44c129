"""Who sits where: the draw with its recorded seed, late entries, and moves."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db import transaction

from engine.errors import RuleError
from engine.tournament.seating import Seat, SeatedTable, draw_late_seat, table_sizes
from engine.tournament.seating import draw_seats as drawn_seats
from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict, UserFacingError
from tournaments.models import Flight, FlightEntry
from tournaments.services.holdem import (
    MOST_TABLES,
    SEAT_RULES,
    entries_by_code,
    entry_of,
    lock_flight,
    log_flight,
    move_flight,
    must_allow,
)


@transaction.atomic
def draw_seats(
    *,
    flight: Flight,
    by: Actor,
    request_id: UUID,
    now: datetime,
    tables: int | None = None,
    seed: str | None = None,
    locked: Mapping[str, Seat] | None = None,
) -> Flight:
    """Give everybody in the flight a table and a seat. Until play starts it may be drawn again.

    tables: None for as few as it takes. seed: recorded; fresh randomness when None. locked: (table, seat) by player
    code, fixed before the draw. The same request_id again changes nothing.

    Raises Conflict("flight_status"), UserFacingError("too_few_players"), RuleError("not_enough_seats",
    "locked_player_unknown", "no_such_seat", "seat_locked_twice").
    Rules: WAS-3.
    """
    flight = lock_flight(flight)
    if flight.draw_request_id == request_id:
        return flight
    move_flight(flight, "draw")
    seat_everybody(flight, entries_by_code(flight), now=now, tables=tables, seed=seed, locked=locked)
    flight.draw_request_id = request_id
    flight.save()
    log_flight(flight, "flight.seats_drawn", by, now, seed=flight.draw_seed)
    return flight


def seat_everybody(
    flight: Flight,
    entries: Mapping[str, FlightEntry],
    *,
    now: datetime,
    tables: int | None = None,
    seed: str | None = None,
    locked: Mapping[str, Seat] | None = None,
) -> None:
    """Draw the seats of a locked flight and note the seed; the caller saves the flight.

    Raises what `draw_seats` raises of the number of players and seats.
    Rules: WAS-3.
    """
    _must_be_enough(flight, entries)
    seats = flight.seats_per_table
    count = tables or len(table_sizes(len(entries), seats))
    flight.draw_seed, flight.drawn_at = seed or secrets.token_hex(16), now
    drawn = drawn_seats(list(entries), count, seats, flight.draw_seed, locked)
    # Seats are emptied first: one player may be drawn into a seat that another has not left yet.
    flight.entries.update(table_number=None, seat_number=None)
    for code, entry in entries.items():
        entry.table_number, entry.seat_number = drawn[code]
    FlightEntry.objects.bulk_update(entries.values(), ["table_number", "seat_number"])


@transaction.atomic
def seat_late_entry(*, flight: Flight, player_code: str, by: Actor, now: datetime) -> FlightEntry:
    """Seat somebody who entered after the draw: at the table with the fewest players, in a seat that the seed picks.

    Seated already, nothing changes. A further table is opened when all are full and the flight may have one more.

    Raises NotFound("not_in_flight"), Conflict("flight_status", "no_seat_free").
    Rules: WAS-3.
    """
    flight = lock_flight(flight)
    entries = entries_by_code(flight)
    entry = entry_of(entries, flight, player_code)
    must_allow(flight, "seat")
    if entry.table_number is not None:
        return entry
    tables = _tables_for_one_more(flight, entries)
    try:
        table, seat = draw_late_seat(tables, f"{flight.draw_seed}/late/{entry.player.code}")
    except RuleError as refused:
        raise Conflict(
            "no_seat_free",
            f"All {len(tables) * flight.seats_per_table} seats of {flight.name} are taken. "
            "Enter the player in another flight.",
            rules=SEAT_RULES,
        ) from refused
    entry.table_number, entry.seat_number = table, seat
    entry.save(update_fields=["table_number", "seat_number"])
    log_flight(flight, "flight.seated", by, now, player=entry.player.code, table=table, seat=seat)
    return entry


@transaction.atomic
def move_player(*, flight: Flight, player_code: str, table: int, seat: int, by: Actor, now: datetime) -> FlightEntry:
    """Move a player who is still in to a free seat.

    Raises NotFound("not_in_flight"), Conflict("flight_status", "player_is_out", "seat_taken"),
    UserFacingError("no_such_seat").
    Rules: WAS-3.
    """
    flight = lock_flight(flight)
    entries = entries_by_code(flight)
    entry = entry_of(entries, flight, player_code)
    must_allow(flight, "seat")
    if entry.is_out:
        raise Conflict("player_is_out", f"{entry.player} is out and has no seat to change.", player=entry.player.code)
    must_be_a_seat(flight, table, seat)
    must_be_free(entries, entry, table, seat)
    before = (entry.table_number, entry.seat_number)
    entry.table_number, entry.seat_number = table, seat
    entry.save(update_fields=["table_number", "seat_number"])
    log_flight(flight, "flight.moved", by, now, player=entry.player.code, before=list(before), after=[table, seat])
    return entry


def must_be_a_seat(flight: Flight, table: int, seat: int) -> None:
    """Raise UserFacingError("no_such_seat") for a seat beyond the size of the flight's tables."""
    tables = flight.tournament.tables_per_flight if not flight.is_final else None
    if 1 <= seat <= flight.seats_per_table and 1 <= table <= (tables or MOST_TABLES):
        return
    raise UserFacingError(
        "no_such_seat",
        f"There is no table {table} seat {seat}: tables of {flight.name} have {flight.seats_per_table} seats"
        + (f", and it has {tables} of them." if tables else ".")
        + " Choose a free seat.",
        rules=SEAT_RULES,
        table=table,
        seat=seat,
        seats_per_table=flight.seats_per_table,
    )


def must_be_free(entries: Mapping[str, FlightEntry], entry: FlightEntry, table: int, seat: int) -> None:
    """Raise Conflict("seat_taken") where somebody else sits."""
    for other in entries.values():
        if other.pk != entry.pk and not other.is_out and (other.table_number, other.seat_number) == (table, seat):
            raise Conflict(
                "seat_taken",
                f"{other.player} sits at table {table} seat {seat}. Choose a free seat, or move them first.",
                rules=SEAT_RULES,
                table=table,
                seat=seat,
                player=other.player.code,
            )


def _must_be_enough(flight: Flight, entries: Mapping[str, FlightEntry]) -> None:
    if len(entries) < 2:
        raise UserFacingError(
            "too_few_players",
            f"{flight.name} has {len(entries)} of the 2 players it needs at least. Enter more first.",
            rules=SEAT_RULES,
            players=len(entries),
        )


def _tables_for_one_more(flight: Flight, entries: Mapping[str, FlightEntry]) -> list[SeatedTable[str]]:
    """The flight's tables with who is still in, and one more where it may have one."""
    seated: dict[int, dict[int, str]] = defaultdict(dict)
    for code, entry in entries.items():
        if not entry.is_out and entry.table_number is not None:
            seated[entry.table_number][entry.seat_number] = code
    most = (None if flight.is_final else flight.tournament.tables_per_flight) or MOST_TABLES
    numbers = range(1, min(max(seated, default=0) + 1, most) + 1)
    return [SeatedTable(number=number, seats=flight.seats_per_table, players=seated[number]) for number in numbers]
