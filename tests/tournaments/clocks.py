"""A computer whose time the tests set, and the ticks of processes that run on it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from tests.factories import NOW
from tournaments.services.clock.tick import MOST_CLOCKS, announce_due_levels
from tournaments.services.clock.wall_time import Reading, WallWatch

BOOTED = NOW - timedelta(days=1)


class Computer:
    """true: the time as it is. put_forward: by how much the computer's own time was set, below zero back."""

    def __init__(self, true: datetime = NOW) -> None:
        self.true, self.put_forward = true, timedelta(0)

    def read(self) -> Reading:
        return Reading(self.true + self.put_forward, (self.true - BOOTED).total_seconds())

    def process(self) -> Process:
        """One that has begun just now."""
        return Process(self)


class Process:
    """One that ticks, with what it knows of the time. on_read: called whenever it reads the time."""

    def __init__(self, computer: Computer) -> None:
        self.computer, self.watch = computer, WallWatch(self._read)
        self.on_read: Callable[[], object] = lambda: None
        self.watch.look()

    def _read(self) -> Reading:
        reading = self.computer.read()
        self.on_read()
        return reading

    def tick(self, true: datetime | None = None, limit: int = MOST_CLOCKS) -> int:
        """The tick that comes at that time, or at the computer's present one."""
        self.computer.true = true or self.computer.true
        return announce_due_levels(watch=self.watch, limit=limit)


def tick_at(now: datetime, limit: int = MOST_CLOCKS) -> int:
    """The tick of a process that has run for an hour on a computer whose time nobody sets."""
    return Computer(now - timedelta(hours=1)).process().tick(now, limit)
