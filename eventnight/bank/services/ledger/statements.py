"""The statements of every entry, worked out once: building them again for each costs more than the database does.

Columns and conversions are still the models' own, so a new field is written and read without a change here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Field, Model

from eventnight.bank.ledger.refs import AccountRef
from eventnight.bank.models import Account, Books, Entry
from eventnight.core.database.batched_sql import Rows, Statement, reader

_ADDRESS = {"commodity": "commodity", "kind": "owner_kind", "code": "code"}
"""The parts of an address and their columns."""


def books_beside_key(event_id: int, key: object) -> Statement:
    """Asks for the event's books, and whether an entry has that key."""
    is_known = "EXISTS (SELECT 1 FROM bank_entry WHERE event_id = bank_books.event_id AND key = %s)"
    values = [Entry._meta.get_field("key").get_db_prep_save(key, connection), event_id]
    return reader(Books).select("WHERE event_id = %s", values, also=is_known)


def read_books(rows: Rows) -> tuple[Books | None, bool]:
    """The answer to `books_beside_key`; none before the first entry."""
    return (reader(Books).read(rows[0]), bool(rows[0][-1])) if rows else (None, False)


def accounts_locked(event_id: int, refs: Collection[AccountRef]) -> Statement:
    """Locks the accounts in the order of their ids. Others that share each part of an address with one of these come
    along: so said, the index of addresses serves.
    """
    wanted = [sorted({getattr(ref, name) for ref in refs}) for name in _ADDRESS]
    parts = " AND ".join(
        f"{name} IN ({_marks(values)})" for name, values in zip(_ADDRESS.values(), wanted, strict=True)
    )
    lock = " FOR NO KEY UPDATE" if connection.features.has_select_for_update else ""
    values = [event_id, *(value for values in wanted for value in values)]
    return reader(Account).select(f"WHERE event_id = %s AND {parts} ORDER BY id{lock}", values)


def read_accounts(rows: Rows) -> dict[AccountRef, Account]:
    """The answer to `accounts_locked`, by address."""
    accounts = (reader(Account).read(row) for row in rows)
    return {AccountRef(account.commodity, account.owner_kind, account.code): account for account in accounts}


def insert(row: Model) -> Statement:
    """What inserts the row as it is. The database gives a missing id."""
    sql, fields = _insert_of(type(row), row.pk is not None)
    return Statement(sql, _values(row, fields))


def update(row: Model, names: Iterable[str]) -> Statement:
    """What updates these columns of the row."""
    options = row._meta
    columns = {field.name: field for field in options.concrete_fields}
    fields = [columns[name] for name in names]
    assignments = ", ".join(f'"{field.column}" = %s' for field in fields)
    sql = f'UPDATE "{options.db_table}" SET {assignments} WHERE "{options.pk.column}" = %s'  # noqa: S608  the model's own columns
    return Statement(sql, _values(row, (*fields, options.pk)))


@cache
def _insert_of(model: type[Model], has_key: bool) -> tuple[str, list[Field[Any, Any]]]:
    fields = [field for field in model._meta.local_concrete_fields if has_key or not field.primary_key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    sql = f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({_marks(fields)})'  # noqa: S608  the model's own columns
    return sql, fields


def _values(row: Model, fields: Iterable[Field[Any, Any]]) -> list[Any]:
    here = connections[DEFAULT_DB_ALIAS]  # To look it up again for each value takes longer than to convert it.
    return [field.get_db_prep_save(getattr(row, field.attname), here) for field in fields]


def _marks(values: Collection[object]) -> str:
    return ", ".join(["%s"] * len(values))
