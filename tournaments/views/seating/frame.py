"""What the floor's page shows of seats: the proposal, moves made, seats kept and the next hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from eventnight.events.models import Event
from tournaments.selectors.flight.values import TableView
from tournaments.selectors.seating.moves_made import together
from tournaments.selectors.seating.tables import Seating, due_of

Context = dict[str, Any]


def moves_context(event: Event, seating: Seating) -> Context:
    """What the panel of moves needs."""
    due = due_of(seating)
    asked = due.button_of if due else None
    return {
        "due": due,
        "made": together(seating.moves, event),
        "order_left": seating.order_left if len(seating.order_left) > 1 else (),
        "asked_table": next((table for table in seating.view.tables if table.number == asked), None),
        "asked_followed": seating.followed.get(asked or 0),
        "flight": seating.view,
        "across_tables": seating.across_tables,
    }


def seat_details(seating: Seating, table: TableView | None, seat: int) -> Context:
    """The seat that was tapped, where nobody sits, and who or what it is kept for."""
    if table is None or not 1 <= seat <= len(table.seats):
        return {}
    sitting = table.seats[seat - 1]
    hold = seating.hold_of(table.number, seat)
    is_free = sitting is None or sitting.is_out
    return {"free_seat": seat if is_free else None, "hold": hold}


def discs_of(seating: Seating, table: TableView | None) -> dict[str, int]:
    """Where button and blinds of the next hand lie, as far as the floor has told; nobody posts the small blind of a
    player who has gone out.
    """
    told = seating.next_hand_of(table.number) if table else None
    if table is None or told is None:
        return {}
    sitting = table.seats[told.small_blind - 1] if told.small_blind <= len(table.seats) else None
    small = {} if sitting is None or sitting.is_out else {"SB": told.small_blind}
    return {"D": told.button, **small, "BB": told.big_blind}


def undo_moves_address(event: Event, flight_id: int, numbers: Sequence[int]) -> str:
    """Where these moves are undone."""
    told = ",".join(map(str, numbers))
    return reverse("tournaments:floor_undo_moves", kwargs={"code": event.code, "flight_id": flight_id, "numbers": told})
