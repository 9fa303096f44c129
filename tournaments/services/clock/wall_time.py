"""What one process knows of its computer's time of day: whether somebody set it, and which clocks were read before.

Only a process's own readings are compared, and only in pairs: the time of day together with the time that the computer
has been running, which nobody sets and which no wait holds up. Another process may have read earlier or later, and
another machine has a time of its own, so that their readings prove nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import NamedTuple

from tournaments.services.clock.clock_moves import AWAY_FROM, NOTHING

STEP_TOLERANCE = timedelta(seconds=2)
"""By so much the time of day is corrected without anybody setting it, and clocks of two machines may differ."""
MOST_STRETCHES = 8
NEW_FOR = 5.0
"""Seconds for which a new process leaves a clock that does not fit its time to those that saw what happened."""
RELIC_AFTER = 15.0
"""Seconds for which a reading ahead of the time of day must stay the same before nobody alive can have made it."""

# A clock that nobody sets and that runs on while the computer sleeps, because play may run on as well. Linux has such
# a one under a name of its own; elsewhere it is the usual one.
_RUNNING = getattr(time, "CLOCK_BOOTTIME", None)


class Reading(NamedTuple):
    """The time of day and, read together with it, the seconds for which the computer has been running."""

    now: datetime
    uptime: float

    @property
    def began(self) -> datetime:
        """When the computer began to run, by the time of day."""
        return self.now - timedelta(seconds=self.uptime)


def read_both(now: Callable[[], datetime]) -> Reading:
    """Both times of one moment: the closest of a few tries, because a busy machine may stop us between the two."""
    tries = []
    for _ in range(3):
        before = _uptime()
        moment = now()
        tries.append((_uptime() - before, Reading(moment, before)))
    return min(tries)[1]


def _uptime() -> float:
    return time.monotonic() if _RUNNING is None else time.clock_gettime(_RUNNING)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A time in which nobody set the time of day. starts, ends: in its own time of day, None for ever."""

    began: datetime
    starts: datetime | None = None
    ends: datetime | None = None

    def holds(self, moment: datetime) -> bool:
        is_after_start = self.starts is None or self.starts <= moment
        return is_after_start and (self.ends is None or moment <= self.ends + STEP_TOLERANCE)


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the time. earlier: the stretches before the time of day was set, newest first."""

    now: datetime
    uptime: float
    present: _Stretch
    earlier: tuple[_Stretch, ...]
    is_new: bool

    @property
    def fits_from(self) -> datetime:
        """Readings before this were made before the time of day was set, or while nobody looked for long."""
        since = self.now - AWAY_FROM
        return since if self.present.starts is None else max(since, self.present.starts)

    @property
    def fits_until(self) -> datetime:
        """Readings after this were made before the time of day was set back, or by another machine."""
        return self.now + STEP_TOLERANCE

    def put_forward_since(self, seen: datetime) -> timedelta:
        """By how much the time of day was put forward since a clock was read then, below zero back; zero as well where
        this process cannot tell.
        """
        if self.present.holds(seen) and seen <= self.fits_until:
            return NOTHING
        before = next((stretch for stretch in self.earlier if stretch.holds(seen)), self.present)
        return _whole_milliseconds(self.present.began - before.began)


class WallWatch:
    """The memory of one process, for all its threads. read: both times of this moment."""

    def __init__(self, read: Callable[[], Reading]) -> None:
        self._read, self._lock = read, Lock()
        self._last: Reading | None = None
        self._first = 0.0
        self._present = _Stretch(datetime.max.replace(tzinfo=UTC))
        self._earlier: tuple[_Stretch, ...] = ()
        self._ahead: dict[int, tuple[datetime, float]] = {}

    def look(self) -> Look:
        """Read the time. Call it when nothing is left to wait for: under the lock of what is compared with it."""
        with self._lock:
            reading = self._read()
            if self._last is None:
                self._first, present = reading.uptime, _Stretch(reading.began)
            else:
                present = self._follow(self._present, self._last, reading)
            self._last, self._present = reading, present
            is_new = reading.uptime - self._first < NEW_FOR
            return Look(reading.now, reading.uptime, present, self._earlier, is_new)

    def untouched_for(self, clock: int, seen: datetime, look: Look) -> timedelta:
        """For how long this process has found that clock at the same reading, which is ahead of the time of day."""
        with self._lock:
            known, since = self._ahead.get(clock, (seen, look.uptime))
            since = since if known == seen else look.uptime
            self._ahead[clock] = (seen, since)
            return timedelta(seconds=look.uptime - since)

    def forget_ahead_but(self, clocks: set[int]) -> None:
        """Keep what is known of those clocks alone."""
        with self._lock:
            self._ahead = {clock: known for clock, known in self._ahead.items() if clock in clocks}

    def _follow(self, present: _Stretch, last: Reading, reading: Reading) -> _Stretch:
        """The stretch of this reading: the present one, or a new one where the time of day was set in between."""
        moved = reading.began - present.began
        if abs(moved) <= STEP_TOLERANCE:
            return replace(present, began=reading.began)
        self._earlier = (replace(present, ends=reading.now - moved), *self._earlier)[:MOST_STRETCHES]
        return _Stretch(reading.began, starts=last.now + moved)


def _whole_milliseconds(span: timedelta) -> timedelta:
    """The clock counts in these; what is less is the time between two readings."""
    return timedelta(milliseconds=round(span / timedelta(milliseconds=1)))
