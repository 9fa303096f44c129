"""The place of a card table: its own, or that of the flight's table whose hands it follows."""

from __future__ import annotations

from eventnight.calls.places import Kind, Place
from tables.models import Table
from tournaments.selectors.flight.hands import played_table


def place_of(table: Table) -> Place:
    """From where somebody calls who keeps that table."""
    if table.is_of_a_flight:
        played = played_table(table)
        return Place(Kind.FLIGHT, played.flight_id, played.number)
    return Place(Kind.TABLE, table.pk)
