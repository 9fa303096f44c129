"""What was made from an event's data, kept in the process until the event changes: pages as they were rendered, and
what everybody's boards are made from.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Generic, TypeVar

from django.db import connection

from eventnight.core.versions import EventVersion

MOST_SNAPSHOTS = 512
PAUSE_SECONDS = 0.4
"""A page that comes again by itself is given a snapshot up to so old, so that a rush of sales is not rendered for each
of them."""
LATE_SECONDS = 1.0
"""Up to so old while another request makes the next one. Beyond, the page waits for it like everybody else."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Snapshot(Generic[T]):
    """Something made from the event's data. version: known before the data were read, so they are as new or newer.

    made_at: when its making began, by the monotonic clock.
    """

    version: int
    made_at: float
    value: T


@dataclass(slots=True)
class _Slot:
    making: Lock = field(default_factory=Lock)
    newest: Snapshot[Any] | None = None


class Snapshots:
    """The newest snapshot of each name, made by one request at a time."""

    def __init__(self, most: int = MOST_SNAPSHOTS) -> None:
        self._most = most
        self._lock = Lock()
        self._slots: OrderedDict[tuple[int, str], _Slot] = OrderedDict()

    def get(
        self, known: EventVersion, name: str, make: Callable[[T | None], T], *, comes_again: bool = False
    ) -> Snapshot[T]:
        """The snapshot of that version, made at the first call. make: takes the one before, if there is one.

        comes_again: whoever asks compares versions and asks again, and may be given an older one meanwhile.
        """
        asked_at = time.monotonic()
        if connection.in_atomic_block:
            # What a transaction writes is for nobody else, and it may write more under the same version.
            return Snapshot(known.version, asked_at, make(None))
        slot = self._slot((known.event_id, name))
        newest = slot.newest
        if newest is not None and (newest.version == known.version or (comes_again and _age(newest) < PAUSE_SECONDS)):
            return newest
        may_wait = newest is None or not comes_again or _age(newest) >= LATE_SECONDS
        if not slot.making.acquire(blocking=may_wait):
            return newest
        try:
            newest = slot.newest
            # One that was begun since has all that was committed when this was asked for.
            if newest is None or (newest.version != known.version and newest.made_at < asked_at):
                begun_at = time.monotonic()
                newest = Snapshot(known.version, begun_at, make(newest.value if newest else None))
                slot.newest = newest
            return newest
        finally:
            slot.making.release()

    def forget(self) -> None:
        """Drop everything, as a restart would."""
        with self._lock:
            self._slots.clear()

    def _slot(self, key: tuple[int, str]) -> _Slot:
        with self._lock:
            slot = self._slots.setdefault(key, _Slot())
            self._slots.move_to_end(key)
            while len(self._slots) > self._most:
                self._slots.popitem(last=False)
        return slot


def _age(snapshot: Snapshot[Any]) -> float:
    return time.monotonic() - snapshot.made_at


SNAPSHOTS = Snapshots()
