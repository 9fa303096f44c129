"""The peer of the tick: for each level a Celery task that is sent ahead with the time at which it should run.

The worker has Celery's own defaults. Its task does the least there is to do: it writes the announcement.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from celery import Celery
from django.conf import settings
from django.utils import timezone

from tests.server import ROOT, database_url, environment_of

app = Celery("peer", broker=settings.CELERY_BROKER_URL)
app.conf.update(
    task_ignore_result=True,
    task_default_queue="peer",
    broker_transport_options=settings.CELERY_BROKER_TRANSPORT_OPTIONS,
)


@app.task(name="peer.announce")
def announce(clock_id: int, version: int) -> None:
    from tournaments.models import LevelAnnouncement

    LevelAnnouncement.objects.create(clock_id=clock_id, version=version, position=2, at=timezone.now())


@contextmanager
def worker() -> Iterator[None]:
    """A worker in this process where the broker is, otherwise one of its own with two children."""
    if settings.CELERY_IS_EMBEDDED:
        controller = app.WorkController(
            pool="solo", concurrency=1, without_heartbeat=True, without_mingle=True, without_gossip=True
        )
        threading.Thread(target=controller.start, daemon=True).start()
        yield
        controller.stop()
        return
    command = [sys.executable, "-m", "celery", "-A", "tests.bench.eta_peer", "worker", "--concurrency", "2"]
    environment = environment_of(
        database_url(), CELERY_BROKER_URL=settings.CELERY_BROKER_URL, DJANGO_SETTINGS_MODULE="tests.faults.settings"
    )
    process = subprocess.Popen([*command, "--loglevel", "error"], cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
    try:
        while not app.control.ping(timeout=0.5):
            pass
        yield
    finally:
        process.terminate()
        process.wait(timeout=20)


def send(due: dict[int, datetime]) -> None:
    """One task for each clock."""
    from tournaments.models import BlindClock

    versions = dict(BlindClock.objects.values_list("pk", "version"))
    for clock, moment in due.items():
        announce.apply_async((clock, versions[clock]), eta=moment)
