"""While a hand is played at a table of a flight, nobody of it moves, goes out or is counted by another door."""

from __future__ import annotations

from collections.abc import Iterable

from eventnight.core.errors import Conflict
from tournaments.models import Flight, FlightEntry
from tournaments.selectors.flight.hands import hands_in_play


def require_no_hand(flight: Flight, tables: Iterable[int | None]) -> None:
    """Raises Conflict("hand_in_play") where one is being played at one of these tables of a locked flight."""
    asked, playing = set(tables), hands_in_play(flight.pk)
    found = sorted(number for number in playing if number in asked)
    if found:
        raise hand_at_table(flight, found[0], playing[found[0]])


def require_no_hand_of(flight: Flight, entries: Iterable[FlightEntry]) -> None:
    """The same for the tables where these players sit."""
    require_no_hand(flight, [entry.table_number for entry in entries])


def require_no_hand_anywhere(flight: Flight) -> None:
    """The same for every table of the flight."""
    require_no_hand(flight, list(hands_in_play(flight.pk)))


def hand_at_table(flight: Flight, table: int, hand: int) -> Conflict:
    return Conflict(
        "hand_in_play",
        f"Hand {hand} of {flight.name} is being played at table {table}. Pay it out or call it off first.",
        flight=flight.code,
        table=table,
        number=hand,
    )
