"""What the books must agree with at the tables: seats and the people on them, hands and spins and their entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from eventnight.bank.models import Commodity, OwnerKind
from eventnight.bank.selectors.balances import balances_by_code
from tables.models import Hand, Seat, Spin, Table, TableStatus
from tables.models.table import seat_code


def check(event_id: int) -> Iterable[str]:
    """One sentence for each disagreement, in the order of seats, trays, hands and spins."""
    yield from _chips_without_a_player(event_id)
    yield from _chips_at_closed_trays(event_id)
    for rows, noun in ((Hand, "hand"), (Spin, "spin")):
        yield from _entries_that_differ(rows, event_id, noun)


def _chips_without_a_player(event_id: int) -> Iterator[str]:
    held = balances_by_code(event_id, Commodity.CHIPS, OwnerKind.SEAT)
    seats = Seat.objects.filter(table__event_id=event_id).select_related("table")
    taken = {seat_code(seat.table, seat.number) for seat in seats if seat.is_taken}
    for code, chips in held.items():
        if chips and code not in taken:
            yield f"Seat {code} holds {chips} chips and nobody sits on it."


def _chips_at_closed_trays(event_id: int) -> Iterator[str]:
    held = balances_by_code(event_id, Commodity.CHIPS, OwnerKind.TRAY)
    tables = Table.objects.filter(event_id=event_id)
    open_codes = {table.code for table in tables if table.status == TableStatus.OPEN and table.is_roulette}
    for code, chips in held.items():
        if chips and code not in open_codes:
            yield f"Tray {code} holds {chips} chips and no open table has it."


def _entries_that_differ(rows: type[Hand] | type[Spin], event_id: int, noun: str) -> Iterator[str]:
    found = rows.objects.filter(table__event_id=event_id)
    settled = found.select_related("table", "entry__reversed_by").order_by("table", "id")
    for row in settled:
        is_reversed = hasattr(row.entry, "reversed_by")
        if is_reversed != (row.undone_at is not None):
            state = "undone" if is_reversed else "standing"
            yield f"{row.table.code} {noun} {row.number} is {state} in the books (entry {row.entry.sequence}) alone."
