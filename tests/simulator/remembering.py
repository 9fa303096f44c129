"""Laws are asked again only where something has changed of what they looked at the last time."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any

from django.db import connection

from eventnight.events.models import Event
from tests.simulator.seams import Execute

Tables = Mapping[str, str]
"""A digest of each table's rows."""
_NAMED = re.compile(r'"(\w+)"')


class Remembered:
    """Which laws held, and on which rows. What a law reads is noticed while it is asked; on the same rows it would read
    the same again and hold again.
    """

    def __init__(self) -> None:
        self._held: dict[Hashable, Tables] = {}

    def ask(self, law: Hashable, tables: Tables, ask: Callable[[], Iterable[str]]) -> Iterator[str]:
        """What the law tells of rows with these digests. ask: called where it is not known."""
        known = self._held.get(law)
        if known is not None and all(tables.get(table) == digest for table, digest in known.items()):
            return
        # The night itself is read before anybody asks.
        read = {Event._meta.db_table}

        def noticed(execute: Execute, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
            read.update(_NAMED.findall(sql))
            return execute(sql, params, many, context)

        with connection.execute_wrapper(noticed):
            told = list(ask())
        if not told:
            self._held[law] = {table: tables[table] for table in read & tables.keys()}
        yield from told
