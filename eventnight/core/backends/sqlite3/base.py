"""Django's SQLite with a queue: transactions of one process begin in the order in which they were asked for.

SQLite itself lets whoever happens to look at the right moment go first, so under load one sale may wait for seconds
while others go past it. Writers of other processes still meet SQLite's own lock.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db.backends.sqlite3 import base

from eventnight.core.backends.sqlite3.turns import Turns

_TURNS: defaultdict[str, Turns] = defaultdict(Turns)
"""By the database's name."""


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that waits for its turn before it begins a transaction."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._turns: Turns | None = None

    def _start_transaction_under_autocommit(self) -> None:
        turns = _TURNS[str(self.settings_dict["NAME"])]
        # After SQLite's own patience there is no more waiting: SQLite then says itself that it is locked.
        if turns.take(timeout=self.settings_dict["OPTIONS"].get("timeout", 5.0)):
            self._turns = turns
        try:
            super()._start_transaction_under_autocommit()
        except BaseException:
            self._give_turn()
            raise

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
