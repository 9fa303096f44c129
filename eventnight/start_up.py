"""What must hold before a process serves pages, whichever server runs it, and the sentence of one that cannot go on."""

from __future__ import annotations

import errno
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.checks import Tags, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connections
from django.db.migrations.executor import MigrationExecutor
from environs import EnvError

from engine.commands.streams.output import OUTPUT
from eventnight.core.database.unavailable import Trouble, trouble_of

REFUSED = 1
PLACE_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOTDIR)
SCHEMA_ERRORS = re.compile(r"no such (table|column)|(relation|column) .* does not exist")
QUICK_CHECK_BYTES = 512 * 1024**2
"""A larger database is not looked through at the start: that would keep the desk waiting."""

_WAYS_OUT = {
    Trouble.BUSY: "Another process has been writing to the database {name} for too long. Wait for it or end it.",
    Trouble.FULL: "The disk of the database {name} is full or cannot be written. Free some space there.",
    Trouble.READ_ONLY: "The database {name} can only be read. Make its file and folder writable.",
    Trouble.CANNOT_OPEN: "The database {name} cannot be opened. Check that its folder is there and can be written.",
    Trouble.DAMAGED: "The database {name} is damaged. Keep a copy of it, and go on with the newest backup or archive.",
    Trouble.AWAY: "PostgreSQL cannot be reached ({reason}). Check DATABASE_URL and that the server runs.",
}


@contextmanager
def one_sentence() -> Iterator[None]:
    """End the process with one sentence where its settings, its disk or its database keep it from working.

    Anything else is a fault of ours and keeps its traceback.
    """
    try:
        yield
    except (ImproperlyConfigured, EnvError, DatabaseError, InterfaceError, OSError) as error:
        sentence = sentence_of(error)
        if sentence is None:
            raise
        sys.stderr.write(f"{sentence}\n")
        sys.exit(REFUSED)


def sentence_of(error: Exception) -> str | None:
    """What is wrong and the way out, None for a fault of ours."""
    if isinstance(error, ImproperlyConfigured | EnvError):
        return _in_one_line(error)
    if isinstance(error, OSError):
        if error.filename == OUTPUT and not isinstance(error, BrokenPipeError):
            return (
                f"{OUTPUT.capitalize()} cannot be written: {error.strerror}. What was to be said there is not complete."
            )
        if error.errno not in PLACE_ERRORS or not error.filename:
            return None
        return f"{error.filename} cannot be used: {error.strerror}. Free some space, or choose another place."
    trouble = trouble_of(error)
    if trouble is not None:
        return _WAYS_OUT[trouble].format(name=_database_name(), reason=_in_one_line(error))
    return _unmigrated() if SCHEMA_ERRORS.search(str(error)) else None


def require_ready() -> None:
    """Raise ImproperlyConfigured if the database lacks a migration or a promise of the ledger's, or is damaged."""
    if sentence := _unmigrated():
        raise ImproperlyConfigured(sentence)
    faults = [each for each in run_checks(tags=[Tags.database], databases=[DEFAULT_DB_ALIAS]) if each.is_serious()]
    if faults:
        raise ImproperlyConfigured("EventNight does not start. " + " ".join(str(fault) for fault in faults))
    _require_whole()
    # A server may fork or start threads after this.
    connections.close_all()


def ready_or_exit() -> None:
    """The same for a server that imports us: one sentence, and the process ends."""
    with one_sentence():
        require_ready()


def _unmigrated() -> str | None:
    connection = connections[DEFAULT_DB_ALIAS]
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not plan:
        return None
    return f"The database {_database_name()} lacks {len(plan)} of our migrations. Run: python manage.py migrate."


def _require_whole() -> None:
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        if cursor.fetchone()[0] > QUICK_CHECK_BYTES:
            return
        cursor.execute("PRAGMA quick_check(1)")
        found = cursor.fetchone()[0]
    if found != "ok":
        raise ImproperlyConfigured(_WAYS_OUT[Trouble.DAMAGED].format(name=_database_name()))


def _database_name() -> str:
    return str(settings.DATABASES[DEFAULT_DB_ALIAS]["NAME"])


def _in_one_line(error: BaseException) -> str:
    return " ".join(str(error).split())
