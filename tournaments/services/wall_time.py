"""Notices that the computer's time of day was set: it ran on by more or by less than the computer itself did."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from tournaments.services.clock_moves import NOTHING, STEP_TOLERANCE

# A clock that nobody sets and that runs on while the computer sleeps, because play may run on as well. Linux has such
# a one under a name of its own; elsewhere it is the usual one.
_RUNNING = getattr(time, "CLOCK_BOOTTIME", None)


def uptime() -> float:
    """Seconds since some moment in the past, whatever happens to the time of day."""
    return time.monotonic() if _RUNNING is None else time.clock_gettime(_RUNNING)


class WallWatch:
    """What one process remembers of the time of day."""

    def __init__(self) -> None:
        self._began: datetime | None = None

    def moved(self, now: datetime, uptime: float) -> timedelta:
        """By how much the time of day was put forward since the last look, below zero back; zero for what two machines
        may differ by.
        """
        began = now - timedelta(seconds=uptime)
        step = began - (self._began or began)
        self._began = began
        return step if abs(step) > STEP_TOLERANCE else NOTHING
