"""What the books must agree with at the tables: seats and the people on them, hands and spins and their entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, Q

from eventnight.bank.models import Commodity, OwnerKind
from eventnight.bank.places import ChipPlace
from eventnight.bank.selectors.ledger.balances import balances_by_code
from tables.models import BetState, Hand, Seat, SeatFee, Spin, Table, TableKind, TableStatus
from tables.models.seat import seat_code

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class _OnMat(TypedDict):
    on_mat: int


def check(event_id: int) -> Iterable[str]:
    """One sentence for each disagreement, in the order of seats, trays, hands and spins."""
    yield from _chips_without_a_player(event_id)
    yield from _chips_at_closed_trays(event_id)
    for rows, noun in ((Hand, "hand"), (Spin, "spin")):
        yield from _entries_that_differ(rows, event_id, noun)
    yield from _fees_that_differ(event_id)


def chip_places(event_id: int) -> list[ChipPlace]:
    """The open tables for the bank's list of who holds chips, and why one cannot be counted now: one query."""
    on_mat = Count("bets", filter=Q(bets__state=BetState.PLACED))
    tables = Table.objects.filter(event_id=event_id, status=TableStatus.OPEN).exclude(kind=TableKind.FLIGHT)
    found = tables.select_related("hand_in_play").annotate(on_mat=on_mat).order_by("kind", "number")
    return [ChipPlace(table.code, table.name, not table.is_roulette, _busy(table)) for table in found]


def _busy(table: WithAnnotations[Table, _OnMat]) -> str:
    hand = getattr(table, "hand_in_play", None)
    if hand is not None:
        return f"hand {hand.number} is being played and chips lie in the pot. Count when it is settled."
    bets = table.on_mat
    if not bets:
        return ""
    told = "1 bet lies on the mat and belongs to a player" if bets == 1 else f"{bets} bets lie on the mat of players"
    return f"{told}. Spin, or remove them, then count."


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
    open_codes = {table.code for table in tables if table.status == TableStatus.OPEN}
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


def _fees_that_differ(event_id: int) -> Iterator[str]:
    found = SeatFee.objects.filter(table__event=event_id, entry__isnull=False)
    for row in found.select_related("table", "entry__reversed_by").order_by("table", "due_at"):
        assert row.entry is not None
        is_reversed = hasattr(row.entry, "reversed_by")
        if is_reversed != (row.undone_at is not None):
            state = "undone" if is_reversed else "standing"
            yield f"{row.table.code} fee {row.due_at:%H:%M} is {state} in the books (entry {row.entry.sequence}) alone."
        if row.chips != row.entry.rates.get("chips"):
            yield f"{row.table.code} fee {row.due_at:%H:%M} is {row.chips}, and entry {row.entry.sequence} is another."
