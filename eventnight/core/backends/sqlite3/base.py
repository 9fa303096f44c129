"""Django's SQLite with a queue: transactions of one process begin in the order in which they were asked for.

SQLite itself lets whoever happens to look at the right moment go first, so under load one sale may wait for seconds
while others go past it. Writers of other processes still meet SQLite's own lock.
"""

from __future__ import annotations

import sqlite3
import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from eventnight.core.backends.sqlite3.turns import Turns

_TURNS: defaultdict[str, Turns] = defaultdict(Turns)
"""By the database's name."""

SHORT_WAIT = 0.1
"""Seconds that are not worth counting."""


if TYPE_CHECKING:

    class DjangosWrapper(base.DatabaseWrapper):
        """With what the stubs leave out."""

        def _start_transaction_under_autocommit(self) -> None: ...
        def _commit(self) -> None: ...
        def _rollback(self) -> None: ...
        def _close(self) -> None: ...
else:
    DjangosWrapper = base.DatabaseWrapper


class DatabaseWrapper(DjangosWrapper):
    """A connection that waits for its turn before it begins a transaction."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._turns: Turns | None = None

    def _start_transaction_under_autocommit(self) -> None:
        turns = _TURNS[str(self.settings_dict["NAME"])]
        patience = float(self.settings_dict["OPTIONS"].get("timeout", 5.0))
        begun = time.monotonic()
        if not turns.take(timeout=patience):
            raise _locked()
        self._turns = turns
        try:
            self._begin(patience, waited=time.monotonic() - begun)
        except BaseException:
            self._give_turn()
            raise

    def _begin(self, patience: float, waited: float) -> None:
        """Begin within what is left of the patience: a lock that lasts is told once, not after both waits."""
        if waited < SHORT_WAIT:
            super()._start_transaction_under_autocommit()
            return
        self._wait_for_lock(max(patience - waited, SHORT_WAIT))
        try:
            super()._start_transaction_under_autocommit()
        finally:
            self._wait_for_lock(patience)

    def _wait_for_lock(self, seconds: float) -> None:
        self.cursor().execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")

    def _commit(self) -> None:
        super()._commit()
        self._give_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()
        finally:
            self._give_turn()

    def _close(self) -> None:
        try:
            super()._close()
        finally:
            self._give_turn()

    def _give_turn(self) -> None:
        turns, self._turns = self._turns, None
        if turns is not None:
            turns.give()


def _locked() -> OperationalError:
    cause = sqlite3.OperationalError("database is locked")
    cause.sqlite_errorcode = sqlite3.SQLITE_BUSY
    error = OperationalError("database is locked: the turn to write did not come")
    error.__cause__ = cause
    return error
