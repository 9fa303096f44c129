"""The last sale of a kind to a guest: two people at two tables may be selling the same thing to the same guest."""

from __future__ import annotations

from eventnight.bank.models import Entry
from eventnight.core.database.batched_sql import Rows, Statement, reader

_LOOKED_AT = 20
"""Of a guest's entries, the newest; more than that nobody makes in the seconds that are asked about."""


def ask_last_sale(event_id: int, player_code: str, kind: str) -> Statement:
    """Asks for it, if it was not undone: every sale does while it holds up the others, so it reads a few rows only."""
    last = (
        "WHERE id IN (SELECT id FROM bank_entry WHERE event_id = %s AND subject = %s ORDER BY id DESC LIMIT %s)"
        " AND kind = %s"
        " AND NOT EXISTS (SELECT 1 FROM bank_entry AS undoing WHERE undoing.reverses_id = bank_entry.id)"
        " ORDER BY id DESC LIMIT 1"
    )
    return reader(Entry).select(last, [event_id, player_code, _LOOKED_AT, kind])


def read_last_sale(rows: Rows) -> Entry | None:
    """The answer to `ask_last_sale`."""
    return reader(Entry).read(rows[0]) if rows else None
