"""The state of tills."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.units import Cents
from eventnight.bank.models import Account, Books, Entry, EntryKind, OwnerKind, Purpose
from eventnight.bank.refs import till as till_account
from eventnight.bank.selectors.balances import balance_of


@dataclass(frozen=True, slots=True)
class TakingsLine:
    """What a till took for one purpose."""

    label: str
    count: int
    cents: Cents


@dataclass(frozen=True, slots=True)
class TillState:
    """opened_at is None for a till that took money without a float. expected: what the drawer should hold."""

    code: str
    is_closed: bool
    opened_at: datetime | None
    closed_at: datetime | None
    lines: tuple[TakingsLine, ...]
    expected: Cents


def last_till_entry(event_id: int, till: str) -> Entry | None:
    """The entry that opened or closed the till last; an undone one does not count."""
    kinds = (EntryKind.TILL_OPENED, EntryKind.TILL_CLOSED)
    found = Entry.objects.filter(event_id=event_id, subject=till, kind__in=kinds, reversed_by__isnull=True)
    return found.order_by("-id").first()


def till_state(event_id: int, till: str) -> TillState:
    """What a till has taken over the night and should hold now: three queries."""
    last = last_till_entry(event_id, till)
    is_closed = last is not None and last.kind == EntryKind.TILL_CLOSED
    books = Books.objects.filter(event_id=event_id).first()
    taken = books.takings.get(till, {}) if books else {}
    return TillState(
        code=till,
        is_closed=is_closed,
        opened_at=last.at if last and not is_closed else None,
        closed_at=last.at if last and is_closed else None,
        lines=tuple(
            TakingsLine(str(purpose.label), taken[purpose]["count"], Cents(taken[purpose]["cents"]))
            for purpose in Purpose
            if purpose in taken
        ),
        expected=Cents(balance_of(event_id, till_account(till))),
    )


def tills_of(event_id: int) -> list[str]:
    """The codes of all tills that money has gone through."""
    tills = Account.objects.filter(event_id=event_id, owner_kind=OwnerKind.TILL)
    return list(tills.order_by("code").values_list("code", flat=True))
