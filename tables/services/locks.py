"""Taking a table for a change: the event's lock first, then the table's."""

from __future__ import annotations

from eventnight.core.changes import lock_event
from eventnight.core.errors import Conflict
from eventnight.core.formats import clock_text
from tables.models import Table, TableStatus

ALLOWED = {"play": ({TableStatus.OPEN}, TableStatus.OPEN), "close": ({TableStatus.OPEN}, TableStatus.CLOSED)}
"""What may be done with a table in which status, and the status afterwards."""


def lock_table(table: Table) -> Table:
    """The table as it is under the locks, for the rest of the transaction."""
    event = lock_event(table.event_id).event
    locked = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=table.pk)
    locked.event = event
    return locked


def move_table(table: Table, move: str) -> None:
    """Let a move of ``ALLOWED`` change the status. Raises Conflict("table_closed")."""
    before, after = ALLOWED[move]
    if table.status not in before:
        at = f" at {clock_text(table.closed_at, table.event)}" if table.closed_at else ""
        raise Conflict("table_closed", f"{table} was closed{at}. Open another table from the list.", table=table.code)
    table.status = after
