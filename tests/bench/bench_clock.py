"""A thousand events whose levels end in the same moment, on the real system, beside one Celery ETA task for each.

Late is what a person in the hall waits: from the end of the level until another connection reads the announcement.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from django.utils import timezone

from tests.bench.apart import rows_apart, scratch_cluster
from tests.bench.timing import Row
from tests.faults.databases import redis_server
from tests.faults.web import one_process, procfile_process

CLOCKS = 1_000
LIMIT = 1.2
"""Seconds that 99 of 100 announcements may be late; the tick comes once in one of them."""
PHASES = (0.0, 0.35, 0.7)
"""Where in the second between two ticks the levels end: one moment alone would measure luck."""
SPREAD_MILLISECONDS = 20
NOTICE, NOTICE_TO_SEND = 2.5, 8.0
"""Seconds before the end, and where a task for each has to be sent and taken by its worker first."""
PATIENCE = 12.0
"""What is not announced so many seconds after the end counts as that late."""
LOOK_EVERY = 0.03


def rows() -> Iterator[Row]:
    with TemporaryDirectory(prefix="eventnight-bench-") as folder:
        yield from rows_apart("bench_clock", f"sqlite:///{Path(folder) / 'night.sqlite3'}")
    with scratch_cluster() as cluster, redis_server() as redis:
        yield from rows_apart("bench_clock", cluster.url, CELERY_BROKER_URL=redis.url, REDIS_URL=redis.url)


def measured() -> Iterator[Row]:
    """Needs Django."""
    from django.conf import settings

    from tests.bench import eta_peer
    from tests.bench.nights import arm_clocks, make_clocks

    make_clocks(CLOCKS)
    arm_clocks(timezone.now() + timedelta(hours=1), SPREAD_MILLISECONDS, is_ticking=True)
    kind = "one process" if settings.CELERY_IS_EMBEDDED else "worker, beat, Redis"
    with _system():
        _wait_for_a_tick()
        rounds = [_round(phase) for phase in PHASES]
    announced, told = (sorted(seconds for each in rounds for seconds in each[half]) for half in (0, 1))
    with eta_peer.worker():
        peer, _ = _round(0.0, eta_peer.send)
    name = f"{CLOCKS:,} levels at once, {kind}: p99 {_p99(announced):.2f} s"
    yield _row(name, announced, LIMIT, f"limit {LIMIT:g} s")
    yield _row(name, announced, _p99(sorted(peer)), f"ETA tasks: {_p99(sorted(peer)):.2f} s")
    yield _row(f"the same until pages are told: p99 {_p99(told):.2f} s", told, LIMIT, f"limit {LIMIT:g} s")


def _row(name: str, late: list[float], limit: float, limit_name: str) -> Row:
    slow = _p99(late)
    return Row(name, limit_name, "1/min", 60 / slow, 60 / limit, limit / slow)


def _p99(late: list[float]) -> float:
    return late[len(late) * 99 // 100]


@contextmanager
def _system() -> Iterator[None]:
    """What a night runs on: the one process, or worker and beat as the Procfile has them."""
    from django.conf import settings

    from tests.server import database_url

    where = {"CELERY_BROKER_URL": settings.CELERY_BROKER_URL, "REDIS_URL": settings.REDIS_URL}
    with ExitStack() as stack:
        if settings.CELERY_IS_EMBEDDED:
            web = one_process(database_url())
            stack.callback(web.kill)
            web.wait()
        else:
            for name in ("worker", "beat"):
                stack.callback(procfile_process(name, database_url(), **where).kill)
        yield


def _wait_for_a_tick() -> None:
    """A tick lets running clocks know the time, so clocks that know it have met one."""
    from tests.faults.processes import wait_until
    from tournaments.models import BlindClock

    BlindClock.objects.update(last_read_at=timezone.now() - timedelta(seconds=20))
    stale = timezone.now() - timedelta(seconds=10)
    wait_until(lambda: not BlindClock.objects.filter(last_read_at__lt=stale).exists(), "the tick")


def _round(phase: float, send: Callable[[dict[int, datetime]], None] | None = None) -> tuple[list[float], list[float]]:
    """How late each clock's level was announced, and how late its event's pages were told.

    send: asks for the announcements at those times instead of leaving them to the tick.
    """
    from tests.bench.nights import arm_clocks

    notice = NOTICE if send is None else NOTICE_TO_SEND
    at = timezone.now().replace(microsecond=0) + timedelta(seconds=notice + phase)
    due = arm_clocks(at, SPREAD_MILLISECONDS, is_ticking=send is None)
    if send is not None:
        send({clock: moment for clock, (_, moment) in due.items()})
    if timezone.now() > at:
        raise ValueError("not everything was ready before the levels ended")
    announced: dict[int, float] = {}
    told: dict[int, float] = {}
    by_event = dict(due.values())
    versions = _versions()
    end = at.timestamp() + PATIENCE
    while (len(announced) < len(due) or (send is None and len(told) < len(due))) and time.time() < end:
        found, newer = _announced(), _versions()
        now = time.time()
        for clock in found - announced.keys():
            announced[clock] = now - due[clock][1].timestamp()
        for event in by_event.keys() - told.keys():
            if newer[event] > versions[event]:
                told[event] = now - by_event[event].timestamp()
        time.sleep(LOOK_EVERY)
    missing = [PATIENCE]
    return (
        list(announced.values()) + missing * (len(due) - len(announced)),
        list(told.values()) + missing * (len(due) - len(told)),
    )


def _announced() -> set[int]:
    """The clocks whose second level has been announced in their present version."""
    return {
        clock
        for (clock,) in _read(
            "SELECT c.id FROM tournaments_levelannouncement a JOIN tournaments_blindclock c ON c.id = a.clock_id "
            "WHERE a.version = c.version AND a.position = 2"
        )
    }


def _versions() -> dict[int, int]:
    return dict(_read("SELECT event_id, version FROM core_eventhead"))


def _read(statement: str) -> list[tuple[int, ...]]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchall()
