"""The state of tills: what each has taken, and what it should hold of cash, cheques and card takings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from engine.units import Cents
from eventnight.bank.ledger.refs import DRAWER_KINDS, till_money
from eventnight.bank.ledger.takings import money_of
from eventnight.bank.means import Means
from eventnight.bank.models import (
    SEQUENCES_PER_EVENT,
    Account,
    Books,
    Entry,
    EntryKind,
    OwnerKind,
    Purpose,
    Transfer,
)
from eventnight.bank.selectors.ledger.balances import balances
from eventnight.bank.tills.count import TillSums
from eventnight.core.database.batched_sql import Rows, Statement, ask, reader


@dataclass(frozen=True, slots=True)
class TakingsLine:
    """What a till took for one purpose."""

    label: str
    count: int
    cents: Cents


@dataclass(frozen=True, slots=True)
class MeansLine:
    """What a till took by one means of payment, what was given back taken off."""

    label: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class TillState:
    """opened_at is None for a till that took money without a float. lines, means: what it took, by purpose and the same
    money by means, a float among the cash. expected: what it should hold.
    """

    code: str
    is_closed: bool
    opened_at: datetime | None
    closed_at: datetime | None
    lines: tuple[TakingsLine, ...]
    means: tuple[MeansLine, ...]
    expected: TillSums


def last_till_entry(event_id: int, till: str) -> Entry | None:
    """The entry that opened or closed the till last; an undone one does not count."""
    return read_till_entry(ask([ask_last_till_entry(event_id, till)])[0])


def ask_last_till_entry(event_id: int, till: str) -> Statement:
    """Asks for it: every sale does while it holds up the others."""
    last = (
        "WHERE event_id = %s AND subject = %s AND kind IN (%s, %s)"
        " AND NOT EXISTS (SELECT 1 FROM bank_entry AS undoing WHERE undoing.reverses_id = bank_entry.id)"
        " ORDER BY id DESC LIMIT 1"
    )
    return reader(Entry).select(last, [event_id, till, EntryKind.TILL_OPENED, EntryKind.TILL_CLOSED])


def read_till_entry(rows: Rows) -> Entry | None:
    """The answer to `ask_last_till_entry`."""
    return reader(Entry).read(rows[0]) if rows else None


def till_state(event_id: int, till: str) -> TillState:
    """What a till has taken over the night and should hold now: at most five queries."""
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
        means=means_lines(money_of(taken.values())),
        expected=till_holds(event_id, till),
    )


def till_holds(event_id: int, till: str) -> TillSums:
    """What a till should hold: one query, two more where it has taken cheques."""
    refs = {means: till_money(till, means) for means in Means}
    held = balances(event_id, refs.values())
    cheques = Cents(held[refs[Means.CHEQUE]])
    return TillSums(
        cash=Cents(held[refs[Means.CASH]]),
        cheques=cheques,
        cheque_number=_cheques_in(event_id, till) if cheques else 0,
        card=Cents(held[refs[Means.CARD]]),
    )


def cheques_taken(event_id: int, till: str, after: int, upto: int) -> int:
    """How many cheques came in, less those given back, with the entries from one id (not with it) to another."""
    lines = Transfer.objects.filter(event_id=event_id, entry_id__gt=after, entry_id__lte=upto)
    box = {"owner_kind": OwnerKind.CHEQUES, "code": till}
    found = lines.aggregate(
        came=Count("pk", filter=Q(from_account__owner_kind=OwnerKind.SOURCE, **_of("to_account", box))),
        went=Count("pk", filter=Q(to_account__owner_kind=OwnerKind.SOURCE, **_of("from_account", box))),
    )
    return int(found["came"] - found["went"])


def cheques_left_by(end: Entry | None) -> int:
    """How many cheques were in a till after a shift ended: those handed over, none after a closing."""
    if end is None or end.kind != EntryKind.TILL_HANDED_OVER:
        return 0
    return int(end.rates.get("cheques", 0))


def means_lines(sums: Mapping[str, Cents]) -> tuple[MeansLine, ...]:
    """A line for each means that was used; none where everything was cash."""
    if not any(sums.get(means) for means in (Means.CARD, Means.CHEQUE)):
        return ()
    return tuple(MeansLine(str(means.label), sums[means]) for means in Means if sums.get(means))


def tills_of(event_id: int) -> list[str]:
    """The codes of all tills that money has gone through."""
    tills = Account.objects.filter(event_id=event_id, owner_kind__in=DRAWER_KINDS.values())
    return list(tills.order_by("code").values_list("code", flat=True).distinct())


def _cheques_in(event_id: int, till: str) -> int:
    kinds = (EntryKind.TILL_HANDED_OVER, EntryKind.TILL_CLOSED)
    ends = Entry.objects.filter(event_id=event_id, till=till, kind__in=kinds, reversed_by__isnull=True)
    end = ends.order_by("-pk").first()
    return cheques_left_by(end) + cheques_taken(
        event_id, till, end.pk if end else 0, (event_id + 1) * SEQUENCES_PER_EVENT
    )


def _of(account: str, values: Mapping[str, str]) -> dict[str, str]:
    return {f"{account}__{name}": value for name, value in values.items()}
