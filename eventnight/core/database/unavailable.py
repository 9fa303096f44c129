"""A database that cannot be asked just now, told apart from a fault of ours, and what people and programs hear."""

from __future__ import annotations

import sqlite3
from enum import Enum

from django.db import DatabaseError, InterfaceError, OperationalError

from eventnight.core.errors import Unavailable

RETRY_SECONDS = 5


class Trouble(Enum):
    """Why the database did not do it."""

    BUSY = "busy"
    FULL = "full"
    READ_ONLY = "read_only"
    CANNOT_OPEN = "cannot_open"
    DAMAGED = "damaged"
    AWAY = "away"


_OF_SQLITE = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_INTERRUPT: Trouble.BUSY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_IOERR: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_PERM: Trouble.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Trouble.CANNOT_OPEN,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}
_PRIMARY = 0xFF
"""SQLite's codes keep their kind in the lowest byte."""

_OF_POSTGRESQL = {
    "55P03": Trouble.BUSY,  # lock_timeout
    "57014": Trouble.BUSY,  # statement_timeout
    "25P03": Trouble.BUSY,  # idle_in_transaction_session_timeout
    "40001": Trouble.BUSY,
    "40P01": Trouble.BUSY,
    "53100": Trouble.FULL,
    "25006": Trouble.READ_ONLY,
}


def trouble_of(error: BaseException) -> Trouble | None:
    """What keeps the database from answering; None for an error that asking again does not change."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return _OF_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & _PRIMARY)
    state = getattr(cause, "sqlstate", None)
    if state in _OF_POSTGRESQL:
        return _OF_POSTGRESQL[state]
    # No connection, or one that was cut: by a restart, the network, or a pool that had none to give.
    return Trouble.AWAY if isinstance(error, OperationalError | InterfaceError) else None


_SAID = {
    Trouble.BUSY: "Somebody else has been writing for too long.",
    Trouble.FULL: "The disk of the server is full or cannot be written.",
    Trouble.READ_ONLY: "The database can only be read.",
    Trouble.CANNOT_OPEN: "The database cannot be opened.",
    Trouble.DAMAGED: "The database is damaged.",
    Trouble.AWAY: "The database does not answer.",
}


def unavailable(error: BaseException) -> Unavailable | None:
    """The refusal for a request that met such a database, None for any other error."""
    trouble = trouble_of(error)
    if trouble is None:
        return None
    return Unavailable(
        f"database_{trouble.value}",
        f"{_SAID[trouble]} Send it again in {RETRY_SECONDS} seconds: an entry counts once, however often it is sent.",
        seconds=RETRY_SECONDS,
    )
