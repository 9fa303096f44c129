"""The version of an event: what pages carry as their ETag, and how a process knows it without asking each time."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock

from django.db import DatabaseError, InterfaceError, connection
from django.db.models.functions import Upper

from eventnight.core.errors import NotFound
from eventnight.core.models import EventHead

KNOWN_FOR_SECONDS = 0.25
"""How long a page is answered without asking the database for the version: as often as screens are told of one."""


@dataclass(frozen=True, slots=True)
class EventVersion:
    """An event and how often it has changed."""

    event_id: int
    version: int


def read_versions(codes: Iterable[str]) -> dict[str, EventVersion]:
    """The versions of these events by upper-case code, in one query; an unknown code is left out."""
    heads = EventHead.objects.annotate(code=Upper("event__code")).filter(code__in=list(codes))
    return {code: EventVersion(pk, version) for code, pk, version in heads.values_list("code", "pk", "version")}


class _Known:
    """What is known of one event. Times are of the monotonic clock, taken before the version was read or after it was
    committed, so that no older answer replaces a newer one.
    """

    __slots__ = ("failed_at", "failure", "heard", "heard_at", "lock", "read", "read_at")

    def __init__(self) -> None:
        self.lock = Lock()
        self.failure: Exception | None = None
        self.failed_at = float("-inf")
        self.read: EventVersion | None = None
        self.read_at = float("-inf")
        self.heard = 0
        self.heard_at = float("-inf")


class Versions:
    """The newest version of each event as this process knows it: what it committed itself at once, what other
    processes committed within a quarter of a second, by one query an event for all pages together. A database that does
    not answer is waited for once as well: its refusal goes to everybody who waited for that query.
    """

    def __init__(self) -> None:
        self._known: defaultdict[str, _Known] = defaultdict(_Known)

    def newest(self, code: str) -> EventVersion:
        """The event of that code with its version. Raises NotFound("unknown_event")."""
        key = code.upper()
        if connection.in_atomic_block:
            # Here the version may have been raised by writes that no other thread may see yet.
            return _one(key, code)
        known = self._known.get(key)
        if known is None:
            # Asked before it is kept, so that made-up codes do not fill the memory.
            _one(key, code)
            known = self._known[key]
        came_at = time.monotonic()
        with known.lock:
            if known.failure is not None and known.failed_at >= came_at:
                raise known.failure
            asked_at = time.monotonic()
            if known.read is None or asked_at - known.read_at >= KNOWN_FOR_SECONDS:
                known.read, known.read_at = _asked(known, key, code), asked_at
            if known.heard_at >= known.read_at:
                return EventVersion(known.read.event_id, max(known.read.version, known.heard))
            return known.read

    def heard(self, code: str, version: int) -> None:
        """This process has committed that version."""
        known = self._known.get(code.upper())
        if known is not None:
            known.heard, known.heard_at = max(known.heard, version), time.monotonic()

    def forget(self) -> None:
        """Know nothing, as after a restart."""
        self._known.clear()


def _asked(known: _Known, key: str, code: str) -> EventVersion:
    """The version from the database, or its refusal kept for those who wait."""
    known.failure = None
    try:
        return _one(key, code)
    except (DatabaseError, InterfaceError) as error:
        known.failure, known.failed_at = error, time.monotonic()
        raise


def _one(key: str, code: str) -> EventVersion:
    found = read_versions([key]).get(key)
    if found is None:
        raise NotFound("unknown_event", f"No event has the code {code}. Check the address or the card.", event=code)
    return found


VERSIONS = Versions()
