"""What the database itself refuses: rows of the books changed, taken away or slipped in behind everybody's back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from uuid import uuid4

from django.db import DatabaseError, connection, transaction

from eventnight.bank.models import SEQUENCES_PER_EVENT, Account, Books, Entry, EntryKind, Transfer, VarianceApproval
from eventnight.events.models import Event
from tests.simulator.deeds.deed import ORGANISER, PASSWORD, Deed, Deeds, Evening
from tests.simulator.presses import sent
from tests.simulator.world import NO_ROLE

Statement = tuple[str, Sequence[object]]


def seal(night: Evening) -> Deed | None:
    """A donation; then every row behind it is tried, and everything is as it was."""
    event = night.event
    press = night.program("POST", "bank/donations/", {"player": "", "paid": 700, "till": "T7"})

    def promise() -> Iterator[str]:
        yield from _holds(event)
        yield from _keeps_passwords(night)

    return Deed(press, promise=promise) if night.works(ORGANISER) else None


def _holds(event: Event) -> Iterator[str]:
    for claim, statements in _tries(event):
        if _went_through(statements):
            yield f"the database lets somebody {claim}"


def _keeps_passwords(night: Evening) -> Iterator[str]:
    """Somebody who is none of the staff signs: the refusal says so, and nothing of what they typed."""
    user = night.world.users[NO_ROLE]
    if user is None or night.is_of_staff(NO_ROLE):
        return
    entry = Entry.objects.filter(event=night.event).order_by("-pk")[0]
    body = {"reason": "Entered twice", "second": user.username, "password": PASSWORD}
    answer = sent(night.program("POST", f"bank/entries/{entry.sequence}/reversal/", body), night.world)
    if answer.status_code < 400:
        yield "somebody who is none of the staff signed"
    if PASSWORD in answer.content.decode():
        yield "a refusal holds the password of who signs"


def _went_through(statements: Sequence[Statement]) -> bool:
    """Whether the database takes them; they are taken back in any case."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            for statement, values in statements:
                cursor.execute(statement, values)
            transaction.set_rollback(True)
    except DatabaseError:
        return False
    return True


def _tries(event: Event) -> Iterator[tuple[str, Sequence[Statement]]]:
    """What somebody could try, in words, and the statements of it."""
    entry = Entry.objects.filter(event=event, lines__gte=1).order_by("-pk").first()
    line = Transfer.objects.filter(entry=entry).first()
    if entry is None or line is None:
        return
    taker = Account.objects.get(pk=line.to_account_id)
    yield "change an entry", [("UPDATE bank_entry SET reason = 'other' WHERE id = %s", [entry.pk])]
    yield "take an entry away", [("DELETE FROM bank_entry WHERE id = %s", [entry.pk])]
    yield "change a line", [("UPDATE bank_transfer SET amount = amount + 1 WHERE id = %s", [line.pk])]
    yield "take a line away", [("DELETE FROM bank_transfer WHERE id = %s", [line.pk])]
    yield "change a balance", [("UPDATE bank_account SET balance = balance + 1 WHERE id = %s", [taker.pk])]
    yield "change whose account it is", [("UPDATE bank_account SET code = 'T8' WHERE id = %s", [taker.pk])]
    yield "take an account away", [("DELETE FROM bank_account WHERE id = %s", [_unused(event)])]
    yield "open an account with money in it", [_account(event, 5)]
    yield "add a line to a sealed entry", [_line(event, line, entry.pk, number=entry.lines + 1)]
    last = Books.objects.get(event=event)
    number = event.pk * SEQUENCES_PER_EVENT + last.last_sequence + 1
    newest = Entry.objects.get(event=event, sequence=last.last_sequence)
    yield "write an entry that has no such lines", [_entry(newest, number, lines=1)]
    yield "write an entry beside the chain", [_entry(newest, number, lines=0, hash_before="0" * 64)]
    yield "write an entry at another place", [_entry(newest, number + 1, lines=0)]
    undone = Entry.objects.filter(event=event, kind=EntryKind.REVERSAL).first()
    if undone is not None and undone.reverses_id:
        yield "reverse an entry twice", [_entry(newest, number, lines=0, reverses=undone.reverses_id)]
        yield "reverse a correction", [_entry(newest, number, lines=0, reverses=undone.pk)]
    yield "write a line whose balances are others", [_line(event, line, number, beside=1)]
    yield "take more than there is", [_overdraft(event, line, number)]
    approval = VarianceApproval.objects.filter(event=event).first()
    if approval is not None:
        yield (
            "change an approval",
            [("UPDATE bank_varianceapproval SET amount = amount + 1 WHERE id = %s", [approval.pk])],
        )
        yield "take an approval away", [("DELETE FROM bank_varianceapproval WHERE id = %s", [approval.pk])]


