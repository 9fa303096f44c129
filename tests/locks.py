"""Locks of another session, and work that waits for one (PostgreSQL)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from queue import SimpleQueue

from django.db import connection, connections
from django.db.backends.utils import CursorWrapper

PATIENCE = 10.0


@contextmanager
def elsewhere() -> Iterator[CursorWrapper]:
    """A cursor in a transaction of another session, which is rolled back."""
    other = connection.copy()
    other.set_autocommit(False)
    try:
        with other.cursor() as cursor:
            yield cursor
    finally:
        other.rollback()
        other.close()


@contextmanager
def waiting(work: Callable[[], object]) -> Iterator[None]:
    """Inside the block the work has come to a lock that it does not get; after it, it is done."""
    sessions: SimpleQueue[int] = SimpleQueue()

    def run() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                sessions.put(cursor.fetchone()[0])
            work()
        finally:
            connections.close_all()

    pool = ThreadPoolExecutor(1)
    try:
        done = pool.submit(run)
        _until_blocked(sessions.get(timeout=PATIENCE), done)
        yield
        done.result(timeout=PATIENCE)
    finally:
        # Not waited for: where the block failed, the lock is given back only after it.
        pool.shutdown(wait=False)


def _until_blocked(session: int, done: Future[None]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and not done.done():
        with connection.cursor() as cursor:
            cursor.execute("SELECT cardinality(pg_blocking_pids(%s))", [session])
            if cursor.fetchone()[0]:
                return
        time.sleep(0.01)
    raise AssertionError("Nothing was waited for.")
