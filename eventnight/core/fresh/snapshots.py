"""What was made from an event's data, kept in the process until the event changes: pages as they were rendered, and
what everybody's boards are made from.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from django.db import DatabaseError, InterfaceError, connection

from eventnight.core.fresh.versions import EventVersion

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


@runtime_checkable
class Dated(Protocol):
    """What has to be made again at some moment though the event's version stays."""

    @property
    def is_out_of_date(self) -> bool: ...


@dataclass(slots=True)
class _Slot:
    making: Lock = field(default_factory=Lock)
    newest: Snapshot[Any] | None = None
    failure: Exception | None = None
    failed_at: float = float("-inf")


class Snapshots:
    """The newest snapshot of each name and its variants, made by one request at a time. A database that does not answer
    refuses everybody who waits for the same one at once, not one after another.

    When all places are taken, the name with the most variants loses the one that nobody has asked for longest: whoever
    asks for ever new variants of one page pushes out nothing else.
    """

    def __init__(self, most: int = MOST_SNAPSHOTS) -> None:
        self._most = most
        self._lock = Lock()
        self._count = 0
        self._names: OrderedDict[tuple[int, str], OrderedDict[str, _Slot]] = OrderedDict()

    def __len__(self) -> int:
        return self._count

    def get(
        self,
        known: EventVersion,
        name: str,
        make: Callable[[T | None], T],
        *,
        variant: str = "",
        comes_again: bool = False,
    ) -> Snapshot[T]:
        """The snapshot of that version, made at the first call. make: takes the one before, if there is one.

        variant: what tells it from others of that name. comes_again: whoever asks compares versions and asks again, and
        may be given an older one meanwhile.
        """
        asked_at = time.monotonic()
        if connection.in_atomic_block:
            # What a transaction writes is for nobody else, and it may write more under the same version.
            return Snapshot(known.version, asked_at, make(None))
        slot = self._slot((known.event_id, name), variant)
        newest = _in_date(slot.newest)
        if newest is not None and (newest.version == known.version or (comes_again and _age(newest) < PAUSE_SECONDS)):
            return newest
        if newest is None or not comes_again or _age(newest) >= LATE_SECONDS:
            slot.making.acquire()
        elif not slot.making.acquire(blocking=False):
            return newest
        try:
            newest = _in_date(slot.newest)
            if slot.failure is not None and slot.failed_at >= asked_at:
                raise slot.failure
            # One that was begun since has all that was committed when this was asked for.
            if newest is None or (newest.version != known.version and newest.made_at < asked_at):
                begun_at = time.monotonic()
                newest = Snapshot(known.version, begun_at, _made(slot, make))
                slot.newest = newest
            return newest
        finally:
            slot.making.release()
            if slot.newest is None:
                self._drop((known.event_id, name), variant, slot)

    def forget(self) -> None:
        """Drop everything, as a restart would."""
        with self._lock:
            self._names.clear()
            self._count = 0

    def _slot(self, name: tuple[int, str], variant: str) -> _Slot:
        with self._lock:
            variants = self._names.setdefault(name, OrderedDict())
            self._names.move_to_end(name)
            if variant not in variants:
                variants[variant] = _Slot()
                self._count += 1
            variants.move_to_end(variant)
            slot = variants[variant]
            while self._count > self._most:
                # Of names with equally many, the first is the one that was asked for least lately.
                largest = max(self._names, key=lambda each: len(self._names[each]))
                self._remove(largest, next(iter(self._names[largest])))
        return slot

    def _drop(self, name: tuple[int, str], variant: str, slot: _Slot) -> None:
        """What could not be made, such as a page that does not exist, takes no place."""
        with self._lock:
            variants = self._names.get(name)
            if variants is not None and variants.get(variant) is slot and slot.newest is None:
                self._remove(name, variant)

    def _remove(self, name: tuple[int, str], variant: str) -> None:
        variants = self._names[name]
        del variants[variant]
        self._count -= 1
        if not variants:
            del self._names[name]


def _made(slot: _Slot, make: Callable[[T | None], T]) -> T:
    """What the slot is to hold, or the database's refusal kept for those who wait."""
    slot.failure = None
    try:
        return make(slot.newest.value if slot.newest else None)
    except (DatabaseError, InterfaceError) as error:
        slot.failure, slot.failed_at = error, time.monotonic()
        raise


def _in_date(newest: Snapshot[T] | None) -> Snapshot[T] | None:
    """The snapshot, unless its time is over."""
    return None if newest is not None and isinstance(newest.value, Dated) and newest.value.is_out_of_date else newest


def _age(snapshot: Snapshot[Any]) -> float:
    return time.monotonic() - snapshot.made_at


SNAPSHOTS = Snapshots()
