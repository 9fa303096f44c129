"""Entries and their lines, newest first where people read them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from django.db.models import Prefetch, QuerySet

from eventnight.bank.models import Entry, EntryKind, Purpose, Transfer
from eventnight.bank.selectors.ledger.actors import actor_labels
from eventnight.core.errors import NotFound

_DONATION = "donation on top"
WITH_LINES = Prefetch(
    "transfers", queryset=Transfer.objects.select_related("from_account", "to_account").order_by("number")
)


def donation_key(sale_key: UUID) -> UUID:
    """The key of the donation on top of the sale with that key: one press makes both."""
    return uuid5(sale_key, _DONATION)


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry as a list shows it. amounts: what it moved, by commodity, of its first line of each.

    has_receipt: it took a guest's money, or gave it back.
    """

    sequence: int
    kind: str
    label: str
    subject: str
    at: datetime
    by_code: str
    by: str
    reason: str
    amounts: dict[str, int]
    is_reversed: bool
    reverses: int | None
    has_receipt: bool
    receipt: str


def entry_of(event_id: int, sequence: int) -> Entry:
    """The entry of that number. Raises NotFound("unknown_entry")."""
    entry = Entry.objects.filter(event_id=event_id, sequence=sequence).first()
    if entry is None:
        raise NotFound(
            "unknown_entry", f"The books have no entry {sequence}. Check the number on the slip.", sequence=sequence
        )
    return entry


def lines_of(entry: Entry) -> list[Transfer]:
    """The lines of an entry in their order, with their accounts."""
    return list(entry.transfers.select_related("from_account", "to_account").order_by("number"))


def moved_by(entry: Entry) -> dict[str, int]:
    """What an entry moved, by commodity, of its first line of each."""
    return _amounts(lines_of(entry))


def first_stack_of(event_id: int, player_code: str) -> Entry | None:
    """The entry that gave the player the first stack, unless it was undone."""
    given = Entry.objects.filter(event_id=event_id, subject=player_code, kind=EntryKind.FIRST_STACK)
    return given.filter(reversed_by__isnull=True).order_by("id").first()


def donation_with(sale: Entry) -> Entry | None:
    """The donation that came on top of a sale with the same press, whether or not it was undone since."""
    return Entry.objects.filter(event_id=sale.event_id, key=donation_key(sale.key)).first()


def entries(event_id: int) -> QuerySet[Entry]:
    """All entries of the event, newest first, with their lines and what they reverse or are reversed by."""
    found = Entry.objects.filter(event_id=event_id).select_related("reverses", "reversed_by")
    return found.prefetch_related(WITH_LINES).order_by("-id")


def recent_entries(event_id: int, *, limit: int = 20, subject: str = "", by_code: str = "") -> list[EntryLine]:
    """The newest entries as a list shows them, of one player or one member of staff if asked: three queries."""
    found = entries(event_id)
    if subject:
        found = found.filter(subject=subject)
    if by_code:
        found = found.filter(actor_code=by_code)
    return entry_lines(found[:limit])


def entry_lines(found: Iterable[Entry]) -> list[EntryLine]:
    """Entries with their lines, made ready for a list."""
    listed = list(found)
    labels = actor_labels({entry.actor_code for entry in listed}, listed[0].event_id) if listed else {}
    return [_line(entry, labels) for entry in listed]


def rebuy_count(event_id: int, player_code: str) -> int:
    """How many re-buys the player has bought, corrections taken off."""
    return Entry.objects.filter(
        event_id=event_id, subject=player_code, kind=EntryKind.REBUY, reversed_by__isnull=True
    ).count()


def _line(entry: Entry, labels: dict[str, str]) -> EntryLine:
    return EntryLine(
        sequence=entry.sequence,
        kind=entry.kind,
        label=entry.get_kind_display(),
        subject=entry.subject,
        at=entry.at,
        by_code=entry.actor_code,
        by=labels[entry.actor_code],
        reason=entry.reason,
        amounts=_amounts(entry.transfers.all()),
        is_reversed=hasattr(entry, "reversed_by"),
        reverses=entry.reverses.sequence if entry.reverses else None,
        has_receipt=entry.purpose not in ("", Purpose.FLOAT),
        receipt=entry.receipt,
    )


def _amounts(transfers: Iterable[Transfer]) -> dict[str, int]:
    amounts: dict[str, int] = {}
    for transfer in transfers:
        amounts.setdefault(transfer.commodity, transfer.amount)
    return amounts
