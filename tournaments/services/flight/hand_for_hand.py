"""Hand-for-hand play: all tables play one hand and wait for each other, so that nobody stalls for a prize."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction

from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.press import Press
from tournaments.lifecycles import FLIGHT
from tournaments.models import Flight, FlightEntry, PlayedHand
from tournaments.services.flight.places import settle_decision
from tournaments.services.flight.tournament import (
    entries_by_code,
    lock_flight,
    log_flight,
)
from tournaments.services.hands.guards import require_no_hand
from tournaments.services.seating.next_hands import forget_next_hands

PLACE_RULES = ("STD-10",)


@transaction.atomic
def start_hand_for_hand(*, flight: Flight, press: Press) -> Flight:
    """From the next hand on all tables play together. Pressed again, nothing changes.

    Raises Conflict("flight_status", "flight_decided"), UserFacingError("one_table").
    Rules: STD-10.
    """
    flight = lock_flight(flight)
    if flight.is_hand_for_hand:
        return flight
    FLIGHT.require("play_hand_for_hand", flight)
    tables = open_tables_of(entries_by_code(flight).values())
    if len(tables) < 2:
        raise UserFacingError(
            "one_table",
            f"{flight.name} is played at {len(tables)} table: there is nobody to wait for. Go on as before.",
            rules=PLACE_RULES,
            tables=len(tables),
        )
    flight.is_hand_for_hand, flight.shared_hand, flight.tables_done = True, flight.shared_hand + 1, []
    flight.save()
    log_flight(flight, "flight.hand_for_hand", press, hand=flight.shared_hand)
    return flight


@transaction.atomic
def stop_hand_for_hand(*, flight: Flight, press: Press) -> Flight:
    """Tables play on their own again. Pressed again, nothing changes. Raises Conflict("flight_status").

    Rules: STD-10.
    """
    flight = lock_flight(flight)
    if not flight.is_hand_for_hand:
        return flight
    FLIGHT.require("end_shared_hand", flight)
    flight.is_hand_for_hand, flight.tables_done = False, []
    settle_decision(flight, list(entries_by_code(flight).values()), press=press)
    log_flight(flight, "flight.hand_for_hand_over", press, hand=flight.shared_hand)
    return flight


@transaction.atomic
def finish_shared_hand(*, flight: Flight, table: int, hand: int, press: Press) -> Flight:
    """A table has finished the hand and waits. When all have, the next hand begins, or the flight is decided.

    hand: number on the screen; a press for a hand that is over changes nothing.

    Raises Conflict("flight_status", "not_hand_for_hand", "hand_in_play"), NotFound("no_such_table").
    Rules: STD-10.
    """
    flight = lock_flight(flight)
    entries = _shared(flight, table)
    if hand == flight.shared_hand and table not in flight.tables_done:
        require_no_hand(flight, [table])
        note_hand_done(flight, entries, [table])
        forget_next_hands(flight, [table], press=press)
        settle_decision(flight, entries, press=press)
        log_flight(flight, "flight.hand_finished", press, hand=hand, table=table)
    return flight


@transaction.atomic
def resume_shared_hand(*, flight: Flight, table: int, press: Press) -> Flight:
    """A table was said to have finished the hand, and has not. Where it does not wait, nothing changes.

    Raises Conflict("flight_status", "not_hand_for_hand", "hand_was_played"), NotFound("no_such_table").
    """
    flight = lock_flight(flight)
    _shared(flight, table)
    if table in flight.tables_done:
        _require_not_played(flight, table)
        resume_hand(flight, table)
        flight.save(update_fields=["tables_done"])
        log_flight(flight, "flight.hand_resumed", press, hand=flight.shared_hand, table=table)
    return flight


def resume_hand(flight: Flight, table: int) -> None:
    """The table of a locked flight has not finished the shared hand after all; the caller saves."""
    flight.tables_done = [number for number in flight.tables_done if number != table]


def note_tables_gone(flight: Flight, entries: Sequence[FlightEntry], *, press: Press) -> None:
    """No table of a locked flight waits for one where nobody sits any more. Rules: STD-10."""
    if flight.is_hand_for_hand and flight.tables_done:
        note_hand_done(flight, entries, ())
        settle_decision(flight, entries, press=press)


def note_hand_done(flight: Flight, entries: Iterable[FlightEntry], tables: Iterable[int]) -> None:
    """These tables of a locked flight have finished the shared hand; the caller saves. Nothing without one."""
    if not flight.is_hand_for_hand:
        return
    done = {*flight.tables_done, *tables}
    is_over = open_tables_of(entries) <= done
    flight.tables_done = [] if is_over else sorted(done)
    flight.shared_hand += is_over


def _require_not_played(flight: Flight, table: int) -> None:
    """Where the shared hand was played here, it is undone as what it is."""
    standing = PlayedHand.objects.filter(flight=flight, shared_hand=flight.shared_hand, hand__undone_at__isnull=True)
    led = standing.filter(hand__table__of_flight__number=table).select_related("hand").first()
    if led is not None:
        raise Conflict(
            "hand_was_played",
            f"Table {table} has finished hand {flight.shared_hand} with hand {led.hand.number} on its page. Undo that "
            "hand there.",
            rules=PLACE_RULES,
            hand=led.hand.number,
            table=table,
        )


def _shared(flight: Flight, table: int) -> list[FlightEntry]:
    """Everybody in a flight that plays hand for hand, at a table among others."""
    FLIGHT.require("end_shared_hand", flight)
    if not flight.is_hand_for_hand:
        raise Conflict(
            "not_hand_for_hand",
            f"{flight.name} does not play hand for hand any more. Reload the page.",
            rules=PLACE_RULES,
            flight=flight.code,
        )
    entries = list(entries_by_code(flight).values())
    if table not in open_tables_of(entries):
        raise NotFound("no_such_table", f"Nobody plays at table {table}. Choose one that is open.", table=table)
    return entries


def open_tables_of(entries: Iterable[FlightEntry]) -> set[int]:
    """The tables where somebody is still in."""
    return {entry.table_number for entry in entries if not entry.is_out and entry.table_number}
