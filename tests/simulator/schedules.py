"""Work of several people at the same moment, one statement of one of them at a time, in an order that a chance draws.

On PostgreSQL the turn changes hands before statements and around commits; on SQLite, where one transaction writes at a
time, between transactions. Only one thread runs at any moment, except inside a statement that waits for a lock.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from enum import Enum
from random import Random
from typing import Any, Generic, TypeVar

from django.db import connection, connections

from tests.simulator.seams import Execute, Seam, is_write, our_connection, watched

T = TypeVar("T")
LOOK_AGAIN = 0.01
STUCK_AFTER = 20.0
"""Seconds of the process's clock without a statement: the thread waits for another one inside the process."""
NO_LIMITS = "SET lock_timeout = 0; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0"
"""How slow the machine is decides nothing."""


class State(Enum):
    """Of one of those at work. WAITS_FOR_LOCK: another one has what its statement asks for."""

    HAS_NO_TURN = "has no turn"
    HAS_TURN = "has the turn"
    WAITS_FOR_LOCK = "waits for a lock"
    DONE = "done"


class Worker(Seam, Generic[T]):
    """One piece of work in a thread and a connection of its own."""

    def __init__(self, work: Callable[[], T], news: threading.Event) -> None:
        self._work, self._news, self._turn = work, news, threading.Semaphore(0)
        self.state, self.session, self.is_asking = State.HAS_NO_TURN, 0, False
        self.result: T
        self.error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def give_turn(self) -> None:
        """Go on to the next place where the turn may change hands."""
        self.state = State.HAS_TURN
        self._turn.release()

    def end(self) -> T:
        """What the work came to."""
        self._thread.join()
        if self.error is not None:
            raise self.error
        return self.result

    def statement(self, execute: Execute, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        ours = our_connection()
        if ours.in_atomic_block if ours.vendor == "postgresql" else is_write(sql) and not ours.in_atomic_block:
            self._hand_on()
        return self._asking(lambda: execute(sql, params, many, context))

    def begin(self) -> None:
        self._hand_on()

    def commit(self, commit: Callable[[], None]) -> None:
        if our_connection().vendor == "postgresql":
            self._hand_on()
        self._asking(commit)
        self._hand_on()

    def _asking(self, ask: Callable[[], Any]) -> Any:
        self.session, self.is_asking = _session(), True
        try:
            return ask()
        finally:
            self.is_asking = False
            if self.state is State.WAITS_FOR_LOCK:
                self._hand_on()

    def _hand_on(self) -> None:
        self.state = State.HAS_NO_TURN
        self._news.set()
        self._turn.acquire()

    def _run(self) -> None:
        self._turn.acquire()
        try:
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute(NO_LIMITS)
            with watched(self):
                self.result = self._work()
        except BaseException as error:
            self.error = error
        finally:
            connections.close_all()
            self.state = State.DONE
            self._news.set()


def at_once(works: Sequence[Callable[[], T]], chance: Random) -> tuple[list[T], bool]:
    """Do all of it, interleaved. Returns what each came to, and whether all waited for each other at some moment."""
    news = threading.Event()
    workers = [Worker(work, news) for work in works]
    haste, last, in_circle = chance.choice((0.1, 0.4, 1.0)), None, False
    while alive := [worker for worker in workers if worker.state is not State.DONE]:
        free = [worker for worker in alive if worker.state is State.HAS_NO_TURN]
        if not free:
            # The database ends a circle by refusing one of them.
            in_circle = True
            time.sleep(LOOK_AGAIN)
            continue
        if last not in free or chance.random() < haste:
            last = chance.choice(free)
        last.give_turn()
        _settle(workers, news)
    return [worker.end() for worker in workers], in_circle


def _settle(workers: Sequence[Worker[Any]], news: threading.Event) -> None:
    """Until nobody runs: who waits for a lock that is free by now goes on to the end of the statement."""
    since = time.perf_counter()
    while True:
        news.wait(LOOK_AGAIN)
        news.clear()
        if not any(_runs(worker) for worker in workers):
            return
        if time.perf_counter() - since > STUCK_AFTER:
            raise TimeoutError("a thread waits inside the process for one that has no turn")


def _runs(worker: Worker[Any]) -> bool:
    if worker.state is State.HAS_TURN and worker.is_asking and _is_blocked(worker.session):
        worker.state = State.WAITS_FOR_LOCK
    if worker.state is State.WAITS_FOR_LOCK:
        return not _is_blocked(worker.session)
    return worker.state is State.HAS_TURN


def _is_blocked(session: int) -> bool:
    if not session:
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT cardinality(pg_blocking_pids(%s)) > 0", [session])
        return bool(cursor.fetchone()[0])


def _session() -> int:
    ours = our_connection()
    if ours.vendor != "postgresql" or ours.connection is None or ours.connection.closed:
        return 0
    return int(ours.connection.info.backend_pid)
