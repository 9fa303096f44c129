"""What the computer does to one press: a statement fails, the connection or the answer is lost, the process ends, the
messages after the commit are lost, doubled or late, Redis is gone.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from random import Random
from typing import Any

import psycopg
from django.db import OperationalError
from django.test import override_settings

from tests.simulator.seams import Execute, Seam, is_write, our_connection, watched

AWAY, LOCKED, FULL = "the database is away", "a lock lasts", "the disk is full"
UNCOMMITTED, UNANSWERED, KILLED = "the commit is lost", "the commit's answer is lost", "the process ends"
NO_MESSAGE, TWO_MESSAGES, LATE_MESSAGE = "a message is lost", "a message comes twice", "a message comes late"
NO_REDIS = "Redis is gone"
STRIKES = (AWAY, LOCKED, FULL, UNCOMMITTED, UNANSWERED, KILLED, NO_MESSAGE, TWO_MESSAGES, LATE_MESSAGE, NO_REDIS)

NOBODY_LISTENS = "redis://127.0.0.1:1/0"
MOST_WRITES, MOST_STATEMENTS = 8, 40
_SQLITE_CODES = {AWAY: sqlite3.SQLITE_CANTOPEN, LOCKED: sqlite3.SQLITE_BUSY, FULL: sqlite3.SQLITE_FULL}
_POSTGRESQL: dict[str, type[psycopg.Error]] = {
    AWAY: psycopg.OperationalError,
    LOCKED: psycopg.errors.LockNotAvailable,
    FULL: psycopg.errors.DiskFull,
}


class Killed(BaseException):
    """The process has ended: nobody catches that."""


class Strike(Seam):
    """One fault, once, at a place that the chance decides.

    has_struck: it has happened. may_have_counted: something was committed before it.
    """

    def __init__(self, kind: str, chance: Random) -> None:
        self.kind, self.has_struck, self.may_have_counted = kind, False, False
        self._at_write = chance.random() < 0.75
        self._left = chance.randrange(MOST_WRITES if self._at_write else MOST_STATEMENTS)
        self._at_commit = kind in (UNCOMMITTED, UNANSWERED) or (kind == KILLED and chance.random() < 0.5)
        self._counts_first = kind == UNANSWERED or (kind == KILLED and chance.random() < 0.5)
        self.late: list[Callable[[], object]] = []

    @contextmanager
    def striking(self) -> Iterator[None]:
        """Inside it waits for its place."""
        with ExitStack() as stack:
            stack.enter_context(watched(self))
            if self.kind == NO_REDIS:
                stack.enter_context(override_settings(REDIS_URL=NOBODY_LISTENS))
            yield

    def statement(self, execute: Execute, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        if self.kind in (AWAY, LOCKED, FULL, KILLED) and not self._at_commit and self._is_here(sql):
            self._strike()
        found = execute(sql, params, many, context)
        if is_write(sql) and not our_connection().in_atomic_block:
            self._note_commit()
        return found

    def commit(self, commit: Callable[[], None]) -> None:
        if not self._at_commit or self.has_struck:
            commit()
            self._note_commit()
            return
        if self._counts_first:
            commit()
            self._note_commit()
        self._strike()

    def messages(self, run: Callable[[], None]) -> None:
        connection = our_connection()
        if not connection.run_on_commit or self.has_struck:
            run()
            return
        kept = connection.run_on_commit
        if self.kind in (NO_MESSAGE, LATE_MESSAGE):
            connection.run_on_commit = []
        if self.kind == LATE_MESSAGE:
            self.late = [message for _, message, _ in kept]
        if self.kind == TWO_MESSAGES:
            connection.run_on_commit = [*kept, *kept]
        self.has_struck = self.kind in (NO_MESSAGE, TWO_MESSAGES, LATE_MESSAGE, NO_REDIS)
        run()

    def _is_here(self, sql: str) -> bool:
        if self.has_struck or (self._at_write and not is_write(sql)):
            return False
        self._left -= 1
        return self._left < 0

    def _note_commit(self) -> None:
        self.may_have_counted = self.may_have_counted or not self.has_struck

    def _strike(self) -> None:
        self.has_struck = True
        if self.kind in (LOCKED, FULL):
            _spoil()
        else:
            _cut()
        if self.kind == KILLED:
            raise Killed
        raise _error(self.kind)


def _cut() -> None:
    """The connection ends as when its other end is gone; what was not committed is lost."""
    connection = our_connection()
    if connection.vendor == "postgresql":
        connection.connection.close()
    elif connection.connection is not None:
        connection.connection.rollback()


def _spoil() -> None:
    """After an error PostgreSQL takes nothing more in the same transaction."""
    connection = our_connection()
    if connection.vendor == "postgresql":
        with suppress(psycopg.Error):
            connection.connection.execute("SELECT 1 / 0")


def _error(kind: str) -> OperationalError:
    """As the database in use raises it."""
    error = OperationalError(kind)
    if our_connection().vendor == "postgresql":
        error.__cause__ = _POSTGRESQL.get(kind, psycopg.OperationalError)(kind)
    else:
        error.__cause__ = cause = sqlite3.OperationalError(kind)
        cause.sqlite_errorcode = _SQLITE_CODES.get(kind, sqlite3.SQLITE_IOERR)
    return error
