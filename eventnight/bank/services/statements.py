"""The statements of every sale, worked out once: building them anew for each entry costs more than the database does.

Columns and conversions are still the models' own, so a new field is written and read without a change here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Field, Model

from eventnight.bank.models import Account, Books, Entry


class Statement(NamedTuple):
    sql: str
    values: list[Any]


def books_beside_key(event_id: int, key: object) -> tuple[Books | None, bool]:
    """The event's books, and whether an entry has that key, in one query."""
    found = Books.objects.raw(
        "SELECT bank_books.*, EXISTS (SELECT 1 FROM bank_entry WHERE event_id = bank_books.event_id AND key = %s)"
        " AS is_known FROM bank_books WHERE event_id = %s",
        [_value(Entry._meta.get_field("key"), key), event_id],
    )
    books = next(iter(found), None)
    return books, books is not None and bool(books.is_known)


def lock_by_code(event_id: int, codes: Sequence[str]) -> Iterable[Account]:
    """The event's accounts with one of these codes, locked in the order of their ids."""
    marks = ", ".join(["%s"] * len(codes))
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    sql = f"SELECT * FROM bank_account WHERE event_id = %s AND code IN ({marks}) ORDER BY id{lock}"  # noqa: S608  nothing but marks
    return Account.objects.raw(sql, [event_id, *codes])


def insert(rows: Sequence[Model]) -> list[Statement]:
    """What inserts the rows, all of one model, as they are; nothing for none. The database gives missing ids."""
    if not rows:
        return []
    head, marks, fields = _insert_of(type(rows[0]), rows[0].pk is not None)
    values = [_value(field, getattr(row, field.attname)) for row in rows for field in fields]
    return [Statement(head + ", ".join([marks] * len(rows)), values)]


def update(row: Model, names: Iterable[str]) -> list[Statement]:
    """What updates these columns of the row."""
    options = row._meta
    fields = [options.get_field(name) for name in names]
    assignments = ", ".join(f'"{field.column}" = %s' for field in fields)
    sql = f'UPDATE "{options.db_table}" SET {assignments} WHERE "{options.pk.column}" = %s'  # noqa: S608  the model's own columns
    return [Statement(sql, [_value(field, getattr(row, field.attname)) for field in (*fields, options.pk)])]


def run(statements: Sequence[Statement]) -> None:
    """Run them in this order, at PostgreSQL in one journey: the event's lock is held for each of them."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            sql, values = zip(*statements, strict=True)
            cursor.execute("; ".join(sql), [value for some in values for value in some])
        else:
            for statement in statements:
                cursor.execute(*statement)


@cache
def _insert_of(model: type[Model], has_key: bool) -> tuple[str, str, list[Field[Any, Any]]]:
    fields = [field for field in model._meta.local_concrete_fields if has_key or not field.primary_key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    head = f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES '  # noqa: S608  the model's own columns
    return head, f"({', '.join(['%s'] * len(fields))})", fields


def _value(field: Any, value: object) -> Any:
    return field.get_db_prep_save(value, connection)
