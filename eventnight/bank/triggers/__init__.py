"""What no constraint can say, said by triggers on both databases; each message is the claim it keeps.

They are compared with what is written here to the last word, not by name: a database whose triggers were replaced keeps
none of these promises. Whoever changes one adds a migration that installs it again.

An entry's lines are written first and the entry last: the entry counts them, and from then on they are sealed. Only the
writing of a line changes balances. Nothing is changed afterwards, and nothing is deleted.
"""

from __future__ import annotations

from types import ModuleType

from django.db.backends.base.base import BaseDatabaseWrapper

from eventnight.bank.triggers import approvals, postgresql, sqlite

TABLES = ("bank_account", "bank_entry", "bank_transfer")

_BY_VENDOR: dict[str, ModuleType] = {"sqlite": sqlite, "postgresql": postgresql}


def install(connection: BaseDatabaseWrapper) -> None:
    """Create every trigger; those of a table that a later migration makes come with it."""
    _run(connection, _of(connection).CREATE)
    if _has_approvals(connection):
        install_approvals(connection)


def install_approvals(connection: BaseDatabaseWrapper) -> None:
    """Create those that keep approved variances."""
    _run(connection, approvals.BY_VENDOR[connection.vendor].create)


def drop_approvals(connection: BaseDatabaseWrapper) -> None:
    """Remove those that keep approved variances."""
    _run(connection, approvals.BY_VENDOR[connection.vendor].drop)


def drop(connection: BaseDatabaseWrapper) -> None:
    """Remove every trigger that is there."""
    drop_approvals(connection)
    _run(connection, _of(connection).DROP)


def faults(connection: BaseDatabaseWrapper) -> list[str]:
    """What of them is absent, switched off or other than it was made, each named in words."""
    module = _of(connection)
    wanted = [*module.CREATE]
    if _has_approvals(connection):
        wanted += approvals.BY_VENDOR[connection.vendor].create
    with connection.cursor() as cursor:
        return list(module.faults(cursor, wanted))


def _has_approvals(connection: BaseDatabaseWrapper) -> bool:
    return approvals.TABLE in connection.introspection.table_names()


def _of(connection: BaseDatabaseWrapper) -> ModuleType:
    try:
        return _BY_VENDOR[connection.vendor]
    except KeyError:
        raise ValueError(f"the ledger has no triggers for {connection.vendor}; use SQLite or PostgreSQL") from None


def _run(connection: BaseDatabaseWrapper, statements: tuple[str, ...]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
