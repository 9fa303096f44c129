"""What hands and spins have in common: they are numbered, settled by one press, and only the last can be undone."""

from __future__ import annotations

from typing import TypeVar

from eventnight.bank import services as bank
from eventnight.bank.models import Entry
from eventnight.core.audit import record
from eventnight.core.errors import Conflict, NotFound
from eventnight.core.press import Press
from eventnight.core.values.formats import clock_text
from tables.models import Hand, SeatFee, Spin, Table

Round = TypeVar("Round", Hand, Spin)


def require_next(table: Table, last: Hand | Spin | None, number: int, *, noun: str) -> None:
    """Let only the number after the last one pass: a page that is older shows a round that is over, or undone.

    noun: "hand" or "spin". Raises Conflict: "hand_already_settled", "hand_undone" and the same for spins.
    """
    following = last.number + 1 if last else 1
    if number == following:
        return
    settled = type(last).objects.filter(table=table, number=number, undone_at__isnull=True).first() if last else None
    if settled is None:
        raise Conflict(
            f"{noun}_undone",
            f"{noun.capitalize()} {number} does not follow any more. Reload the page: {noun} {following} is the next.",
            number=number,
            next=following,
        )
    raise Conflict(
        f"{noun}_already_settled",
        f"{noun.capitalize()} {number} was settled at {clock_text(settled.settled_at, table.event)} by "
        f"{settled.by_label}. Look at its result; {noun} {following} is the next.",
        number=number,
        next=following,
        at=settled.settled_at.isoformat(),
        by=settled.by_label,
    )


def require_last(table: Table, last: Round | None, number: int, *, noun: str) -> Round:
    """The last one, which alone can be undone. Raises NotFound: "no_hand", "no_spin"; Conflict: "hand_not_last", ..."""
    if last is None:
        raise NotFound(f"no_{noun}", f"No {noun} of {table} can be undone.", table=table.code)
    if last.number != number:
        raise Conflict(
            f"{noun}_not_last",
            f"{noun.capitalize()} {number} is not the last one at {table}; {noun} {last.number} is. "
            "Only the last can be undone.",
            number=number,
            last=last.number,
        )
    return last


def subject_of(table: Table, number: int, *, noun: str) -> str:
    """What the log says it was about: "T1 hand 41"."""
    return f"{table.code} {noun} {number}"


def take_back(table: Table, row: Hand | Spin, *, reason: str, press: Press, may_reverse_any: bool) -> None:
    """Reverse the round's entry, and note on the row and in the log that it does not stand any more.

    Raises what ``bank.reverse_entry`` does.
    """
    reverse_row(row, row.entry, reason=reason, press=press, may_reverse_any=may_reverse_any)
    noun = "hand" if isinstance(row, Hand) else "spin"
    subject = subject_of(table, row.number, noun=noun)
    record(table.event_id, press=press, action=f"{noun}.undone", subject=subject, reason=reason)


def reverse_row(row: Hand | Spin | SeatFee, entry: Entry, *, reason: str, press: Press, may_reverse_any: bool) -> None:
    """Reverse the entry of a row, and note on it that it does not stand any more.

    Raises what ``bank.reverse_entry`` does.
    """
    bank.reverse_entry(
        event=row.table.event, sequence=entry.sequence, reason=reason, press=press, may_reverse_any=may_reverse_any
    )
    row.undone_at, row.undone_by_label = press.at, press.by.label
    row.save(update_fields=["undone_at", "undone_by_label"])
