"""SQL that runs under an event's lock: several statements in one round trip to PostgreSQL, and rows read as models.

Every write of the event waits while they run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model

Rows = list[tuple[Any, ...]]
M = TypeVar("M", bound=Model)


class Statement(NamedTuple):
    sql: str
    values: Sequence[Any]


def ask(statements: Sequence[Statement]) -> list[Rows]:
    """Run statements that all return rows, in this order. Returns the rows of each.

    Each sees what was committed before it began, as if it had come alone: what follows a lock is read under the lock.
    """
    with connection.cursor() as cursor:
        return [cursor.fetchall() for _ in _each(cursor, statements)]


def run(statements: Sequence[Statement]) -> None:
    """Run statements that return nothing, in this order."""
    with connection.cursor() as cursor:
        for _ in _each(cursor, statements):
            pass


def _each(cursor: Any, statements: Sequence[Statement]) -> Iterator[None]:
    """Yields at the result of each statement, to be read there."""
    if connection.vendor == "postgresql":
        sql = "; ".join(statement.sql for statement in statements)
        cursor.execute(sql, [value for statement in statements for value in statement.values])
        yield
        while cursor.nextset():
            yield
    else:
        for statement in statements:
            cursor.execute(*statement)
            yield


class Reader(Generic[M]):
    """Reads rows of a model's columns as the model, with the conversions of its fields."""

    def __init__(self, model: type[M]) -> None:
        fields = model._meta.concrete_fields
        self._table = f'"{model._meta.db_table}"'
        self._columns = [f'{self._table}."{field.column}"' for field in fields]
        self._model, self._names = model, [field.attname for field in fields]
        self._conversions: list[tuple[int, Callable[..., Any], Any]] = []
        for place, field in enumerate(fields):
            column = field.get_col(model._meta.db_table)
            backend = connection.ops.get_db_converters(column)
            self._conversions += [
                (place, convert, column) for convert in (*backend, *field.get_db_converters(connection))
            ]

    def select(self, rest: str, values: Sequence[Any], *, also: str = "") -> Statement:
        """Asks for rows that `read` takes. rest: from WHERE on; also: a further column, behind those of the model.

        Neither may hold anything that somebody typed: that goes into the values.
        """
        columns = ", ".join([*self._columns, also] if also else self._columns)
        return Statement(f"SELECT {columns} FROM {self._table} {rest}", values)  # noqa: S608  see above

    def read(self, row: Sequence[Any]) -> M:
        """The row as a model; what stands behind the columns is left to the caller."""
        values = list(row[: len(self._names)])
        for place, convert, column in self._conversions:
            values[place] = convert(values[place], column, connection)
        return self._model.from_db(DEFAULT_DB_ALIAS, self._names, values)


@cache
def reader(model: type[M]) -> Reader[M]:
    """The model's reader, made once: a process speaks to one kind of database."""
    return Reader(model)
