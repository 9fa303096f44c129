"""What the floor says of its tables: seats kept, where the button is, and in which order tables break."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db import transaction

from engine.poker.between.stored import table_json
from engine.poker.house.options import HeadsUp
from engine.tournament.seating import SeatedTable
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.press import Press
from tournaments.lifecycles import FLIGHT
from tournaments.models import Flight, FlightTable, PlayedTable, SeatHold
from tournaments.models.seating import NOTE_LENGTH
from tournaments.selectors.flight.hands import house_of_night, sitting_at
from tournaments.services.flight.tournament import (
    MOST_TABLES,
    SEAT_RULES,
    entries_by_code,
    entry_of,
    lock_flight,
    log_flight,
)
from tournaments.services.hands.guards import require_no_hand
from tournaments.services.seating.next_hands import note_next_hand
from tournaments.services.seating.seat_moves import seating_now
from tournaments.services.seating.seats import Place, require_free, require_seat, require_table


@transaction.atomic
def hold_seat(*, flight: Flight, place: Place, press: Press, player_code: str = "", note: str = "") -> SeatHold:
    """Keep a seat: locked for a player, or empty without one. A player's earlier lock is released.

    Before the draw any seat may be locked, and the draw keeps to it. Afterwards it is the seat the player has; a seat
    kept empty is one where nobody sits, at a table that is open. note: why, for staff.

    Raises NotFound("not_in_flight"), Conflict("flight_status", "table_not_open", "seat_taken", "seat_held",
    "not_in_that_seat", "player_is_out"), UserFacingError("unknown_table", "no_such_seat").
    Rules: WAS-3.
    """
    flight, table, seat = lock_flight(flight), place.table, place.seat
    FLIGHT.require("keep_seat", flight)
    require_seat(flight, table, seat)
    entries = entries_by_code(flight)
    entry = entry_of(entries, flight, player_code) if player_code else None
    require_table(flight, entries, table)
    if entry is None:
        require_free(flight, entries, None, table, seat)
    elif entry.is_out:
        raise Conflict("player_is_out", f"{entry.player} is out and needs no seat.", player=entry.player.code)
    elif entry.table_number is not None and (entry.table_number, entry.seat_number) != (table, seat):
        raise Conflict(
            "not_in_that_seat",
            f"{entry.player} sits at table {entry.table_number} seat {entry.seat_number}. Move them first, or lock "
            "that seat.",
            rules=SEAT_RULES,
            player=entry.player.code,
            table=entry.table_number,
            seat=entry.seat_number,
        )
    others = SeatHold.objects.filter(flight=flight, table_number=table, seat_number=seat)
    taken = others.exclude(entry=entry).first() if entry else others.first()
    if taken is not None:
        raise Conflict(
            "seat_held",
            f"{taken} is kept {_for_whom(taken)} already. Release it first.",
            rules=SEAT_RULES,
            table=table,
            seat=seat,
        )
    if entry is not None:
        SeatHold.objects.filter(entry=entry).delete()
    hold = SeatHold.objects.create(
        flight=flight, table_number=table, seat_number=seat, entry=entry, note=" ".join(note.split())[:NOTE_LENGTH]
    )
    held_for = entry.player.code if entry else ""
    log_flight(flight, "flight.seat_held", press, table=table, seat=seat, player=held_for, note=hold.note)
    return hold


@transaction.atomic
def release_seat(*, flight: Flight, table: int, seat: int, press: Press) -> None:
    """Let a seat go that was kept. Raises NotFound("seat_not_held"), Conflict("flight_status")."""
    flight = lock_flight(flight)
    FLIGHT.require("keep_seat", flight)
    hold = flight.holds.select_related("entry__player").filter(table_number=table, seat_number=seat).first()
    if hold is None:
        raise NotFound(
            "seat_not_held",
            f"Table {table} seat {seat} is not kept for anybody. Reload the page.",
            table=table,
            seat=seat,
        )
    hold.delete()
    held_for = hold.entry.player.code if hold.entry else ""
    log_flight(flight, "flight.seat_released", press, table=table, seat=seat, player=held_for)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldButton:
    """Where the button is in a table's next hand, by seat.

    small_blind, big_blind: where a blind is dead; otherwise they are the next players after the button, and of two
    alone the button posts the blind that the house gives it.
    """

    button: int
    small_blind: int | None = None
    big_blind: int | None = None


@transaction.atomic
def tell_button(*, flight: Flight, table: int, told: ToldButton, press: Press) -> FlightTable:
    """Note where the button is in a table's next hand; told again, the newer holds.

    Where hands are followed, the order starts again from that seat, and the blinds follow from it.

    Raises NotFound("no_such_table"), Conflict("flight_status", "hand_in_play"), RuleError("no_such_seat",
    "blinds_unclear"), UserFacingError("no_such_seat", "no_hand", "blinds_follow", "button_on_empty_seat").
    Rules: WAS-3, WAS-4, STD-3, BIS-8.
    """
    flight, button = lock_flight(flight), told.button
    FLIGHT.require("set_button", flight)
    require_seat(flight, table, button)
    sitting = next((one for one in seating_now(flight, press.at).tables if one.number == table and one.players), None)
    if sitting is None:
        raise NotFound("no_such_table", f"Nobody sits at table {table}. Choose one that is open.", table=table)
    if len(sitting.players) < 2:
        raise UserFacingError("no_hand", f"One player is left at table {table}: there is no hand to deal.", table=table)
    played = flight.played_tables.select_related("table").filter(number=table).first()
    if played is not None:
        return _tell_played_table(flight, played, told, press)
    small = told.small_blind or _small_blind(sitting, button, house_of_night(flight.tournament.event).heads_up)
    big = told.big_blind or _next_player(sitting, small)
    if big not in sitting.players or small == big:
        raise UserFacingError(
            "blinds_unclear",
            f"The big blind of table {table} is a player, and not the small blind; seat {big} is not. Correct it.",
            rules=SEAT_RULES,
            table=table,
            button=button,
            small_blind=small,
            big_blind=big,
        )
    for seat in (small, big):
        require_seat(flight, table, seat)
    row, _ = FlightTable.objects.update_or_create(
        flight=flight,
        number=table,
        defaults={
            "button": button,
            "small_blind": small,
            "big_blind": big,
            "told_at": press.at,
            "by_label": press.by.label,
        },
    )
    log_flight(flight, "flight.button_told", press, table=table, button=button, small_blind=small, big_blind=big)
    return row


def _tell_played_table(flight: Flight, played: PlayedTable, told: ToldButton, press: Press) -> FlightTable:
    """Rules: WAS-4, BIS-6, BIS-8, CAN-21."""
    require_no_hand(flight, [played.number])
    if told.small_blind or told.big_blind:
        raise UserFacingError(
            "blinds_follow",
            f"The hands of table {played.number} are followed here, so that its blinds follow from the button. Set the "
            "button alone.",
            rules=SEAT_RULES,
            table=played.number,
        )
    table = played.table
    if told.button not in sitting_at(flight, played.number):
        raise UserFacingError(
            "button_on_empty_seat",
            f"Nobody sits at table {played.number} seat {told.button}. Give the button to a player; where it rests on "
            "an empty seat, the house moves it there.",
            rules=SEAT_RULES,
            table=played.number,
            seat=told.button,
        )
    table.state = table_json(replace(table.between, last=None, first_button=told.button))
    table.save(update_fields=["state"])
    note_next_hand(flight, played, press=press)
    log_flight(flight, "flight.button_told", press, table=played.number, button=told.button)
    return flight.next_hands.get(number=played.number)


@transaction.atomic
def set_break_order(*, flight: Flight, order: Sequence[int], press: Press) -> Flight:
    """Publish the order in which tables break, the first to break first. Empty is the highest number first.

    Tables that are not named, such as one opened for late entries, break before all that are.

    Raises UserFacingError("break_order_unclear"), Conflict("flight_status").
    Rules: WAS-3.
    """
    flight = lock_flight(flight)
    FLIGHT.require("order_tables", flight)
    wrong = [number for number in order if not 1 <= number <= MOST_TABLES]
    if wrong or len(set(order)) < len(order):
        named = f"table {wrong[0]}, which cannot be" if wrong else "a table twice"
        raise UserFacingError(
            "break_order_unclear",
            f"The order of breaking names {named}. Name each table once, the first to break first.",
            rules=SEAT_RULES,
            order=list(order),
        )
    flight.break_order = list(order)
    flight.save(update_fields=["break_order"])
    log_flight(flight, "flight.break_order", press, order=flight.break_order)
    return flight


def _for_whom(hold: SeatHold) -> str:
    return f"for {hold.entry.player}" if hold.entry else "empty"


def _small_blind(table: SeatedTable[str], button: int, heads_up: HeadsUp) -> int:
    """The next player after the button; of two alone with the button before one, whom the house says.

    Rules: STD-3, BIS-8.
    """
    is_on_button = heads_up is HeadsUp.BUTTON_IS_SMALL_BLIND
    if len(table.players) == 2 and button in table.players and is_on_button:
        return button
    return _next_player(table, button)


def _next_player(table: SeatedTable[str], start: int) -> int:
    others = table.players.keys() - {start}
    return min(others, key=lambda seat: table.places_after(start, seat))
