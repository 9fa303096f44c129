"""What can be taken away as a spreadsheet: columns and rows, read from the database as they are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from eventnight.bank.ledger.refs import DRAWER_KINDS
from eventnight.bank.means import Means
from eventnight.bank.models import PAID_OUT, Commodity, Entry, EntryKind, OwnerKind, Purpose, Transfer
from eventnight.bank.selectors import actor_labels, means_of
from eventnight.core.errors import NotFound
from eventnight.core.values.moments import wall_time
from eventnight.events.models import Event
from eventnight.raffle.models import Draw, Ticket

Cell = str | int | Decimal | datetime | None
Row = tuple[Cell, ...]
AT_ONCE = 500
"""Rows held in memory while a list is read."""


@dataclass(frozen=True, slots=True)
class ExportList:
    """A list: its name in addresses and file names, its title, its columns, and the rows of an event.

    Times are those of the event's place; money is in whole units with two decimals.
    """

    key: str
    title: str
    says: str
    columns: tuple[str, ...]
    rows: Callable[[Event], Iterator[Row]]


def export_list(key: str) -> ExportList:
    """The list of that name. Raises NotFound("unknown_list")."""
    found = LISTS.get(key)
    if found is None:
        raise NotFound("unknown_list", f"There is no list {key}. Choose {', '.join(LISTS)}.", list=key)
    return found


def _entry_rows(event: Event) -> Iterator[Row]:
    lines = Transfer.objects.filter(event=event).select_related("entry__reverses", "from_account", "to_account")
    people = _People(event)
    for line in lines.order_by("entry_id", "number").iterator(AT_ONCE):
        entry = line.entry
        yield (
            entry.sequence,
            line.number,
            _local(entry.at, event),
            entry.get_kind_display(),
            entry.subject,
            str(line.from_account),
            str(line.to_account),
            line.commodity,
            _money(line.amount) if line.commodity == Commodity.MONEY else line.amount,
            people[entry.actor_code],
            people[entry.second_code],
            entry.reason,
            entry.reverses.sequence if entry.reverses else None,
            entry.hash[:12],
        )


def _sale_rows(event: Event) -> Iterator[Row]:
    found = Entry.objects.filter(event=event).exclude(purpose="").exclude(purpose=Purpose.FLOAT)
    people = _People(event)
    for entry in found.prefetch_related("transfers__from_account", "transfers__to_account").iterator(AT_ONCE):
        sign = -1 if (entry.kind == EntryKind.REVERSAL) != (entry.purpose in PAID_OUT) else 1
        moved = dict.fromkeys(Commodity.values, 0)
        lines = list(entry.transfers.all())
        for line in lines:
            moved[line.commodity] += line.amount * sign
        yield (
            entry.sequence,
            _local(entry.at, event),
            entry.till,
            Purpose(entry.purpose).label,
            entry.subject,
            _money(moved[Commodity.MONEY]),
            means_of(lines).label,
            entry.rates.get("reference", ""),
            moved[Commodity.CHIPS] + moved[Commodity.TOURNAMENT_CHIPS],
            moved[Commodity.TICKETS],
            people[entry.actor_code],
            entry.reason,
        )


def _ticket_rows(event: Event) -> Iterator[Row]:
    found = Ticket.objects.filter(raffle__event=event).select_related("holder__person", "bucket")
    for ticket in found.order_by("number").iterator(AT_ONCE):
        yield (
            ticket.number,
            ticket.check_code,
            ticket.holder.code,
            ticket.holder.person.full_name,
            ticket.get_state_display(),
            ticket.bucket.code if ticket.bucket else "",
            ticket.sold_entry,
            ticket.void_reason,
        )


def _winner_rows(event: Event) -> Iterator[Row]:
    found = Draw.objects.filter(raffle__event=event).select_related("prize__bucket", "ticket__holder__person")
    for draw in found.order_by("number").iterator(AT_ONCE):
        bucket, holder = draw.prize.bucket, draw.ticket.holder
        yield (
            draw.prize.code,
            bucket.item,
            bucket.donor,
            _money(bucket.value),
            draw.attempt,
            draw.ticket.number,
            holder.code,
            holder.person.full_name,
            draw.get_outcome_display(),
            _local(draw.at, event),
            _local(draw.decided_at, event) if draw.decided_at else None,
        )


def _till_rows(event: Event) -> Iterator[Row]:
    found = Entry.objects.filter(event=event, kind=EntryKind.TILL_CLOSED).select_related("reversed_by")
    people = _People(event)
    for entry in found.prefetch_related("transfers__from_account", "transfers__to_account").iterator(AT_ONCE):
        for means, counted, difference in _counts(entry.transfers.all()):
            yield (
                entry.sequence,
                entry.subject,
                means.label,
                _local(entry.at, event),
                _money(counted - difference),
                _money(counted),
                _money(difference),
                entry.reason,
                people[entry.actor_code],
                people[entry.second_code],
                entry.reversed_by.sequence if hasattr(entry, "reversed_by") else None,
            )


def _counts(lines: Iterable[Transfer]) -> Iterator[tuple[Means, int, int]]:
    """What was counted when a till was closed, and how much it was too much: the cash, and what else there was."""
    counted: Counter[str] = Counter({OwnerKind.TILL: 0})
    difference: Counter[str] = Counter()
    for line in lines:
        giver, taker = line.from_account.owner_kind, line.to_account.owner_kind
        if giver == OwnerKind.OVER_SHORT:
            difference[taker] += line.amount
        elif taker == OwnerKind.OVER_SHORT:
            difference[giver] -= line.amount
        elif giver in DRAWER_KINDS.values():
            counted[giver] += line.amount
        else:
            counted[taker] -= line.amount
    for means, kind in DRAWER_KINDS.items():
        if kind in counted or kind in difference:
            yield means, counted[kind], difference[kind]


class _People(dict[str, str]):
    """What actors are called, asked for once each."""

    def __init__(self, event: Event) -> None:
        self._event = event

    def __missing__(self, code: str) -> str:
        self[code] = actor_labels([code], self._event.pk)[code] if code else ""
        return self[code]


def _money(cents: int) -> Decimal:
    return Decimal(cents).scaleb(-2)


def _local(moment: datetime, event: Event) -> datetime:
    return wall_time(moment, event.zone)


LISTS: Mapping[str, ExportList] = {
    each.key: each
    for each in (
        ExportList(
            "entries",
            "Entries",
            "Every line of the ledger, in order, with the seal of its entry.",
            (
                *("Entry", "Line", "Time", "What", "About", "From", "To", "Commodity", "Amount"),
                *("By", "Second person", "Reason", "Undoes entry", "Seal"),
            ),
            _entry_rows,
        ),
        ExportList(
            "sales",
            "Sales",
            "All money taken and given back, by till and purpose.",
            (
                "Entry",
                "Time",
                "Till",
                "Purpose",
                "Player",
                "Money",
                "Paid by",
                "Number",
                "Chips",
                "Tickets",
                "By",
                "Reason",
            ),
            _sale_rows,
        ),
        ExportList(
            "tickets",
            "Tickets",
            "Every raffle ticket: whose it is and where it lies.",
            ("Ticket", "Check code", "Player", "Name", "State", "Bucket", "Sold by entry", "Void because"),
            _ticket_rows,
        ),
        ExportList(
            "winners",
            "Winners",
            "Every number drawn, also those for which nobody came.",
            (
                *("Prize", "Item", "Donor", "Value", "Attempt", "Ticket", "Player", "Name", "Outcome"),
                *("Drawn at", "Decided at"),
            ),
            _winner_rows,
        ),
        ExportList(
            "over-short",
            "Over and short",
            "Every count of a till, by means of payment, beside what it should have held.",
            (
                *("Entry", "Till", "Means", "Time", "Should hold", "Counted", "Difference", "Reason", "By"),
                *("Second person", "Undone by entry"),
            ),
            _till_rows,
        ),
    )
}
