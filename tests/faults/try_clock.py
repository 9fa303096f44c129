"""The blind clock on real processes: its worker killed and frozen for three levels, Redis restarted, two beats, the
time of day put an hour forward and back. Level and time left are right at every read, each level is announced once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from tests.faults.comparing import Row
from tests.faults.databases import RedisServer
from tests.faults.web import WebProcess, one_process_shifted
from tests.tournaments.holdem_nights import fresh, running_flight
from tournaments.models import BlindClock, ClockEvent, ClockKind, LevelAnnouncement
from tournaments.selectors.clock.clock_view import clock_view

LEVEL = 4
"""Seconds of each level: three of them pass while the worker is away."""
READS_A_SECOND = 10
PATIENCE = 10.0
HOUR = timedelta(hours=1)


class Trial:
    """A running clock of short levels, and what every look at it found."""

    def __init__(self, name: str) -> None:
        self.row = Row(name)
        flight = running_flight(3)
        count = len(flight.clock.levels)
        self.began = timezone.now()
        BlindClock.objects.filter(flight=flight).update(
            running_since=self.began,
            last_read_at=self.began,
            due_at=self.began + timedelta(seconds=LEVEL),
            level_seconds=[LEVEL] * (count - 1) + [3600],
        )
        self._flight, self._count = flight, count

    def watch(self, seconds: float, shift: timedelta = timedelta(0)) -> None:
        """Read the clock for that long. shift: how far the time of day is from what it was at the start."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.row.intents += 1
            moment = timezone.now()
            view = clock_view(fresh(self._flight), moment + shift)
            elapsed = (moment - self.began).total_seconds()
            position = min(int(elapsed // LEVEL) + 1, self._count)
            on_the_edge = min(elapsed % LEVEL, LEVEL - elapsed % LEVEL) < 0.1
            left = LEVEL * position - elapsed
            is_right = view.level.position == position and abs(view.seconds_left - left) < 1.1
            if is_right or on_the_edge or position == self._count:
                self.row.present += 1
            else:
                self.row.require(
                    False, f"After {elapsed:.1f} s: level {view.level.position}, {view.seconds_left} s left."
                )
            time.sleep(1 / READS_A_SECOND)

    def wait_for(self, seen: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not seen():
            if time.monotonic() > end:
                self.row.require(False, f"{what} did not come within {PATIENCE:.0f} s.")
                return
            time.sleep(0.1)

    def all_announced(self) -> bool:
        """Whether every level begun so far was announced."""
        due = int((timezone.now() - self.began).total_seconds() // LEVEL) + 1
        return len(self.announced()) >= min(due, self._count)

    def announced(self) -> list[int]:
        return list(
            LevelAnnouncement.objects.filter(clock__flight=self._flight)
            .order_by("position")
            .values_list("position", flat=True)
        )

    def steps(self) -> int:
        """How often the clock noted that the time was set."""
        return ClockEvent.objects.filter(clock__flight=self._flight, kind=ClockKind.WALL_STEP).count()

    def finish(self) -> Row:
        """Every level begun, each once."""
        self.wait_for(self.all_announced, "An announcement")
        found = self.announced()
        self.row.require(found == list(range(1, len(found) + 1)), f"Announced were {found}.")
        self.row.acknowledged = len(found)
        BlindClock.objects.filter(flight=self._flight).update(running_since=None, due_at=None)
        self.row.note = f"{self.row.acknowledged} levels, {self.row.intents} reads"
        return self.row


def clock_worker_killed(worker: WebProcess) -> Row:
    """kill -9 of what announces, and a start three levels later."""
    return _away("the clock's worker killed", worker.kill, worker.begin, levels=3)


def clock_worker_frozen(worker: WebProcess) -> Row:
    """SIGSTOP for three levels: it comes back with all that it had in hand."""
    return _away("the clock's worker frozen", worker.freeze, worker.wake, levels=3)


def clock_redis_restarted(redis: RedisServer) -> Row:
    """Gone for two levels, and back without anything that it knew."""
    return _away("Redis restarted under the clock", redis.kill, redis.start, levels=2)


def _away(name: str, leave: Callable[[], object], come_back: Callable[[], object], *, levels: int) -> Row:
    """Something the clock leans on is gone for so many levels."""
    trial = Trial(name)
    trial.watch(LEVEL + 1)
    leave()
    trial.watch(levels * LEVEL)
    come_back()
    trial.watch(LEVEL)
    return trial.finish()


def clock_two_beats(other: WebProcess) -> Row:
    """Twice as many ticks, from two sides."""
    trial = Trial("two beats for one clock")
    trial.watch(3 * LEVEL)
    row = trial.finish()
    other.kill()
    return row


def clock_time_set(place_url: str, folder: Path) -> Row:
    """The computer's time put an hour forward and later back to where it was, while the night runs."""
    trial = Trial("the time of day set by an hour")
    shift = folder / "shift"
    shift.write_text("0")
    web = one_process_shifted(place_url, shift)
    try:
        web.wait()
        trial.watch(LEVEL)
        for number, step in enumerate((HOUR, timedelta(0)), start=1):
            shift.write_text(str(step.total_seconds()))
            trial.wait_for(lambda number=number: trial.steps() == number, "The note of the step")
            trial.watch(LEVEL, step)
    finally:
        row = trial.finish()
        web.kill()
    return row
