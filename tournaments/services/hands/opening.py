"""A table of a flight begins to follow its hands."""

from __future__ import annotations

from eventnight.core.errors import NotFound
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tables.models import Table
from tables.services import NewFlightTable, open_flight_table
from tournaments.lifecycles import FLIGHT
from tournaments.models import Flight, PlayedTable
from tournaments.selectors.flight.hands import house_of_night, level_played, sitting_at, stakes_at
from tournaments.services.flight.tournament import SEAT_RULES, lock_flight, log_flight
from tournaments.services.seating.next_hands import note_next_hand

LONGEST_NAME = 60


@counted_once
def follow_hands(*, flight: Flight, table: int, press: Press) -> Table:
    """Open the card table of a flight's table, on which its hands are played or settled; opened already, it is that.

    The button is where the floor has told it for the next hand, else nobody has it yet and the house decides. Where the
    system deals, the first pack is promised.

    Raises Conflict("flight_status", "flight_decided"), NotFound("no_such_table").
    Rules: WAS-4, WAS-5, BIS-3, BIS-16.
    """
    flight = lock_flight(flight)
    FLIGHT.require("play_hand", flight)
    known = PlayedTable.objects.select_related("table").filter(flight=flight, number=table).first()
    if known is not None:
        return known.table
    if not sitting_at(flight, table):
        raise NotFound(
            "no_such_table", f"Nobody plays at table {table}. Choose one that is open.", rules=SEAT_RULES, table=table
        )
    event = flight.tournament.event
    told = flight.next_hands.filter(number=table).first()
    opened = open_flight_table(
        event=event,
        new=NewFlightTable(
            name=_name(flight, table),
            seats=flight.seats_per_table,
            stakes=stakes_at(level_played(flight, press.at).level, house_of_night(event)),
            first_button=told.button if told else None,
            limits=flight.tournament.turn_limits,
        ),
        press=press,
    )
    row = PlayedTable.objects.create(flight=flight, number=table, table=opened)
    note_next_hand(flight, row, press=press)
    log_flight(flight, "flight.hands_followed", press, table=table, code=opened.code)
    return opened


def _name(flight: Flight, table: int) -> str:
    """ "Flight 1, table 2", with what tells a further tournament of the night from the first."""
    prefix = f"{flight.tournament.stack_prefix} " if flight.tournament.stack_prefix else ""
    end = f", table {table}"
    return f"{prefix}{flight.name}"[: LONGEST_NAME - len(end)] + end
