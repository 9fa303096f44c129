"""The one way a write begins: lock the event's head row, raise its version, tell the screens after commit.

Every write of an event passes this row, so two services never wait for each other in opposite orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction

from eventnight.core.database.batched_sql import Reader, Rows, Statement, ask, reader
from eventnight.core.fresh.broadcast import broadcast
from eventnight.core.models import EventHead

_RISE = "UPDATE core_eventhead SET version = version + 1 WHERE event_id = %s RETURNING version"
"""The lock and the rise of the version in one statement."""

_READ = "SELECT version FROM core_eventhead WHERE event_id = %s"
"""What this transaction has locked before."""


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
    return lock_event_and_ask(event_id, ())[0]


def lock_event_and_ask(event_id: int, questions: Sequence[Statement]) -> tuple[EventHead, list[Rows]]:
    """Lock the event as `lock_event` does, and read what is needed under the lock in the same round trip.

    questions: statements that return rows. Returns the rows of each.
    """
    if not connection.in_atomic_block:
        raise ValueError("lock_event needs an open transaction")
    # The hooks of a rolled-back savepoint are gone, and with them its lock and its rise of the version.
    announced = any(_announces(hook, event_id) for _, hook, *_ in connection.run_on_commit)
    lock = Statement(_READ if announced else _RISE, [event_id])
    versions, events, *answers = ask([lock, _event(event_id), *questions])
    if not versions:
        raise EventHead.DoesNotExist(f"event {event_id} has no head")
    head = EventHead(event=_event_reader().read(events[0]), version=versions[0][0])
    head._state.adding, head._state.db = False, connection.alias
    if not announced:
        transaction.on_commit(_Announcement(event_id, head.event.code, head.version))
    return head, answers


def _announces(hook: object, event_id: int) -> bool:
    return isinstance(hook, _Announcement) and hook.event_id == event_id


def _event(event_id: int) -> Statement:
    """Asks for the event as it is under the lock."""
    return _event_reader().select("WHERE id = %s", [event_id])


def _event_reader() -> Reader[Any]:
    return reader(EventHead._meta.get_field("event").related_model)
