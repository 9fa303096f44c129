"""What no constraint can say, said by triggers on both databases; each message is the claim it keeps.

An entry's lines are written first and the entry last: the entry counts them, and from then on they are sealed. Only the
writing of a line changes balances. Nothing is changed afterwards, and nothing is deleted.
"""

from __future__ import annotations

from types import ModuleType

from django.db.backends.base.base import BaseDatabaseWrapper

from eventnight.bank.triggers import postgresql, sqlite

TABLES = ("bank_account", "bank_entry", "bank_transfer")

_BY_VENDOR: dict[str, ModuleType] = {"sqlite": sqlite, "postgresql": postgresql}


def install(connection: BaseDatabaseWrapper) -> None:
    """Create every trigger."""
    _run(connection, _of(connection).CREATE)


def drop(connection: BaseDatabaseWrapper) -> None:
    """Remove every trigger that is there."""
    _run(connection, _of(connection).DROP)


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of triggers that are absent or switched off."""
    module = _of(connection)
    with connection.cursor() as cursor:
        cursor.execute(module.ACTIVE, [list(TABLES)] if connection.vendor == "postgresql" else list(TABLES))
        active = {name for (name,) in cursor.fetchall()}
    return [name for name in module.NAMES if name not in active]


def _of(connection: BaseDatabaseWrapper) -> ModuleType:
    try:
        return _BY_VENDOR[connection.vendor]
    except KeyError:
        raise ValueError(f"the ledger has no triggers for {connection.vendor}; use SQLite or PostgreSQL") from None


def _run(connection: BaseDatabaseWrapper, statements: tuple[str, ...]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
