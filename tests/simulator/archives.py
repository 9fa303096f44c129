"""A night that is archived and restored on another machine has the same rows and the same books."""

from __future__ import annotations

from collections.abc import Iterator

from eventnight.bank.selectors import verify_books
from eventnight.core.errors import UserFacingError
from eventnight.events.models import Event
from tests.flows.archives import Parts, archive_of, parts_of, restored
from tests.simulator.ground import EMPTY, Ground

OF_ITS_OWN = {"events.event", "core.auditrecord", "core.formerstaff", "staff.codes"}
"""What restoring changes: how often it was restored, a line in the log, who is nobody there."""


def come_to_the_same(event: Event, ground: Ground) -> Iterator[str]:
    """The archive of the night is restored where nothing is, and archived again."""
    before = archive_of(Event.objects.get(pk=event.pk))
    ground.put_back(EMPTY)
    try:
        again = restored(before)
    except UserFacingError as refused:
        yield f"the archive is refused: {refused.code}: {refused.message}"
        return
    yield from (f"restored books: {fault}" for fault in verify_books(again.pk).faults)
    yield from _differences(parts_of(before), parts_of(archive_of(again)))


def _differences(before: Parts, after: Parts) -> Iterator[str]:
    for name in sorted({*before, *after} - OF_ITS_OWN):
        if before.get(name) != after.get(name):
            yield f"restored {name} is another"
