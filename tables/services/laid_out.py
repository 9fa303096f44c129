"""The row of a hand that is being played: laid out before its table, and cleared away."""

from __future__ import annotations

from typing import Any

from engine.poker.between.stored import table_json
from engine.poker.between.table_state import TableState
from eventnight.core.press import Press
from tables.models import HandInPlay, Table


def lay_out(*, table: Table, number: int, log: Any, press: Press, during: TableState | None = None) -> HandInPlay:
    """A hand before the (locked) table. during: the table's state while it is played, where that is known. Its versions
    go on from those of the hand before, so that a page that still shows that one acts in no other.
    """
    return HandInPlay.objects.create(
        table=table,
        number=number,
        log=log,
        during=None if during is None else table_json(during),
        version=table.hand_version + 1,
        started_at=press.at,
        by_label=press.by.label,
    )


def clear_away(table: Table, row: HandInPlay) -> None:
    """The hand is over, or called off."""
    table.hand_version = row.version
    table.save(update_fields=["hand_version"])
    row.delete()
