"""Taking a table for a change: the event's lock first, then the table's."""

from __future__ import annotations

from eventnight.core.changes import lock_event
from tables.keepers import keeper_of
from tables.models import Table


def lock_table(table: Table) -> Table:
    """The table as it is under the locks, for the rest of the transaction."""
    event = lock_event(table.event_id).event
    locked = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=table.pk)
    locked.event = event
    if not locked.is_roulette:
        keeper_of(locked).stand(locked)
    return locked
