"""The database that nights are played on, as it was at moments that are kept."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Protocol

import psycopg
from django.db import connection

from eventnight.core.fresh.reads import READS
from eventnight.core.fresh.snapshots import SNAPSHOTS
from eventnight.core.fresh.versions import VERSIONS

EMPTY, READY, LATE, BARREL, SELLING = "empty", "ready", "late", "barrel", "selling"
"""Before there was any night, when the night of the world was set up, two hours later, with a real barrel, and while
tickets and chips are sold.
"""
STARTS = (LATE, SELLING, LATE, BARREL, LATE, SELLING, LATE, READY)
"""The moments at which nights begin, by their seeds in turn."""
BEFORE, BETWEEN = "before", "between"
"""Moments of one step: before its press, and while something else is tried."""
MOMENTS = (EMPTY, READY, LATE, BARREL, SELLING, BEFORE, BETWEEN)


class Ground(Protocol):
    """A database that can return to a moment that was kept."""

    def keep(self, moment: str) -> None:
        """What is there now is what `put_back` brings again."""

    def put_back(self, moment: str) -> None:
        """Everything as it was kept; no process knows anything of what was there meanwhile."""

    def clear(self) -> None:
        """Nothing is kept any more."""


class SqliteGround:
    """A file, copied."""

    def __init__(self) -> None:
        self._file = Path(connection.settings_dict["NAME"])

    def keep(self, moment: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        shutil.copyfile(self._file, self._kept(moment))

    def put_back(self, moment: str) -> None:
        connection.close()
        for ending in ("-wal", "-shm"):
            self._file.with_name(self._file.name + ending).unlink(missing_ok=True)
        shutil.copyfile(self._kept(moment), self._file)
        forget_all()

    def clear(self) -> None:
        for moment in MOMENTS:
            self._kept(moment).unlink(missing_ok=True)

    def _kept(self, moment: str) -> Path:
        return self._file.with_suffix(f".{moment}")


class PostgresGround:
    """A database that is put aside and copied again, through the log: a copy of its files waits for two checkpoints.
    What was put aside is dropped meanwhile, which waits for one.
    """

    def __init__(self) -> None:
        self._name = connection.settings_dict["NAME"]
        self._aside = 0
        self._dropping: list[Thread] = []

    def keep(self, moment: str) -> None:
        connection.close()
        self._again(f"{self._name}_{moment}", self._name)

    def put_back(self, moment: str) -> None:
        connection.close()
        self._again(self._name, f"{self._name}_{moment}")
        forget_all()

    def clear(self) -> None:
        connection.close()
        for thread in self._dropping:
            thread.join()
        for moment in MOMENTS:
            self._drop(f"{self._name}_{moment}")

    def _again(self, name: str, like: str) -> None:
        self._aside += 1
        aside = f"{self._name}_aside_{self._aside}"
        # Only a database that is there has a name to lose.
        with suppress(psycopg.errors.InvalidCatalogName):
            self._run(f'ALTER DATABASE "{name}" RENAME TO "{aside}"')
            thread = Thread(target=self._drop, args=(aside,), daemon=True)
            thread.start()
            self._dropping = [*(each for each in self._dropping if each.is_alive()), thread]
        self._run(f'CREATE DATABASE "{name}" TEMPLATE "{like}" STRATEGY WAL_LOG')

    def _drop(self, name: str) -> None:
        self._run(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def _run(self, statement: str) -> None:
        settings = {**connection.get_connection_params(), "dbname": "template1"}
        for ours in ("context", "cursor_factory", "pool", "server_side_binding"):
            settings.pop(ours, None)
        with psycopg.connect(**settings, autocommit=True) as other:
            other.execute(statement)


def forget_all() -> None:
    """As after the start of a process: nothing is known of any night."""
    SNAPSHOTS.forget()
    VERSIONS.forget()
    READS.forget()


def ground() -> Ground:
    """The one of the database in use."""
    return SqliteGround() if connection.vendor == "sqlite" else PostgresGround()
