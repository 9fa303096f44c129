"""One all-in-one server for a database: two of them would both be its worker and its beat.

The lock lies where no kill -9 can leave it behind: in the kernel for SQLite, in the session for PostgreSQL. Web
processes beside a broker take none, for there any number is right.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import ExitStack
from copy import deepcopy
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.sqlite3 import base as sqlite3

ADVISORY_LOCK = 0x45564E54
"""Any number, the same in every version."""


def claim_database(address: str) -> ExitStack:
    """Be the one server of this database until the answer is closed or the process ends. address: told to the next.

    Raises ImproperlyConfigured when another one is.
    """
    claim = ExitStack()
    if not settings.CELERY_IS_EMBEDDED:
        return claim
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor == "postgresql":
        claim.callback(_claim_postgresql(connection).close)
    elif isinstance(connection, sqlite3.DatabaseWrapper) and not connection.is_in_memory_db():
        claim.callback(_claim_file(Path(f"{connection.settings_dict['NAME']}.serving"), address).close)
    return claim


def _claim_file(path: Path, address: str) -> IO[str]:
    # Never removed: whoever had it open would hold a lock that nobody else sees.
    try:
        file = path.open("a+")
    except OSError as error:
        raise ImproperlyConfigured(
            f"The database {path.with_suffix('')} cannot be served: {path.name} beside it cannot be written "
            f"({error.strerror}). Check that its folder is there and can be written."
        ) from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.seek(0)
        holder = file.read().strip()
        file.close()
        raise ImproperlyConfigured(
            f"This night is being served already: {holder or 'by another process'}. Use that, or stop it first."
        ) from error
    file.truncate(0)
    file.write(f"{address} by process {os.getpid()}\n")
    file.flush()
    return file


def _claim_postgresql(connection: Any) -> Any:
    """A session of its own, for the lock ends with it."""
    config = deepcopy(connection.settings_dict) | {"OPTIONS": settings.COMMAND_DATABASE_OPTIONS}
    own = type(connection)(config, alias=f"{DEFAULT_DB_ALIAS}-claim")
    with own.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [ADVISORY_LOCK])
        (is_ours,) = cursor.fetchone()
        if not is_ours:
            cursor.execute(
                "SELECT a.pid, coalesce(host(a.client_addr), 'this machine') FROM pg_locks l JOIN pg_stat_activity a "
                "USING (pid) WHERE l.locktype = 'advisory' AND l.granted AND l.objid = %s AND l.database = "
                "(SELECT oid FROM pg_database WHERE datname = current_database())",
                [ADVISORY_LOCK],
            )
            holder = cursor.fetchone()
    if not is_ours:
        own.close()
        where = f" from {holder[1]} (session {holder[0]})" if holder else ""
        raise ImproperlyConfigured(
            f"This night is being served already{where}. Use that or stop it first; for several web processes set "
            "CELERY_BROKER_URL, and start a worker and a beat."
        )
    return own
