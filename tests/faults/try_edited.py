"""The ledger edited by somebody with the database's password: found and named by the command that proves the books."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

from eventnight.bank import triggers
from eventnight.bank.models import SEQUENCES_PER_EVENT, Account, Books, Entry
from tests.faults.comparing import Row
from tests.faults.hall import Hall
from tests.server import ROOT, environment_of

EDITS = (
    ("UPDATE bank_entry SET reason = 'a gift' WHERE id = %s", "Entry {at} has been changed"),
    ("UPDATE bank_entry SET at = '2026-01-01 00:00:00+00:00' WHERE id = %s", "Entry {at} has been changed"),
    ("UPDATE bank_transfer SET amount = amount + 1 WHERE entry_id = %s AND number = 1", "Entry {at}, line 1 leaves"),
    (
        "UPDATE bank_transfer SET commodity = 'tickets' WHERE entry_id = %s AND number = 2",
        "Entry {at}, line 2 says tickets and moves chips",
    ),
    ("DELETE FROM bank_transfer WHERE entry_id = %s AND number = 2", "Entry {at} was sealed with 2 lines and has 1"),
    (
        "UPDATE bank_account SET balance = balance + 1 WHERE id = "
        "(SELECT to_account_id FROM bank_transfer WHERE entry_id = %s AND number = 2)",
        "Account chips/player/{player} holds 4001; its lines add up to 4000",
    ),
)
"""Statements about one entry, and how the first sentence about it begins."""


def edited_rows(database_url: str) -> Row:
    """Each edit of the third last entry is found, and the first wrong row it names is that entry."""
    row = Row("rows edited, triggers off")
    for statement, named in EDITS:
        hall = _hall()
        sequence = _last(hall).sequence - 2
        _edit((statement, [hall.event.pk * SEQUENCES_PER_EVENT + sequence]))
        said = _proof(hall, database_url)
        row.intents += 1
        found = said.startswith(named.format(at=sequence, player=hall.codes[0]))
        row.require(found, f"{statement}: verify_books said {said!r}.")
        row.lost += not found
    row.note = f"{row.intents - row.lost} of {row.intents} found and named"
    row.acknowledged = row.present = row.intents - row.lost
    return row


def cut_tail(database_url: str) -> Row:
    """The last three entries vanish without a trace in the database; a slip in a guest's pocket tells."""
    row = Row("cut tail, printed receipt", intents=1)
    hall = _hall()
    slip = _last(hall)
    receipts = [f"{entry.sequence} {entry.hash[:12]}" for entry in Entry.objects.filter(event=hall.event)]
    before = _proof(hall, database_url, receipts)

    _cut(hall, slip.sequence - 3)
    unseen = _proof(hall, database_url)
    seen = _proof(hall, database_url, [slip.receipt])

    row.require(not before, f"True receipts were refused: {before!r}.")
    row.require(not unseen, f"The cut left a trace, so the receipt proves nothing: {unseen!r}.")
    row.require(str(slip.sequence) in seen and slip.hash[:12] in seen, f"With the receipt, it said {seen!r}.")
    row.acknowledged = row.present = int(bool(seen))
    row.lost = 1 - row.present
    row.note = f"{len(receipts)} true slips agree"
    return row


def _hall() -> Hall:
    hall = Hall(players=1)
    for _ in range(3):
        hall.sell()
    return hall


def _last(hall: Hall) -> Entry:
    return Entry.objects.filter(event=hall.event).latest("id")


def _proof(hall: Hall, database_url: str, receipts: list[str] | None = None) -> str:
    """What verify_books prints when it fails; empty when the books hold."""
    given = [word for receipt in receipts or () for word in ("--receipt", receipt)]
    command = [sys.executable, "manage.py", "verify_books", hall.event.code, *given]
    done = subprocess.run(
        command, cwd=ROOT, env=environment_of(database_url), check=False, capture_output=True, text=True
    )
    return done.stdout or done.stderr if done.returncode else ""


def _cut(hall: Hall, last: int) -> None:
    """Take the entries after `last` away and put balances and the end of the chain back, as a careful thief would."""
    first_gone = hall.event.pk * SEQUENCES_PER_EVENT + last + 1
    entry = Entry.objects.get(event=hall.event, sequence=last)
    gone = list(Entry.objects.filter(event=hall.event, id__gte=first_gone).prefetch_related("transfers"))
    books = Books.objects.get(event=hall.event)
    takings = books.takings
    accounts = {account.pk: account for account in Account.objects.filter(event=hall.event)}
    moved = dict.fromkeys(accounts, 0)
    for line in (line for gone_entry in gone for line in gone_entry.transfers.all()):
        moved[line.from_account_id] += line.amount
        moved[line.to_account_id] -= line.amount
    for gone_entry in gone:
        figures = takings[gone_entry.till][gone_entry.purpose]
        figures["count"] -= 1
        figures["cents"] -= 1000
    takings = {till: {what: sums for what, sums in own.items() if sums["count"]} for till, own in takings.items()}
    _edit(
        ("DELETE FROM bank_transfer WHERE event_id = %s AND entry_id >= %s", [hall.event.pk, first_gone]),
        ("DELETE FROM bank_entry WHERE event_id = %s AND id >= %s", [hall.event.pk, first_gone]),
        *(
            ("UPDATE bank_account SET balance = balance + %s WHERE id = %s", [amount, pk])
            for pk, amount in moved.items()
        ),
    )
    books.last_sequence, books.last_hash, books.takings = last, entry.hash, takings
    books.save()


def _edit(*statements: tuple[str, list[Any]]) -> None:
    """Run the statements with the ledger's triggers away and its keys unchecked."""
    with _triggers_off(), connection.cursor() as cursor:
        for statement, values in statements:
            cursor.execute(statement, values)


@contextmanager
def _triggers_off() -> Iterator[None]:
    with transaction.atomic():
        triggers.drop(connection)
        yield
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        triggers.install(connection)
