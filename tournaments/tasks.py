"""What Celery does for tournaments."""

from __future__ import annotations

import time
from threading import Lock

from celery import shared_task
from django.utils import timezone

from tournaments.services.clock import tick
from tournaments.services.clock.wall_time import Reading, WallWatch, read_both
from tournaments.services.dealt import deal_and_time_out as deal
from tournaments.services.hands.dealt import look_after_flights

APART = 0.2
"""Seconds between two ticks of a process. One that follows sooner was queued while nobody could take it."""


class Turn:
    """One tick of a process at a time; another that comes meanwhile or right afterwards has nothing left to do."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._ended: float | None = None

    def take(self) -> bool:
        """Whether the tick may run; if so, `end` it."""
        if not self._lock.acquire(blocking=False):
            return False
        if self._ended is not None and time.monotonic() - self._ended < APART:
            self._lock.release()
            return False
        return True

    def end(self) -> None:
        self._ended = time.monotonic()
        self._lock.release()


def read_time() -> Reading:
    """The time of day and the computer's, together."""
    return read_both(timezone.now)


watch, turn = WallWatch(read_time), Turn()


@shared_task(name="tournaments.deal_and_time_out")
def deal_and_time_out() -> None:
    """Twice a second: see services/dealt/tick.py and services/hands/dealt.py."""
    deal(read_now=timezone.now)
    look_after_flights(read_now=timezone.now)


@shared_task(name="tournaments.announce_due_levels")
def announce_due_levels() -> None:
    """Twice a second: see services/clock/tick.py."""
    if turn.take():
        try:
            tick.announce_due_levels(watch=watch)
        finally:
            turn.end()
