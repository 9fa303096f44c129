"""Every fault of the clock crossed with every fault of database, broker, worker and beat: two workers and two beats
keep a full hall of clocks, and staff press some of them. Each clock shows what its moves say, to the millisecond.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path

from celery import Celery
from django.db import connection

from tests.faults.clock_hall import ClockHall, Floor, compare_clocks, while_away
from tests.faults.comparing import Row
from tests.faults.databases import Postgres, RedisServer, Sqlite
from tests.faults.web import WebProcess, shifted

AWAY = 5.0
WELL = 1.5
HOUR = timedelta(hours=1)
QUEUED = 200
TICK = "tournaments.announce_due_levels"


@dataclass(slots=True)
class System:
    """What a night runs on, all of it on one computer whose time can be set. broker: None in the one process."""

    place: Sqlite | Postgres
    broker: RedisServer | None
    shift: Path
    web: WebProcess
    workers: list[WebProcess] = field(default_factory=list)
    beats: list[WebProcess] = field(default_factory=list)


@contextmanager
def night(place: Sqlite | Postgres, broker: RedisServer | None, folder: Path) -> Iterator[System]:
    """One process on SQLite; on PostgreSQL web, two beats, a worker of two processes and one of two threads."""
    shift = folder / "shift"
    shift.write_text("0")
    where = {"REDIS_URL": broker.url, "CELERY_BROKER_URL": broker.url} if broker else {}
    with ExitStack() as stack:

        def start(*command: str) -> WebProcess:
            process = shifted(place.url, shift, *command, **where)
            stack.callback(process.kill)
            return process

        system = System(place, broker, shift, start("manage", "serve", "--port"))
        system.web.wait()
        if broker:
            system.workers = [
                start("celery", "-A", "eventnight", "worker", "--concurrency", "2", "--pool", pool, "-n", pool)
                for pool in ("prefork", "threads")
            ]
            system.beats = [start("celery", "-A", "eventnight", "beat", "-s", str(folder / f"b{n}")) for n in (1, 2)]
        yield system


def outages(system: System, hall: ClockHall) -> Iterator[partial[Row]]:
    """Each trial, ready to run."""
    for name, fault, steps in _faults(system):
        yield partial(clock_outage, name, fault, system, hall, steps)


def _faults(system: System) -> Iterator[tuple[str, Callable[[ClockHall], None], Sequence[timedelta]]]:
    away = partial(while_away, seconds=AWAY)
    gone, back = _ways_out(system)
    yield "clocks: database away", lambda hall: away(gone, back), ()
    if isinstance(system.place, Postgres) and system.broker:
        place, broker = system.place, system.broker
        yield "clocks: database frozen", lambda hall: away(place.freeze, place.wake), ()
        yield "clocks: database restarted", lambda hall: while_away(place.stop_at_once, place.start, 0), ()
        yield "clocks: broker away", lambda hall: away(broker.kill, broker.start), ()
        yield "clocks: a worker killed", lambda hall: away(system.workers[0].kill, system.workers[0].begin), ()
        yield "clocks: both workers killed", lambda hall: away(*_all(system.workers)), ()
        yield "clocks: both beats killed", lambda hall: away(*_all(system.beats)), ()
        yield "clocks: ticks doubled and late", partial(_doubled_and_late, system), ()
    else:
        yield "clocks: the process killed", lambda hall: away(*_all([system.web])), ()
    for hours in (1, -1):
        word = "forward" if hours > 0 else "back"
        yield f"clocks: away, an hour {word}", partial(_time_set, system, hours * HOUR), (hours * HOUR,)


def clock_outage(
    name: str, fault: Callable[[ClockHall], None], system: System, hall: ClockHall, steps: Sequence[timedelta]
) -> Row:
    system.shift.write_text("0")
    time.sleep(WELL)
    hall.arm()
    # Who comes while the time is being set is asked about an absence; that has a test of its own.
    floor = Floor(hall, system.web.url)
    with floor:
        time.sleep(WELL)
        if steps:
            floor.close()
        fault(hall)
        hall.settle()
        time.sleep(WELL)
    hall.settle()
    return compare_clocks(name, hall, floor.presses, steps)


def _time_set(system: System, step: timedelta, hall: ClockHall) -> None:
    """The computer's time is set while the database is away."""
    gone, back = _ways_out(system)
    gone()
    time.sleep(AWAY / 2)
    system.shift.write_text(str(step.total_seconds()))
    hall.shift = step
    time.sleep(AWAY / 2)
    back()


def _doubled_and_late(system: System, hall: ClockHall) -> None:
    """A pile of ticks that nobody took while the database was away, all taken at once when it is back."""
    gone, back = _ways_out(system)
    with Celery(broker=system.broker.url if system.broker else "") as sender:
        gone()
        for number in range(QUEUED):
            sender.send_task(TICK)
            time.sleep(AWAY / QUEUED if number % 2 else 0)
        back()


def _all(processes: Sequence[WebProcess]) -> tuple[Callable[[], None], Callable[[], None]]:
    def kill() -> None:
        for each in processes:
            each.kill()

    def begin() -> None:
        for each in processes:
            each.begin()

    return kill, begin


def _ways_out(system: System) -> tuple[Callable[[], None], Callable[[], None]]:
    """How the database goes away, and how it comes back."""
    place = system.place
    if isinstance(place, Postgres):
        return place.stop, place.start
    return partial(_execute, "BEGIN IMMEDIATE"), partial(_execute, "ROLLBACK")


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
