"""The tables of a flight from above, as large as the whole room can read."""

from __future__ import annotations

from collections.abc import Sequence

from eventnight.core.values.formats import chips_text
from tables.drawings.measures import BROAD
from tables.drawings.plan import Pod, TablePlan
from tournaments.selectors.flight.values import EntryView, TableView

MOST_DRAWN = 4
"""So many tables fit on the wall with names that are read from the back of the hall."""


def wall_tables(tables: Sequence[TableView]) -> list[TablePlan]:
    """Each table with who sits there; empty where lists are easier to read."""
    if len(tables) > MOST_DRAWN or any(len(table.seats) not in BROAD for table in tables):
        return []
    return [_plan(table) for table in tables]


def _plan(table: TableView) -> TablePlan:
    taken = ((number, entry) for number, entry in enumerate(table.seats, start=1) if entry and not entry.is_out)
    return TablePlan(
        says=table.name,
        seats=len(table.seats),
        pods=tuple(_pod(number, entry) for number, entry in taken),
        pots=(("Table", str(table.number)),),
    )


def _pod(number: int, entry: EntryView) -> Pod:
    return Pod(number=number, name=entry.name, stack=chips_text(entry.chips))
