"""Worker and beat as processes of their own, over Redis, as where several web processes share a night."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from celery import Celery

from tests.conftest import REDIS_URL
from tests.server import ROOT, database_url, environment_of

pytestmark = [pytest.mark.redis, pytest.mark.django_db(transaction=True)]

TICK = "tournaments.announce_due_levels"
START_SECONDS = 30


@contextmanager
def celery_process(*arguments: str) -> Iterator[None]:
    """One `celery -A eventnight ...` on the test's database, ended with the block."""
    environment = environment_of(database_url(), CELERY_BROKER_URL=REDIS_URL, REDIS_URL=REDIS_URL)
    command = [sys.executable, "-m", "celery", "-A", "eventnight", *arguments, "--loglevel", "error"]
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        yield
    finally:
        process.terminate()
        process.wait(timeout=20)


def tasks_done(broker: Celery) -> int:
    """How many ticks the workers behind the broker have taken so far."""
    answers = broker.control.inspect(timeout=0.5).stats() or {}
    return sum(stats["total"].get(TICK, 0) for stats in answers.values())


def test_beat_sends_the_tick_and_a_worker_takes_it() -> None:
    broker = Celery(broker=REDIS_URL)
    with celery_process("worker", "--pool", "threads", "--concurrency", "1"), celery_process("beat"):
        end = time.monotonic() + START_SECONDS
        while tasks_done(broker) < 2:
            assert time.monotonic() < end, "no tick was taken"
    broker.close()
