"""Where a press meets the database: before each statement and transaction, at each commit, and what follows one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

WRITES = ("INSERT", "UPDATE", "DELETE")

Execute = Callable[[str, Any, bool, dict[str, Any]], Any]


def our_connection() -> BaseDatabaseWrapper:
    """The one of this thread."""
    return connections["default"]


def is_write(sql: str) -> bool:
    return sql.lstrip().startswith(WRITES)


class Seam:
    """Lets everything through. Others do something before, after or instead of it."""

    def statement(self, execute: Execute, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        return execute(sql, params, many, context)

    def begin(self) -> None:
        """A transaction is about to be opened."""

    def commit(self, commit: Callable[[], None]) -> None:
        commit()

    def messages(self, run: Callable[[], None]) -> None:
        """What was kept for after the commit."""
        run()


@contextmanager
def watched(seam: Seam) -> Iterator[None]:
    """Inside, whatever this thread asks of the database passes the seam."""
    connection = our_connection()
    commit, switch = connection.commit, connection.set_autocommit
    messages = connection.run_and_clear_commit_hooks

    def switched(autocommit: bool, *given: Any, **named: Any) -> None:
        if not autocommit:
            seam.begin()
        switch(autocommit, *given, **named)

    with ExitStack() as stack:
        stack.enter_context(connection.execute_wrapper(seam.statement))
        stack.enter_context(patch.object(connection, "commit", lambda: seam.commit(commit)))
        stack.enter_context(patch.object(connection, "set_autocommit", switched))
        stack.enter_context(patch.object(connection, "run_and_clear_commit_hooks", lambda: seam.messages(messages)))
        yield
