"""Work that takes as long as it takes, in a process whose statements otherwise have limits of time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

_LIMITS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")


@contextmanager
def unhurried() -> Iterator[None]:
    """Inside the block, one transaction on PostgreSQL, no limit of time ends a statement; afterwards they hold again.

    SQLite knows none but that of its write lock, which a reader does not need.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        before = [_set(cursor, name, "0") for name in _LIMITS]
        yield
        for name, value in zip(_LIMITS, before, strict=True):
            _set(cursor, name, value)


def _set(cursor: CursorWrapper, name: str, value: str) -> str:
    """Set it for the rest of the transaction. Returns what it was."""
    cursor.execute("SELECT current_setting(%s), set_config(%s, %s, true)", [name, name, value])
    return str(cursor.fetchone()[0])
