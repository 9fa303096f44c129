"""Who sits where: the draw with its recorded seed, late entries, and moves."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

from django.db import transaction
from django.utils.text import get_text_list

from engine.errors import RuleError
from engine.tournament.seating import KeptSeats, Move, Seat, SeatedTable, draw_late_seat, table_sizes
from engine.tournament.seating import draw_seats as drawn_seats
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press, PressContent
from eventnight.core.presses import counted_once
from eventnight.events.models import Player
from tournaments.lifecycles import FLIGHT
from tournaments.models import Flight, FlightEntry, MoveKind, SeatHold
from tournaments.services.flight.tournament import (
    MOST_TABLES,
    SEAT_RULES,
    entries_by_code,
    entry_of,
    lock_flight,
    log_flight,
)
from tournaments.services.seating.seat_moves import carry_out


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(PressContent):
    """A seat of a flight: the table's number and the seat's."""

    table: int
    seat: int


@counted_once
def draw_seats(
    *,
    flight: Flight,
    press: Press,
    tables: int | None = None,
    seed: str | None = None,
    locked: Mapping[str, Seat] | None = None,
) -> Flight:
    """Give everybody in the flight a table and a seat. Until play starts it may be drawn again.

    tables: None for as few as it takes. seed: recorded; fresh randomness when None. locked: (table, seat) by player
    code, fixed before the draw beside the seats that the floor keeps. The same press again changes nothing.

    Raises Conflict("flight_status"), UserFacingError("too_few_players"), RuleError("not_enough_seats",
    "locked_player_unknown", "no_such_seat", "seat_locked_twice").
    Rules: WAS-3.
    """
    flight = lock_flight(flight)
    FLIGHT.make("draw", flight)
    flight.draw_seed, flight.drawn_at = seed or secrets.token_hex(16), press.at
    seat_everybody(flight, entries_by_code(flight), tables=tables, locked=locked)
    flight.save()
    log_flight(flight, "flight.seats_drawn", press, seed=flight.draw_seed)
    return flight


def seat_everybody(
    flight: Flight,
    entries: Mapping[str, FlightEntry],
    *,
    tables: int | None = None,
    locked: Mapping[str, Seat] | None = None,
) -> None:
    """Draw the seats of a locked flight by its seed; the caller saves the flight.

    Raises what `draw_seats` raises of the number of players and seats.
    Rules: WAS-3.
    """
    _require_enough(flight, entries)
    seats = flight.seats_per_table
    holds = list(flight.holds.all())
    codes = {entry.pk: code for code, entry in entries.items()}
    fixed = {codes[hold.entry_id]: hold.seat for hold in holds if hold.entry_id} | dict(locked or {})
    empty = [hold.seat for hold in holds if not hold.entry_id]
    count = tables or _tables_for(len(entries), seats, fixed, empty)
    kept = KeptSeats(locked=fixed, reserved=[seat for seat in empty if seat[0] <= count])
    drawn = drawn_seats(list(entries), count, seats, flight.draw_seed, kept)
    # Seats are emptied first: one player may be drawn into a seat that another has not left yet.
    flight.entries.update(table_number=None, seat_number=None)
    for code, entry in entries.items():
        entry.table_number, entry.seat_number = drawn[code]
    FlightEntry.objects.bulk_update(entries.values(), ["table_number", "seat_number"])


@transaction.atomic
def seat_late_entry(*, flight: Flight, player_code: str, press: Press) -> FlightEntry:
    """Seat somebody who entered after the draw: at the table with the fewest players, in a seat that the seed picks.

    Seated already, nothing changes. A further table is opened when all are full and the flight may have one more.

    Raises NotFound("not_in_flight"), Conflict("flight_status", "no_seat_free").
    Rules: WAS-3.
    """
    flight = lock_flight(flight)
    entries = entries_by_code(flight)
    entry = entry_of(entries, flight, player_code)
    FLIGHT.require("seat", flight)
    if entry.table_number is not None:
        return entry
    tables = _tables_for_one_more(flight, entries)
    try:
        table, seat = draw_late_seat(tables, f"{flight.draw_seed}/late/{_late_name(entry)}")
    except RuleError as refused:
        raise Conflict(
            "no_seat_free",
            f"All {len(tables) * flight.seats_per_table} seats of {flight.name} are taken. "
            "Enter the player in another flight.",
            rules=SEAT_RULES,
        ) from refused
    return _take_seat(flight, entry, table, seat, press=press)


def _take_seat(flight: Flight, entry: FlightEntry, table: int, seat: int, *, press: Press) -> FlightEntry:
    """The first seat of somebody who entered after the draw."""
    entry.table_number, entry.seat_number = table, seat
    entry.save(update_fields=["table_number", "seat_number"])
    log_flight(flight, "flight.seated", press, player=entry.player.code, table=table, seat=seat)
    return entry


@counted_once
def move_player(*, flight: Flight, player_code: str, to: Place, press: Press, opens_table: bool = False) -> FlightEntry:
    """Move a player who is still in to another seat that is free. The same press again changes nothing.

    opens_table: that the table may be one where nobody sits yet, or no longer.

    Raises NotFound("not_in_flight"), Conflict("flight_status", "player_is_out", "sits_there_already", "table_not_open",
    "seat_taken", "seat_kept", "seat_locked"), UserFacingError("unknown_table", "no_such_seat").
    Rules: WAS-3.
    """
    flight = lock_flight(flight)
    entries = entries_by_code(flight)
    entry = entry_of(entries, flight, player_code)
    FLIGHT.require("seat", flight)
    if entry.is_out:
        raise Conflict("player_is_out", f"{entry.player} is out and has no seat to change.", player=entry.player.code)
    table, seat = to.table, to.seat
    require_seat(flight, table, seat)
    if (entry.table_number, entry.seat_number) == (table, seat):
        raise Conflict(
            "sits_there_already",
            f"{entry.player} already sits at table {table} seat {seat}. Choose another seat.",
            rules=SEAT_RULES,
            player=entry.player.code,
            table=table,
            seat=seat,
        )
    require_table(flight, entries, table, opens_table=opens_table)
    require_free(flight, entries, entry, table, seat)
    if SeatHold.objects.filter(entry=entry).exists():
        raise Conflict(
            "seat_locked",
            f"{entry.player} keeps table {entry.table_number} seat {entry.seat_number}. Release the seat first.",
            rules=SEAT_RULES,
            player=entry.player.code,
        )
    if entry.table_number is None or entry.seat_number is None:
        return _take_seat(flight, entry, table, seat, press=press)
    start = (entry.table_number, entry.seat_number)
    move = Move(entry.player.code, start, (table, seat))
    carry_out(flight, [move], MoveKind.MOVE, press=press, batch=press.key or uuid4())
    entry.table_number, entry.seat_number = table, seat
    return entry


def require_seat(flight: Flight, table: int, seat: int) -> None:
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


def require_table(flight: Flight, entries: Mapping[str, FlightEntry], table: int, *, opens_table: bool = False) -> None:
    """Raise unless somebody still in sits at the table. Before the draw, unless the draw can have that many tables.

    opens_table: a table that broke, or the next number after the highest, may be opened.

    Raises Conflict("table_not_open"), UserFacingError("unknown_table").
    """
    seated = {entry.table_number for entry in entries.values() if entry.table_number is not None}
    if not seated:
        most = _most_tables_to_draw(flight, len(entries))
        if table > most:
            told = f"{flight.name} has no table {table}: the draw opens {most} at most"
            raise _unknown_table(told, table, list(range(1, most + 1)))
        return
    in_play = sorted(seated & {entry.table_number for entry in entries.values() if not entry.is_out})
    if table in in_play:
        return
    known = seated | set(flight.moves.values_list("start_table", flat=True))
    if table > max(known) + 1:
        raise _unknown_table(f"{flight.name} has no table {table}: {_playing_at(in_play)}", table, in_play)
    if not opens_table:
        raise Conflict(
            "table_not_open",
            f"Nobody sits at table {table}: {_playing_at(in_play)}. Choose one of them, or say that table {table} is "
            "to be opened.",
            rules=SEAT_RULES,
            table=table,
            tables=in_play,
        )


def _playing_at(tables: Sequence[int]) -> str:
    if len(tables) == 1:
        return f"everybody sits at table {tables[0]}"
    return f"its players sit at tables {get_text_list(list(map(str, tables)), 'and')}"


def _unknown_table(told: str, table: int, tables: Sequence[int]) -> UserFacingError:
    sentence = f"{told}. Choose one of its tables."
    return UserFacingError("unknown_table", sentence, rules=SEAT_RULES, table=table, tables=list(tables))


def _most_tables_to_draw(flight: Flight, entered: int) -> int:
    """As many as everybody of the night would fill, or as leave two at a table of those who entered."""
    if not flight.is_final and flight.tournament.tables_per_flight:
        return flight.tournament.tables_per_flight
    invited = Player.objects.filter(event_id=flight.tournament.event_id).count()
    return min(MOST_TABLES, max(1, -(-max(invited, entered) // flight.seats_per_table), entered // 2))


def require_free(
    flight: Flight, entries: Mapping[str, FlightEntry], entry: FlightEntry | None, table: int, seat: int
) -> None:
    """Raise Conflict("seat_taken") where somebody else sits, Conflict("seat_kept") where the floor keeps the seat."""
    own = None if entry is None else entry.pk
    for other in entries.values():
        if other.pk != own and not other.is_out and (other.table_number, other.seat_number) == (table, seat):
            raise Conflict(
                "seat_taken",
                f"{other.player} sits at table {table} seat {seat}. Choose a free seat, or move them first.",
                rules=SEAT_RULES,
                table=table,
                seat=seat,
                player=other.player.code,
            )
    hold = flight.holds.filter(table_number=table, seat_number=seat).first()
    if hold is not None and entry is not None and hold.entry_id != own:
        raise Conflict(
            "seat_kept",
            f"Table {table} seat {seat} is kept by the floor{f': {hold.note}' if hold.note else ''}. "
            "Choose another seat, or release it first.",
            rules=SEAT_RULES,
            table=table,
            seat=seat,
        )


def _require_enough(flight: Flight, entries: Mapping[str, FlightEntry]) -> None:
    if len(entries) < 2:
        raise UserFacingError(
            "too_few_players",
            f"{flight.name} has {len(entries)} of the 2 players it needs at least. Enter more first.",
            rules=SEAT_RULES,
            players=len(entries),
        )


def _late_name(entry: FlightEntry) -> str:
    """What tells a late entry from others in the draw: the code, and which entry of the player it is."""
    return entry.player.code if entry.number == 1 else f"{entry.player.code}/{entry.number}"


def _tables_for(players: int, seats: int, fixed: Mapping[str, Seat], empty: Collection[Seat]) -> int:
    """As few tables as hold everybody beside the seats that stay empty, and those with locked seats."""
    count = max([len(table_sizes(players, seats)), *(table for table, _ in fixed.values())])
    while count * seats - sum(table <= count for table, _ in empty) < players:
        count += 1
    return count


def _tables_for_one_more(flight: Flight, entries: Mapping[str, FlightEntry]) -> list[SeatedTable[str]]:
    """The flight's tables with who is still in, and one more where it may have one. Seats kept stay empty."""
    seated: dict[int, dict[int, str]] = defaultdict(dict)
    for code, entry in entries.items():
        if not entry.is_out and entry.table_number is not None and entry.seat_number is not None:
            seated[entry.table_number][entry.seat_number] = code
    kept: dict[int, set[int]] = defaultdict(set)
    for hold in flight.holds.all():
        kept[hold.table_number].add(hold.seat_number)
    most = (None if flight.is_final else flight.tournament.tables_per_flight) or MOST_TABLES
    numbers = range(1, min(max(seated, default=0) + 1, most) + 1)
    return [
        SeatedTable(
            number=number,
            seats=flight.seats_per_table,
            players=seated[number],
            reserved=frozenset(kept[number] - seated[number].keys()),
        )
        for number in numbers
    ]
