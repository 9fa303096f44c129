"""The one way a write begins: lock the event's head row, raise its version, tell the screens after commit.

Every write of an event passes this row, so two services never wait for each other in opposite orders.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from django.db import DatabaseError, connection, transaction

from eventnight.core.broadcast import broadcast
from eventnight.core.models import EventHead
from eventnight.core.versions import current_version

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Announcement:
    """Broadcasts the event's newest version; two of one event are equal, so a transaction keeps one."""

    event_id: int
    event_code: str

    def __call__(self) -> None:
        # The write stands by now: a database that goes away here must not make it look refused.
        try:
            broadcast(self.event_code, current_version(self.event_id))
        except DatabaseError as error:
            log.warning("%s changed, but its screens were not told: %s", self.event_code, error)


def lock_event(event_id: int) -> EventHead:
    """Lock the event for the rest of the transaction. Returns its head with the new version.

    Call it first in every writing service. Inside one transaction the version rises once, however
    many services take part. Raises ValueError outside a transaction.
    """
    if not connection.in_atomic_block:
        raise ValueError("lock_event needs an open transaction")
    head = EventHead.objects.select_for_update(of=("self",)).select_related("event").get(pk=event_id)
    announcement = _Announcement(event_id, head.event.code)
    # The hooks of a rolled-back savepoint are gone, and with them its rise of the version.
    if announcement not in (hook for _, hook, *_ in connection.run_on_commit):
        head.version += 1
        head.save(update_fields=["version"])
        transaction.on_commit(announcement)
    return head
