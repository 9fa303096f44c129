"""A table whose seats are charged by the half-hour, and its minutes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

from eventnight.bank.models import Entry, EntryKind
from eventnight.core.press import Press
from eventnight.events.models import Player
from tables import services
from tables.models import Table
from tests.factories import NOW, make_event
from tests.tables.evening import STAFF, make_holder, open_table, stacks

MINUTE = timedelta(minutes=1)


def at(minutes: float, **more: Any) -> dict[str, Any]:
    """A press of the staff so many minutes after the table was opened."""
    return {"press": Press(STAFF, NOW + minutes * MINUTE, uuid4()), **more}


def a_table(players: int = 3, chips: int = 40, **facts: Any) -> Table:
    """A club's table that charges its seats, with so many players."""
    event = make_event("angies")
    given = {"limit": "limit-2-4", "fee_schedule": "A", "fee_by": "half_hour", "small_blind": None, "big_blind": None}
    given["overrides"] = {"first_button": "left_of_dealer"}
    table = open_table(event, **{**given, **facts})
    for seat in range(1, players + 1):
        sit(table, seat, chips, 0)
    table.refresh_from_db()
    return table


def sit(table: Table, seat: int, chips: int, minutes: float) -> Player:
    player = make_holder(table.event)
    services.seat_player(table=table, seat=seat, player=player, chips=chips, **at(minutes))
    return player


def tick(minutes: float) -> int:
    """The tick so many minutes after the table was opened."""
    return services.charge_due_seats(read_now=lambda: NOW + minutes * MINUTE)


def entries(table: Table) -> int:
    return Entry.objects.filter(event=table.event, kind=EntryKind.SEAT_FEE).count()


def taken(table: Table) -> dict[int, int]:
    return {seat: chips for seat, chips in stacks(table).items() if chips}
