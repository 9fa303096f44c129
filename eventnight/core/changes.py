"""The one way a write begins: lock the event's head row, raise its version, tell the screens after commit.

Every write of an event passes this row, so two services never wait for each other in opposite orders.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction

from eventnight.core.broadcast import broadcast
from eventnight.core.models import EventHead


@dataclass(frozen=True, slots=True)
class _Announcement:
    """Broadcasts the version that a transaction gave the event, once for each transaction.

    The write stands by then, so nothing is read for it: a database that goes away must not make it look refused.
    """

    event_id: int
    event_code: str
    version: int

    def __call__(self) -> None:
        broadcast(self.event_code, self.version)


def lock_event(event_id: int) -> EventHead:
    """Lock the event for the rest of the transaction. Returns its head with the new version.

    Call it first in every writing service. Inside one transaction the version rises once, however
    many services take part. Raises ValueError outside a transaction.
    """
    if not connection.in_atomic_block:
        raise ValueError("lock_event needs an open transaction")
    # The hooks of a rolled-back savepoint are gone, and with them its lock and its rise of the version.
    announced = next((hook for _, hook, *_ in connection.run_on_commit if _announces(hook, event_id)), None)
    version = announced.version if announced else _raise_version(event_id)
    head = EventHead(event=_event(event_id), version=version)
    head._state.adding, head._state.db = False, connection.alias
    if announced is None:
        transaction.on_commit(_Announcement(event_id, head.event.code, version))
    return head


def _announces(hook: object, event_id: int) -> bool:
    return isinstance(hook, _Announcement) and hook.event_id == event_id


def _raise_version(event_id: int) -> int:
    """The lock and the rise in one statement, as SQL: every write waits for what is done here."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE core_eventhead SET version = version + 1 WHERE event_id = %s RETURNING version", [event_id]
        )
        row = cursor.fetchone()
    if row is None:
        raise EventHead.DoesNotExist(f"event {event_id} has no head")
    return int(row[0])


def _event(event_id: int) -> Any:
    """The event as it is under the lock."""
    model = EventHead._meta.get_field("event").related_model
    select = f"SELECT * FROM {model._meta.db_table} WHERE id = %s"  # noqa: S608  the model's own table
    return model.objects.raw(select, [event_id])[0]
