"""Whether a player was withdrawn from the night, asked in the round trip that locks what an entry is written upon."""

from __future__ import annotations

from eventnight.core.database.batched_sql import Rows, Statement, reader
from eventnight.events.models import Player


def ask_withdrawn(event_id: int, player_code: str) -> Statement:
    """Asks for the player, if they were withdrawn."""
    return reader(Player).select(
        "WHERE event_id = %s AND code = %s AND withdrawn_at IS NOT NULL", [event_id, player_code]
    )


def read_withdrawn(rows: Rows) -> Player | None:
    """The answer to `ask_withdrawn`."""
    return reader(Player).read(rows[0]) if rows else None