def _entry(last: Entry, pk: int, *, lines: int, hash_before: str = "", reverses: int | None = None) -> Statement:
    kind = EntryKind.REVERSAL if reverses else EntryKind.CHIPS_COUNTED
    values = {
        "id": pk,
        "event_id": last.event_id,
        "sequence": pk - last.event_id * SEQUENCES_PER_EVENT,
        "kind": kind.value,
        "at": "2026-11-21 19:00:00+00:00",
        "actor_code": "system",
        "second_code": "",
        "subject": "",
        "reason": "",
        "purpose": "",
        "till": "",
        "rates": "{}",
        "key": uuid4().hex,
        "fingerprint": "0" * 64,
        "lines": lines,
        "reverses_id": reverses,
        "previous_hash": hash_before or last.hash,
        "hash": "1" * 64,
    }
    return _insert("bank_entry", values)


def _line(event: Event, like: Transfer, entry: int, *, number: int = 1, beside: int = 0) -> Statement:
    """One more of the same. beside: by how much the balances it tells are others."""
    taker = Account.objects.get(pk=like.to_account_id)
    giver = Account.objects.get(pk=like.from_account_id)
    amount = 1
    values = {
        "entry_id": entry,
        "event_id": event.pk,
        "number": number,
        "commodity": like.commodity,
        "from_account_id": giver.pk,
        "to_account_id": taker.pk,
        "amount": amount,
        "from_balance_after": None if giver.balance is None else giver.balance - amount + beside,
        "to_balance_after": None if taker.balance is None else taker.balance + amount + beside,
    }
    return _insert("bank_transfer", values)


def _overdraft(event: Event, like: Transfer, entry: int) -> Statement:
    """A cent more out of a drawer than it holds. SQLite is asked to pass over what it cannot take."""
    pockets, drawer = like.from_account_id, Account.objects.get(event=event, owner_kind="till", code="T7")
    held = drawer.balance or 0
    values = {
        "entry_id": entry,
        "event_id": event.pk,
        "number": 1,
        "commodity": "money",
        "from_account_id": drawer.pk,
        "to_account_id": pockets,
        "amount": held + 1,
        "from_balance_after": -1,
        "to_balance_after": None,
    }
    return _insert("bank_transfer", values, how="INSERT OR IGNORE" if connection.vendor == "sqlite" else "INSERT")


def _account(event: Event, balance: int) -> Statement:
    values = {
        "event_id": event.pk,
        "commodity": "money",
        "owner_kind": "till",
        "code": "T98",
        "balance": balance,
        "floor": 0,
    }
    return _insert("bank_account", values)


def _unused(event: Event) -> int:
    """An account that no line names where there is one: only the database keeps it."""
    free = Account.objects.filter(event=event, transfers_in__isnull=True, transfers_out__isnull=True).first()
    return (free or Account.objects.filter(event=event).order_by("pk")[0]).pk


def _insert(table: str, values: dict[str, object], how: str = "INSERT") -> Statement:
    names, marks = ", ".join(values), ", ".join(["%s"] * len(values))
    return f"{how} INTO {table} ({names}) VALUES ({marks})", list(values.values())


DEEDS: Deeds = {"seal": seal}
